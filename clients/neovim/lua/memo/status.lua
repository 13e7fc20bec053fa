---What each server is doing, as it last told; in few words for a statusline.
local M = {}

local told = {} ---@type table<integer, memo.Status> by client id

---@param client_id integer
---@param status memo.Status
function M.hear(client_id, status)
  told[client_id] = status
end

---@param client_id integer
function M.forget(client_id)
  told[client_id] = nil
end

---@return memo.Status? of the server the current buffer belongs to; nil while none runs
---@return boolean trusted whether its workspace is
function M.get()
  local client = package.loaded['vim.lsp'] and require('memo.server').client()
  if not client then
    return nil, true
  end
  return told[client.id], require('memo.server').trusts(client)
end

---@param status memo.Status
---@return string
local function percent(status)
  return status.progress and (' %d%%'):format(status.progress.percent) or ''
end

local WORDS = {
  starting = function()
    return 'memo …'
  end,
  importing = function(status)
    return 'memo importing' .. percent(status)
  end,
  dreaming = function(status)
    local pass = status.progress and ' ' .. status.progress.pass or ''
    return 'memo dreaming' .. pass .. percent(status)
  end,
  paused = function()
    return 'memo paused'
  end,
  capturing = function(status)
    return ('memo %d +'):format(status.memories)
  end,
  degraded = function(status)
    return ('memo %d !'):format(status.memories)
  end,
  idle = function(status)
    return ('memo %d'):format(status.memories)
  end,
}

---@param status? memo.Status
---@param trusted boolean whether the workspace is
---@return string empty without a server
function M.words(status, trusted)
  if status and status.state == 'paused' and not trusted then
    return 'memo not trusted'
  end
  return status and (WORDS[status.state] or WORDS.idle)(status) or ''
end

return M

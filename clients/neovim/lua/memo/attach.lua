---What begins when a server attaches to a buffer, and what it is told of us before.
local config = require('memo.config')

local M = {}

local FORWARDS = { 'diagnostics', 'terminals', 'activity', 'renames' }
local begun = false
local listening = {} ---@type table<string, true> what listens to the editor, whichever server it then tells
local seen = {} ---@type table<integer, true> ids of clients

---What this editor can do for the server, in the words of `initialize`.
---@param params lsp.InitializeParams
function M.announce(params)
  local options = config.get()
  local experimental = params.capabilities.experimental or {}
  experimental.memo = { commandLinks = options.hover_keys, summarize = options.summarize ~= nil }
  params.capabilities.experimental = experimental
end

---@return boolean
local function shows_marks()
  return config.get().virtual_text or config.get().signs
end

---Begins what is on, and ends what is off.
local function listen()
  for _, name in ipairs(FORWARDS) do
    if config.get()[name] and not listening[name] then
      require('memo.forward.' .. name).begin()
    elseif listening[name] and not config.get()[name] then
      vim.api.nvim_clear_autocmds({ group = 'memo.' .. name })
    end
    listening[name] = config.get()[name] or nil
  end
  if shows_marks() or package.loaded['memo.marks'] then
    require('memo.marks').begin()
  end
end

---Once a session.
local function begin()
  begun = true
  listen()
  local group = vim.api.nvim_create_augroup('memo.status', {})
  vim.api.nvim_create_autocmd('User', {
    group = group,
    pattern = 'MemoStatus',
    callback = function(event)
      require('memo.status').hear(event.data.client_id, event.data.status)
    end,
  })
end

---@param client vim.lsp.Client
local function greet(client)
  seen[client.id] = true
  require('memo.follow').serve(client)
  if config.get().hover_keys then
    require('memo.hover').give_keys(client)
  end
end

---@param client vim.lsp.Client
---@param buf integer
function M.attach(client, buf)
  if not begun then
    begin()
  end
  if not seen[client.id] then
    greet(client)
  end
  if config.get().diagnostics then
    require('memo.forward.diagnostics').tell(buf)
  end
  if shows_marks() then
    require('memo.marks').later(buf)
  end
end

---Options were set once more: what runs already follows them.
function M.set_again()
  if not begun then
    return
  end
  listen()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'memo' })) do
    client.settings = (vim.lsp.config.memo or {}).settings or {}
    client:notify('workspace/didChangeConfiguration', { settings = client.settings })
  end
end

return M

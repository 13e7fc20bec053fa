---A server that died is started again, quietly: Neovim itself says that it quit. One that keeps dying stays off.
local M = {}

local MOST, WITHIN = 3, 180 -- times, in so many seconds
local PAUSE = 500 -- milliseconds before it is started again
local deaths = {} ---@type number[] when

---@return boolean whether it died too often lately
local function too_often()
  local now = vim.uv.hrtime() / 1e9
  deaths[#deaths + 1] = now
  return #deaths >= MOST and now - deaths[#deaths - MOST + 1] < WITHIN
end

---@param config vim.lsp.ClientConfig
---@param buffers integer[]
local function start_again(config, buffers)
  for _, buf in ipairs(buffers) do
    if vim.api.nvim_buf_is_loaded(buf) then
      vim.lsp.start(config, { bufnr = buf, silent = true })
    end
  end
end

---The server of a client has ended.
---@param code integer
---@param signal integer
---@param client_id integer
function M.exited(code, signal, client_id)
  vim.schedule(function()
    require('memo.status').forget(client_id)
    local client = vim.lsp.get_client_by_id(client_id)
    local died = code ~= 0 or (signal ~= 0 and signal ~= 15)
    if not client or not died or vim.v.exiting ~= vim.NIL then
      return
    end
    if too_often() then
      vim.lsp.enable('memo', false)
      local tell = require('memo.tell')
      return tell.trouble(
        ('the server ended %d times and stays off; :checkhealth memo, then :Memo restart'):format(MOST)
      )
    end
    local config, buffers = client.config, vim.tbl_keys(client.attached_buffers)
    vim.defer_fn(function()
      if vim.lsp.is_enabled('memo') then
        start_again(config, buffers)
      end
    end, PAUSE)
  end)
end

---@param client vim.lsp.Client
local function renew(client)
  local config, buffers = client.config, vim.tbl_keys(client.attached_buffers)
  local timer = assert(vim.uv.new_timer())
  client:stop()
  timer:start(
    50,
    50,
    vim.schedule_wrap(function()
      if client:is_stopped() and not timer:is_closing() then
        timer:close()
        start_again(config, buffers)
      end
    end)
  )
end

---Ends every server and starts it anew; one that stayed off is on again.
function M.restart()
  deaths = {}
  vim.lsp.enable('memo')
  for _, client in ipairs(vim.lsp.get_clients({ name = 'memo' })) do
    renew(client)
  end
end

return M

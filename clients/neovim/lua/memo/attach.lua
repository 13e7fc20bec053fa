---What begins when a server attaches to a buffer, and what it is told of us before.
local config = require('memo.config')

local M = {}

local FORWARDS = { diagnostics = true, terminals = true, activity = true, renames = true }
local begun = false
local seen = {} ---@type table<integer, true> ids of clients

---What this editor can do for the server, in the words of `initialize`.
---@param params lsp.InitializeParams
function M.announce(params)
  local options = config.get()
  local experimental = params.capabilities.experimental or {}
  experimental.memo = { commandLinks = options.hover_keys, summarize = options.summarize ~= nil }
  params.capabilities.experimental = experimental
end

---Once a session: what listens to the editor, whichever server it then tells.
local function begin()
  begun = true
  for name in pairs(FORWARDS) do
    if config.get()[name] then
      require('memo.forward.' .. name).begin()
    end
  end
  if config.get().virtual_text or config.get().signs then
    require('memo.marks').begin()
  end
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
  if config.get().virtual_text or config.get().signs then
    require('memo.marks').later(buf)
  end
end

return M

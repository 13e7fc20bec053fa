---Tells the server which diagnostics are shown about a file, from all tools.
local position = require('memo.position')

local M = {}

local REST = 150 -- milliseconds without a change before they are told
local MOST = 500
local timers = {} ---@type table<integer, uv.uv_timer_t> by buffer
local told = {} ---@type table<string, table[]> the last word, by client and buffer

---@param buf integer
---@param client vim.lsp.Client
---@param shown vim.Diagnostic
---@return table
local function diagnostic(buf, client, shown)
  return {
    range = {
      start = position.of(buf, client, shown.lnum, shown.col),
      ['end'] = position.of(buf, client, shown.end_lnum or shown.lnum, shown.end_col or shown.col),
    },
    severity = shown.severity,
    code = shown.code,
    source = shown.source,
    message = shown.message,
  }
end

---@param client vim.lsp.Client
---@param buf integer
local function tell(client, buf)
  local list = {}
  for _, shown in ipairs(vim.diagnostic.get(buf)) do
    list[#list + 1] = #list < MOST and diagnostic(buf, client, shown) or nil
  end
  local key = ('%d:%d'):format(client.id, buf)
  if vim.deep_equal(told[key] or {}, list) then
    return
  end
  told[key] = list
  client:notify('memo/diagnostics', {
    uri = vim.uri_from_bufnr(buf),
    version = vim.lsp.util.buf_versions[buf],
    diagnostics = list,
  })
end

---@param buf integer
local function tell_all(buf)
  timers[buf] = nil
  if vim.api.nvim_buf_is_loaded(buf) then
    for _, client in ipairs(vim.lsp.get_clients({ name = 'memo', bufnr = buf })) do
      tell(client, buf)
    end
  end
end

---Tells what is shown about a buffer, once that rests.
---@param buf integer
function M.tell(buf)
  local timer = timers[buf]
  if timer then
    timer:stop()
  else
    timer = assert(vim.uv.new_timer())
    timers[buf] = timer
  end
  timer:start(
    REST,
    0,
    vim.schedule_wrap(function()
      if not timer:is_closing() then
        timer:close()
        tell_all(buf)
      end
    end)
  )
end

function M.begin()
  local group = vim.api.nvim_create_augroup('memo.diagnostics', {})
  vim.api.nvim_create_autocmd('DiagnosticChanged', {
    group = group,
    callback = function(event)
      M.tell(event.buf)
    end,
  })
  vim.api.nvim_create_autocmd('LspDetach', {
    group = group,
    callback = function(event)
      told[('%d:%d'):format(event.data.client_id, event.buf)] = nil
    end,
  })
end

return M

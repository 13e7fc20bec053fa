---Tells the server that somebody is there who reads or moves about, at most every half minute.
local M = {}

local SECONDS = 30
local EVENTS = { 'CursorMoved', 'WinScrolled', 'FocusGained', 'TermEnter', 'CmdlineEnter' }

local function tell()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'memo' })) do
    client:notify('memo/activity', vim.empty_dict())
  end
end

---Waits for one of the events; in between it costs nothing, for nobody listens.
function M.begin()
  local group = vim.api.nvim_create_augroup('memo.activity', {})
  vim.api.nvim_create_autocmd(EVENTS, {
    group = group,
    callback = function()
      vim.api.nvim_clear_autocmds({ group = group })
      tell()
      vim.defer_fn(function()
        if require('memo.config').get().activity then
          M.begin()
        end
      end, SECONDS * 1000)
    end,
  })
end

return M

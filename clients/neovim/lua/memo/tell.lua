---What a person is told outside of floats. An answer to a command shows once and leaves nothing in |:messages|; trouble
---stays there.
local M = {}

local NAME = 'memo: '

---@param text string
local function line(text)
  return NAME .. require('memo.text').short(vim.trim((text:gsub('%s+', ' '))), vim.v.echospace - #NAME)
end

---@param text string
function M.done(text)
  vim.api.nvim_echo({ { line(text) } }, false, {})
end

---@param text string
function M.trouble(text)
  vim.notify(NAME .. vim.trim((text:gsub('%s+', ' '))), vim.log.levels.WARN)
end

return M

---Markdown in a float: what memories say is escaped, and the backslashes that takes are not shown.
local M = {}

local space = vim.api.nvim_create_namespace('memo.markdown')

---@param words string
---@return string that no markdown is found in
function M.escape(words)
  return (require('memo.text').plain(words):gsub('[\\`*_%[%]<>|]', '\\%0'))
end

---@param buf integer
---@param row integer 0-based
---@param line string
local function hide_in(buf, row, line)
  local at = line:find('\\%p')
  while at do
    vim.api.nvim_buf_set_extmark(buf, space, row, at - 1, { end_col = at, conceal = '' })
    at = line:find('\\%p', at + 2)
  end
end

---Hides the backslashes of escapes; what stands in a fence stays as it is.
---@param buf integer
---@param first integer 0-based
---@param last integer the row behind the last, -1 for all
function M.hide_backslashes(buf, first, last)
  local fence ---@type string?
  for offset, line in ipairs(vim.api.nvim_buf_get_lines(buf, first, last, false)) do
    local run = line:match('^%s*(```+)')
    if run and (not fence or #run >= #fence) then
      fence = not fence and run or nil
    elseif not fence then
      hide_in(buf, first + offset - 1, line)
    end
  end
end

return M

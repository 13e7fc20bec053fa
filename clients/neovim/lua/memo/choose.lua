---A list to choose from, in whatever shows such lists.
local M = {}

local OTHER_LINES = 4 -- of the screen, beside the list: what is asked, what is typed, the edges

---@return boolean whether |vim.ui.select()| is Neovim's own, which shows numbered lines and waits for a number
local function is_plain()
  return vim.endswith(debug.getinfo(vim.ui.select, 'S').source, 'lua/vim/ui.lua')
end

---Neovim's own list would page, and its first lines be gone when one can choose: it gets as many as the screen holds.
---To leave it by <C-c> is to choose nothing.
---@generic T
---@param items T[]
---@param options { prompt: string, format_item?: fun(item: T): string }
---@param on_choice fun(item?: T, at?: integer)
function M.from(items, options, on_choice)
  local shown, asked = items, vim.tbl_extend('force', options, { kind = 'memo' })
  local room = math.max(2, vim.o.lines - OTHER_LINES)
  if is_plain() and #items > room then
    shown = vim.list_slice(items, 1, room)
    asked.prompt = ('%s (%d of %d)'):format(options.prompt, room, #items)
  end
  local done, why = pcall(vim.ui.select, shown, asked, on_choice)
  if done then
    return
  elseif tostring(why):find('Keyboard interrupt', 1, true) then
    return on_choice(nil)
  end
  error(why, 0)
end

return M

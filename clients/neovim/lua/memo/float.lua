---A float to read: markdown, `q` closes it, `<CR>` follows what the line under the cursor leads to, `<BS>` goes back.
local M = {}

---@class memo.View
---@field lines string[]
---@field title? string
---@field follow? table<integer, fun()> what `<CR>` does on a line, 1-based
---@field keys? table<string, { [1]: fun(row: integer), [2]: string }> what further keys do, and a word for it
---@field order? string[] of `keys`, as they are named at the lower edge
---@field memory? string id of the memory it is about

---@class memo.Float
---@field win integer
---@field buf integer
---@field origin integer the window it was opened from
---@field views memo.View[] the last one is shown

local WIDEST = 84
local FIRST_ROWS = 3 -- where something leads on from one of them, it is a list, and the cursor is put there
local AGAIN = 100 -- milliseconds until it is looked whether somebody still types
local float ---@type memo.Float?

---@return memo.Float? the float the cursor is in
function M.here()
  return float and vim.api.nvim_get_current_win() == float.win and float or nil
end

---Closes the float, and leaves the cursor in the window it was opened from.
function M.close()
  local closing = float
  float = nil
  if not closing or not vim.api.nvim_win_is_valid(closing.win) then
    return
  end
  vim.api.nvim_win_close(closing.win, true)
  if vim.api.nvim_win_is_valid(closing.origin) then
    vim.api.nvim_set_current_win(closing.origin)
  end
end

---@param view memo.View
---@param deep boolean whether there is a view to go back to
---@return string[] what the keys are, for the lower edge: what is needed first
local function hints(view, deep)
  local told = { 'q close' }
  if deep then
    told[#told + 1] = '⌫ back'
  end
  if view.follow and next(view.follow) then
    told[#told + 1] = '⏎ go'
  end
  for _, lhs in ipairs(view.order or {}) do
    local key = assert((view.keys or {})[lhs], lhs)
    told[#told + 1] = ('%s %s'):format(lhs, key[2])
  end
  return told
end

---@param told string[]
---@param width integer
---@return string as many of them as fit, whole
local function fitting(told, width)
  local line = ''
  for at, hint in ipairs(told) do
    local longer = at == 1 and hint or line .. '  ' .. hint
    if at > 1 and vim.fn.strdisplaywidth(longer) > width then
      break
    end
    line = longer
  end
  return line
end

---@param edge string
---@param width integer
---@return string
local function framed(edge, width)
  return (' %s '):format(require('memo.text').short(edge, width - 2))
end

---@param view memo.View
---@param deep boolean
---@return vim.api.keyset.win_config
local function shape(view, deep)
  local widest = 0
  for _, line in ipairs(view.lines) do
    widest = math.max(widest, vim.fn.strdisplaywidth(line))
  end
  local footer = hints(view, deep)
  local wanted = math.max(widest, vim.fn.strdisplaywidth(table.concat(footer, '  ')) + 2, 40)
  local width = math.max(1, math.min(wanted, WIDEST, vim.o.columns - 4))
  local height = 0
  for _, line in ipairs(view.lines) do
    height = height + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / width))
  end
  height = math.max(1, math.min(height, vim.o.lines - 6))
  return {
    relative = 'editor',
    row = math.max(0, math.floor((vim.o.lines - height - 3) / 2)),
    col = math.max(0, math.floor((vim.o.columns - width - 2) / 2)),
    width = width,
    height = height,
    style = 'minimal',
    border = vim.o.winborder == '' and 'rounded' or nil,
    title = view.title and framed(view.title, width),
    footer = framed(fitting(footer, width - 2), width),
    footer_pos = 'right',
  }
end

---@param buf integer
---@param lhs string
---@param rhs fun()
---@param desc string
local function map(buf, lhs, rhs, desc)
  vim.keymap.set('n', lhs, rhs, { buffer = buf, nowait = true, silent = true, desc = 'memo: ' .. desc })
end

---Not higher than what it shows: a line that is partly hidden may need less than was thought.
---@param on memo.Float
---@param look vim.api.keyset.win_config
local function fit(on, look)
  vim.api.nvim_win_set_height(on.win, math.min(look.height, vim.api.nvim_win_text_height(on.win, {}).all))
end

local show ---@type fun(on: memo.Float)

---@param on memo.Float
local function back(on)
  if #on.views > 1 then
    table.remove(on.views)
    show(on)
  end
end

---@param on memo.Float
---@param buf integer
local function map_keys(on, buf)
  local view = on.views[#on.views]
  local function row()
    return vim.api.nvim_win_get_cursor(on.win)[1]
  end
  map(buf, 'q', M.close, 'close')
  map(buf, '<BS>', function()
    back(on)
  end, 'back')
  map(buf, '<CR>', function()
    local follow = view.follow and view.follow[row()]
    if follow then
      follow()
    end
  end, 'follow')
  for lhs, key in pairs(view.keys or {}) do
    map(buf, lhs, function()
      key[1](row())
    end, key[2])
  end
end

---@param view memo.View
---@return integer
local function paper(view)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, view.lines)
  vim.bo[buf].modifiable = false
  vim.bo[buf].bufhidden = 'wipe'
  return buf
end

---Puts the last of the views on the screen.
---@param on memo.Float
function show(on)
  local view = on.views[#on.views]
  local buf, look = paper(view), shape(view, #on.views > 1)
  if vim.api.nvim_win_is_valid(on.win) then
    vim.wo[on.win].winfixbuf = false
    vim.api.nvim_win_set_buf(on.win, buf)
    vim.api.nvim_win_set_config(on.win, look)
  else
    on.win = vim.api.nvim_open_win(buf, true, look)
  end
  on.buf = buf
  local wo = vim.wo[on.win]
  wo.wrap, wo.linebreak, wo.breakindent, wo.spell = true, true, true, false
  wo.conceallevel, wo.concealcursor, wo.foldenable = 2, 'nc', false
  wo.winfixbuf = true -- its keys are those of what it shows
  vim.bo[buf].filetype = 'markdown'
  pcall(vim.treesitter.start, buf, 'markdown')
  require('memo.markdown').hide_backslashes(buf, 0, -1)
  fit(on, look)
  map_keys(on, buf)
end

---The screen has another size.
local function reshape()
  local on = float
  if on and vim.api.nvim_win_is_valid(on.win) then
    local look = shape(on.views[#on.views], #on.views > 1)
    vim.api.nvim_win_set_config(on.win, look)
    fit(on, look)
  end
end

---@param view memo.View
local function open(view)
  local on = M.here()
  if not on then
    M.close()
    on = { win = -1, buf = -1, origin = vim.api.nvim_get_current_win(), views = {} }
    float = on
    local group = vim.api.nvim_create_augroup('memo.float', {})
    vim.api.nvim_create_autocmd('VimResized', { group = group, callback = reshape })
  end
  table.insert(on.views, view)
  show(on)
  local first = vim.iter(vim.tbl_keys(view.follow or {})):fold(math.huge, math.min)
  if first <= FIRST_ROWS then
    vim.api.nvim_win_set_cursor(on.win, { first, 0 })
  end
end

---Shows a view; from inside the float it comes on top of the one there. Once nobody types: it takes the cursor.
---@param view memo.View
function M.open(view)
  if vim.api.nvim_get_mode().mode:find('^nt?$') then
    open(view)
  else
    vim.defer_fn(function()
      M.open(view)
    end, AGAIN)
  end
end

---The view that is shown has become another one.
---@param on memo.Float
---@param view memo.View
function M.renew(on, view)
  if float == on and vim.api.nvim_win_is_valid(on.win) then
    local at = vim.api.nvim_win_get_cursor(on.win)
    on.views[#on.views] = view
    show(on)
    pcall(vim.api.nvim_win_set_cursor, on.win, at)
  end
end

return M

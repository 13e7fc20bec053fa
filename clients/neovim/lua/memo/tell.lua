---What a person is told outside of floats: one line, which never makes them press <Enter>. An answer to a command shows
---once and leaves nothing in |:messages|; trouble stays there.
local text = require('memo.text')

local M = {}

local NAME = 'memo: '
local AGAIN = 100 -- milliseconds until it is looked whether a prompt is over

---@param words string
---@return string
local function signed(words)
  return NAME .. text.plain(words)
end

---@class memo.Line
---@field words string
---@field highlight? string
---@field stays boolean whether it is kept among the messages

local waiting = {} ---@type memo.Line[]

---Shows the next line once what goes on now is over: under a command that still runs the screen would scroll, and wait;
---beside a prompt one would not see what one types.
local function show_next()
  if vim.api.nvim_get_mode().mode:find('^[rc]') then
    return vim.defer_fn(show_next, AGAIN)
  end
  local line = table.remove(waiting, 1)
  vim.api.nvim_echo({ { line.words, line.highlight } }, line.stays, {})
  if #waiting > 0 then
    vim.schedule(show_next)
  end
end

---@param words string
---@param highlight? string
---@param stays? boolean whether it is kept among the messages
local function show(words, highlight, stays)
  waiting[#waiting + 1] = { words = words, highlight = highlight, stays = stays or false }
  if #waiting == 1 then
    vim.schedule(show_next)
  end
end

---@return boolean whether |vim.notify()| is Neovim's own, which shows whatever it gets at once
local function is_plain()
  return vim.startswith(debug.getinfo(vim.notify, 'S').source, '@vim/')
end

---Takes back what was shown as long as something went on.
function M.over()
  show('')
end

---@param words string
function M.done(words)
  show(text.short(signed(words), vim.v.echospace))
end

---Trouble too long for a line stays in |:messages| in several; shown is its beginning.
---@param words string
function M.trouble(words)
  local told = signed(words)
  if not is_plain() then
    return vim.notify(told, vim.log.levels.WARN)
  end
  local lines = text.wrapped(told, math.max(10, vim.v.echospace))
  for _, each in ipairs(lines) do
    show(each, 'WarningMsg', true)
  end
  if #lines > 1 then
    show(text.short(told, vim.v.echospace), 'WarningMsg')
  end
end

return M

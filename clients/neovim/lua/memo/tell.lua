---What a person is told outside of floats: one line, which never makes them press <Enter>. An answer to a command shows
---once and leaves nothing in |:messages|; trouble stays there.
local text = require('memo.text')

local M = {}

local NAME = 'memo: '

---@param words string
---@return string
local function line(words)
  return NAME .. text.plain(words)
end

local AGAIN = 100 -- milliseconds until it is looked whether a prompt is over
local waiting = {} ---@type [string, string?, boolean?][] lines, their highlight, whether they stay in |:messages|

---Shows the next line once what goes on now is over: under a command that still runs the screen would scroll, and wait;
---beside a prompt one would not see what one types.
local function show_next()
  if vim.api.nvim_get_mode().mode:find('^[rc]') then
    return vim.defer_fn(show_next, AGAIN)
  end
  local words, highlight, stays = unpack(table.remove(waiting, 1))
  vim.api.nvim_echo({ { words, highlight } }, stays or false, {})
  if #waiting > 0 then
    vim.schedule(show_next)
  end
end

---@param words string
---@param highlight? string
---@param stays? boolean in |:messages|
local function show(words, highlight, stays)
  waiting[#waiting + 1] = { words, highlight, stays }
  if #waiting == 1 then
    vim.schedule(show_next)
  end
end

---@return boolean whether |vim.notify()| is Neovim's own, which shows whatever it gets at once
local function is_plain()
  return vim.startswith(debug.getinfo(vim.notify, 'S').source, '@vim/')
end

---@param words string
function M.done(words)
  show(text.short(line(words), vim.v.echospace))
end

---Trouble too long for a line stays in |:messages| in several; shown is its beginning.
---@param words string
function M.trouble(words)
  local told = line(words)
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

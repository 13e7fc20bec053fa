---Lists to read: memories of this file by date, and where one left off.
local float = require('memo.float')
local server = require('memo.server')
local text = require('memo.text')

local M = {}

---@param rows memo.Row[]
---@return memo.View
local function by_date(rows, title)
  local view = { title = title, lines = {}, follow = {} } ---@type memo.View
  local day ---@type string?
  for _, row in ipairs(rows) do
    if text.day(row.created_at) ~= day then
      day = text.day(row.created_at)
      vim.list_extend(view.lines, { #view.lines > 0 and '' or nil, ('**%s**'):format(day) })
    end
    view.lines[#view.lines + 1] = ('%s %s'):format(text.icon(row.kind), text.plain(row.title))
    view.follow[#view.lines] = function()
      require('memo.memory').open(row.id)
    end
  end
  return view
end

---@param question { uri?: string, symbol?: string, limit?: integer }
---@param title string
local function timeline(question, title)
  server.call('memo.timeline', question, function(rows)
    if #rows == 0 then
      return require('memo.tell').done('there is no memory yet: ' .. title)
    end
    float.open(by_date(rows, title))
  end)
end

---@param scope? 'file'|'project' the file, if absent
---@param symbol? string a function or class in the file
function M.timeline(scope, symbol)
  local here = require('memo.here').file()
  local name = vim.fs.basename(vim.api.nvim_buf_get_name(0))
  if scope == 'project' or not here.uri or name == '' then
    return timeline({}, 'this project by date')
  end
  timeline({ uri = here.uri, symbol = symbol }, symbol and ('%s in %s'):format(symbol, name) or name)
end

---The line of each item: titles come in the order of the items.
---@param lines string[]
---@param items memo.Hit[]
---@return table<integer, fun()>
local function follow(lines, items)
  local found, at = {}, 1
  for number, line in ipairs(lines) do
    local item = items[at]
    if item and vim.startswith(line, '- ') then
      found[number] = function()
        require('memo.memory').open(item.id)
      end
      at = at + 1
    end
  end
  return found
end

---@param about? string what is to be done now
function M.briefing(about)
  local question = require('memo.here').file()
  question.text = about ---@diagnostic disable-line: inject-field
  server.call('memo.briefing', question, function(briefing)
    if #briefing.items == 0 then
      return require('memo.tell').done('nothing new to tell')
    end
    local lines = vim.split(briefing.markdown:gsub('## ([^\n]*)\n\n?', '**%1**\n'), '\n', { trimempty = true })
    float.open({ title = 'briefing', lines = lines, follow = follow(lines, briefing.items) })
  end)
end

return M

---The pairs that no pass joins, because they were taken or kept apart, or one was harder to find; and lifting that.
local float = require('memo.float')
local listing = require('memo.listing')
local server = require('memo.server')
local tell = require('memo.tell')
local text = require('memo.text')

local M = {}

---@param marks memo.Mark[]
---@param now? number
---@return memo.Listing
function M.list(marks, now)
  local list = listing.new()
  for _, mark in ipairs(marks) do
    local ends = mark.pair[1] == mark.pair[2] and 1 or 2 -- a summary stands alone: it is not written again
    listing.add(list, mark, ('**%s**'):format(text.dots({ mark.pass, mark.cause, text.ago(mark.at, now) }, 3)))
    for at = 1, ends do
      local title, id = mark.titles[at], mark.pair[at]
      local there = type(title) == 'string' -- in a list, a null is no nil
      listing.add(list, mark, '- ' .. require('memo.markdown').escape(there and title or id), there and id or nil)
    end
  end
  return list
end

---@param marks memo.Mark[]
---@return memo.View
local function view(marks)
  local list = M.list(marks)
  local function allow(row)
    local mark, on = list.things[row], float.here() ---@type memo.Mark?, memo.Float?
    if not mark or not on then
      return
    end
    server.call('memo.allowRefold', { pairs = { mark.pair } }, function()
      tell.done('they may be joined again')
      server.call('memo.refoldBlocks', {}, function(left)
        float.renew(on, view(left))
      end)
    end)
  end
  return {
    title = 'kept apart',
    lines = #marks > 0 and list.lines or { 'No pair is kept apart.' },
    follow = list.follow,
    order = { 'a' },
    keys = { a = { allow, 'allow' } },
  }
end

---Shows the pairs that no pass joins.
function M.show()
  server.call('memo.refoldBlocks', {}, function(marks)
    if #marks == 0 then
      return tell.done('no pair is kept apart')
    end
    float.open(view(marks))
  end)
end

---Lets passes join every pair again.
function M.allow_all()
  server.call('memo.allowRefold', { all = true }, function(found)
    tell.done(('%s may be joined again'):format(text.counted(found.lifted, 'pair')))
  end)
end

return M

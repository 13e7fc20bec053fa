---What only a person can tell: contradictions, look-alikes, code that is gone. Keys say what each is, or settle it.
local curate = require('memo.curate')
local float = require('memo.float')
local listing = require('memo.listing')
local server = require('memo.server')
local tell = require('memo.tell')
local text = require('memo.text')

local M = {}

local SORTS = {
  contradiction = 'They contradict each other',
  vetoed = 'They read alike',
  refused = 'Joined, one was harder to find',
  apart = 'Kept apart',
  gone = 'The code is gone',
  unsure = 'Nobody vouches for it',
}
local WHY = {
  polarity = 'one says the opposite',
  versions = 'other versions',
  identifiers = 'other names',
  numbers = 'other figures',
  ['own words'] = 'other words',
  ['kept apart'] = 'both hold',
} -- in other words than the server's

---@param items memo.Review[]
---@param now? number
---@return memo.Listing
function M.list(items, now)
  local list = listing.new()
  for _, item in ipairs(items) do
    if #list.lines > 0 then
      listing.add(list, nil, '')
    end
    local why = item.what ~= 'gone' and (WHY[item.why] or item.why) or nil
    local about = text.dots({ why, text.ago(item.at, now) }, 2)
    listing.add(list, item, ('**%s** %s'):format(SORTS[item.what] or item.what, about))
    for _, row in ipairs(item.memories) do
      listing.add(list, item, listing.title(row), row.id)
    end
  end
  return list
end

---@param list memo.Listing
---@param row integer
---@return memo.Row? the memory in a line; in the line above it, the only one it is about
local function memory_at(list, row)
  local item, first = list.things[row], row ---@type memo.Review, integer
  while list.things[first - 1] == item do
    first = first - 1
  end
  return item.memories[row - first] or (#item.memories == 1 and item.memories[1] or nil)
end

---@param memories memo.Row[]
---@return [string, string][] as the server takes pairs
local function one_pair(memories)
  return { { memories[1].id, memories[2].id } }
end

---@class memo.Deed what a key does about an item
---@field can string what the server calls it
---@field word string
---@field act fun(item: memo.Review, memory: memo.Row?, on_done: fun())

---@type table<string, memo.Deed>
local DEEDS = {
  s = {
    can = 'supersede',
    word = 'one holds',
    act = function(item, memory, on_done)
      if #item.memories == 2 then
        curate.choose_which_holds(item.memories, on_done)
      elseif memory then
        curate.supersede(memory.id, nil, on_done)
      end
    end,
  },
  x = {
    can = 'keepApart',
    word = 'both hold',
    act = function(item, _, on_done)
      server.call('memo.keepApart', { pairs = one_pair(item.memories) }, function()
        tell.done('kept apart: both hold')
        on_done()
      end)
    end,
  },
  a = {
    can = 'allowRefold',
    word = 'allow',
    act = function(item, _, on_done)
      server.call('memo.allowRefold', { pairs = one_pair(item.memories) }, function()
        tell.done('they may be joined again')
        on_done()
      end)
    end,
  },
  p = {
    can = 'pin',
    word = 'pin',
    act = function(_, memory, on_done)
      if memory then
        curate.pin(memory.id, true, on_done)
      end
    end,
  },
  d = {
    can = 'forget',
    word = 'forget',
    act = function(_, memory, on_done)
      if not memory then
        return tell.done('put the cursor on one of the two')
      end
      curate.forget(memory.id, memory.title, on_done)
    end,
  },
}

local again ---@type fun(where: { uri?: string }, on?: memo.Float)

---@param list memo.Listing
---@param deed memo.Deed
---@param where { uri?: string }
---@return fun(row: integer)
local function doing(list, deed, where)
  return function(row)
    local item, on = list.things[row], float.here() ---@type memo.Review?, memo.Float?
    if not item then
      return
    end
    if not vim.list_contains(item.can, deed.can) then
      return tell.done('that is nothing to do about this one')
    end
    deed.act(item, memory_at(list, row), function()
      again(where, on)
    end)
  end
end

---@param list memo.Listing
---@return fun(row: integer)
local function open_both(list)
  return function(row)
    local item = list.things[row] ---@type memo.Review?
    if item then
      require('memo.memory').open_all(item.memories)
    end
  end
end

---@param items memo.Review[]
---@param where { uri?: string }
---@return memo.View
local function view(items, where)
  local list = M.list(items)
  local keys = { o = { open_both(list), 'show' } }
  for lhs, deed in pairs(DEEDS) do
    keys[lhs] = { doing(list, deed, where), deed.word }
  end
  return {
    title = 'what to review',
    lines = #items > 0 and list.lines or { 'Nothing wants a look.' },
    follow = list.follow,
    order = { 'o', 's', 'x', 'a', 'p', 'd' },
    keys = keys,
  }
end

---Asks, and shows what there is: anew, if it is shown already.
function again(where, on)
  server.call('memo.review', where, function(items)
    if on then
      float.renew(on, view(items, where))
    elseif #items == 0 then
      tell.done('nothing wants a look')
    else
      float.open(view(items, where))
    end
  end)
end

---Shows what wants a look in this project.
function M.review()
  again(require('memo.here').file())
end

return M

---Topics, a level at a time: those beneath one, then the memories that have just this one.
local float = require('memo.float')
local listing = require('memo.listing')
local server = require('memo.server')
local text = require('memo.text')

local M = {}

local MOST = 200

---@param question table
---@return table
local function here(question)
  return vim.tbl_extend('force', require('memo.here').file(), question)
end

---@param prefix string
---@param topics memo.Topic[]
---@param rows memo.Row[] that have just this topic
---@return memo.View
local function view(prefix, topics, rows)
  local shown = { title = prefix ~= '' and prefix or 'topics', lines = {}, follow = {} } ---@type memo.View
  for _, topic in ipairs(topics) do
    local label = topic.topic:match('[^.]+$')
    shown.lines[#shown.lines + 1] = ('▸ **%s** %s'):format(
      require('memo.markdown').escape(label),
      text.counted(topic.here + topic.beneath, 'memory', 'memories')
    )
    shown.follow[#shown.lines] = function()
      M.show(topic.topic)
    end
  end
  for _, row in ipairs(rows) do
    shown.lines[#shown.lines + 1] = listing.title(row)
    shown.follow[#shown.lines] = function()
      require('memo.memory').open(row.id)
    end
  end
  return shown
end

---@param prefix string
---@param topics memo.Topic[]
---@param rows memo.Row[]
local function show(prefix, topics, rows)
  if #topics + #rows == 0 then
    local told = prefix ~= '' and ('there is no topic %s'):format(prefix) or 'there are no topics yet'
    return require('memo.tell').done(told)
  end
  float.open(view(prefix, topics, rows))
end

---@param prefix? string the topic whose own are shown; all, if absent
function M.show(prefix)
  prefix = prefix or ''
  server.call('memo.topics', here({ prefix = prefix }), function(topics)
    if prefix == '' then
      return show(prefix, topics, {})
    end
    server.call('memo.search', here({ text = 'topic:' .. prefix, k = MOST }), function(found)
      show(
        prefix,
        topics,
        vim.tbl_filter(function(hit)
          return hit.topic == prefix
        end, found.hits)
      )
    end)
  end)
end

---@param lead string
---@return string[] topics that could be meant, as far as the server says at once
function M.complete(lead)
  local found = server.at_once('memo.topics', here({ prefix = lead:match('^(.*)%.[^.]*$') }))
  return vim.tbl_map(function(topic)
    return topic.topic
  end, found or {})
end

return M

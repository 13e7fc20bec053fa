---Lines of a float that are about things: which thing a line is about, and what it leads to.
local M = {}

---@class memo.Listing
---@field lines string[]
---@field follow table<integer, fun()>
---@field things table<integer, any> by 1-based line

---@return memo.Listing
function M.new()
  return { lines = {}, follow = {}, things = {} }
end

---@param listing memo.Listing
---@param thing any what the line is about
---@param line string
---@param id? string of the memory it leads to
function M.add(listing, thing, line, id)
  listing.lines[#listing.lines + 1] = line
  local at = #listing.lines
  listing.things[at] = thing
  listing.follow[at] = id and function()
    require('memo.memory').open(id)
  end or nil
end

---@param row memo.Row
---@return string a memory's line
function M.title(row)
  return ('%s %s'):format(require('memo.text').icon(row.kind), require('memo.markdown').escape(row.title))
end

return M

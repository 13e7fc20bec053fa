---Search: in the picker there is, while one types; else a question, then a list to choose from.
local server = require('memo.server')
local tell = require('memo.tell')

local M = {}

local HITS = 50
local HEAD, NEAREST = 'Memories', 'Nothing that fits; closest'
local ADAPTERS = { 'telescope', 'fzf-lua', 'snacks' } -- the order in which `auto` looks for them

---@class memo.Picker
---@field present fun(): boolean
---@field open fun(search: memo.Search)

---Hits in the server's order, and what stands above them.
---@alias memo.OnHits fun(hits: memo.Hit[], head: string)

---@class memo.Search
---@field text string
---@field ask fun(text: string, on_hits: memo.OnHits): fun() gives a cancel
---@field choose fun(hit: memo.Hit)
---@field jump fun(hit: memo.Hit)

---@param name string
---@return memo.Picker
local function adapter(name)
  return require('memo.picker.' .. name:gsub('-', '_'))
end

---@return memo.Picker the one that is wished and there
local function picker()
  local wanted = require('memo.config').get().picker
  for _, name in ipairs(wanted == 'auto' and ADAPTERS or { wanted }) do
    if adapter(name).present() then
      return adapter(name)
    end
  end
  return adapter('select')
end

---@return memo.Search
local function begin(text)
  local answer ---@type memo.Answer? the last one
  local cancel = function() end
  local where = require('memo.here').file()
  local function used(hit)
    if answer then
      server.call('memo.used', { recall = answer.recall, ids = { hit.id } }, function() end)
    end
  end
  return {
    text = text,
    ask = function(words, on_hits)
      cancel()
      if vim.trim(words) == '' then
        on_hits({}, HEAD)
        return function() end
      end
      local question = vim.tbl_extend('force', where, { text = words, k = HITS })
      cancel = server.call('memo.search', question, function(found)
        answer = found
        on_hits(found.hits, found.confident and HEAD or NEAREST)
      end, function()
        on_hits({}, HEAD)
      end)
      return cancel
    end,
    choose = function(hit)
      used(hit)
      require('memo.memory').open(hit.id)
    end,
    jump = function(hit)
      used(hit)
      local anchor = require('memo.memory').first_place(hit.anchors)
      if anchor then
        require('memo.jump').to(anchor, hit.project)
      else
        tell.done('it belongs to no code that is still there')
      end
    end,
  }
end

---@param text? string what to begin with
function M.search(text)
  server.ready(function()
    picker().open(begin(text or ''))
  end)
end

return M

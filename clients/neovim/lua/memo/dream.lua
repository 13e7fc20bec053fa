---A dream previewed: what belongs together, as a drawing in a float, or as a picture in whatever shows pictures.
local server = require('memo.server')

local M = {}

local WIDEST = 76 -- cells, between the edges of a float on a screen of 80
local PATIENCE = 500 -- milliseconds until it is said that it takes a while

---@param found memo.Dream
local function draw(found)
  local float = require('memo.float')
  local drawing = require('memo.drawing').of(found, math.min(WIDEST, vim.o.columns - 4))
  local follow = {}
  for line, id in pairs(drawing.memories) do
    follow[line] = function()
      require('memo.memory').open(id)
    end
  end
  float.open({
    title = 'what belongs together',
    lines = drawing.lines,
    follow = follow,
    order = { 's' },
    keys = {
      s = {
        function()
          M.picture(found)
        end,
        'picture',
      },
    },
  })
end

---@param found memo.Dream
function M.picture(found)
  local path = vim.fn.tempname() .. '.svg'
  vim.fn.writefile(vim.split(found.svg, '\n'), path)
  local _, trouble = vim.ui.open(path)
  local tell = require('memo.tell')
  if trouble then
    return tell.trouble(('%s; the picture is %s'):format(trouble, path))
  end
  tell.done('the picture is ' .. path)
end

---@class memo.DreamParameters
---@field eps? number
---@field minPts? integer
---@field tauDays? number
---@field since? string ISO 8601

---@param turned memo.DreamParameters
---@param form? 'svg'
function M.preview(turned, form)
  local tell = require('memo.tell')
  local over, told = false, false
  vim.defer_fn(function()
    told = not over
    if told then
      tell.done('looking at what belongs together …')
    end
  end, PATIENCE)
  server.call('memo.dream', turned, function(found)
    over = true
    if told then
      tell.over()
    end
    local show = form == 'svg' and M.picture or draw
    show(found)
  end, function()
    over = true
  end)
end

return M

---A dream previewed: what belongs together, as a drawing in a float, or as a picture in whatever shows pictures.
local server = require('memo.server')

local M = {}

---@param found memo.Dream
local function draw(found)
  local drawing = require('memo.drawing').of(found)
  local follow = {}
  for line, id in pairs(drawing.memories) do
    follow[line] = function()
      require('memo.memory').open(id)
    end
  end
  require('memo.float').open({
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
  if trouble then
    require('memo.tell').trouble(('%s; the picture is %s'):format(trouble, path))
  end
end

---@class memo.DreamParameters
---@field eps? number
---@field minPts? integer
---@field tauDays? number
---@field since? string ISO 8601

---@param turned memo.DreamParameters
---@param form? 'svg'
function M.preview(turned, form)
  require('memo.tell').done('looking at what belongs together …')
  server.call('memo.dream', turned, form == 'svg' and M.picture or draw)
end

return M

---What a picker shows beside its list: a hit in a few lines of markdown, without asking the server again.
local text = require('memo.text')

local M = {}

---@param hit memo.Hit
---@return string[]
function M.lines(hit)
  local lines = { text.plain(hit.title), '', text.about(hit), '' }
  for line in vim.gsplit(hit.excerpt.text, '\n', { trimempty = true }) do
    if text.plain(line) ~= lines[1] then
      lines[#lines + 1] = text.plain(line)
    end
  end
  if #hit.anchors > 0 then
    lines[#lines + 1] = ''
  end
  for at = 1, math.min(#hit.anchors, 8) do
    local anchor = hit.anchors[at]
    lines[#lines + 1] = text.dots({ anchor.path, anchor.symbol, text.of_code({ anchor }) }, 3)
  end
  return lines
end

---@param hit memo.Hit
---@return string
function M.title(hit)
  return ('%s %s'):format(text.icon(hit.kind), text.plain(hit.title))
end

return M

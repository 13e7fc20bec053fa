---What a picker shows beside its list: a hit in a few lines of markdown, without asking the server again.
local text = require('memo.text')

local M = {}

local MOST_ANCHORS, MOST_BENEATH = 8, 12

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
  for _, anchor in ipairs(vim.list_slice(hit.anchors, 1, MOST_ANCHORS)) do
    lines[#lines + 1] = text.dots({ anchor.path, anchor.symbol, text.of_code({ anchor }) }, 3)
  end
  for at, link in ipairs(hit.beneath or {}) do
    if at == 1 then
      lines[#lines + 1] = ''
    end
    if at > MOST_BENEATH then
      lines[#lines + 1] = ('- and %d more'):format(#hit.beneath - MOST_BENEATH)
      break
    end
    lines[#lines + 1] = '- ' .. text.plain(link.title)
  end
  return lines
end

---@param hit memo.Hit
---@return string
function M.title(hit)
  return ('%s %s'):format(text.icon(hit.kind), text.plain(hit.title))
end

return M

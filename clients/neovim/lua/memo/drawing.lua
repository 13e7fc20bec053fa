---A dream preview as a drawing in text: pure.
local text = require('memo.text')

local M = {}

local WIDTH = 76 -- cells, between the float's edges on a screen of 80
local MOST_MEMBERS = 8 -- of one cluster

---@class memo.Drawing
---@field lines string[]
---@field memories table<integer, string> ids, by 1-based line

---@param drawing memo.Drawing
---@param line string
---@param id? string
local function add(drawing, line, id)
  drawing.lines[#drawing.lines + 1] = line
  drawing.memories[#drawing.lines] = id
end

---@param inner string
---@return string a line of a card
local function row(inner)
  return ('│ %s │'):format(text.pad(inner, WIDTH - 4))
end

---@param label string
---@return string the upper edge of a card
local function top(label)
  local told = ('╭─ %s '):format(label)
  return told .. ('─'):rep(WIDTH - vim.fn.strdisplaywidth(told) - 1) .. '╮'
end

---@param branch string where on the line that joins them it stands
---@param member { id: string, title: string, created_at: string, origin: string }
---@return string
local function told(branch, member)
  local when = text.day(member.created_at)
  local title = text.pad(text.plain(member.title), WIDTH - 10 - vim.fn.strdisplaywidth(when))
  return ('%s─ ● %s %s'):format(branch, title, when)
end

---@param drawing memo.Drawing
---@param number integer
---@param cluster { members: table[], together: integer }
local function card(drawing, number, cluster)
  local members = cluster.members
  local label = ('%d · %s · together %s'):format(
    number,
    text.counted(#members, 'memory', 'memories'),
    text.counted(cluster.together, 'time')
  )
  add(drawing, top(label))
  for at, member in ipairs(vim.list_slice(members, 1, MOST_MEMBERS)) do
    local branch = at == 1 and '┬' or at == #members and '└' or '├'
    add(drawing, row(told(branch, member)), member.id)
  end
  if #members > MOST_MEMBERS then
    add(drawing, row(('┆  and %d more'):format(#members - MOST_MEMBERS)))
  end
  add(drawing, '╰' .. ('─'):rep(WIDTH - 2) .. '╯')
end

---@param drawing memo.Drawing
---@param found memo.Dream
local function figures(drawing, found)
  local turned, alone = found.params, found.without_co_recall
  local clusters = text.counted(#found.clusters, 'cluster')
  add(drawing, ('%s; a pass would archive %d; noise %d'):format(clusters, found.would_archive, found.noise))
  local seen = text.counted(found.observations, 'observation')
  add(drawing, ('%s in %g days, %g %% never recalled with another'):format(seen, turned.since_days, alone.share))
  add(
    drawing,
    text.dots({
      ('eps %g'):format(turned.eps),
      ('min-pts %d'):format(turned.min_pts),
      ('tau %g days'):format(turned.tau_days),
      found.max_gap_days and ('bridges %g days'):format(found.max_gap_days),
      found.log.on and text.counted(found.log.events, 'recall') or 'the recall log is off',
    }, 5)
  )
end

---@param found memo.Dream
---@return memo.Drawing
function M.of(found)
  local drawing = { lines = {}, memories = {} } ---@type memo.Drawing
  figures(drawing, found)
  for number, cluster in ipairs(found.clusters) do
    add(drawing, '')
    card(drawing, number, cluster)
  end
  if #found.hints > 0 then
    add(drawing, '')
  end
  for _, hint in ipairs(found.hints) do
    add(drawing, '→ ' .. text.plain(hint))
  end
  return drawing
end

return M

---A dream preview as a drawing in text: pure.
local text = require('memo.text')

local M = {}

local MOST_MEMBERS = 8 -- of one cluster

---@class memo.Drawing
---@field width integer cells of its cards
---@field lines string[]
---@field memories table<integer, string> ids, by 1-based line

---@param drawing memo.Drawing
---@param line string
---@param id? string
local function add(drawing, line, id)
  drawing.lines[#drawing.lines + 1] = line
  drawing.memories[#drawing.lines] = id
end

---Words between two ends, as wide as a card.
---@param from string
---@param words string
---@param to string
---@param width integer
---@return string
local function between(from, words, to, width)
  local ends = vim.fn.strdisplaywidth(from) + vim.fn.strdisplaywidth(to)
  return from .. text.pad(words, width - ends) .. to
end

---@param from string
---@param to string
---@param width integer
---@return string an edge of a card
local function edge(from, to, width)
  local room = width - vim.fn.strdisplaywidth(from .. to)
  local count = math.max(0, math.floor(room / vim.fn.strdisplaywidth('─')))
  return from .. ('─'):rep(count) .. (' '):rep(room - count * vim.fn.strdisplaywidth('─')) .. to
end

---@param member { id: string, title: string, created_at: string, origin: string }
---@param branch string where on the line that joins them it stands
---@param width integer
---@return string
local function row(member, branch, width)
  local title = text.plain(member.title)
  return between(('│ %s─ ● '):format(branch), title, (' %s │'):format(text.day(member.created_at)), width)
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
  local width = drawing.width
  local shown = text.short(label, width - vim.fn.strdisplaywidth('╭─  ╮'))
  add(drawing, edge(('╭─ %s '):format(shown), '╮', width))
  for at, member in ipairs(vim.list_slice(members, 1, MOST_MEMBERS)) do
    local branch = at == 1 and '┬' or at == #members and '└' or '├'
    add(drawing, row(member, branch, width), member.id)
  end
  if #members > MOST_MEMBERS then
    add(drawing, between('│ ┆  ', ('and %d more'):format(#members - MOST_MEMBERS), ' │', width))
  end
  add(drawing, edge('╰', '╯', width))
end

---@param drawing memo.Drawing
---@param found memo.Dream
local function figures(drawing, found)
  local turned, alone = found.params, found.without_co_recall
  local groups = text.counted(#found.clusters, 'group')
  add(drawing, ('%s; a pass would archive %d; %d in none'):format(groups, found.would_archive, found.noise))
  local seen = text.counted(found.observations, 'observation')
  add(drawing, ('%s in %g days, %g %% never recalled with another'):format(seen, turned.since_days, alone.share))
  add(
    drawing,
    text.dots({
      ('eps %g'):format(turned.eps),
      ('min-pts %d'):format(turned.min_pts),
      ('tau %g days'):format(turned.tau_days),
      found.max_gap_days and ('at most %g days apart'):format(found.max_gap_days),
      found.log.on and text.counted(found.log.events, 'recall') or 'the recall log is off',
    }, 5)
  )
end

---@param found memo.Dream
---@param width integer cells of its cards
---@return memo.Drawing
function M.of(found, width)
  local drawing = { width = width, lines = {}, memories = {} } ---@type memo.Drawing
  figures(drawing, found)
  for number, cluster in ipairs(found.clusters) do
    add(drawing, '')
    card(drawing, number, cluster)
  end
  if #found.hints > 0 then
    add(drawing, '')
  end
  for _, hint in ipairs(found.hints) do
    -- A hint that names arguments of the command line names them as :Memo dream takes them.
    add(drawing, '→ ' .. text.plain(hint):gsub('`%-%-', '`:Memo dream --'))
  end
  return drawing
end

return M

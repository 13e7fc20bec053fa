---Words and widths: pure, but for the width of a character, which Neovim knows.
local M = {}

local ICONS = { -- as in a hover, but for the selector of pictures, which many a terminal counts as a cell
  fix = '🔧',
  revert = '↩',
  change = '✏',
  ['dead-end'] = '🚧',
  todo = '☑',
  decision = '⚖',
  reference = '📖',
  theme = '🧵',
  summary = '🧵',
}
local STEPS = {
  { 3600, 60, 'minute' },
  { 86400, 3600, 'hour' },
  { 14 * 86400, 86400, 'day' },
  { 61 * 86400, 7 * 86400, 'week' },
  { 730 * 86400, 30.44 * 86400, 'month' },
  { math.huge, 365.25 * 86400, 'year' },
}
local MONTHS = { 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec' }

---@param kind string
---@return string
function M.icon(kind)
  return ICONS[kind] or '📝'
end

---@param count integer
---@param one string
---@param many? string
---@return string
function M.counted(count, one, many)
  return ('%d %s'):format(count, count == 1 and one or many or one .. 's')
end

---@param iso? string a time in UTC, as the server writes it
---@return number? seconds since 1970
function M.seconds(iso)
  local y, m, d, hour, minute, second = (iso or ''):match('^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)')
  if not y then
    return nil
  end
  -- Days before the month's first, of years that begin in March: leap days then come last.
  local year, month = tonumber(y), (tonumber(m) + 9) % 12
  year = year - math.floor(month / 10)
  local days = 365 * year + math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
  days = days + math.floor((month * 306 + 5) / 10) + tonumber(d) - 1 - 719468
  return days * 86400 + tonumber(hour) * 3600 + tonumber(minute) * 60 + tonumber(second)
end

---@param iso? string
---@param now? number
---@return string such as `3 months ago`; empty for no time
function M.ago(iso, now)
  local at = M.seconds(iso)
  if not at then
    return ''
  end
  local distance = (now or os.time()) - at
  if math.abs(distance) < 60 then
    return 'just now'
  end
  for _, step in ipairs(STEPS) do
    if math.abs(distance) < step[1] then
      local words = M.counted(math.floor(math.abs(distance) / step[2]), step[3])
      return distance > 0 and words .. ' ago' or 'in ' .. words
    end
  end
  return ''
end

---@param iso? string
---@return string such as `3 Mar 2026`
function M.day(iso)
  local y, m, d = (iso or ''):match('^(%d+)-(%d+)-(%d+)')
  return y and ('%d %s %s'):format(tonumber(d), MONTHS[tonumber(m)], y) or ''
end

local ESCAPES = { '\27%[[0-?]*[ -/]*[@-~]', '\27%][^\7\27]*[\7\27]?\\?', '\27.' }
local MARKS = { '\226\128[\139\142\143\170-\174]', '\226\129[\160-\169]', '\239\187\191', '\194[\128-\159]' }

---What a person wrote, without what a terminal obeys, and without marks that turn writing round or cannot be seen.
---@param text string may have lines
---@return string
function M.harmless(text)
  for _, pattern in ipairs(ESCAPES) do
    text = text:gsub(pattern, '')
  end
  for _, pattern in ipairs(MARKS) do
    text = text:gsub(pattern, '')
  end
  return (text:gsub('[%z\1-\8\11-\31\127]', ' '))
end

---The same in one line.
---@param text string
---@return string
function M.plain(text)
  return vim.trim((M.harmless(text):gsub('[%c%s]+', ' ')))
end

---@param text string
---@param width integer cells
---@return string as many of its first characters as fit
local function fitting(text, width)
  local kept = vim.fn.strcharpart(text, 0, math.max(0, width))
  while vim.fn.strdisplaywidth(kept) > math.max(0, width) do
    kept = vim.fn.strcharpart(kept, 0, vim.fn.strchars(kept) - 1)
  end
  return kept
end

---@param text string
---@param width integer cells
---@return string no wider than that
function M.short(text, width)
  if vim.fn.strdisplaywidth(text) <= width then
    return text
  end
  return vim.trim(fitting(text, width - vim.fn.strdisplaywidth('…'))) .. '…'
end

---@param text string
---@param width integer cells, 2 or more
---@return string[] lines no wider than that, broken at blanks where there are any
function M.wrapped(text, width)
  local lines, line = {}, ''
  for word in text:gmatch('%S+') do
    local longer = line == '' and word or line .. ' ' .. word
    if line ~= '' and vim.fn.strdisplaywidth(longer) > width then
      lines[#lines + 1] = line
      longer = word
    end
    line = longer
    while vim.fn.strdisplaywidth(line) > width do -- a word longer than a line
      lines[#lines + 1] = fitting(line, width)
      line = line:sub(#lines[#lines] + 1)
    end
  end
  lines[#lines + 1] = line
  return lines
end

---@param text string
---@param width integer cells
---@param right? boolean
---@return string just as wide
function M.pad(text, width, right)
  local cut = M.short(text, width)
  local blank = (' '):rep(width - vim.fn.strdisplaywidth(cut))
  return right and blank .. cut or cut .. blank
end

---@param parts (string|false|nil)[] may have holes
---@param count integer
---@return string
function M.dots(parts, count)
  local told = {}
  for at = 1, count do
    if parts[at] and parts[at] ~= '' then
      told[#told + 1] = parts[at]
    end
  end
  return table.concat(told, ' · ')
end

---What a reader should know of the code a memory is about.
---@param anchors memo.Anchor[]
---@return string? such as `code changed since (3 commits)`
function M.of_code(anchors)
  local states, commits = {}, 0
  for _, anchor in ipairs(anchors) do
    states[anchor.state] = true
    commits = math.max(commits, anchor.commits_since or 0)
  end
  if states.same then
    return nil
  elseif states.changed then
    return 'code changed since' .. (commits > 0 and (' (%s)'):format(M.counted(commits, 'commit')) or '')
  end
  return states.gone and 'no longer in the code' or nil
end

---@param row memo.Row
---@return string what stands behind the title in a list: kind, age, branch, what to be wary of
function M.about(row)
  local hit = row --[[@as memo.Hit]]
  return M.dots({
    row.kind,
    M.ago(row.created_at),
    hit.merged == false and row.branch and row.branch .. ', not merged',
    row.pinned and 'pinned',
    M.of_code(row.anchors),
    hit.superseded_by and 'replaced',
    (row.trust == 'external' or row.trust == 'untrusted') and row.author,
  }, 7)
end

return M

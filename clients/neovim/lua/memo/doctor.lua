---How the server is: its checks, and its status, in a float.
local float = require('memo.float')
local server = require('memo.server')
local text = require('memo.text')

local M = {}

local WHERE = { global = 'everywhere', workspace = 'in this workspace' }

---@param check memo.Check
---@return string[]
local function lines_of(check)
  local mark = check.ok and '✓' or '✗'
  local line = ('%s %s  %s'):format(mark, text.pad(check.name, 14), text.plain(check.detail))
  if check.ok or check.fix == '' then
    return { line }
  end
  return { line, ('   → %s'):format(text.plain(check.fix)) }
end

function M.show()
  server.call('memo.doctor', {}, function(checks)
    float.open({ title = 'doctor', lines = vim.iter(checks):map(lines_of):flatten():totable() })
  end)
end

---@param seconds? integer
---@return string
local function ahead(seconds)
  if not seconds then
    return 'when something is new'
  end
  return seconds < 60 and 'in less than a minute' or ('in %d min'):format(math.ceil(seconds / 60))
end

---@param status memo.Status
---@return string
local function state(status)
  if status.progress then
    return ('%s, %s %d %%'):format(status.state, status.progress.pass, status.progress.percent)
  end
  local where = vim.tbl_map(function(scope)
    return WHERE[scope]
  end, status.pausedIn or {})
  return #where > 0 and ('%s %s'):format(status.state, table.concat(where, ' and ')) or status.state
end

---@param status memo.Status
---@return string[]
function M.status_lines(status)
  local dropped = 0
  for _, count in pairs(status.gate.dropped) do
    dropped = dropped + count
  end
  local last, next_one, gate = status.lastRun, status.next, status.gate
  local lines = {
    ('state          %s'):format(state(status)),
    ('memories       %d'):format(status.memories),
    ('this session   %d captured, %d passed over'):format(gate.kept, dropped),
  }
  local function add(when, name, words)
    if when then
      lines[#lines + 1] = text.pad(name, 15) .. words
    end
  end
  for _, part in ipairs(status.degraded) do
    add(true, part.part, text.plain(part.reason))
  end
  add(status.pending > 0, 'pending', tostring(status.pending))
  add(status.embedding.waiting > 0, 'vectors', ('%d wait for theirs'):format(status.embedding.waiting))
  add(last ~= nil, 'last pass', last and text.dots({
    last.pass,
    text.ago(last.endedAt),
    last.skipped and 'skipped: ' .. last.skipped or ('changed %d'):format(last.changed),
  }, 3) or '')
  add(next_one ~= nil, 'next pass', next_one and text.dots({
    ('%s %s'):format(next_one.pass, ahead(next_one.inSeconds)),
    #next_one.heldBy > 0 and 'held back by ' .. table.concat(next_one.heldBy, ', '),
  }, 2) or '')
  add(
    status.skipped ~= nil,
    'passed over',
    status.skipped and ('%s: %s'):format(vim.fs.basename(status.skipped.uri), status.skipped.reason) or ''
  )
  return lines
end

function M.status()
  server.call('memo.status', {}, function(status)
    float.open({ title = 'status', lines = M.status_lines(status) })
  end)
end

return M

---Consolidation: run passes now, stop them, see what ran, take it back.
local choose = require('memo.choose')
local float = require('memo.float')
local server = require('memo.server')
local tell = require('memo.tell')
local text = require('memo.text')

local M = {}

-- What upkeep did, and of how much.
local CHORES = {
  anchors = 'places in code looked at',
  embedded = 'embedded',
  log = 'rows of the recall log let go',
  pages = 'pages of the file freed',
  rows = 'rows let go',
}

local cancel ---@type fun()? of the consolidation that runs

---@param run memo.Run
---@return string
local function outcome(run)
  if not run.ended_at then
    return 'running'
  end
  local chores = {}
  for name, count in vim.spairs(run.chores) do
    chores[#chores + 1] = count > 0 and ('%d %s'):format(count, CHORES[name] or name) or nil
  end
  local changed = run.changed > 0 and ('changed %d'):format(run.changed)
  local told = text.dots({ table.concat(chores, ', '), changed, run.skipped and 'skipped: ' .. run.skipped }, 3)
  return (told ~= '' and told or 'found nothing') .. (run.undone_at and ', undone' or '')
end

---@param runs memo.Run[]
local function tell_runs(runs)
  local told = {}
  for _, run in ipairs(runs) do
    if run.changed > 0 then
      told[#told + 1] = ('%s %d'):format(run.pass, run.changed)
    end
  end
  local passes = text.counted(#runs, 'pass', 'passes')
  tell.done(#told > 0 and ('%s, changed: %s'):format(passes, table.concat(told, ', ')) or passes .. ' found nothing')
end

---@class memo.Consolidation
---@field passes? string[] all that are on, if absent
---@field minutes? number
---@field backlog? boolean

---@param what memo.Consolidation
function M.run(what)
  if cancel then
    return tell.done('a consolidation runs already; :Memo stop ends it')
  end
  local function over()
    cancel = nil
  end
  cancel = server.call('memo.consolidate', what, function(runs)
    over()
    tell_runs(runs)
  end, over)
end

---Ends what the server does for long: the consolidation asked for here, and all that shows progress.
function M.stop()
  local stopped = cancel ~= nil
  if cancel then
    cancel()
    cancel = nil
  end
  for _, client in ipairs(vim.lsp.get_clients({ name = 'memo' })) do
    for token in pairs(client.progress.pending) do
      client:notify('window/workDoneProgress/cancel', { token = token })
      stopped = true
    end
  end
  tell.done(stopped and 'stopped; what is done stays' or 'nothing runs')
end

---@param run memo.Run
---@return boolean whether it changed memories; chores do not
local function can_be_undone(run)
  return run.changed > 0 and vim.tbl_isempty(run.chores) and not run.undone_at and run.ended_at ~= nil
end

---@param run memo.Run
---@return string
local function line(run)
  return ('%s  %s  %s  %s  %s'):format(
    text.pad(tostring(run.run), 5, true),
    text.pad(run.pass, 9),
    text.pad(text.ago(run.started_at), 14),
    text.pad(tostring(run.considered), 9, true),
    text.plain(outcome(run))
  )
end

---@param runs memo.Run[]
local function show(runs)
  local head = ('%s  %s  %s  %s  what came of it'):format(
    text.pad('run', 5, true),
    text.pad('pass', 9),
    text.pad('when', 14),
    text.pad('looked at', 9, true)
  )
  local lines = { head }
  vim.list_extend(lines, vim.tbl_map(line, runs))
  local function undo(row)
    local run = runs[row - 1]
    if run then
      M.undo({ run = run.run })
    end
  end
  float.open({
    title = 'consolidation',
    lines = lines,
    order = vim.iter(runs):any(can_be_undone) and { 'u' } or {},
    keys = { u = { undo, 'undo' } },
  })
end

function M.runs()
  server.call('memo.runs', { limit = 50 }, function(runs)
    if #runs == 0 then
      return tell.done('no pass ever ran')
    end
    show(runs)
  end)
end

---@class memo.Undo what is chosen together
---@field run? integer
---@field theme? string
---@field members? string[]
---@field since? string
---@field pass? string
---@field all? boolean

---@param what memo.Undo
local function undo(what)
  server.call('memo.undo', what, function(done)
    tell.done(('%s taken back'):format(text.counted(done.put_back, 'change')))
  end)
end

---@param edits memo.Edit[]
---@return memo.View what each of them did, and to which memories
local function changes(edits)
  local view = { title = 'what would be taken back', lines = {}, follow = {} } ---@type memo.View
  local function add(words, id)
    view.lines[#view.lines + 1] = words
    view.follow[#view.lines] = function()
      require('memo.memory').open(id)
    end
  end
  for _, edit in ipairs(edits) do
    add(('%s: %s'):format(edit.pass, text.plain(edit.into.title)), edit.into.id)
    for _, member in ipairs(edit.members) do
      add('  ← ' .. text.plain(member.title), member.id)
    end
  end
  return view
end

---@param edits memo.Edit[]
---@return string
local function question(edits)
  if #edits > 1 then
    return ('Take back %s?'):format(text.counted(#edits, 'change'))
  end
  local edit = edits[1]
  local others = #edit.members > 0 and (' and %s'):format(text.counted(#edit.members, 'other')) or ''
  local room = vim.o.columns - #others - #edit.pass - 20
  return ('Take back %s of “%s”%s?'):format(edit.pass, text.short(text.plain(edit.into.title), room), others)
end

---@param what memo.Undo
local function ask_and_undo(what)
  server.call('memo.undo', vim.tbl_extend('force', what, { dryRun = true }), function(found)
    if found.put_back == 0 then
      return tell.done('there is nothing to take back')
    end
    local answers = { 'Leave it', 'Take it back', 'Show it' }
    choose.from(answers, { prompt = question(found.edits) }, function(_, at)
      if at == 2 then
        undo(what)
      elseif at == 3 then
        local view = changes(found.edits)
        view.order = { 'u' }
        view.keys = {
          u = {
            function()
              float.close()
              undo(what)
            end,
            'take it back',
          },
        }
        float.open(view)
      end
    end)
  end)
end

---Takes back what passes did; nothing chosen: asks for a run.
---@param what memo.Undo
function M.undo(what)
  if next(what) then
    return ask_and_undo(what)
  end
  server.call('memo.runs', { limit = 50 }, function(runs)
    local undoable = vim.tbl_filter(can_be_undone, runs)
    if #undoable == 0 then
      return tell.done('there is nothing to take back')
    end
    choose.from(undoable, { prompt = 'Take back', format_item = line }, function(run)
      if run then
        ask_and_undo({ run = run.run })
      end
    end)
  end)
end

return M

---`:Memo` and its subcommands. The help is made from this table.
local words = require('memo.words')

local M = {}

---@class memo.Call
---@field words string[] behind the subcommand
---@field text string the same, as typed
---@field lines? [integer, integer] the range, if one was given

---@class memo.Subcommand
---@field name string
---@field takes? string as the help shows it
---@field doc string
---@field run fun(memo: table, call: memo.Call)
---@field complete? memo.Complete
---@field needs? string what is said where no word was given
---@field only? string[] what its first word may be
---@field of_lines? boolean whether it takes a range

---@type memo.Subcommand[]
M.subcommands = {
  {
    name = 'search',
    takes = '[words]',
    doc = 'Searches. Words may hold filters: `kind:fix since:30d -is:pinned "exact words"`.',
    complete = words.filters,
    run = function(memo, call)
      memo.search(call.text)
    end,
  },
  {
    name = 'remember',
    takes = '[sentence]',
    of_lines = true,
    doc = 'Remembers a note about the code under the cursor; with a range or a selection, about that. Without a sentence, asks for it.',
    run = function(memo, call)
      memo.remember({ title = call.text ~= '' and call.text or nil, lines = call.lines })
    end,
  },
  {
    name = 'open',
    takes = '[id]',
    doc = 'Shows a memory; see |memo-float|. Without an id, asks which of this file.',
    run = function(memo, call)
      memo.open(call.words[1])
    end,
  },
  {
    name = 'timeline',
    takes = '[file|project] [symbol]',
    doc = 'Shows memories by date: of this file, of a function or class in it, or of the project.',
    complete = words.timeline,
    only = { 'file', 'project' },
    run = function(memo, call)
      memo.timeline(call.words[1], call.words[2])
    end,
  },
  {
    name = 'topics',
    takes = '[topic]',
    doc = 'Shows the topics there are, or what is beneath one.',
    complete = function(lead)
      return require('memo.topics').complete(lead)
    end,
    run = function(memo, call)
      memo.topics(call.words[1])
    end,
  },
  {
    name = 'briefing',
    takes = '[what is to be done]',
    doc = 'Shows where you left off on this branch.',
    run = function(memo, call)
      memo.briefing(call.text ~= '' and call.text or nil)
    end,
  },
  {
    name = 'consolidate',
    takes = '[pass]... [backlog] [30m]',
    doc = 'Runs passes now, all that are on if none is named; `backlog` also over what never reached anybody; `30m` for so long.',
    complete = words.some_of('backlog', '30m', unpack(words.PASSES)),
    run = function(memo, call)
      memo.consolidate(words.consolidation(call.words))
    end,
  },
  {
    name = 'stop',
    doc = 'Ends a consolidation or an import. What is done stays.',
    run = function(memo)
      memo.stop()
    end,
  },
  {
    name = 'dream',
    takes = '[svg] [--eps {n}] [--min-pts {n}] [--tau-days {n}] [--since {date}]',
    doc = 'Shows what belongs together, and changes nothing; `svg` opens it as a picture. What the numbers mean is told in |memo-dream|.',
    complete = words.of_a_dream,
    run = function(memo, call)
      local form, turned = words.dream(call.words)
      if not turned then
        return require('memo.tell').trouble('dream wants svg, or numbers as in --eps 0.45 --min-pts 2')
      end
      memo.dream(form, turned)
    end,
  },
  {
    name = 'runs',
    doc = 'Shows which passes ran and what came of them; `u` takes one back.',
    run = function(memo)
      memo.runs()
    end,
  },
  {
    name = 'undo',
    takes = '[run|pass|theme id|all]',
    doc = 'Takes back what passes did, after asking. Without a word, asks which run.',
    complete = words.undoable,
    run = function(memo, call)
      memo.undo(words.undo(call.words))
    end,
  },
  {
    name = 'review',
    doc = 'Shows what only you can tell: contradictions, look-alikes and why they were kept apart, notes whose code is gone. See |memo-review|.',
    run = function(memo)
      memo.review()
    end,
  },
  {
    name = 'blocks',
    takes = '[all]',
    doc = 'Shows the pairs that no pass joins, because they were taken or kept apart; `a` lets one be joined again, `all` every one.',
    complete = words.one_of('all'),
    only = { 'all' },
    run = function(memo, call)
      memo.blocks(call.words[1] == 'all' and 'all' or nil)
    end,
  },
  {
    name = 'pause',
    takes = '[workspace|global]',
    doc = 'Stops noticing, here or everywhere, until `resume`. Notes and searches go on.',
    complete = words.one_of('workspace', 'global'),
    only = { 'workspace', 'global' },
    run = function(memo, call)
      memo.pause(call.words[1])
    end,
  },
  {
    name = 'resume',
    takes = '[workspace|global]',
    doc = 'Notices again.',
    complete = words.one_of('workspace', 'global'),
    only = { 'workspace', 'global' },
    run = function(memo, call)
      memo.resume(call.words[1])
    end,
  },
  {
    name = 'import',
    takes = 'git|{file}.jsonl|{folder}',
    doc = 'Takes in memories: of the history of the repository, of a file, of a folder of markdown.',
    needs = 'git, a .jsonl file or a folder of markdown',
    complete = function(lead)
      local found = words.files(lead, {})
      table.insert(found, 1, 'git')
      return found
    end,
    run = function(memo, call)
      memo.import(call.text)
    end,
  },
  {
    name = 'export',
    takes = '{file}.jsonl|{folder}',
    doc = "Writes this project's memories to a file, or to a folder of markdown.",
    needs = 'a .jsonl file or a folder',
    complete = words.files,
    run = function(memo, call)
      memo.export(call.text)
    end,
  },
  {
    name = 'supersede',
    takes = '[old id] [new id]',
    doc = 'Says that one memory replaces another. Without ids, the one looked at, or one of this file, is replaced by one that is searched for.',
    run = function(memo, call)
      memo.supersede(call.words[1], call.words[2])
    end,
  },
  {
    name = 'forget',
    takes = '[id]',
    doc = 'Really deletes a memory, after asking.',
    run = function(memo, call)
      memo.forget(call.words[1])
    end,
  },
  {
    name = 'pin',
    takes = '[id]',
    doc = 'Pins a memory: it never sinks.',
    run = function(memo, call)
      memo.pin(call.words[1])
    end,
  },
  {
    name = 'unpin',
    takes = '[id]',
    doc = 'Takes the pin out.',
    run = function(memo, call)
      memo.pin(call.words[1], false)
    end,
  },
  {
    name = 'rename',
    takes = '{file}',
    doc = 'Renames the file of this buffer, on disk and here; its memories go with it.',
    needs = 'the new name',
    complete = words.files,
    run = function(memo, call)
      memo.rename(call.text)
    end,
  },
  {
    name = 'run',
    takes = '{command}',
    doc = 'Runs a shell command in a terminal below, in the folder of the project. One that failed and then passed becomes a memory.',
    needs = 'a command',
    complete = function(lead, given)
      return vim.fn.getcompletion(lead, #given == 0 and 'shellcmd' or 'file')
    end,
    run = function(memo, call)
      memo.run(call.text)
    end,
  },
  {
    name = 'status',
    doc = 'Shows what the server is doing.',
    run = function()
      require('memo.doctor').status()
    end,
  },
  {
    name = 'doctor',
    doc = 'Shows what works, what does not, and what to do about it.',
    run = function(memo)
      memo.doctor()
    end,
  },
  {
    name = 'restart',
    doc = 'Ends the server and starts it anew.',
    run = function(memo)
      memo.restart()
    end,
  },
  {
    name = 'log',
    doc = "Opens Neovim's log of language servers, where this one's warnings are.",
    run = function(memo)
      memo.log()
    end,
  },
}

---@param name string
---@return memo.Subcommand?
local function named(name)
  for _, subcommand in ipairs(M.subcommands) do
    if subcommand.name == name then
      return subcommand
    end
  end
end

---@return string[]
local function names()
  return vim.tbl_map(function(subcommand)
    return subcommand.name
  end, M.subcommands)
end

---@param subcommand memo.Subcommand
---@param given string[]
---@param has_range boolean
---@return string? trouble
local function misused(subcommand, given, has_range)
  local name, only = subcommand.name, subcommand.only
  if subcommand.needs and #given == 0 then
    return ('%s wants %s'):format(name, subcommand.needs)
  elseif not subcommand.takes and #given > 0 then
    return ('%s takes no words'):format(name)
  elseif has_range and not subcommand.of_lines then
    return ('%s takes no range'):format(name)
  elseif only and given[1] and not vim.list_contains(only, given[1]) then
    return ('%s wants %s, not %s'):format(name, table.concat(only, ' or '), given[1])
  end
end

---@param called vim.api.keyset.create_user_command.command_args
function M.run(called)
  local given = vim.deepcopy(called.fargs)
  local name = table.remove(given, 1)
  local subcommand = named(name or 'status')
  local tell = require('memo.tell')
  if not subcommand then
    return tell.trouble(('there is no %s; :Memo <Tab> shows what there is'):format(name))
  end
  local trouble = misused(subcommand, given, called.range > 0)
  if trouble then
    return tell.trouble(trouble)
  end
  subcommand.run(require('memo'), {
    words = given,
    text = vim.trim((called.args:gsub('^%s*%S*', ''))),
    lines = called.range > 0 and { called.line1, called.line2 } or nil,
  })
end

---@param lead string what the cursor stands behind
---@param line string
---@param at integer
---@return string[]
function M.complete(lead, line, at)
  local typed = line:sub(1, at):gsub('^.-Memo%s*', '')
  local given = vim.split(vim.trim(typed:sub(1, #typed - #lead)), '%s+', { trimempty = true })
  local name = table.remove(given, 1)
  if not name then
    return vim.tbl_filter(function(each)
      return vim.startswith(each, lead)
    end, names())
  end
  local subcommand = named(name)
  local found = subcommand and subcommand.complete and subcommand.complete(lead, given) or {}
  return vim.tbl_filter(function(each)
    return vim.startswith(each, lead)
  end, found)
end

return M

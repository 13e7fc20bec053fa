---The Lua interface: what |:Memo| does, and the state for a statusline. Nothing has to be called before it is used.
local M = {}

---Sets options, and starts the server unless `enable` is false. Not needed where `vim.lsp.enable('memo')` is enough.
---@param options? memo.Options
function M.setup(options)
  local set = require('memo.config').set(options or {})
  local settings = vim.deepcopy(set.settings or {})
  if set.virtual_text or set.signs then
    settings.lens = vim.tbl_extend('force', settings.lens or {}, { enabled = true })
  end
  vim.lsp.config('memo', {
    cmd = set.cmd,
    settings = next(settings) and { memo = settings } or nil, -- an empty table would be sent as a list
    init_options = { memo = { trusted = set.trusted } },
  })
  if package.loaded['memo.attach'] then
    require('memo.attach').set_again()
  end
  if set.enable then
    vim.lsp.enable('memo')
  end
end

---The state in a few words, for a statusline: `%{v:lua.require'memo'.status()}`. Empty while no server runs.
---@return string
function M.status()
  local status = require('memo.status')
  return status.words(status.get())
end

---The state as the server told it last; nil while none runs.
---@return memo.Status?
function M.state()
  return (require('memo.status').get())
end

---Searches; without words, asks for them.
---@param text? string may hold filters, such as `kind:fix since:30d -is:pinned "exact words"`
function M.search(text)
  require('memo.search').search(text)
end

---Remembers a note about the code under the cursor or in `lines`; without a title, asks for it.
---@param note? memo.Note
function M.remember(note)
  require('memo.remember').remember(note or {})
end

---Shows a memory; without an id, asks which of this file's.
---@param id? string
function M.open(id)
  require('memo.curate').choose(id, 'Open', function(chosen)
    require('memo.memory').open(chosen)
  end)
end

---Shows memories by date.
---@param scope? 'file'|'project' the file, if absent
---@param symbol? string a function or class in the file
function M.timeline(scope, symbol)
  require('memo.reading').timeline(scope, symbol)
end

---Shows the topics there are, or what is beneath one.
---@param topic? string such as `src.billing`
function M.topics(topic)
  require('memo.topics').show(topic)
end

---Shows where you left off.
---@param about? string what is to be done now
function M.briefing(about)
  require('memo.reading').briefing(about)
end

---Runs consolidation passes now.
---@param what? memo.Consolidation
function M.consolidate(what)
  require('memo.consolidation').run(what or {})
end

---Ends a consolidation or an import that runs. What is done stays.
function M.stop()
  require('memo.consolidation').stop()
end

---Shows which passes ran, and what came of them.
function M.runs()
  require('memo.consolidation').runs()
end

---Takes back what passes did, after asking; nothing chosen: asks for a run.
---@param what? memo.Undo
function M.undo(what)
  require('memo.consolidation').undo(what or {})
end

---Shows what only you can tell: contradictions, look-alikes and why they were kept apart, notes whose code is gone.
function M.review()
  require('memo.review').review()
end

---Shows the pairs that no pass joins, because they were taken or kept apart.
---@param allow? 'all' lets passes join them all again
function M.blocks(allow)
  if allow == 'all' then
    require('memo.blocks').allow_all()
  else
    require('memo.blocks').show()
  end
end

---Shows what belongs together: as a drawing, or as a picture.
---@param form? 'svg'
---@param turned? memo.DreamParameters
function M.dream(form, turned)
  require('memo.dream').preview(turned or {}, form)
end

---Stops noticing, until `resume`. Notes and searches go on.
---@param scope? 'workspace'|'global' the workspace, if absent
function M.pause(scope)
  require('memo.pausing').pause(scope or 'workspace')
end

---Notices again.
---@param scope? 'workspace'|'global' the workspace, if absent
function M.resume(scope)
  require('memo.pausing').resume(scope or 'workspace')
end

---Takes in memories: of git's history, or from a `.jsonl` file or a folder of markdown.
---@param source 'git'|string
function M.import(source)
  local exchange = require('memo.exchange')
  if source == 'git' then
    exchange.import_git()
  else
    exchange.import(source)
  end
end

---Writes this project's memories to a `.jsonl` file or a folder of markdown.
---@param path string
---@param all? boolean every project's
function M.export(path, all)
  require('memo.exchange').export(path, all)
end

---Says that one memory replaces another.
---@param old? string the one that holds no more; the one looked at, or one of this file's, if absent
---@param new? string the one in its place; searched for, if absent
function M.supersede(old, new)
  require('memo.curate').supersede(old, new)
end

---Really deletes a memory, after asking; without an id, the one looked at, or one of this file's.
---@param id? string
function M.forget(id)
  require('memo.curate').forget(id)
end

---Pins a memory, so that it never sinks; without an id, the one looked at, or one of this file's.
---@param id? string
---@param pinned? boolean false unpins
function M.pin(id, pinned)
  require('memo.curate').pin(id, pinned ~= false)
end

---Renames the file of this buffer; its memories go with it.
---@param target string
function M.rename(target)
  require('memo.forward.renames').rename(target)
end

---Runs a command in a terminal below; the server hears how it ended.
---@param command string
function M.run(command)
  require('memo.run').run(command)
end

---Shows what works, what does not, and what to do about it.
function M.doctor()
  require('memo.doctor').show()
end

---Ends the servers and starts them anew.
function M.restart()
  require('memo.restart').restart()
end

---Opens the log.
function M.log()
  vim.cmd('tabedit ' .. vim.fn.fnameescape(vim.lsp.get_log_path()))
  vim.cmd('normal! G')
  vim.bo.readonly = true
end

return M

-- Work in Neovim: what it forwards becomes memories, and a server that dies comes back. Run by test_neovim.py:
--   nvim --headless -u NONE -i NONE -n -l neovim_work_story.lua FILE CLIENT_FOLDER
local kit = dofile(vim.fs.joinpath(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)), 'neovim_kit.lua'))
local check, await = kit.check, kit.await

local forwarded = {} ---@type table<string, table[]> what was told, by method
---@param client vim.lsp.Client
local function listen(client)
  local notify = client.notify
  client.notify = function(self, method, params)
    forwarded[method] = forwarded[method] or {}
    table.insert(forwarded[method], params or {})
    return notify(self, method, params)
  end
end
---@param method string
---@return table? what was told last
local function told(method) return forwarded[method] and forwarded[method][#forwarded[method]] end

kit.load_plugin()
vim.lsp.enable('memo')
vim.cmd.edit(kit.file)
await('attached', kit.memo)
listen(kit.memo())
await('ready', function() return require('memo').status():find('%d') end)

-- Somebody is there: told once, then not for a while.
vim.api.nvim_exec_autocmds('CursorMoved', {})
vim.api.nvim_exec_autocmds('CursorMoved', {})
check('activity, once', #(forwarded['memo/activity'] or {}) == 1, forwarded['memo/activity'])

-- An error of some tool, and the edit after which it is gone. Its place is counted in bytes, behind an emoji.
local tool = vim.api.nvim_create_namespace('checker')
local function save() vim.cmd('silent write') end
vim.diagnostic.set(tool, 0, { {
  lnum = 1, col = kit.column(2, 'open'), end_lnum = 1, end_col = kit.column(2, 'open') + 4,
  severity = vim.diagnostic.severity.ERROR, message = 'open may fail', code = 'E100', source = 'checker',
}, {
  lnum = 7, col = kit.column(8, 'total'), severity = vim.diagnostic.severity.HINT, message = 'short',
} })
await('diagnostics are told', function() return #(told('memo/diagnostics') or { diagnostics = {} }).diagnostics == 2 end)
local heard = told('memo/diagnostics')
check('as LSP has them', vim.deep_equal(heard.diagnostics[1], {
  range = { start = { line = 1, character = 11 }, ['end'] = { line = 1, character = 15 } },
  severity = 1, message = 'open may fail', code = 'E100', source = 'checker',
}), heard)
check('in bytes, as agreed', heard.diagnostics[2].range.start.character == kit.column(8, 'total'), heard)
check('of this file', heard.uri == vim.uri_from_bufnr(0), heard)
save()
vim.api.nvim_buf_set_lines(0, 1, 2, true, { '    with open(path, "rb") as file:', '        return file.read()' })
vim.diagnostic.reset(tool, 0)
await('and that they are gone', function() return #told('memo/diagnostics').diagnostics == 0 end)
save()

-- A test that fails, an edit, and it passes: once by :Memo run, once in a terminal of one's own.
local test = 'python -m pytest -q -p no:cacheprovider'
vim.cmd('Memo run ' .. test)
await('a failing test is told', function() return told('memo/terminal') end)
local failed = told('memo/terminal')
check('how it ended', failed.exitCode == 1 and failed.command == test, failed)
check('where, and what it said', failed.cwd == vim.fs.dirname(vim.fs.dirname(kit.file)) and failed.outputTail:find('FAILED test_io.py::test_load', 1, true), failed)
check('when', failed.startedAt <= failed.endedAt and failed.endedAt:find('Z$'), failed)
check('the cursor stayed', vim.api.nvim_buf_get_name(0) == kit.file)
vim.cmd('Memo run true')
await('another one ended', function() return told('memo/terminal').command == 'true' end)
local terminals = vim.tbl_filter(function(buf) return vim.bo[buf].buftype == 'terminal' end, vim.api.nvim_list_bufs())
check('in the place of the first', #terminals == 1 and #vim.api.nvim_list_wins() == 2, terminals)
check('named after its command', vim.api.nvim_buf_get_name(terminals[1]):find('term://.*//%d+:true$'), vim.api.nvim_buf_get_name(terminals[1]))
check('the cursor stayed again', vim.api.nvim_buf_get_name(0) == kit.file)
forwarded['memo/terminal'] = { failed }
vim.api.nvim_buf_set_lines(0, 2, 3, true, { '        return file.read() or b"none"' })
save()
vim.cmd('botright split | terminal ' .. test)
vim.cmd('wincmd p')
await('a passing one is told', function() return #forwarded['memo/terminal'] == 2 end)
check('as passed', told('memo/terminal').exitCode == 0 and told('memo/terminal').command == test, told('memo/terminal'))

-- In a shell that one types into, only what it marks; here by hand, as a shell does by itself.
vim.cmd('botright split | terminal sh')
local job = vim.b.terminal_job_id
vim.fn.chansend(job, [[m() { printf "\033]133;%s\007" "$1"; }; PS1=; m A; m B]] .. '\n')
vim.fn.chansend(job, [[m 'C;cmdline_url=make%20check'; echo it went wrong; m 'D;2'; exit]] .. '\n')
vim.cmd('wincmd p')
await('what a shell marks is told', function() return #forwarded['memo/terminal'] == 3 end, function() return forwarded['memo/terminal'] end)
check('as it ended', told('memo/terminal').command == 'make check' and told('memo/terminal').exitCode == 2, told('memo/terminal'))
check('with what it said', told('memo/terminal').outputTail:find('it went wrong', 1, true), told('memo/terminal'))

-- Renames in file managers are told, too.
local work = vim.fs.dirname(kit.file)
vim.api.nvim_exec_autocmds('User', { pattern = 'MiniFilesActionRename', data = { action = 'rename', from = work .. '/a', to = work .. '/b' } })
check('of mini.files', told('workspace/didRenameFiles').files[1].newUri == vim.uri_from_fname(work .. '/b'))
vim.api.nvim_exec_autocmds('User', { pattern = 'OilActionsPost', data = { actions = {
  { type = 'move', src_url = 'oil://' .. work .. '/c', dest_url = 'oil://' .. work .. '/d' },
} } })
check('of oil.nvim', told('workspace/didRenameFiles').files[1].oldUri == vim.uri_from_fname(work .. '/c'))

-- All that has become memories by the end of the session, which :Memo restart ends.
local before = kit.memo()
vim.cmd('Memo restart')
await('started anew', function() return kit.memo() and kit.memo().id ~= before.id end)
await('the fix is a memory', function() return kit.found('open may fail') end)
await('the test is a memory', function() return kit.found('pytest') end)

-- The same error again, from that tool: a code action leads to what mended it.
listen(kit.memo())
local diagnostics = #forwarded['memo/diagnostics']
vim.diagnostic.set(tool, 0, { {
  lnum = 5, col = 4, severity = vim.diagnostic.severity.ERROR, message = 'open may fail', code = 'E100', source = 'checker',
} })
await('told of it', function() return #forwarded['memo/diagnostics'] > diagnostics end)
vim.api.nvim_win_set_cursor(0, { 6, 0 })
kit.will_choose('How was this fixed before?')
vim.lsp.buf.code_action()
kit.float_says('open may fail')
kit.type('q')
vim.diagnostic.reset(tool, 0)
check('the shell itself is none of it', #forwarded['memo/terminal'] == 3, forwarded['memo/terminal'])
check('nothing in :messages', kit.messages() == '', kit.messages())

-- Killed: Neovim says so once, and it is there again.
local said = 0
local notify = vim.notify
vim.notify = function(message, ...)
  said = said + 1
  return notify(message, ...)
end
local killed = kit.memo()
local function kill()
  for _, pid in ipairs(vim.api.nvim_get_proc_children(vim.uv.os_getpid())) do
    local command = (vim.api.nvim_get_proc(pid) or {}).name
    if command == 'memo-lsp' or command:find('python') then
      vim.uv.kill(pid, 'sigkill')
    end
  end
end
kill()
await('back again', function() return kit.memo() and kit.memo().id ~= killed.id end, kit.messages)
check('said once', said == 1, kit.messages())
await('and knows what it knew', function() return kit.found('open may fail') end)

-- One that keeps dying stays off, until it is asked for.
for _ = 1, 2 do
  local alive = kit.memo() or killed
  kill()
  kit.wait(function() return kit.messages():find('stays off', 1, true) or (kit.memo() and kit.memo().id ~= alive.id) end)
end
await('stays off', function() return kit.messages():find('ended 3 times and stays off', 1, true) end, kit.messages)
vim.cmd('edit')
check('also for what is opened then', not kit.wait(kit.memo, 1))
kit.will_choose('read bytes')
vim.cmd('Memo search bytes')
await('asked for, it is there for the file, too', kit.memo)
kit.float_says('read bytes')
kit.type('q')
vim.cmd('Memo restart')
await('is on again', kit.memo)

-- Turned off while it is started anew: it stays off.
vim.cmd('Memo restart')
vim.lsp.enable('memo', false)
await('it ends', function() return not kit.memo() end)
check('off is off', not kit.wait(kit.memo, 2))
os.exit(0)

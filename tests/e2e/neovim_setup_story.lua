-- A day with setup{} in Neovim, in UTF-16 as other editors count. Run by test_neovim.py:
--   nvim --headless -u NONE -i NONE -n -l neovim_setup_story.lua FILE CLIENT_FOLDER
local kit = dofile(vim.fs.joinpath(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)), 'neovim_kit.lua'))
local check, await = kit.check, kit.await

kit.load_plugin()
vim.lsp.config('memo', { capabilities = { general = { positionEncodings = { 'utf-16' } } } })
require('memo').setup({ picker = 'select', settings = { hover = { limit = 2 } }, virtual_text = true, signs = true })
vim.cmd.edit(kit.file)
await('attached by setup', kit.memo)
check('utf-16 agreed', kit.memo().offset_encoding == 'utf-16')
local last ---@type memo.Status?
vim.api.nvim_create_autocmd('User', {
  pattern = 'MemoStatus',
  callback = function(event) last = event.data.status end,
})
await('a word for the statusline', function() return require('memo').status():find('^memo %d+$') end, require('memo').status)

-- Positions are counted as was agreed: an emoji is two.
vim.cmd('normal! 8G')
kit.go(8, 'total')
vim.cmd('Memo remember the sum is gross')
await('remembered behind an emoji', function() return kit.found('the sum is gross') end)
check('and found there', kit.found('the sum is gross').anchors[1].symbol == 'total', kit.found('the sum is gross'))
local title = kit.hover(8, 'total')
check('hover behind an emoji', title:find('the sum is gross', 1, true), title)

-- Hovers: keys instead of links, beside what another server says; and nothing of that where we have nothing.
check('keys are named', title:find('K again: `⏎` open', 1, true), title)
check('no command links', not title:find('](command:memo', 1, true), title)
vim.api.nvim_set_current_win(assert(kit.float()))
vim.fn.search('the sum is gross')
kit.type('+')
local gross = kit.found('the sum is gross').id
await('useful, by a key', function() return kit.ask('memo.open', { id = gross }).feedback.useful == 1 end)
kit.type('<CR>')
kit.float_says('useful 1, not useful 0')
kit.float_says('noted by neovim')
kit.type('q')
kit.other_server({ ['textDocument/hover'] = { contents = { kind = 'markdown', value = 'total: *int*' } } })
await('another server attached', function() return vim.lsp.get_clients({ bufnr = 0, name = 'other' })[1] end)
local both = kit.hover(8, 'total')
check('both in one float', both:find('the sum is gross', 1, true) and both:find('total: *int*', 1, true), both)
local theirs = kit.hover(1, 'path')
check('the other alone where we have nothing', theirs == 'total: *int*', theirs)
vim.lsp.get_clients({ name = 'other' })[1]:stop(true)
kit.close_floats()

-- A selection.
kit.go(5, 'save')
vim.cmd('normal! v$\27')
kit.will_type('writes are atomic, see the outage in May')
kit.type("gv<Plug>(memo-remember)")
await('a selection remembered', function() return kit.found('writes are atomic') end)
check('it belongs to the function', kit.found('writes are atomic').anchors[1].symbol == 'save', kit.found('writes are atomic'))
await('virtual text behind its definition', function()
  local space = vim.api.nvim_get_namespaces()['memo.marks']
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })) do
    if mark[2] == 4 then
      return mark[4].virt_text[1][1]:find('memor') and mark[4].sign_text
    end
  end
end)

-- Code actions are shown, not only run.
kit.go(5, 'save')
kit.will_choose('What do we know', 'writes are atomic')
vim.lsp.buf.code_action()
kit.float_says('writes are atomic')
kit.type('q')
kit.will_choose('Remember this')
local asked = kit.will_type('save is called by the backup, too')
vim.lsp.buf.code_action()
await('remembered by a code action', function() return kit.found('save is called by the backup') end)
check('as it was typed', asked().prompt == 'Remember about “save”: ' and not asked().default, asked())

-- Search, open, jump; in the server's order.
vim.cmd('normal! gg')
local order = vim.tbl_map(function(hit) return hit.title end, kit.ask('memo.search', { text = 'bytes', k = 50 }).hits)
local seen = kit.will_choose('read bytes')
vim.cmd('Memo search bytes')
kit.float_says('Files of customers come in any encoding')
for at, line in ipairs(seen.lines) do
  local kept = line:find(order[at]:sub(1, 12), 1, true) and vim.fn.strdisplaywidth(line) <= 75
  check(('line %d in order, and narrow'):format(at), kept, line)
end
check('the cursor is in the float', vim.api.nvim_get_current_win() == kit.float())
vim.fn.search('save')
kit.type('<CR>')
await('gone to the code', function() return vim.fn.line('.') == 5 and vim.fn.col('.') == 5 end, function() return vim.fn.getpos('.') end)
check('the float is gone', not kit.float())

-- By date, and where one left off.
vim.cmd('Memo timeline')
kit.float_says('read bytes')
kit.type('q')
vim.cmd('Memo timeline project')
kit.float_says('the sum is gross')
vim.fn.search('the sum is gross')
kit.type('<CR>')
kit.float_says('noted by neovim')
kit.type('<BS>')
kit.float_says('read bytes')
kit.type('q')
vim.cmd('Memo briefing')
kit.float_says('left off')
kit.type('q')

-- Pinned, and forgotten for good.
local note = kit.found('writes are atomic').id
vim.cmd('Memo pin ' .. note)
await('pinned', function() return kit.ask('memo.open', { id = note }).pinned end)
vim.cmd('Memo open ' .. note)
kit.float_says('pinned')
kit.type('p')
await('unpinned from the float', function() return not kit.ask('memo.open', { id = note }).pinned end)
kit.float_says('writes are atomic')
kit.type('e')
await('to be edited', function() return vim.api.nvim_buf_get_name(0) == 'memo://' .. note end)
vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'The disk was full.' })
vim.cmd('wincmd p')
local windows = #vim.api.nvim_list_wins()
vim.cmd('Memo open ' .. note)
kit.float_says('writes are atomic')
kit.type('e')
check('edited once', #vim.api.nvim_list_wins() == windows and vim.bo.modified, vim.fn.getbufinfo())
vim.cmd('wq')
check('kept', kit.ask('memo.open', { id = note }).body == 'The disk was full.', kit.ask('memo.open', { id = note }))
vim.cmd('Memo open ' .. note)
kit.float_says('The disk was full.')
kit.will_choose('Forget it')
kit.type('d')
await('forgotten', function() return not kit.found('writes are atomic') end)
await('and its float closed', function() return not kit.float() end)

-- By its id, too, one is asked about what it says.
local useless = kit.ask('memo.remember', { title = 'tidy the attic' }).id
seen = kit.will_choose('Keep it')
vim.cmd('Memo forget ' .. useless)
await('asked by its title', function() return seen.prompt == 'Forget “tidy the attic” for good?' end, function() return seen end)
check('and kept', kit.found('tidy the attic'))
vim.cmd('Memo forget nobody')
await('not asked about none', function() return kit.messages():find("no memory has the id 'nobody'", 1, true) end, kit.messages)
vim.cmd('messages clear')

-- A float keeps what it shows, and is as large as the screen allows.
vim.cmd('Memo timeline')
kit.float_says('read bytes')
check('the cursor is on its first entry', vim.api.nvim_get_current_line():find('🔧', 1, true) or vim.fn.line('.') == 2)
check('no other buffer comes into it', not pcall(vim.cmd.edit, 'other.txt') and kit.float_text():find('read bytes', 1, true))
vim.o.columns = 40
vim.api.nvim_exec_autocmds('VimResized', {})
check('narrower', vim.api.nvim_win_get_width(0) <= 36, vim.api.nvim_win_get_width(0))
check('how to close it is still told', vim.inspect(vim.api.nvim_win_get_config(0).footer):find('q close', 1, true))
vim.o.columns = 80
kit.type('q')

-- A key in a note is taken out, and shown to nobody again.
local key = 'ghp_' .. ('aB3dE6gH9'):rep(4)
local shown = kit.echoed()
vim.cmd('Memo remember the token is ' .. key)
await('what was taken out is told', function() return (shown()[#shown()] or ''):find('taken out: github', 1, true) end, shown)
check('and not the key', not table.concat(shown(), '\n'):find(key, 1, true), shown())
vim.cmd('Memo open ' .. kit.found('the token is').id)
kit.float_says('[secret:')
kit.type('e')
vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'Once more: ' .. key })
vim.cmd('write')
check('nor in its buffer', not table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'):find(key, 1, true))
vim.cmd('bwipeout')

-- Paused.
vim.cmd('Memo pause')
await('paused, and said so', function() return last and last.state == 'paused' and require('memo').status() == 'memo paused' end)
vim.cmd('Memo resume')
await('not paused any more', function() return require('memo').status():find('^memo %d') end, require('memo').status)

-- Out and in.
local out = vim.fn.tempname() .. '.jsonl'
vim.cmd('Memo export ' .. out)
await('exported', function() return vim.uv.fs_stat(out) and #vim.fn.readfile(out) >= 3 end)
vim.cmd('Memo import ' .. out)
vim.cmd('Memo doctor')
kit.float_says('✓ store')
kit.type('q')
vim.cmd('Memo status')
kit.float_says('memories')
kit.type('q')

-- What there is to type.
local function completed(line) return vim.fn.getcompletion(line, 'cmdline') end
check('subcommands', vim.deep_equal(completed('Memo ren'), { 'rename' }), completed('Memo re'))
check('all of them', #completed('Memo ') == #require('memo.commands').subcommands, completed('Memo '))
check('filters', vim.list_contains(completed('Memo search kind:de'), 'kind:decision'), completed('Memo search kind:de'))
check('symbols', vim.list_contains(completed('Memo timeline file '), 'load'), completed('Memo timeline file '))
check('passes', vim.deep_equal(completed('Memo consolidate th'), { 'theme' }), completed('Memo consolidate th'))
check('scopes', vim.deep_equal(completed('Memo pause g'), { 'global' }), completed('Memo pause g'))
check('files', #completed('Memo import ' .. vim.fs.dirname(kit.file) .. '/io') == 1)

-- Set up once more: what runs already follows.
local space = vim.api.nvim_get_namespaces()['memo.marks']
check('marks', #vim.api.nvim_buf_get_extmarks(0, space, 0, -1, {}) > 0)
require('memo').setup({ picker = 'select', settings = { hover = { limit = 1 } } })
check('no marks', #vim.api.nvim_buf_get_extmarks(0, space, 0, -1, {}) == 0)
await('one memory in a hover', function() return select(2, kit.hover(1, 'load'):gsub(' ago', '')) == 1 end, kit.float_text)
kit.close_floats()

-- A file renamed here: its memories go with it. What cannot be done is one line.
kit.type('GoA line<Esc>')
vim.cmd('Memo rename src/disk.py')
await('not with changes', function() return kit.messages():find('write this buffer first', 1, true) end, kit.messages)
vim.cmd('silent write')
vim.cmd('Memo rename /proc/io.py')
await('not where it cannot be', function() return kit.messages():find('cannot be renamed to /proc/io.py: ', 1, true) end, kit.messages)
check('in a line', not kit.messages():find('traceback', 1, true), kit.messages())
vim.cmd('messages clear')
vim.cmd('Memo rename src/disk.py')
check('by its short name', vim.fn.expand('%') == 'src/disk.py', vim.fn.expand('%'))
await('a memory goes with its file', function()
  local hit = kit.found('the sum is gross')
  return hit and hit.anchors[1].path == 'src/disk.py'
end, function() return kit.found('the sum is gross') end)
check('nothing in :messages', kit.messages() == '', kit.messages())
vim.cmd('Memo nonsense')
await('what is wrong is said', function() return kit.messages():find('there is no nonsense', 1, true) end, kit.messages)
os.exit(0)

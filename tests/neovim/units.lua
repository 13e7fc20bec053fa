-- The parts of the Neovim client that need no server, in tables of small cases. Run by test_client.py:
--   nvim --headless -u NONE -i NONE -n -l units.lua CLIENT_FOLDER
vim.opt.runtimepath:prepend(_G.arg[1])
local held = 0

---@param name string
---@param seen any
---@param wanted any
local function check(name, seen, wanted)
  if not vim.deep_equal(seen, wanted) then
    io.stdout:write(('FAIL %s: %s, not %s\n'):format(name, vim.inspect(seen), vim.inspect(wanted)))
    os.exit(1)
  end
  held = held + 1
end

-- Words and widths.
local text = require('memo.text')
local NOW = assert(text.seconds('2026-07-03T09:12:00Z'))
check('the beginning of time', text.seconds('1970-01-01T00:00:00Z'), 0)
check('a leap day', text.seconds('2024-02-29T12:00:00.5Z'), 1709208000)
check('no time', text.seconds('soon'), nil)
for iso, words in pairs({
  ['2026-07-03T09:11:30Z'] = 'just now',
  ['2026-07-03T09:11:00Z'] = '1 minute ago',
  ['2026-07-02T09:12:00Z'] = '1 day ago',
  ['2026-04-01T09:12:00Z'] = '3 months ago',
  ['2020-07-03T09:12:00Z'] = '5 years ago',
  ['2026-07-05T09:12:00Z'] = 'in 2 days',
}) do
  check(iso, text.ago(iso, NOW), words)
end
check('no age', text.ago(nil), '')
check('a day', text.day('2026-07-03T09:12:00Z'), '3 Jul 2026')
check('short enough', text.short('abc', 3), 'abc')
check('too long', text.short('abcdef', 4), 'abc…')
check('wide characters', text.short('数据处理', 5), '数据…')
check('no room at all', text.short('abc', 0), '…')
check('wrapped', text.wrapped('one two  three', 8), { 'one two', 'three' })
check('wrapped, one word', text.wrapped('a 数据处理x', 4), { 'a', '数据', '处理', 'x' })
check('nothing to wrap', text.wrapped('', 8), { '' })
check('padded', text.pad('né', 4), 'né  ')
check('to the right', text.pad('7', 3, true), '  7')
check('one line', text.plain(' a\n\tb\27[31m '), 'a b')
check('not turned round', text.plain('a\u{202E}b\u{200B}\u{2066}c\u{FEFF}\u{9B}'), 'abc')
check('joined pictures stay', text.plain('👩\u{200D}🔧 é\27]8;;x\7'), '👩\u{200D}🔧 é')
check('of code, as it is', text.of_code({ { state = 'same' }, { state = 'gone' } }), nil)
check('of code, changed', text.of_code({ { state = 'changed', commits_since = 1 } }), 'code changed since (1 commit)')
check('of code, gone', text.of_code({ { state = 'gone' } }), 'no longer in the code')

-- Hovers: links become keys; what is no link of ours stays.
local hover = require('memo.hover')
local card = '🔧 **a title**  \n*fix · 1 day ago*  \n'
  .. '[open](command:memo.open?%5B%7B%22id%22%3A%22A1%22%7D%5D) · '
  .. '[useful](command:memo.feedback?%5B%7B%22id%22%3A%22A1%22%2C%22useful%22%3Atrue%7D%5D)'
local told = hover.read(card .. '\n\n---\n\n[2 more](command:memo.search?%5B%7B%22text%22%3A%22load%22%7D%5D) · why these')
check('a card', #told.cards, 1)
check('its first line', told.cards[1].first, '🔧 **a title**')
check('its link', told.cards[1].links.open.argument, { id = 'A1' })
check('a truth', told.cards[1].links.useful.argument.useful, true)
check('what is left', told.lines[#told.lines], '[2 more](command:memo.search?%5B%7B%22text%22%3A%22load%22%7D%5D) · why these')
told = hover.read(card .. '\n\n---\n\n[2 more](command:memo.search?%5B%7B%22text%22%3A%22load%22%7D%5D) · '
  .. '[why these](command:memo.explain?%5B%7B%22id%22%3A%22A1%22%2C%22query%22%3A%22load%22%7D%5D)')
check('more', told.more.argument, { text = 'load' })
for _, line in ipairs({
  '[ok](command:workbench.action.terminal.new)',
  'see [open](command:memo.open?%5B%5D) here',
  '[open](command:memo.open?not-json)',
  '\\[open\\](command:memo.open?%5B%5D)',
}) do
  check(line, hover.read(line).lines, { line })
end

-- A page: what a memory says is text, whatever it says.
local page = require('memo.page')
local memory = {
  id = 'A1', title = 'use [x](command:evil) and `y`', kind = 'fix', channel = 'observation', tags = {}, pinned = true,
  state = 'active', created_at = '2026-07-02T09:12:00Z', branch = 'feat/x', body = 'one\n```\ntwo\n````',
  anchors = { { path = 'gone.py', state = 'gone', commits_since = 0 }, { path = 'a.py', symbol = 'f', state = 'same', commits_since = 0 } },
  edges = { { type = 'fixes', from = 'B2', to = 'A1', title = 'the cure' }, { type = 'refines', from = 'A1', to = 'C3', title = 'old', unmade_at = 'x' } },
  beneath = { { id = 'D4', title = 'a part' } },
  history = { { run = 7, pass = 'fold', started_at = '2026-07-02T09:12:00Z' } },
}
local shown = page.of(memory, { 'leg keyword: 1st' }, NOW)
check('title', shown.lines[1], '**use \\[x\\](command:evil) and \\`y\\`**')
check('about', shown.lines[2], 'fix · 1 day ago (2 Jul 2026) · feat/x · pinned')
check('fence longer than any within', shown.lines[4], '`````text')
check('body', { unpack(shown.lines, 5, 9) }, { 'one', '```', 'two', '````', '`````' })
local leads = {}
for line, id in pairs(shown.memories) do
  leads[shown.lines[line]] = id
end
for line, anchor in pairs(shown.code) do
  leads[shown.lines[line]] = anchor.path
end
check('what its lines lead to', leads, { ['- fixed by: the cure'] = 'B2', ['- a part'] = 'D4', ['- `a.py :: f`'] = 'a.py' })
check('why', vim.list_contains(shown.lines, '- leg keyword: 1st'), true)
check('history', vim.list_contains(shown.lines, '- 2 Jul 2026 · fold (run 7)'), true)

-- Parts that are told beneath are not told again as links; a digest says what lies beneath it.
memory.edges = { { type = 'part_of', from = 'D4', to = 'A1', title = 'a part' }, { type = 'part_of', from = 'A1', to = 'E5', title = 'a whole' } }
shown = page.of(memory, nil, NOW)
check('once', #vim.tbl_filter(function(line) return line:find('a part', 1, true) end, shown.lines), 1)
check('part of', vim.list_contains(shown.lines, '- part of: a whole'), true)
check('made of', vim.list_contains(shown.lines, '**Made of**'), true)
memory.kind = 'summary'
check('beneath', vim.list_contains(page.of(memory, nil, NOW).lines, '**What lies beneath**'), true)
local hit = vim.tbl_extend('force', memory, { excerpt = { text = 'one', matches = {} }, anchors = {}, beneath = {} })
for at = 1, 14 do
  hit.beneath[at] = { id = tostring(at), title = 'part ' .. at }
end
local preview = require('memo.preview').lines(hit)
check('a preview tells of it', { preview[7], preview[#preview] }, { '- part 1', '- and 2 more' })

-- What wants a look: its sort, why, and lines that lead to memories; what no pass joins.
local function row(id) return { id = id, title = 'title *' .. id, kind = 'note', anchors = {} } end
local wants = require('memo.review').list({
  { what = 'vetoed', why = 'numbers', at = '2026-07-02T09:12:00Z', memories = { row('a'), row('b') }, can = {} },
  { what = 'gone', why = 'no longer in the code', at = '2026-07-02T09:12:00Z', memories = { row('c') }, can = {} },
}, NOW)
check('what wants a look', wants.lines, {
  '**They read alike** other figures · 1 day ago', '📝 title \\*a', '📝 title \\*b', '',
  '**The code is gone** 1 day ago', '📝 title \\*c',
})
check('leads somewhere', vim.tbl_keys(wants.follow), { 2, 3, 6 })
check('about what', { wants.things[1] == wants.things[3], wants.things[4], wants.things[5].what }, { true, nil, 'gone' })
local marks = require('memo.blocks').list({
  { pair = { 'a', 'b' }, pass = 'fold', cause = 'undone', at = '2026-07-02T09:12:00Z', titles = { 'one', 'two' } },
  { pair = { 'd', 'd' }, pass = 'digest', cause = 'undone', at = '2026-07-02T09:12:00Z', titles = { vim.NIL, vim.NIL } },
}, NOW)
check('what no pass joins', marks.lines, {
  '**fold · undone · 1 day ago**', '- one', '- two', '**digest · undone · 1 day ago**', '- d',
})

-- A drawing that fits, whatever the titles are.
local drawing = require('memo.drawing')
local members = {}
for at = 1, 12 do
  members[at] = { id = 'M' .. at, title = ('数据处理 😋 '):rep(at * 3), created_at = '2026-07-02T09:12:00Z', origin = 'git' }
end
local dream = {
  observations = 12, without_co_recall = { n = 0, share = 0 }, clusters = { { members = members, together = 66 } },
  params = { eps = 0.35, min_pts = 3, tau_days = 7, since_days = 14, events = 'used' }, max_gap_days = 19,
  log = { on = false, events = 0 }, would_archive = 0, noise = 0, hints = { 'no cluster: try `--eps 0.45 --min-pts 2`' },
  svg = '',
}
local edges = { ['╭'] = true, ['│'] = true, ['╰'] = true }
for _, ambiwidth in ipairs({ 'single', 'double' }) do
  vim.o.ambiwidth = ambiwidth
  for _, width in ipairs({ 76, 46, 30 }) do
    local boxed = vim.tbl_filter(function(line) return edges[vim.fn.strcharpart(line, 0, 1)] end, drawing.of(dream, width).lines)
    for _, line in ipairs(boxed) do
      check(('as wide as the others: %s'):format(line), vim.fn.strdisplaywidth(line), width)
    end
    check('most of them', #boxed, 11)
  end
end
vim.o.ambiwidth = 'single'
local drawn = drawing.of(dream, 76)
check('the hint', drawn.lines[#drawn.lines], '→ no cluster: try `:Memo dream --eps 0.45 --min-pts 2`')

-- Options: what does not fit is named, and its default used.
local warned = {}
vim.notify = function(words) warned[#warned + 1] = words end
local options = require('memo.config').set({ picker = 'snack', hover_keys = false, cmd = 'memo-lsp', colour = 'red' })
check('default for what does not fit', options.picker, 'auto')
check('what fits', options.hover_keys, false)
for _, cmd in ipairs({ {}, { 1 }, { '' }, { [2] = 'serve' } }) do
  require('memo.config').set({ cmd = cmd })
  check('no command', require('memo.config').get().cmd, nil)
  check('and said so', table.remove(warned), 'memo: setup: cmd wants a list of words')
end
for said, given in pairs({
  ['setup wants a table of options'] = 'x',
  ['setup: summarize wants a function'] = { summarize = 'x' },
  ['setup: settings wants a table of settings, without their leading `memo`'] = { settings = { memo = {} } },
}) do
  require('memo.config').set(given)
  check('said', table.remove(warned), 'memo: ' .. said)
end
require('memo.config').set({ cmd = { 'memo-lsp', 'serve' } })
check('a command', require('memo.config').get().cmd, { 'memo-lsp', 'serve' })
table.sort(warned)
check('named', warned, {
  'memo: setup: cmd wants a list of words',
  'memo: setup: picker wants one of auto, select, telescope, fzf-lua, snacks',
  'memo: setup: there is no option colour',
})

-- A list to choose from: as much of it as the screen holds, and <C-c> is no error.
local choose, listed, chosen = require('memo.choose'), nil, nil
local items = {}
for at = 1, 60 do
  items[at] = 'item ' .. at
end
vim.fn.inputlist = function(lines)
  listed = lines
  return 3
end
vim.o.lines = 24
choose.from(items, { prompt = 'Items' }, function(_, at) chosen = at end)
check('as many as fit', #listed, 21)
check('and of how many', listed[1], 'Items (20 of 60)')
check('chosen', chosen, 3)
vim.fn.inputlist = function() error('Keyboard interrupt') end
choose.from(items, { prompt = 'Items' }, function(_, at) chosen = at or 'none' end)
check('nothing chosen', chosen, 'none')
vim.fn.inputlist = nil

-- Commands: what is wrong is said, what is right is read, and what comes next is known.
local commands, reads = require('memo.commands'), require('memo.words')
for args, said in pairs({
  ['nonsense'] = 'there is no nonsense; :Memo <Tab> shows what there is',
  ['status now'] = 'status takes no words',
  ['pause here'] = 'pause wants workspace or global, not here',
  ['timeline here'] = 'timeline wants file or project, not here',
  ['dream on'] = 'dream wants svg, or numbers as in --eps 0.45 --min-pts 2',
  ['dream --eps'] = 'dream wants svg, or numbers as in --eps 0.45 --min-pts 2',
  ['run'] = 'run wants a command',
}) do
  commands.run({ args = args, fargs = vim.split(args, ' '), range = 0 })
  check(args, table.remove(warned), 'memo: ' .. said)
end
commands.run({ args = 'status', fargs = { 'status' }, range = 2, line1 = 1, line2 = 2 })
check('no range', table.remove(warned), 'memo: status takes no range')
check('a dream', { reads.dream({ '--eps', '0.5', 'svg', '--min-pts', '2', '--since', '2026-01-01' }) },
  { 'svg', { eps = 0.5, minPts = 2, since = '2026-01-01' } })
check('a consolidation', reads.consolidation({ 'fold', 'backlog', '30m' }), { passes = { 'fold' }, backlog = true, minutes = 30 })
check('an undo', reads.undo({ '7', 'fold' }), { run = 7, pass = 'fold' })
for line, found in pairs({
  ['Memo sta'] = { 'status' },
  ['Memo consolidate dedup ti'] = { 'tide' },
  ['Memo consolidate tide ti'] = {},
  ['Memo consolidate 3'] = { '30m' },
  ['Memo pause workspace '] = {},
  ['Memo timeline '] = { 'file', 'project' },
  ['Memo timeline project '] = {},
  ['Memo dream --eps '] = {},
  ['Memo dream svg --e'] = { '--eps' },
  ['Memo search -kind:dec'] = { '-kind:decision' },
  ['Memo search -is:p'] = { '-is:pinned' },
  ['Memo search branch:m'] = {},
}) do
  check(line, commands.complete(line:match('%S*$'), line, #line), found)
end

-- The folder of a file is its repository's, whatever it is called.
local config = dofile(vim.fs.joinpath(_G.arg[1], 'lsp', 'memo.lua'))
local base = assert(vim.uv.fs_realpath(assert(vim.uv.fs_mkdtemp('/tmp/memo-XXXXXX'))))
for _, name in ipairs({ 'do$HOME', '~', 'a b%#[x]{y}', 'é😋' }) do
  local repository = vim.fs.joinpath(base, name)
  vim.fn.mkdir(vim.fs.joinpath(repository, '.git'), 'p')
  local found
  vim.api.nvim_buf_set_name(0, vim.fs.joinpath(repository, 'src', 'io.py'))
  config.root_dir(0, function(folder) found = folder end)
  check(name, found, repository)
end
vim.api.nvim_buf_set_name(0, 'memo://A1')
config.root_dir(0, function() error('it is no file') end)
vim.fn.delete(base, 'rf')

-- The state in a word or two.
local status = require('memo.status')
for words, state in pairs({
  ['memo …'] = { state = 'starting', memories = 0 },
  ['memo 214'] = { state = 'idle', memories = 214 },
  ['memo 214 !'] = { state = 'degraded', memories = 214 },
  ['memo 214 +'] = { state = 'capturing', memories = 214 },
  ['memo paused'] = { state = 'paused', memories = 214 },
  ['memo importing 42%'] = { state = 'importing', memories = 9, progress = { pass = 'import', percent = 42 } },
  ['memo dreaming fold 7%'] = { state = 'dreaming', memories = 9, progress = { pass = 'fold', percent = 7 } },
}) do
  check(words, status.words(state, true), words)
end
check('no server', status.words(nil, true), '')
check('not trusted', status.words({ state = 'paused', memories = 214 }, false), 'memo not trusted')
check('importing all the same', status.words({ state = 'importing', memories = 9 }, false), 'memo importing')

-- What a terminal printed, its cut lines whole again.
local tail = require('memo.forward.terminals').tail
for told_as, case in pairs({
  ['abcdefgh'] = { { 'abcdef', 'gh' }, 6 },
  ['======\nFAILED x'] = { { '======', 'FAILED x' }, 6 },
  ['. [50%]\nnext'] = { { '. [50%]', 'next' }, 7 },
  ['abcdef\n  gh'] = { { 'abcdef', '  gh' }, 6 },
  ['数据数gh'] = { { '数据数', 'gh' }, 6 },
  ['one'] = { { '', 'one', '', '[Process exited 1]' }, 80 },
}) do
  check(told_as, tail(case[1], case[2]), told_as)
end

-- Backslashes of escapes are hidden, in fences they stay.
local markdown = require('memo.markdown')
local buf = vim.api.nvim_create_buf(false, true)
vim.api.nvim_buf_set_lines(buf, 0, -1, false, { 'a\\_b \\[c\\]', '````text', '\\_', '```', '\\_', '````', '\\`' })
markdown.hide_backslashes(buf, 0, -1)
local hidden = {}
for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buf, -1, 0, -1, {})) do
  hidden[#hidden + 1] = ('%d:%d'):format(mark[2], mark[3])
end
check('hidden', hidden, { '0:1', '0:5', '0:8', '6:0' })
io.stdout:write(('%d held\n'):format(held))
os.exit(0)

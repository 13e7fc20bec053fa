-- What only a person can tell, in Neovim: contradictions, look-alikes, code that is gone; pairs that stay apart; topics;
-- what lies beneath a digest. Run by test_neovim.py:
--   nvim --headless -u NONE -i NONE -n -l neovim_review_story.lua FILE CLIENT_FOLDER
local kit = dofile(vim.fs.joinpath(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)), 'neovim_kit.lua'))
local check, await = kit.check, kit.await

kit.load_plugin()
require('memo').setup({})
vim.cmd.edit(kit.file)
await('attached', kit.memo)

---@return table<string, integer> how many there are to review, by sort
local function sorts()
  local found = {}
  for _, item in ipairs(kit.ask('memo.review', {})) do
    found[item.what] = (found[item.what] or 0) + 1
  end
  return found
end

---@param words string
local function on(words)
  check('there is ' .. words, vim.fn.search('\\V' .. words, 'w') > 0, kit.float_text())
end

-- All of it in one float, once the look-alikes have their vectors.
await('something of each sort', function()
  return vim.deep_equal(sorts(), { contradiction = 1, vetoed = 1, gone = 1 })
end, sorts)
vim.cmd('Memo review')
kit.float_says('They contradict each other')
for _, words in ipairs({ 'They read alike** other figures', 'after 30 s', 'after 60 s', 'The code is gone', 'Only the old shop' }) do
  kit.float_says(words)
end
for _, line in ipairs(vim.split(kit.float_text(), '\n')) do
  check('narrow enough', vim.fn.strdisplaywidth(line) <= 76, line)
end

-- Both of a pair, and back.
on('other figures')
kit.type('o')
kit.float_says('---')
check('both', kit.float_text():find('after 30 s', 1, true) and kit.float_text():find('after 60 s', 1, true), kit.float_text())
kit.type('<BS>')
kit.float_says('They read alike')

-- Both hold; and allowed again, from the list of what is kept apart.
on('after 60 s')
kit.type('x')
await('kept apart', function() return vim.deep_equal(sorts(), { contradiction = 1, apart = 1, gone = 1 }) end, sorts)
kit.float_says('Kept apart** both hold')
kit.type('q')
vim.cmd('Memo blocks')
kit.float_says('person · kept apart')
on('after 30 s')
kit.type('a')
kit.float_says('No pair is kept apart')
kit.type('q')
check('read alike again', sorts().vetoed == 1, sorts())

-- One of two holds; one is forgotten.
vim.cmd('Memo review')
kit.float_says('They contradict each other')
on('They contradict')
local seen = kit.will_choose('Keep what total')
kit.type('s')
await('replaced', function() return not sorts().contradiction end, sorts)
check('asked which', seen.prompt == 'Which one holds?' and #seen.lines == 2, seen)
await('gone from the list', function() return not kit.float_text():find('contradict', 1, true) end, kit.float_text)
on('Only the old shop')
kit.will_choose('Forget it')
kit.type('d')
await('forgotten', function() return not sorts().gone end, sorts)
await('and from the list', function() return not kit.float_text():find('Only the old shop', 1, true) end, kit.float_text)
kit.type('q')

-- Replaced by one that is searched for.
kit.will_type('keep what total returns')
kit.will_choose('Keep what total')
vim.cmd('Memo supersede 01REVIEW1')
await('nothing is left', function() return next(sorts()) == nil end, sorts)
vim.cmd('Memo supersede 01REVIEW3 01REVIEW2')
await('by two ids', function()
  return vim.iter(kit.ask('memo.open', { id = '01REVIEW3' }).edges):any(function(edge) return edge.from == '01REVIEW2' end)
end)
vim.cmd('Memo review')
vim.cmd('Memo blocks')
check('nothing opens', not vim.wait(500, kit.float), kit.float_text())

-- Topics, a level at a time, and completed.
check('completed', vim.deep_equal(vim.fn.getcompletion('Memo topics sh', 'cmdline'), { 'shop' }), vim.fn.getcompletion('Memo topics sh', 'cmdline'))
check('beneath, too', vim.list_contains(vim.fn.getcompletion('Memo topics shop.', 'cmdline'), 'shop.tax'))
vim.cmd('Memo topics')
kit.float_says('**shop** 2 memories')
on('shop')
kit.type('<CR>')
kit.float_says('**tax** 2 memories')
on('tax')
kit.type('<CR>')
kit.float_says('**limits** 1 memory')
kit.float_says('after 30 s')
on('after 30 s')
kit.type('<CR>')
kit.float_says('topic shop.tax')
kit.type('<BS>')
kit.type('<BS>')
kit.float_says('**tax** 2 memories')
kit.type('q')

-- A digest tells what lies beneath it, and leads there.
kit.ask('memo.consolidate', { passes = { 'digest' }, backlog = true })
local digest
await('a digest', function()
  digest = kit.ask('memo.search', { text = 'kind:summary', k = 50 }).hits[1]
  return digest
end)
vim.cmd('Memo open ' .. digest.id)
kit.float_says('What lies beneath')
check('with all of it', #digest.beneath > 0 and kit.float_text():find(digest.beneath[1].title:sub(1, 20), 1, true), { digest.beneath, kit.float_text() })
vim.fn.search('\\V' .. digest.beneath[1].title:sub(1, 20), 'b')
kit.type('<CR>')
kit.float_says('noted by')
kit.type('q')

check('nothing in :messages', kit.messages() == '', kit.messages())
os.exit(0)

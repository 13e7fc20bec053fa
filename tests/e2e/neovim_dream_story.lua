-- Consolidation in Neovim: run, stopped, looked at, taken back; a dream previewed; a language model of one's own.
-- Run by test_neovim.py:
--   nvim --headless -u NONE -i NONE -n -l neovim_dream_story.lua FILE CLIENT_FOLDER
local kit = dofile(vim.fs.joinpath(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)), 'neovim_kit.lua'))
local check, await = kit.check, kit.await

kit.load_plugin()
local asked = {} ---@type memo.Summarize[]
require('memo').setup({
  summarize = function(question, done)
    asked[#asked + 1] = question
    vim.defer_fn(function() done('THEME\nRetries of payments\n') end, 20)
  end,
  settings = { summarize = { provider = 'editor' } },
})
vim.cmd.edit(kit.file)
await('attached', kit.memo)

local kinds = {} ---@type table<string, integer> how often progress was said to begin, go on, end
vim.api.nvim_create_autocmd('LspProgress', {
  callback = function(event) kinds[event.match] = (kinds[event.match] or 0) + 1 end,
})

-- A preview: who belongs together, how often; and the picture.
vim.cmd('Memo dream')
kit.float_says('1 · 4 memories')
local drawing = kit.float_text()
check('both groups', drawing:find('1 · 4 memories · together 30 times', 1, true) and drawing:find('2 · 3 memories', 1, true), drawing)
local widest = vim.iter(vim.split(drawing, '\n')):map(vim.fn.strdisplaywidth):fold(0, math.max)
check('80 columns are enough', widest <= 76, drawing)
vim.fn.search('retry of payments')
kit.type('<CR>')
kit.float_says('What this taught: part')
kit.type('<BS>')
local opened ---@type string?
vim.ui.open = function(path) opened = path end
kit.type('s')
await('the picture is an SVG', function() return opened and vim.fn.readfile(opened)[1]:find('^<svg') end)
kit.type('q')

-- Doubles are folded, that is looked at, and taken back.
check('two before', #kit.ask('memo.search', { text = 'wait twice as long after each refusal' }).hits >= 2)
vim.cmd('Memo consolidate dedup backlog')
local runs
await('a run that changed something', function()
  runs = kit.ask('memo.runs', {})
  return runs[1] and runs[1].pass == 'dedup' and runs[1].ended_at and runs[1].changed > 0
end, function() return runs end)
vim.cmd('Memo runs')
kit.float_says('changed 1')
check('and so says its float', kit.float_text():find('dedup', 1, true))
kit.will_choose('Take it back')
vim.fn.search('dedup')
kit.type('u')
await('taken back', function() return kit.ask('memo.runs', {})[1].undone_at end)
kit.type('q')
vim.cmd('Memo undo ' .. runs[1].run)
await('nothing to take back any more', function()
  return kit.ask('memo.undo', { run = runs[1].run, dryRun = true }).put_back == 0
end)

-- The person's own language model, and progress as other servers show it.
vim.cmd('Memo consolidate theme backlog')
await('the model was asked', function() return #asked > 0 end, function() return kit.ask('memo.runs', {}) end)
check('with all it needs', asked[1].system and asked[1].prompt and asked[1].maxTokens, asked[1])
await('its run ended', function()
  local newest = kit.ask('memo.runs', {})[1]
  return newest.pass == 'theme' and newest.ended_at
end)

-- Stopped: as a request, and what is done stays.
vim.cmd('Memo consolidate')
vim.cmd('Memo consolidate')
vim.cmd('Memo stop')
await('stopped', function()
  for _, run in ipairs(kit.ask('memo.runs', {})) do
    if not run.ended_at then
      return false
    end
  end
  return kit.ask('memo.status', {}).state ~= 'dreaming'
end)
vim.cmd('Memo consolidate dedup')
await('another may run', function()
  local newest = kit.ask('memo.runs', {})[1]
  return newest.pass == 'dedup' and not newest.undone_at and newest.ended_at
end, function() return kit.ask('memo.runs', {}) end)
check('progress ended as often as it began', (kinds.begin or 0) == (kinds['end'] or 0), kinds)
check('nothing in :messages', kit.messages() == '', kit.messages())
os.exit(0)

-- A search in each picker there may be. Run by test_neovim.py:
--   nvim --headless -u NONE -i NONE -n -l neovim_pickers_story.lua FILE CLIENT_FOLDER
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
local kit = dofile(vim.fs.joinpath(here, 'neovim_kit.lua'))
local stubs = dofile(vim.fs.joinpath(here, 'neovim_stubs.lua'))
local check, await = kit.check, kit.await

kit.load_plugin()
require('memo').setup({})
vim.cmd.edit(kit.file)
await('attached', kit.memo)
check('none is there', not vim.iter({ 'telescope', 'fzf_lua', 'snacks' }):any(function(name)
  return require('memo.picker.' .. name).present()
end))

---@param name string
local function search(name)
  require('memo.config').set({ picker = name })
  local bytes = kit.ask('memo.search', { text = 'bytes', k = 50 }).hits
  vim.cmd('Memo search load')
  await(name .. ' opens', function() return stubs.is_open() and #stubs.picker().rows > 0 end)
  local picker = stubs.picker()
  picker.type('byt')
  picker.type('bytes') -- the answer to the first is dropped
  await(name .. ' keeps the order of the server', function()
    return #picker.rows == #bytes and vim.iter(ipairs(bytes)):all(function(at, hit)
      return picker.text(at):find(hit.title, 1, true)
    end)
  end, function() return { picker.rows, bytes } end)
  check(name .. ' shows what it is', picker.text(1):find('fix · ', 1, true), picker.text(1))
  check(name .. ' has a preview', picker.preview(1):find('in any encoding', 1, true), picker.preview(1))
  picker.type('')
  await(name .. ' shows nothing for nothing', function() return #picker.rows == 0 end)
  picker.type('bytes')
  await(name .. ' goes on', function() return #picker.rows == #bytes end)
  picker.press('<CR>', 1)
  kit.float_says('come in any encoding')
  kit.type('q')
  vim.api.nvim_win_set_cursor(0, { 6, 0 })
  vim.cmd('Memo search bytes')
  await(name .. ' opens again', function() return stubs.is_open() and #stubs.picker().rows > 0 end)
  stubs.picker().press('<C-g>', 1)
  await(name .. ' jumps', function() return vim.fn.line('.') == 1 end)
end

stubs.snacks()
search('snacks')
stubs.fzf_lua()
search('fzf-lua')
stubs.telescope()
search('telescope')
require('memo.config').set({})
vim.cmd('Memo search load')
await('the first there is, if none is wished', function() return stubs.is_open() and stubs.picker().defaults end)
check('nothing in :messages', kit.messages() == '', kit.messages())
local log = vim.lsp.get_log_path()
local logged = vim.uv.fs_stat(log) and table.concat(vim.fn.readfile(log), '\n') or ''
check('no warning in the log', not logged:find('%[WARN%]') and not logged:find('%[ERROR%]'), logged)
os.exit(0)

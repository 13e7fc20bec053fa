-- One morning in Neovim with nothing but lsp/memo.lua: attach, remember, hover, edit, restart, stop. Run by
-- test_neovim.py:
--   nvim --headless -u NONE -i NONE -n -l neovim_story.lua FILE CLIENT_FOLDER
local kit = dofile(vim.fs.joinpath(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)), 'neovim_kit.lua'))
local check, wait, memo, column, hover = kit.check, kit.wait, kit.memo, kit.column, kit.hover
local exits = {} ---@type integer[]

---@param row integer
---@param byte integer
---@return table? answer to a hover request there
local function ask_hover(row, byte)
  local client = assert(memo())
  vim.api.nvim_win_set_cursor(0, { row, byte })
  local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local reply = assert(client:request_sync('textDocument/hover', place, 10000, 0))
  assert(not reply.err, vim.inspect(reply.err))
  return reply.result
end

---@param row integer
---@param word string
---@param title string
---@return table answer
local function remember(row, word, title)
  local start = column(row, word)
  return kit.ask('memo.remember', {
    title = title,
    uri = vim.uri_from_bufnr(0),
    range = {
      start = { line = row - 1, character = start },
      ['end'] = { line = row - 1, character = start + #word },
    },
  })
end

vim.opt.runtimepath:prepend(kit.client_folder)
vim.cmd('filetype on')
vim.lsp.config('memo', { on_exit = function(code) exits[#exits + 1] = code end })
local changes = 0
vim.api.nvim_create_autocmd('User', { pattern = 'MemoChanged', callback = function() changes = changes + 1 end })

vim.lsp.enable('memo')
vim.cmd.edit(kit.file)
check('attached', wait(memo), vim.lsp.get_clients())
local client = assert(memo())
check('root is the repository', client.root_dir == vim.fs.dirname(vim.fs.dirname(kit.file)), client.root_dir)
check('utf-8 agreed', client.offset_encoding == 'utf-8', client.offset_encoding)
check('server names itself', (client.server_info or {}).name == 'memo-lsp', client.server_info)

-- What the repository's history taught.
local text = hover(1, 'load')
check('history in the float', text:find('read bytes', 1, true), text)
check('no command links in the float', not text:find('command:', 1, true), text)

-- What a person asks to remember.
remember(5, 'save', 'writes are atomic, see the outage in May')
check('heard of the change', wait(function() return changes > 0 end), changes)
text = hover(5, 'save')
check('note in the float', text:find('writes are atomic', 1, true), text)
check('state for a statusline', wait(function() return (vim.g.memo_status or {}).state == 'idle' end), vim.g.memo_status)

-- Columns are bytes here: an emoji before the word is four of them.
local reply = remember(8, 'total', 'the sum is gross')
check('remembered behind an emoji', reply.id, reply)
check('hover behind an emoji', hover(8, 'total'):find('the sum is gross', 1, true))
check('nothing on the blank before it', ask_hover(8, column(8, ' total')) == nil)
vim.api.nvim_buf_set_text(0, 7, 5, 7, 5, { '🧪é' })
check('hover after an edit in that line', hover(8, 'total'):find('the sum is gross', 1, true))
check('nothing on a keyword', ask_hover(1, 0) == nil)

-- A search, as Neovim asks every server for symbols: each hit leads to its code.
local found ---@type table?
vim.lsp.buf.workspace_symbol('?sum gross', { on_list = function(list) found = list.items end })
check('search by workspace symbols', wait(function() return found and #found > 0 end), found)
check('the hit leads to its code', found[1].lnum == 8 and found[1].filename == kit.file, found[1])

-- Gone and back again.
vim.lsp.enable('memo', false)
check('stops when disabled', wait(function() return client:is_stopped() and #exits == 1 end), exits)
vim.cmd('silent write')
vim.lsp.enable('memo')
vim.cmd('silent edit')
check('attached again', wait(memo), vim.lsp.get_clients())
text = hover(5, 'save')
check('still there after a restart', text:find('writes are atomic', 1, true), text)

client = assert(memo())
client:stop()
check('stops in order', wait(function() return client:is_stopped() and #exits == 2 end), exits)
check('exit codes', vim.deep_equal(exits, { 0, 0 }), exits)
check('nothing in :messages', kit.messages() == '', kit.messages())
vim.api.nvim_echo({ { 'seen' } }, true, {})
check(':messages would have shown it', vim.fn.execute('messages'):find('seen', 1, true))
os.exit(0)

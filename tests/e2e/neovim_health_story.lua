-- `:checkhealth memo` in every state there is. Run by test_neovim.py:
--   nvim --headless -u NONE -i NONE -n -l neovim_health_story.lua FILE CLIENT_FOLDER
local kit = dofile(vim.fs.joinpath(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)), 'neovim_kit.lua'))
local check, await = kit.check, kit.await

---@return string what it says
local function health()
  vim.cmd('checkhealth memo')
  local said = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  vim.cmd('bwipeout!')
  return said
end

---@param state string
---@param words string[] all of them are said
local function says(state, words)
  local said = health()
  for _, each in ipairs(words) do
    check(('%s: %s'):format(state, each), said:find(each, 1, true), said)
  end
end

kit.load_plugin()
vim.lsp.config('memo', { cmd = { 'memo-lsp-nowhere', 'serve' } })
says('not installed', { 'ERROR memo-lsp-nowhere was not found', 'uv tool install memo-lsp', "require('memo').setup({ cmd" })
vim.cmd('Memo search anything')
await('a command says so, too', function()
  return kit.messages():find('memo-lsp-nowhere was not found; :checkhealth memo', 1, true)
end, kit.messages)

-- Commands that cannot be used, each with what is said of it.
vim.lsp.config('memo', { cmd = { 1 } })
says('no command', { 'ERROR its command is no list of words' })
vim.lsp.config('memo', { cmd = { 'false', 'serve' } })
says('not ours', { 'ERROR `false --version` does not run' })
vim.lsp.config('memo', { cmd = { 'memo-lsp', 'nonsense' } })
says('not so', { 'ERROR `memo-lsp nonsense` does not start', "invalid choice: 'nonsense'" })
vim.lsp.enable('memo')
vim.cmd.edit(kit.file)
await('ended at its start', function() return kit.messages():find('ended at its start; :checkhealth memo', 1, true) end, kit.messages)
says('off', { 'it ended at its start', ':Memo restart' })
local before = #kit.messages()
vim.cmd('Memo search anything')
await('asked for, it is tried again', function() return #kit.messages() > before end)
vim.lsp.enable('memo', false)
vim.cmd('silent bwipeout')
package.loaded['memo.restart'].restart()
vim.lsp.enable('memo', false)

vim.lsp.config('memo', { cmd = { 'memo-lsp', 'serve' } })
says('not enabled', { 'OK memo-lsp', 'WARNING it is not enabled', 'no server runs now' })

-- Without a file, a search starts a server by itself; a file then uses the same.
vim.cmd.cd(vim.fs.dirname(vim.fs.dirname(kit.file)))
kit.will_choose('read bytes')
vim.cmd('Memo search bytes')
kit.float_says('come in any encoding')
kit.type('q')
check('one server', #vim.lsp.get_clients({ name = 'memo' }) == 1)
vim.lsp.enable('memo')
vim.cmd.edit(kit.file)
await('attached to it', kit.memo)
check('still one server', #vim.lsp.get_clients({ name = 'memo' }) == 1)
await('idle', function() return kit.ask('memo.status', {}).state == 'idle' end)
says('well', { 'OK it is enabled', '1 buffer, positions in utf-8', 'OK idle, ', 'OK store: ', 'OK git: ' })
vim.cmd('Memo pause global')
await('paused', function() return kit.ask('memo.status', {}).state == 'paused' end)
says('paused', { 'WARNING paused, ', ':Memo resume global' })
local shown = kit.echoed()
vim.cmd('Memo resume')
await('still paused, and it says so', function() return shown()[#shown()] == 'memo: it is paused everywhere, too: :Memo resume global' end, shown)
vim.cmd('Memo resume global')
await('noticing again', function() return shown()[#shown()] == 'memo: noticing again everywhere' end, shown)

-- Not trusted: nothing is advised that would not help.
vim.lsp.config('memo', { init_options = { memo = { trusted = false } } })
vim.cmd('Memo restart')
await('not trusted, in the statusline', function() return require('memo').status() == 'memo not trusted' end, require('memo').status)
says('not trusted', { 'WARNING capture: the workspace is not trusted' })
check('no advice', not health():find('Memo resume', 1, true))
vim.cmd('Memo resume')
await('resume says so, too', function() return shown()[#shown()]:find('not trusted', 1, true) end, shown)
vim.lsp.config('memo', { init_options = { memo = { trusted = true } } })
vim.cmd('Memo restart')
await('trusted again', function() return require('memo').status():find('^memo %d') end)

-- Something does not work.
local client = kit.memo()
client:notify('workspace/didChangeConfiguration', { settings = vim.empty_dict() })
client.settings = { memo = { embed = { provider = 'http', url = 'http://127.0.0.1:9/api/embed', model = 'none' }, hover = { limit = 'many' } } }
client:notify('workspace/didChangeConfiguration', { settings = client.settings })
await('a setting that cannot be used is told', function() return health():find('WARNING settings: ', 1, true) end, health)

-- A server of another time.
vim.lsp.enable('memo', false)
await('ended', function() return #vim.lsp.get_clients({ name = 'memo' }) == 0 end)
vim.lsp.start({
  name = 'memo',
  root_dir = vim.fs.dirname(kit.file),
  cmd = function()
    return {
      request = function(method, _, callback)
        local refusal = { code = -32603, message = 'out of order' }
        local hello = { capabilities = { experimental = { memo = { protocol = 2 } } } }
        if method == 'initialize' then
          callback(nil, hello)
        else
          callback(refusal)
        end
        return true, 1
      end,
      notify = function() return true end,
      is_closing = function() return false end,
      terminate = function() end,
    }
  end,
})
says('another protocol', { 'WARNING it speaks protocol 2, this plugin speaks 1', 'ERROR memo.status was not answered: out of order' })
os.exit(0)

-- What is loaded at start: one command, the <Plug> maps, and a watch for the server. Everything else is required by
-- whatever first needs it.

if vim.g.loaded_memo then
  return
end
vim.g.loaded_memo = true

vim.api.nvim_create_user_command('Memo', function(call)
  require('memo.commands').run(call)
end, {
  nargs = '*',
  range = true,
  desc = 'memo-lsp: a memory for programmers',
  complete = function(lead, line, at)
    return require('memo.commands').complete(lead, line, at)
  end,
})

---@param modes string
---@param name string
---@param rhs string
---@param desc string
local function plug(modes, name, rhs, desc)
  for mode in modes:gmatch('.') do
    vim.api.nvim_set_keymap(mode, ('<Plug>(memo-%s)'):format(name), rhs, { noremap = true, desc = desc })
  end
end

plug('n', 'search', '<Cmd>Memo search<CR>', 'Search memories')
plug('n', 'word', '<Cmd>execute "Memo search" expand("<cword>")<CR>', 'Search memories for the word under the cursor')
plug('n', 'remember', '<Cmd>Memo remember<CR>', 'Remember something about the code under the cursor')
plug('x', 'remember', ':Memo remember<CR>', 'Remember something about the selection')
plug('n', 'timeline', '<Cmd>Memo timeline<CR>', 'Memories of this file by date')
plug('n', 'briefing', '<Cmd>Memo briefing<CR>', 'Where you left off')
plug('n', 'dream', '<Cmd>Memo dream<CR>', 'What belongs together')
plug('n', 'pause', '<Cmd>Memo pause<CR>', 'Stop noticing in this workspace')
plug('n', 'resume', '<Cmd>Memo resume<CR>', 'Notice again in this workspace')

---@param client vim.lsp.Client?
---@param buf integer
local function attach(client, buf)
  if client and client.name == 'memo' then
    require('memo.attach').attach(client, buf)
  end
end

vim.api.nvim_create_autocmd('LspAttach', {
  group = vim.api.nvim_create_augroup('memo', {}),
  callback = function(event)
    attach(vim.lsp.get_client_by_id(event.data.client_id), event.buf)
  end,
})

if package.loaded['vim.lsp'] then -- the server may have been there before this file
  for _, client in ipairs(vim.lsp.get_clients({ name = 'memo' })) do
    for buf in pairs(client.attached_buffers) do
      attach(client, buf)
    end
  end
end

---@brief
---
--- memo-lsp: a memory for programmers that lives inside the editor.
---
--- Put this folder on the 'runtimepath', `memo-lsp` on $PATH, and say `vim.lsp.enable('memo')`. The memories of the
--- identifier under the cursor then stand in the ordinary hover float (`K`), beside what other servers say there.
---
--- This file works alone, too, copied to where your other configurations are. Beside the rest of the plugin, hovers
--- have keys, the server hears of diagnostics and terminals, and it is started again if it dies; see |memo.txt|.

---Whether plugin/memo.lua is there, and with it all that this file would need of the plugin.
---@return boolean
local function is_whole()
  return vim.g.loaded_memo ~= nil
end

---@param event 'MemoStatus'|'MemoChanged'
---@param data table
local function announce(event, data)
  vim.api.nvim_exec_autocmds('User', { pattern = event, modeline = false, data = data })
end

---@param status memo.Status
---@param ctx lsp.HandlerContext
local function on_status(_, status, ctx)
  vim.g.memo_status = status
  announce('MemoStatus', { client_id = ctx.client_id, status = status })
  vim.cmd.redrawstatus()
end

---@param change memo.Change
local function on_change(_, change)
  announce('MemoChanged', change)
end

---@param asked memo.Summarize
local function on_summarize(_, asked)
  return require('memo.summarize').answer(asked)
end

---Whether a server that died there is to stay off.
---@param root string
---@return boolean
local function is_off(root)
  local restart = package.loaded['memo.restart']
  return restart ~= nil and restart.off()[root] ~= nil
end

---The repository of the file; a file of none belongs to the folder Neovim works in. What is no file has no memories.
---@param bufnr integer
---@param on_dir fun(root_dir?: string)
local function find_root(bufnr, on_dir)
  if vim.api.nvim_buf_get_name(bufnr):find('^%a[%w+.-]*://') then
    return
  end
  local root = vim.fs.root(bufnr, '.git') or vim.fn.getcwd()
  if not is_off(root) then
    on_dir(root)
  end
end

---@type vim.lsp.Config
return {
  cmd = { 'memo-lsp', 'serve' },
  -- No `filetypes`: memories are about every language, and about prose.
  root_dir = find_root,
  -- Neovim counts columns in bytes; utf-8 saves both sides the conversion.
  capabilities = { general = { positionEncodings = { 'utf-8', 'utf-16' } } },
  init_options = { memo = { protocol = 1 } },
  handlers = {
    ['memo/status'] = on_status,
    ['memo/didChangeMemory'] = on_change,
    ['memo/summarize'] = on_summarize,
  },
  before_init = function(params)
    if is_whole() then
      require('memo.attach').announce(params)
    end
  end,
  on_exit = function(code, signal, client_id)
    if is_whole() then
      require('memo.restart').exited(code, signal, client_id)
    end
  end,
}

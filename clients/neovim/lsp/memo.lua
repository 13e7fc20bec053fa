---@brief
---
--- memo-lsp: a memory for programmers that lives inside the editor.
---
--- Put this folder on the 'runtimepath', `memo-lsp` on $PATH, and say `vim.lsp.enable('memo')`. The memories of the
--- identifier under the cursor then stand in the ordinary hover float (`K`), beside what other servers say there.
---
--- What the server tells by itself never reaches |:messages|:
--- - its state is kept in `g:memo_status`, for a statusline;
--- - a change of memories is passed on as the |User| autocommand `MemoChanged`, its ids in `data`.

---@class memo.Status
---@field state 'starting'|'idle'|'capturing'|'paused'|'importing'|'dreaming'|'degraded'
---@field memories integer
---@field pending integer what was received and is not stored yet
---@field degraded { part: string, reason: string }[]

---@class memo.Change
---@field written string[]
---@field changed string[]
---@field removed string[]

---@param _ lsp.ResponseError?
---@param status memo.Status
local function keep_status(_, status)
  vim.g.memo_status = status
  vim.cmd.redrawstatus()
end

---@param _ lsp.ResponseError?
---@param change memo.Change
local function pass_change_on(_, change)
  vim.api.nvim_exec_autocmds('User', { pattern = 'MemoChanged', modeline = false, data = change })
end

---The repository of the file; a file of none belongs to the folder Neovim works in.
---@param bufnr integer
---@param on_dir fun(root_dir?: string)
local function find_root(bufnr, on_dir)
  on_dir(vim.fs.root(bufnr, '.git') or vim.fn.getcwd())
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
    ['memo/status'] = keep_status,
    ['memo/didChangeMemory'] = pass_change_on,
  },
}

---@brief
---
--- memo-lsp: a memory for programmers that lives inside the editor.
---
--- Put this folder on the 'runtimepath', `memo-lsp` on $PATH, and say `vim.lsp.enable('memo')`. The memories of the
--- identifier under the cursor then stand in the ordinary hover float (`K`), beside what other servers say there.
---
--- This file works alone, too, copied to where your other configurations are. Beside the rest of the plugin, hovers
--- have keys, the server hears of diagnostics and terminals, and it is started again if it dies; see |memo.txt|.

local QUIET = 2000 -- milliseconds without a key before a question may come up

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

---Waits until nobody types: a list to choose from would take the keys.
---@param client_id integer
---@return boolean whether the server is still there
local function rest(client_id)
  local waiting, last = assert(coroutine.running()), vim.uv.now()
  local timer = assert(vim.uv.new_timer())
  local space = vim.on_key(function()
    last = vim.uv.now()
  end)
  timer:start(
    QUIET,
    100,
    vim.schedule_wrap(function()
      local there = vim.lsp.get_client_by_id(client_id) ~= nil
      local quiet = vim.uv.now() - last >= QUIET and vim.api.nvim_get_mode().mode == 'n'
      if not timer:is_closing() and (quiet or not there) then
        timer:close()
        vim.on_key(nil, space)
        coroutine.resume(waiting, there)
      end
    end)
  )
  return coroutine.yield()
end

---A question of the server, in the coroutine that answers it. What leaves things as they are comes first: a stray <CR>
---or `1` chooses that.
---@param question lsp.ShowMessageRequestParams
---@param ctx lsp.HandlerContext
local function on_question(_, question, ctx)
  if not rest(ctx.client_id) then
    return vim.NIL
  end
  local waiting = assert(coroutine.running())
  local answers = vim.iter(question.actions or {}):rev():totable()
  local function title(answer)
    return answer.title
  end
  vim.ui.select(
    answers,
    { prompt = question.message, kind = 'lsp_message', format_item = title },
    vim.schedule_wrap(function(answer)
      coroutine.resume(waiting, answer or vim.NIL)
    end)
  )
  return coroutine.yield()
end

---Whether a server that died there is to stay off.
---@param root string
---@return boolean
local function is_off(root)
  local restart = package.loaded['memo.restart']
  return restart ~= nil and restart.off()[root] ~= nil
end

---The repository of the file, else the folder Neovim works in. |vim.fs.root()| takes a `$` in a name for a variable.
---@param bufnr integer
---@return string
local function folder_of(bufnr)
  local name, here = vim.api.nvim_buf_get_name(bufnr), vim.fn.getcwd()
  local file = vim.bo[bufnr].buftype == '' and name ~= '' and name or vim.fs.joinpath(here, 'any')
  for folder in vim.fs.parents(file) do
    if vim.uv.fs_stat(vim.fs.joinpath(folder, '.git')) then
      return folder
    end
  end
  return here
end

---What is no file has no memories.
---@param bufnr integer
---@param on_dir fun(root_dir?: string)
---@param asked? boolean by a person: it is looked for in any case
local function find_root(bufnr, on_dir, asked)
  local is_file = not vim.api.nvim_buf_get_name(bufnr):find('^%a[%w+.-]*://')
  local root = folder_of(bufnr)
  if asked or (is_file and not is_off(root)) then
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
    ['window/showMessageRequest'] = on_question,
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

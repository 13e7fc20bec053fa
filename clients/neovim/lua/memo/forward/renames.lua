---Tells the server of files that were renamed or moved in Neovim, so that memories go with them.
local M = {}

---@param from string
---@param to string
function M.tell(from, to)
  local files = { { oldUri = vim.uri_from_fname(from), newUri = vim.uri_from_fname(to) } }
  for _, client in ipairs(vim.lsp.get_clients({ name = 'memo' })) do
    client:notify('workspace/didRenameFiles', { files = files })
  end
end

---@param url string as oil.nvim has it
---@return string? path nil for what is on another machine
local function oil_path(url)
  local path = url:match('^oil://(.*)$')
  return path and (path:gsub('/$', ''))
end

---@param actions { type: string, src_url?: string, dest_url?: string }[]
local function from_oil(actions)
  for _, action in ipairs(actions) do
    local from, to = oil_path(action.src_url or ''), oil_path(action.dest_url or '')
    if action.type == 'move' and from and to then
      M.tell(from, to)
    end
  end
end

function M.begin()
  local group = vim.api.nvim_create_augroup('memo.renames', {})
  vim.api.nvim_create_autocmd('User', {
    group = group,
    pattern = 'OilActionsPost',
    callback = function(event)
      if not (event.data or {}).err then
        from_oil((event.data or {}).actions or {})
      end
    end,
  })
  vim.api.nvim_create_autocmd('User', {
    group = group,
    pattern = { 'MiniFilesActionRename', 'MiniFilesActionMove' },
    callback = function(event)
      M.tell(event.data.from, event.data.to)
    end,
  })
end

---@param from string
---@param to string
---@return string? trouble
local function why_not(from, to)
  if from == '' or not vim.uv.fs_stat(from) then
    return 'this buffer has no file yet'
  elseif vim.bo.modified then
    return 'write this buffer first: it has changes'
  elseif vim.uv.fs_stat(to) then
    return ('%s is there already'):format(to)
  end
end

---Renames the file of the current buffer, on disk and here.
---@param target string
function M.rename(target)
  local tell = require('memo.tell')
  local from, to = vim.api.nvim_buf_get_name(0), require('memo.here').path(target)
  local trouble = why_not(from, to)
  if trouble then
    return tell.trouble(trouble)
  end
  local short = vim.fn.fnamemodify(to, ':.') -- so that the buffer is shown by its short name, too
  local renamed, why = pcall(vim.cmd, ('silent lua vim.lsp.util.rename(%q, %q)'):format(from, short))
  if not renamed then
    local last_words = tostring(why):match('^[^\n]*'):match('[^:]*$')
    return tell.trouble(('it cannot be renamed to %s: %s'):format(short, vim.trim(last_words)))
  end
  M.tell(from, to)
  tell.done('renamed to ' .. short)
end

return M

---Where the person is, as the server wants it told.
local position = require('memo.position')

local M = {}

---@param buf? integer
---@return boolean whether it is a file, or could become one
local function is_file(buf)
  return vim.bo[buf or 0].buftype == ''
end

---@return { uri?: string }
function M.file()
  return is_file() and { uri = vim.uri_from_bufnr(0) } or {}
end

---@param row integer 0-based
---@param byte integer of the last character's first byte
---@return integer byte behind that character
local function behind(row, byte)
  local line = vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1] or ''
  if byte >= #line then
    return #line
  end
  return byte + vim.str_utf_end(line, byte + 1) + 1
end

---Lines a command was given, or just what was selected in them.
---@param client vim.lsp.Client
---@param first integer 1-based
---@param last integer 1-based
---@return lsp.Range
function M.range(client, first, last)
  local start_byte, end_byte = 0, vim.v.maxcol
  local from, to = vim.api.nvim_buf_get_mark(0, '<'), vim.api.nvim_buf_get_mark(0, '>')
  if vim.fn.visualmode() == 'v' and from[1] == first and to[1] == last then
    start_byte, end_byte = from[2], behind(last - 1, to[2])
  end
  return {
    start = position.of(0, client, first - 1, start_byte),
    ['end'] = position.of(0, client, last - 1, end_byte),
  }
end

---@param client vim.lsp.Client
---@return lsp.Range the cursor, without extent
function M.cursor(client)
  local row, byte = unpack(vim.api.nvim_win_get_cursor(0))
  local here = position.of(0, client, row - 1, byte)
  return { start = here, ['end'] = here }
end

---@param typed string may begin with `~` or a variable
---@return string path a whole one
function M.path(typed)
  return vim.fs.normalize(vim.fs.abspath(vim.fs.normalize(typed)), { expand_env = false })
end

---@return string the folder a command runs in: the project's, else the working one
function M.root()
  local client = require('memo.server').client()
  return client and client.root_dir or vim.fn.getcwd()
end

return M

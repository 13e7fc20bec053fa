---Places in a buffer as they go over the wire: here the bytes Neovim counts become what was agreed on.
local M = {}

---@param buf integer
---@param client vim.lsp.Client
---@param row integer 0-based
---@param byte integer beyond its end: the end of the line
---@return lsp.Position
function M.of(buf, client, row, byte)
  local line = vim.api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ''
  local encoding = client.offset_encoding --[[@as 'utf-8'|'utf-16'|'utf-32']]
  return { line = row, character = vim.str_utfindex(line, encoding, math.min(byte, #line)) }
end

return M

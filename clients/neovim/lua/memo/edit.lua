---A memory in a buffer to be edited: its title, a blank line, its text; writing the buffer keeps it.
local M = {}

---@param buf integer
---@return string title
---@return string body
local function said(buf)
  local lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  local title = table.remove(lines, 1)
  return vim.trim(title), vim.trim(table.concat(lines, '\n'))
end

---@param buf integer
---@param id string
local function keep(buf, id)
  local title, body = said(buf)
  local tell = require('memo.tell')
  if title == '' then
    return tell.trouble('a memory needs a title: its first line')
  end
  require('memo.server').call('memo.edit', { id = id, title = title, body = body }, function()
    if vim.api.nvim_buf_is_valid(buf) then
      vim.bo[buf].modified = false
    end
    tell.done('kept: ' .. title)
  end)
end

---@param memory memo.Memory
function M.edit(memory)
  require('memo.float').close()
  vim.cmd('botright new')
  local buf = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(buf, 'memo://' .. memory.id)
  local lines = { memory.title, '' }
  vim.list_extend(lines, vim.split(memory.body or '', '\n'))
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].buftype, vim.bo[buf].bufhidden, vim.bo[buf].filetype = 'acwrite', 'wipe', 'markdown'
  vim.bo[buf].modified = false
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = buf,
    callback = function()
      keep(buf, memory.id)
    end,
  })
end

return M

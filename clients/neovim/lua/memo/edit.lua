---A memory in a buffer to be edited: its title, a blank line, its text; writing the buffer keeps it.
local M = {}

local PATIENCE = 5000 -- milliseconds that a write waits, so that `:wq` knows whether it was kept

---@param buf integer
---@return string title
---@return string body
local function said(buf)
  local lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  local title = table.remove(lines, 1)
  return vim.trim(title), vim.trim(table.concat(lines, '\n'))
end

---@param buf integer
---@param memory { title: string, body?: string }
local function write(buf, memory)
  local lines = { memory.title, '' }
  vim.list_extend(lines, vim.split(memory.body or '', '\n'))
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
end

---@param buf integer
---@param id string
local function keep(buf, id)
  local title, body = said(buf)
  local tell = require('memo.tell')
  if title == '' then
    return tell.trouble('a memory needs a title: its first line')
  end
  local over = false
  require('memo.server').call('memo.edit', { id = id, title = title, body = body }, function(kept)
    over = true
    if #kept.secrets > 0 and vim.api.nvim_buf_is_valid(buf) then -- they are not to be seen here, either
      write(buf, kept)
    end
    vim.bo[buf].modified = false
    tell.done('kept: ' .. require('memo.remember').kept(kept))
  end, function()
    over = true
  end)
  vim.wait(PATIENCE, function()
    return over
  end, 5)
end

---@param name string
---@return boolean whether it is being edited already, and the cursor is there now
local function is_open(name)
  local buf = vim.fn.bufnr(('^%s$'):format(name))
  if buf == -1 then
    return false
  end
  local win = vim.fn.bufwinid(buf)
  if win ~= -1 then
    vim.api.nvim_set_current_win(win)
  else
    vim.cmd(('botright sbuffer %d'):format(buf))
  end
  return true
end

---@param memory memo.Memory
function M.edit(memory)
  require('memo.float').close()
  local name = 'memo://' .. memory.id
  if is_open(name) then
    return
  end
  vim.cmd('botright new')
  local buf = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(buf, name)
  write(buf, memory)
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

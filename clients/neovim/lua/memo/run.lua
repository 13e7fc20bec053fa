---A command in a terminal below, so that how it ended can be remembered.
local M = {}

local last ---@type integer? buffer of the last one

---@return boolean whether the last one has ended, and the cursor is in its window
local function go_to_ended()
  local win = last and vim.api.nvim_buf_is_valid(last) and vim.fn.bufwinid(last) or -1
  if win == -1 or vim.fn.jobwait({ vim.bo[last].channel }, 0)[1] == -1 then
    return false
  end
  vim.api.nvim_set_current_win(win)
  return true
end

---@param command string as one would type it in a shell
function M.run(command)
  local folder, from = require('memo.here').root(), vim.api.nvim_get_current_win()
  if go_to_ended() then
    vim.cmd('enew')
    vim.api.nvim_buf_delete(assert(last), { force = true })
  else
    vim.cmd('botright new')
  end
  last = vim.api.nvim_get_current_buf()
  local shell = vim.split(vim.o.shell, '%s+')
  vim.list_extend(shell, vim.split(vim.o.shellcmdflag, '%s+'))
  shell[#shell + 1] = command
  vim.b.memo_command = command
  vim.b.memo_folder = folder
  local job = vim.fn.jobstart(shell, { term = true, cwd = folder })
  local pid = vim.fn.jobpid(job)
  vim.api.nvim_buf_set_name(last, ('term://%s//%d:%s'):format(vim.fn.fnamemodify(folder, ':~'), pid, command))
  vim.cmd('normal! G') -- follow what it prints
  vim.api.nvim_set_current_win(from)
end

return M

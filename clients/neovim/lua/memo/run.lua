---A command in a terminal below, so that how it ended can be remembered.
local M = {}

---@param command string as one would type it in a shell
function M.run(command)
  local folder = require('memo.here').root()
  vim.cmd('botright new')
  vim.bo.bufhidden = 'hide'
  local shell = vim.split(vim.o.shell, '%s+')
  vim.list_extend(shell, vim.split(vim.o.shellcmdflag, '%s+'))
  shell[#shell + 1] = command
  vim.b.memo_command = command
  vim.b.memo_folder = folder
  vim.fn.jobstart(shell, { term = true, cwd = folder })
  vim.cmd('normal! G') -- follow what it prints
  vim.cmd('wincmd p')
end

return M

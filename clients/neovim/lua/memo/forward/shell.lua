---Commands typed into a shell in a terminal, as far as the shell marks them (OSC 133): where a line begins, when it
---runs, how it ended. Where the shell also says its folder (OSC 7), that is where it ran.
local M = {}

local REST = 50 -- milliseconds until what was marked stands in the buffer

---@class memo.Typed what is known of a shell's command
---@field typed? [integer, integer] where its line begins: 1-based row and byte
---@field told? string the command, if the shell says it
---@field output? integer first row of what it printed
---@field started? integer seconds
---@field folder? string

local shells = {} ---@type table<integer, memo.Typed> by buffer

---@param buf integer
---@param shell memo.Typed
---@return string
local function command_line(buf, shell)
  if shell.told then
    return shell.told
  end
  local row, byte = unpack(shell.typed)
  local lines = vim.api.nvim_buf_get_lines(buf, row - 1, math.max(row, shell.output - 1), false)
  lines[1] = (lines[1] or ''):sub(byte + 1)
  return vim.trim(table.concat(lines, '\n'))
end

---@param buf integer
---@param shell memo.Typed
---@param code integer
---@param row integer where the cursor is
---@param on_end fun(ended: memo.Ended)
local function ended(buf, shell, code, row, on_end)
  local now = os.time()
  vim.defer_fn(function()
    local command = vim.api.nvim_buf_is_valid(buf) and command_line(buf, shell) or ''
    if command ~= '' then
      on_end({
        buf = buf,
        command = command,
        folder = shell.folder,
        code = code,
        started = shell.started,
        ended = now,
        lines = vim.api.nvim_buf_get_lines(buf, shell.output - 1, math.max(row - 1, shell.output - 1), false),
      })
    end
  end, REST)
end

---Takes one sequence that a terminal's program sent.
---@param buf integer
---@param sequence string
---@param cursor [integer, integer]
---@param on_end fun(ended: memo.Ended)
function M.hear(buf, sequence, cursor, on_end)
  local shell = shells[buf] or {}
  local folder = sequence:match('^\27%]7;file://[^/]*(/.*)$')
  local letter, marks = sequence:match('^\27%]133;(%u)(.*)$')
  if folder then
    shell.folder = vim.uri_to_fname('file://' .. folder)
  elseif letter == 'B' then
    shell.typed = cursor
  elseif letter == 'C' then
    local told = marks:match('cmdline_url=([^;]*)')
    shell.told, shell.output, shell.started = told and vim.uri_decode(told), cursor[1], os.time()
  elseif letter == 'D' and shell.output and (shell.told or shell.typed) then
    ended(buf, shell, tonumber(marks:match('^;(%d+)')) or 0, cursor[1], on_end)
    shell = { folder = shell.folder }
  end
  shells[buf] = shell
end

---@param buf integer
function M.forget(buf)
  shells[buf] = nil
end

return M

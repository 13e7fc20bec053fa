---Tells the server of commands that ended in a terminal, with the end of what they printed.
local shell = require('memo.forward.shell')

local M = {}

---@class memo.Ended
---@field buf integer
---@field command string
---@field folder? string where it ran; absent: where the terminal was opened
---@field code integer
---@field started? integer seconds
---@field ended integer seconds
---@field lines string[] what it printed, as the terminal shows it

local LINES, CHARACTERS = 400, 16000 -- of the output, from its end
local opened = {} ---@type table<integer, integer> when, in seconds, by buffer

---@param seconds integer
---@return string
local function iso(seconds)
  return os.date('!%Y-%m-%dT%H:%M:%SZ', seconds) --[[@as string]]
end

---What a terminal was opened with.
---@param buf integer
---@return string? command
---@return string? folder
local function job(buf)
  if vim.b[buf].memo_command then
    return vim.b[buf].memo_command, vim.b[buf].memo_folder
  end
  local folder, command = vim.api.nvim_buf_get_name(buf):match('^term://(.-)//%d+:(.*)$')
  return command, folder and vim.fs.normalize(folder, { expand_env = false })
end

---@param command string
---@return boolean whether it is a shell one types into: what ended is not that
local function is_bare_shell(command)
  local words = vim.split(vim.trim(command), '%s+')
  local own = vim.fs.basename(vim.split(vim.o.shell, '%s+')[1])
  return #words == 1 and vim.list_contains({ own, 'sh', 'bash', 'zsh', 'fish' }, vim.fs.basename(words[1]))
end

---Whether a line was cut by the edge of the window, and the next one goes on with it. A ruler or a percentage that
---just fits was not.
---@param line string
---@param following string
---@param width integer
---@return boolean
local function goes_on(line, following, width)
  return vim.fn.strdisplaywidth(line) == width
    and line:find('%S$') ~= nil
    and following:find('^%S') ~= nil
    and not line:find('%%%]$')
    and line:sub(-1):rep(3) ~= line:sub(-3)
end

---The end of what was printed, with lines whole that the terminal had to cut.
---@param lines string[] as the terminal shows them
---@param width integer of the terminal
---@return string
function M.tail(lines, width)
  local whole, before = {}, nil ---@type string[], string?
  for at = math.max(1, #lines - LINES), #lines do
    if before and goes_on(before, lines[at], width) then
      whole[#whole] = whole[#whole] .. lines[at]
    else
      whole[#whole + 1] = lines[at]
    end
    before = lines[at]
  end
  local text = vim.trim(table.concat(whole, '\n')):gsub('%s*%[Process exited %d+%]$', '')
  return text:sub(-CHARACTERS)
end

---@param buf integer
---@return integer
local function width(buf)
  local win = vim.fn.bufwinid(buf)
  return win ~= -1 and vim.api.nvim_win_get_width(win) or vim.o.columns
end

---The server whose folder holds the one the command ran in.
---@param folder string
---@return vim.lsp.Client?
local function client_for(folder)
  local found ---@type vim.lsp.Client?
  for _, client in ipairs(vim.lsp.get_clients({ name = 'memo' })) do
    local root = client.root_dir
    if root and vim.fs.relpath(root, folder) and (not found or #root > #found.root_dir) then
      found = client
    end
  end
  return found
end

---@param ended memo.Ended
local function tell(ended)
  local folder = ended.folder or select(2, job(ended.buf))
  local client = folder and client_for(folder)
  if client then
    client:notify('memo/terminal', {
      command = ended.command,
      cwd = folder,
      exitCode = ended.code,
      startedAt = iso(ended.started or ended.ended),
      endedAt = iso(ended.ended),
      outputTail = M.tail(ended.lines, width(ended.buf)),
    })
  end
end

---@param buf integer
---@param code integer
local function closed(buf, code)
  local command, folder = job(buf)
  local started = opened[buf]
  opened[buf] = nil
  shell.forget(buf)
  if command and not is_bare_shell(command) then
    tell({
      buf = buf,
      command = command,
      folder = folder,
      code = code,
      started = started,
      ended = os.time(),
      lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false),
    })
  end
end

function M.begin()
  local group = vim.api.nvim_create_augroup('memo.terminals', {})
  vim.api.nvim_create_autocmd('TermOpen', {
    group = group,
    callback = function(event)
      opened[event.buf] = os.time()
    end,
  })
  vim.api.nvim_create_autocmd('TermRequest', {
    group = group,
    callback = function(event)
      shell.hear(event.buf, event.data.sequence, event.data.cursor, tell)
    end,
  })
  vim.api.nvim_create_autocmd('TermClose', {
    group = group,
    callback = function(event)
      local code = vim.v.event.status --[[@as integer]]
      vim.schedule(function() -- the last of its output comes after the event
        if vim.api.nvim_buf_is_valid(event.buf) then
          closed(event.buf, code)
        end
      end)
    end,
  })
end

return M

---Tells the server of commands that ended in a terminal, with the end of what they printed.
local M = {}

local LINES, CHARACTERS = 400, 16000 -- of the output, from its end
local begun = {} ---@type table<integer, integer> when, in seconds, by buffer

---@param seconds integer
---@return string
local function iso(seconds)
  return os.date('!%Y-%m-%dT%H:%M:%SZ', seconds) --[[@as string]]
end

---@param buf integer
---@return string? command
---@return string? folder
local function job(buf)
  if vim.b[buf].memo_command then
    return vim.b[buf].memo_command, vim.b[buf].memo_folder
  end
  local folder, command = vim.api.nvim_buf_get_name(buf):match('^term://(.-)//%d+:(.*)$')
  return command, folder and vim.fs.normalize(folder)
end

---@param command string
---@return boolean whether it is a shell one types into: which of its commands ended, and how, is not known
local function is_bare_shell(command)
  local words = vim.split(vim.trim(command), '%s+')
  local shell = vim.fs.basename(vim.split(vim.o.shell, '%s+')[1])
  return #words == 1 and vim.list_contains({ shell, 'sh', 'bash', 'zsh', 'fish' }, vim.fs.basename(words[1]))
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

---@param buf integer
---@return string
local function tail(buf)
  local width = vim.fn.winwidth(vim.fn.bufwinid(buf))
  width = width > 0 and width or vim.o.columns
  local lines = {} ---@type string[]
  local open = false
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buf, -LINES - 1, -1, false)) do
    open = open and goes_on(lines[#lines]:sub(-width), line, width)
    lines[open and #lines or #lines + 1] = (open and lines[#lines] or '') .. line
    open = true
  end
  local text = vim.trim(table.concat(lines, '\n')):gsub('%s*%[Process exited %d+%]$', '')
  return text:sub(-CHARACTERS)
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

---@param buf integer
---@param status integer
local function ended(buf, status)
  local command, folder = job(buf)
  local started, now = begun[buf], os.time()
  begun[buf] = nil
  local client = command and folder and not is_bare_shell(command) and client_for(folder)
  if not client then
    return
  end
  client:notify('memo/terminal', {
    command = command,
    cwd = folder,
    exitCode = status,
    startedAt = iso(started or now),
    endedAt = iso(now),
    outputTail = tail(buf),
  })
end

function M.begin()
  local group = vim.api.nvim_create_augroup('memo.terminals', {})
  vim.api.nvim_create_autocmd('TermOpen', {
    group = group,
    callback = function(event)
      begun[event.buf] = os.time()
    end,
  })
  vim.api.nvim_create_autocmd('TermClose', {
    group = group,
    callback = function(event)
      local status = vim.v.event.status --[[@as integer]]
      vim.schedule(function() -- the last of its output comes after the event
        if vim.api.nvim_buf_is_valid(event.buf) then
          ended(event.buf, status)
        end
      end)
    end,
  })
end

return M

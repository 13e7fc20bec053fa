---`:checkhealth memo`: what works, what does not, and what to do about it.
local M = {}

local health = vim.health
local PATIENCE = 5000 -- milliseconds

local function neovim()
  health.start('memo: Neovim')
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok(('Neovim %s'):format(tostring(vim.version())))
  else
    health.error('Neovim 0.11 or newer is needed')
  end
end

---Runs a command whose input ends at once.
---@param command string[]
---@return boolean whether it ended well
---@return string said its last line
local function try(command)
  local ran, done = pcall(function()
    return vim.system(command, { text = true, stdin = '', timeout = PATIENCE }):wait()
  end)
  if not ran then
    return false, tostring(done)
  elseif done.code == 124 then
    return false, ('it did not end when its input did, %d s ago'):format(PATIENCE / 1000)
  end
  local said = vim.trim(done.code == 0 and done.stdout or done.stderr or '')
  return done.code == 0, said:match('[^\n]*$') or ''
end

---@param command string[]
---@param what string
---@return string? said where it ended well
local function run(command, what)
  local ended_well, said = try(command)
  if ended_well then
    return said
  end
  health.error(('`%s` %s'):format(table.concat(command, ' '), what), said ~= '' and said or nil)
end

---@param command string[] of the server
---@return boolean whether nothing speaks against it
local function version(command)
  if command[#command] ~= 'serve' then -- it is a program's own, which need not know more than to serve
    return true
  end
  local asked = vim.list_slice(command, 1, #command - 1)
  asked[#asked + 1] = '--version'
  local said = run(asked, 'does not run')
  if said then
    health.ok(('%s is %s'):format(said, vim.fn.exepath(command[1])))
  end
  return said ~= nil
end

---Where servers died too often.
local function off()
  for folder, why in vim.spairs(require('memo.restart').off()) do
    health.warn(('in %s it %s'):format(vim.fn.fnamemodify(folder, ':~'), why), '`:Memo restart` turns it on again')
  end
end

---@return boolean whether a server can be started
local function program()
  health.start('memo: the server')
  local trouble = require('memo.server').trouble()
  if trouble then
    health.error(trouble, {
      'install it: `uv tool install memo-lsp`, or `pipx install memo-lsp`',
      "or name its command: `require('memo').setup({ cmd = { '/path/to/memo-lsp', 'serve' } })`",
    })
    return false
  end
  local command = vim.lsp.config.memo.cmd
  if type(command) == 'table' and version(command) and #vim.lsp.get_clients({ name = 'memo' }) == 0 then
    run(command, 'does not start')
  end
  off()
  if vim.lsp.is_enabled('memo') then
    health.ok('it is enabled')
  else
    health.warn('it is not enabled', "`vim.lsp.enable('memo')`, or `require('memo').setup()`, in your init.lua")
  end
  return true
end

---@param client vim.lsp.Client
---@param command string
---@return any? result
local function ask(client, command)
  local params = { command = command, arguments = { vim.empty_dict() } }
  local reply, why = client:request_sync('workspace/executeCommand', params, PATIENCE, 0)
  if reply and not reply.err then
    return reply.result
  end
  health.error(('%s was not answered: %s'):format(command, reply and reply.err and reply.err.message or why or ''))
end

---@param client vim.lsp.Client
local function protocol(client)
  local said = vim.tbl_get(client.server_capabilities, 'experimental', 'memo', 'protocol')
  if said ~= 1 then
    health.warn(('it speaks protocol %s, this plugin speaks 1'):format(said), 'update the older of the two')
  end
end

---@param status memo.Status
---@param trusted boolean
local function state(status, trusted)
  local line = ('%s, %s'):format(status.state, require('memo.text').counted(status.memories, 'memory', 'memories'))
  if status.state == 'degraded' or not trusted then -- what follows says why
    health.info(line)
  elseif status.state ~= 'paused' then
    health.ok(line)
  else
    health.warn(line, '`:Memo resume`, or `:Memo resume global`, to notice again')
  end
end

---What does not work, unless one of the checks says so, too.
---@param status memo.Status
---@param checks memo.Check[]
local function degraded(status, checks)
  for _, part in ipairs(status.degraded) do
    local told = vim.iter(checks):any(function(check)
      return not check.ok and check.detail:find(part.reason, 1, true) ~= nil
    end)
    if not told then
      health.warn(('%s: %s'):format(part.part, part.reason))
    end
  end
end

---@param check memo.Check
local function report(check)
  local line = ('%s: %s'):format(check.name, check.detail)
  if check.ok then
    health.ok(line)
  else
    health.warn(line, check.fix ~= '' and check.fix or nil)
  end
end

---@param client vim.lsp.Client
local function one(client)
  health.start(('memo: in %s'):format(client.root_dir and vim.fn.fnamemodify(client.root_dir, ':~') or 'no folder'))
  local buffers = vim.tbl_count(client.attached_buffers)
  health.info(('%s, positions in %s'):format(require('memo.text').counted(buffers, 'buffer'), client.offset_encoding))
  protocol(client)
  local status = ask(client, 'memo.status')
  if not status then
    return
  end
  local checks = ask(client, 'memo.doctor') or {}
  state(status, require('memo.server').trusts(client))
  degraded(status, checks)
  vim.iter(checks):each(report)
end

local function pickers()
  health.start('memo: pickers')
  for _, name in ipairs({ 'telescope', 'fzf_lua', 'snacks' }) do
    local there = require('memo.picker.' .. name).present()
    health.info(('%s: %s'):format(name:gsub('_', '-'), there and 'there' or 'not there'))
  end
  local wanted = require('memo.config').get().picker
  if wanted == 'auto' or require('memo.picker.' .. wanted:gsub('-', '_')).present() then
    health.info(('searches are shown in: %s'):format(wanted))
  else
    health.warn(('searches were to be shown in %s, which is not there'):format(wanted), 'install it, or set another')
  end
end

function M.check()
  neovim()
  if program() then
    local clients = vim.lsp.get_clients({ name = 'memo' })
    if #clients == 0 then
      health.info(('no server runs now; it starts with a file. If it does not: %s'):format(vim.lsp.get_log_path()))
    end
    for _, client in ipairs(clients) do
      one(client)
    end
  end
  pickers()
end

return M

---The server: which client is meant, and what it is asked.
local M = {}

local PATIENCE = 15000 -- milliseconds that a server may take to start
local MOMENT = 500 -- milliseconds that completion waits

---@param bufnr? integer
---@return vim.lsp.Client? client of this buffer; else of the folder we are in; else any
function M.client(bufnr)
  local here = vim.lsp.get_clients({ name = 'memo', bufnr = bufnr or 0 })[1]
  if here then
    return here
  end
  local all, folder = vim.lsp.get_clients({ name = 'memo' }), vim.fn.getcwd()
  for _, client in ipairs(all) do
    if client.root_dir and vim.fs.relpath(client.root_dir, folder) then
      return client
    end
  end
  return all[1]
end

---Why no server can be started here; nil where one can.
---@return string?
function M.trouble()
  local config = vim.lsp.config.memo
  if not config or not config.cmd then
    return "lsp/memo.lua is not on the 'runtimepath'"
  end
  local command = config.cmd
  if type(command) == 'function' then
    return nil
  end
  local program = type(command) == 'table' and command[1]
  if type(program) ~= 'string' or program == '' then
    return 'its command is no list of words'
  end
  return vim.fn.executable(program) == 0 and ('%s was not found'):format(program) or nil
end

---@param client vim.lsp.Client
---@return boolean whether the person trusts its workspace
function M.trusts(client)
  return vim.tbl_get(client.config, 'init_options', 'memo', 'trusted') ~= false
end

---Starts a server for the folder we are in, without a buffer: to search, none has to be open.
---@return integer? client_id
local function start()
  local config = vim.deepcopy(vim.lsp.config.memo)
  local find = config.root_dir
  if type(find) == 'function' then
    config.root_dir = vim.fn.getcwd()
    find(0, function(folder)
      config.root_dir = folder
    end, true)
  end
  return vim.lsp.start(config, { attach = false, silent = true })
end

---@param id integer
---@param on_ready fun(client: vim.lsp.Client)
local function when_ready(id, on_ready)
  local timer, waited = assert(vim.uv.new_timer()), 0
  timer:start(
    0,
    20,
    vim.schedule_wrap(function()
      local client = vim.lsp.get_client_by_id(id)
      waited = waited + 20
      local over = not client or client.initialized or waited > PATIENCE
      if not over or timer:is_closing() then
        return
      end
      timer:close()
      if client and client.initialized then
        require('memo.restart').is_there(client)
        on_ready(client)
      elseif client or not require('memo.restart').told(id) then
        require('memo.tell').trouble('the server did not start; :checkhealth memo says more')
      end
    end)
  )
end

---@param on_ready fun(client: vim.lsp.Client) not called where no server runs; the person is told
function M.ready(on_ready)
  local client = M.client()
  if client and client.initialized then
    return on_ready(client)
  end
  local starting = client or vim.lsp.get_clients({ name = 'memo', _uninitialized = true })[1]
  local trouble = not starting and M.trouble()
  local id = starting and starting.id or (not trouble and start() or nil)
  if id then
    when_ready(id, on_ready)
  else
    require('memo.tell').trouble((trouble or 'the server did not start') .. '; :checkhealth memo says more')
  end
end

---Asks the server that is there, and waits a moment for its answer: for completion.
---@param command string
---@param argument table
---@return any? result
function M.at_once(command, argument)
  local client = M.client()
  if not client or not client.initialized then
    return nil
  end
  local params = { command = command, arguments = { next(argument) and argument or vim.empty_dict() } }
  local reply = client:request_sync('workspace/executeCommand', params, MOMENT)
  return reply and reply.result
end

---Runs a command of the server. What it refuses is told to the person.
---@param command string such as 'memo.search'
---@param argument table
---@param on_done fun(result: any, client: vim.lsp.Client)
---@param on_refused? fun() called once the person has been told
---@return fun() cancel after it, nothing is called any more
function M.call(command, argument, on_done, on_refused)
  local cancelled, cancel_request = false, function() end
  M.ready(function(client)
    if cancelled then
      return
    end
    local params = { command = command, arguments = { next(argument) and argument or vim.empty_dict() } }
    local sent, id = client:request('workspace/executeCommand', params, function(err, result)
      if cancelled then
        return
      end
      if not err then
        return on_done(result, client)
      end
      require('memo.tell').trouble(err.message)
      if on_refused then
        on_refused()
      end
    end)
    if sent and id then
      cancel_request = function()
        if client.requests[id] then
          client:cancel_request(id)
        end
      end
    end
  end)
  return function()
    cancelled = true
    cancel_request()
  end
end

return M

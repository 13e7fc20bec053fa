---A server that died is started again, quietly: Neovim itself says that it quit. One that dies at its start, or keeps
---dying, stays off in its folder.
local M = {}

local MOST, WITHIN = 3, 180 -- times, in so many seconds
local PAUSE = 500 -- milliseconds before it is started again
local deaths = {} ---@type table<string, number[]> when, by folder
local off = {} ---@type table<string, string> why, by folder
local told = {} ---@type table<integer, true> ids of clients whose end the person was told of

---@param folder string
---@return boolean whether it died too often there lately
local function too_often(folder)
  local times, now = deaths[folder] or {}, vim.uv.hrtime() / 1e9
  deaths[folder] = times
  times[#times + 1] = now
  return #times >= MOST and now - times[#times - MOST + 1] < WITHIN
end

---@param config vim.lsp.ClientConfig
---@param buffers integer[]
local function start_if_enabled(config, buffers)
  for _, buf in ipairs(vim.lsp.is_enabled('memo') and buffers or {}) do
    if vim.api.nvim_buf_is_loaded(buf) then
      vim.lsp.start(config, { bufnr = buf, silent = true })
    end
  end
end

---@param client vim.lsp.Client
---@param why string
local function give_up(client, why)
  off[client.root_dir or ''], told[client.id] = why, true
  require('memo.tell').trouble(('the server %s; :checkhealth memo says more'):format(why))
end

---@param client vim.lsp.Client
---@param killed boolean
local function died(client, killed)
  if not client.initialized and not killed then -- it would again
    return give_up(client, 'ended at its start')
  elseif too_often(client.root_dir or '') then
    return give_up(client, ('ended %d times and stays off'):format(MOST))
  end
  local config, buffers = client.config, vim.tbl_keys(client.attached_buffers)
  vim.defer_fn(function()
    start_if_enabled(config, buffers)
  end, PAUSE)
end

---The server of a client has ended.
---@param code integer
---@param signal integer
---@param client_id integer
function M.exited(code, signal, client_id)
  vim.schedule(function()
    require('memo.status').forget(client_id)
    local client = vim.lsp.get_client_by_id(client_id)
    local by_itself = code ~= 0 or (signal ~= 0 and signal ~= 15)
    if client and by_itself and vim.v.exiting == vim.NIL then
      died(client, signal ~= 0)
    end
  end)
end

---@param client_id integer
---@return boolean whether the person was told that its server stays off
function M.told(client_id)
  return told[client_id] ~= nil
end

---A server that somebody asked for is there: where it stayed off, it is on again, for files, too.
---@param client vim.lsp.Client
function M.is_there(client)
  local folder = client.root_dir or ''
  if off[folder] then
    off[folder], deaths[folder] = nil, nil
    if vim.lsp.is_enabled('memo') then
      vim.lsp.enable('memo') -- looks at every buffer anew
    end
  end
end

---@return table<string, string> why servers stay off, by folder
function M.off()
  return off
end

---@param client vim.lsp.Client
---@return vim.lsp.ClientConfig as it is configured by now
local function configured(client)
  local config = vim.deepcopy(vim.lsp.config.memo or client.config)
  config.root_dir = client.root_dir
  return config
end

---@param client vim.lsp.Client
local function renew(client)
  local config, buffers = configured(client), vim.tbl_keys(client.attached_buffers)
  local timer = assert(vim.uv.new_timer())
  client:stop()
  timer:start(
    50,
    50,
    vim.schedule_wrap(function()
      if client:is_stopped() and not timer:is_closing() then
        timer:close()
        start_if_enabled(config, buffers)
      end
    end)
  )
end

---Ends every server and starts it anew; one that stayed off is on again.
function M.restart()
  local running, was_on = vim.lsp.get_clients({ name = 'memo' }), vim.lsp.is_enabled('memo') and not next(off)
  deaths, off = {}, {}
  if not was_on then
    vim.lsp.enable('memo') -- starts them, too, if a little later
  end
  for _, client in ipairs(running) do
    renew(client)
  end
end

return M

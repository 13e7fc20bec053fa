---Noticing stopped and begun again, and what came of it.
local server = require('memo.server')
local tell = require('memo.tell')

local M = {}

local WHERE = { workspace = 'in this workspace', global = 'everywhere' }
local OTHER = {
  workspace = 'it is paused everywhere, too: :Memo resume global',
  global = 'it is paused in this workspace, too: :Memo resume',
}

---@param scope 'workspace'|'global'
function M.pause(scope)
  server.call('memo.pause', { scope = scope }, function()
    tell.done('paused ' .. WHERE[scope])
  end)
end

---@param scope 'workspace'|'global'
function M.resume(scope)
  server.call('memo.resume', { scope = scope }, function(status, client)
    if status.state ~= 'paused' then
      tell.done('noticing again ' .. WHERE[scope])
    elseif server.trusts(client) then
      tell.done(OTHER[scope])
    else
      tell.done('this workspace is not trusted: nothing is noticed in it')
    end
  end)
end

return M

---What the server's links, code actions and code lenses do here: what a command of theirs finds is shown.
local M = {}

---@type table<string, fun(argument: table)>
local SHOWN = {
  ['memo.open'] = function(argument)
    require('memo.memory').open(argument.id)
  end,
  ['memo.search'] = function(argument)
    require('memo.search').search(argument.text)
  end,
  ['memo.timeline'] = function(argument)
    require('memo.reading').timeline('file', argument.symbol)
  end,
  ['memo.explain'] = function(argument)
    require('memo.server').call('memo.explain', argument, function(found)
      require('memo.memory').open(argument.id, found.words)
    end)
  end,
  ['memo.feedback'] = function(argument)
    require('memo.server').call('memo.feedback', argument, function()
      require('memo.tell').done(argument.useful and 'useful, noted' or 'not useful, noted')
    end)
  end,
  ['memo.remember'] = function(argument)
    require('memo.remember').ask(argument)
  end,
}

---@param command string
---@param argument table
function M.command(command, argument)
  if SHOWN[command] then
    SHOWN[command](argument)
  end
end

---Code actions and lenses of this client end here.
---@param client vim.lsp.Client
function M.serve(client)
  for name in pairs(SHOWN) do
    client.commands[name] = function(command)
      M.command(name, (command.arguments or {})[1] or {})
    end
  end
end

return M

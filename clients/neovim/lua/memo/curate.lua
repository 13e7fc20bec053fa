---Pinning and forgetting, of the memory looked at or one chosen from a list.
local memory = require('memo.memory')
local server = require('memo.server')
local tell = require('memo.tell')
local text = require('memo.text')

local M = {}

---@param row memo.Row
---@return string one line of a list
function M.line(row)
  local room = vim.o.columns - 10 -- a list numbers its lines
  local about = text.short(text.about(row), math.floor(room * 0.45))
  local title = text.short(text.plain(row.title), room - vim.fn.strdisplaywidth(about) - 6)
  return ('%s %s · %s'):format(text.icon(row.kind), title, about)
end

---Which memory is meant: the one named, the one in the float, else one of this file's.
---@param id? string
---@param prompt string
---@param on_chosen fun(id: string, title?: string)
function M.choose(id, prompt, on_chosen)
  id = id or memory.id_here()
  if id then
    return on_chosen(id)
  end
  server.call('memo.timeline', require('memo.here').file(), function(rows)
    if #rows == 0 then
      return tell.done('there is no memory of this file; give an id')
    end
    vim.ui.select(rows, { prompt = prompt, kind = 'memo', format_item = M.line }, function(row)
      if row then
        on_chosen(row.id, row.title)
      end
    end)
  end)
end

---@param id? string
---@param pinned boolean
function M.pin(id, pinned)
  M.choose(id, pinned and 'Pin' or 'Unpin', function(chosen)
    server.call('memo.pin', { id = chosen, pinned = pinned }, function(row)
      tell.done(('%s: %s'):format(pinned and 'pinned' or 'not pinned any more', row.title))
    end)
  end)
end

---Really deletes a memory, after asking.
---@param id? string
---@param title? string
---@param on_gone? fun()
function M.forget(id, title, on_gone)
  M.choose(id, 'Forget', function(chosen, its_title)
    local what = text.short(text.plain(title or its_title or chosen), 50)
    local prompt = ('Forget “%s” for good?'):format(what)
    vim.ui.select({ 'Keep it', 'Forget it' }, { prompt = prompt }, function(_, at)
      if at == 2 then
        server.call('memo.forget', { id = chosen }, function()
          tell.done('forgotten')
          if on_gone then
            on_gone()
          end
        end)
      end
    end)
  end)
end

return M

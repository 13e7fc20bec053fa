---Pinning, replacing and forgetting, of the memory looked at or one chosen from a list.
local choose = require('memo.choose')
local memory = require('memo.memory')
local server = require('memo.server')
local tell = require('memo.tell')
local text = require('memo.text')

local M = {}

---@param row memo.Row
---@return string one line of a list
function M.line(row)
  local icon, about = text.icon(row.kind), text.about(row)
  local room = vim.o.columns - 5 - vim.fn.strdisplaywidth(icon .. '  · ') -- a list numbers its lines
  local least = math.min(vim.fn.strdisplaywidth(about), math.floor(room * 0.3)) -- for what stands behind the title
  local title = text.short(text.plain(row.title), room - least)
  return ('%s %s · %s'):format(icon, title, text.short(about, room - vim.fn.strdisplaywidth(title)))
end

---@param row memo.Row
---@return string nearly all of its title: two may differ in their last word only
local function whole(row)
  return ('%s · %s'):format(text.short(text.plain(row.title), vim.o.columns - 26), text.ago(row.created_at))
end

---@param rows memo.Row[]
---@param prompt string
---@param on_chosen fun(row: memo.Row)
---@param line? fun(row: memo.Row): string
local function choose_from(rows, prompt, on_chosen, line)
  choose.from(rows, { prompt = prompt, format_item = line or M.line }, function(row)
    if row then
      on_chosen(row)
    end
  end)
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
    choose_from(rows, prompt, function(row)
      on_chosen(row.id, row.title)
    end)
  end)
end

---@param id? string
---@param pinned boolean
---@param on_done? fun()
function M.pin(id, pinned, on_done)
  M.choose(id, pinned and 'Pin' or 'Unpin', function(chosen)
    server.call('memo.pin', { id = chosen, pinned = pinned }, function(row)
      tell.done(('%s: %s'):format(pinned and 'pinned' or 'not pinned any more', row.title))
      if on_done then
        on_done()
      end
    end)
  end)
end

---@param old string
---@param new string
---@param on_done? fun()
local function replace(old, new, on_done)
  server.call('memo.supersede', { old = old, new = new }, function(row)
    tell.done('replaced: ' .. row.title)
    if on_done then
      on_done()
    end
  end)
end

---Says which of two memories holds: it replaces the other.
---@param memories memo.Row[] the older first
---@param on_done? fun()
function M.choose_which_holds(memories, on_done)
  local older, newer = memories[1], memories[2]
  choose_from({ newer, older }, 'Which one holds?', function(holds)
    replace(holds == newer and older.id or newer.id, holds.id, on_done)
  end, whole)
end

---@param old string
---@param on_chosen fun(id: string)
local function search_newer(old, on_chosen)
  vim.ui.input({ prompt = 'What replaces it? Search: ' }, function(words)
    if not words or vim.trim(words) == '' then
      return
    end
    local question = vim.tbl_extend('force', require('memo.here').file(), { text = words })
    server.call('memo.search', question, function(found)
      local others = vim.tbl_filter(function(hit)
        return hit.id ~= old
      end, found.hits)
      if #others == 0 then
        return tell.done(('nothing else is known of “%s”'):format(words))
      end
      choose_from(others, 'Replaced by', function(row)
        on_chosen(row.id)
      end)
    end)
  end)
end

---Says that one memory replaces another.
---@param old? string the one that holds no more
---@param new? string the one in its place; searched for, if absent
---@param on_done? fun()
function M.supersede(old, new, on_done)
  M.choose(old, 'Which one holds no more?', function(chosen)
    if new then
      return replace(chosen, new, on_done)
    end
    search_newer(chosen, function(newer)
      replace(chosen, newer, on_done)
    end)
  end)
end

---@param id string
---@param title string
---@param on_gone? fun()
local function ask_and_forget(id, title, on_gone)
  local prompt = ('Forget “%s” for good?'):format(text.short(text.plain(title), vim.o.columns - 22))
  choose.from({ 'Keep it', 'Forget it' }, { prompt = prompt }, function(_, at)
    if at == 2 then
      server.call('memo.forget', { id = id }, function()
        tell.done('forgotten')
        if on_gone then
          on_gone()
        end
      end)
    end
  end)
end

---Really deletes a memory, after asking.
---@param id? string
---@param title? string
---@param on_gone? fun()
function M.forget(id, title, on_gone)
  M.choose(id, 'Forget', function(chosen, its_title)
    local known = title or its_title
    if known then
      return ask_and_forget(chosen, known, on_gone)
    end
    server.call('memo.forget', { id = chosen, dryRun = true }, function(row)
      ask_and_forget(chosen, row.title, on_gone)
    end)
  end)
end

return M

---Remember: one sentence is enough; the cursor or the selection says which code it is about.
local here = require('memo.here')
local server = require('memo.server')
local tell = require('memo.tell')

local M = {}

---@class memo.Note
---@field title? string asked for, if absent
---@field body? string
---@field kind? string `note` if absent
---@field tags? string[]
---@field topic? string
---@field pinned? boolean
---@field supersedes? string id of the memory it replaces
---@field lines? [integer, integer] first and last line of the code it is about; the cursor, if absent

---@param note memo.Note
---@param client vim.lsp.Client
---@return table? place `uri` and `range`; nil where the buffer is no file
local function place(note, client)
  local file = here.file()
  if not file.uri then
    return nil
  end
  local range = note.lines and here.range(client, note.lines[1], note.lines[2]) or here.cursor(client)
  return { uri = file.uri, range = range }
end

---@param note memo.Note
---@param at table
---@param title? string
local function keep(note, at, title)
  title = vim.trim(title or '')
  if title == '' then
    return
  end
  local told = vim.tbl_extend('force', note, at, { title = title })
  told.lines = nil
  server.call('memo.remember', told, function()
    tell.done('remembered: ' .. title)
  end)
end

---Asks for a sentence, and keeps it.
---@param note memo.Note
---@param at table
local function ask(note, at)
  local prompt = at.range and not vim.deep_equal(at.range.start, at.range['end']) and 'Remember about this code: '
    or 'Remember: '
  vim.ui.input({ prompt = prompt, default = at.title }, function(title)
    keep(note, at, title)
  end)
end

---@param at { title?: string, uri?: string, range?: lsp.Range } what is offered to be remembered, and of which code
function M.ask(at)
  ask({}, at)
end

---@param note memo.Note
function M.remember(note)
  server.ready(function(client)
    local at = place(note, client) or {} -- as it is now: while a sentence is typed, the cursor may move
    if note.title then
      keep(note, at, note.title)
    else
      ask(note, at)
    end
  end)
end

return M

---Remember: one sentence is enough; the cursor or the selection says which code it is about.
local here = require('memo.here')
local server = require('memo.server')
local tell = require('memo.tell')
local text = require('memo.text')

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

---@param kept { title: string, secrets: string[] }
---@return string what is kept, and what was taken out of it
function M.kept(kept)
  local secrets = #kept.secrets > 0 and ' · taken out: ' .. table.concat(kept.secrets, ', ') or ''
  return text.short(text.plain(kept.title), vim.v.echospace - 30 - #secrets) .. secrets
end

---@param note memo.Note
---@param at table
---@param title? string
local function keep(note, at, title)
  title = vim.trim(title or '')
  if title == '' then
    return tell.over()
  end
  local told = vim.tbl_extend('force', note, at, { title = title })
  told.lines = nil
  server.call('memo.remember', told, function(kept)
    tell.done((kept.new == false and 'known already: ' or 'remembered: ') .. M.kept(kept))
  end)
end

---Asks for a sentence, and keeps it.
---@param note memo.Note
---@param at table
---@param of? string the code, in a word or a line
local function ask(note, at, of)
  local selected = at.range and not vim.deep_equal(at.range.start, at.range['end'])
  local about = of and ('about “%s”'):format(text.short(text.plain(of), 30)) or selected and 'about this code'
  vim.ui.input({ prompt = about and ('Remember %s: '):format(about) or 'Remember: ' }, function(title)
    keep(note, at, title)
  end)
end

---@param at { title?: string, uri?: string, range?: lsp.Range } the code that something is to be remembered of
function M.ask(at)
  ask({}, { uri = at.uri, range = at.range }, at.title)
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

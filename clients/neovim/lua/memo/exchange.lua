---Memories in and out: git's history, files, folders.
local here = require('memo.here')
local server = require('memo.server')
local tell = require('memo.tell')
local text = require('memo.text')

local M = {}

---@param path string
---@return 'jsonl'|'markdown'
local function format_of(path)
  return path:find('%.jsonl?$') and 'jsonl' or 'markdown'
end

---Reads the history of the repository; its progress is shown as other servers' is.
function M.import_git()
  server.call('memo.importGit', here.file(), function(answer)
    tell.done(answer.started and 'importing the history; :Memo stop ends it' or 'the history is being imported already')
  end)
end

---@param path string a `.jsonl` file, or a folder of markdown
function M.import(path)
  server.call('memo.import', { path = here.path(path), format = format_of(path) }, function(report)
    local skipped = report.skipped[1]
    local first = skipped and ('%d skipped, first %s: %s'):format(#report.skipped, skipped.line, skipped.why)
    tell.done(text.dots({ ('%d stored, %d known'):format(report.stored, report.known), first }, 2))
  end)
end

---@param path string a `.jsonl` file, or a folder for markdown
---@param all? boolean every project's
function M.export(path, all)
  server.call('memo.export', { path = here.path(path), format = format_of(path), all = all }, function(report)
    tell.done(('%s written to %s'):format(text.counted(report.written, 'memory', 'memories'), path))
  end)
end

return M

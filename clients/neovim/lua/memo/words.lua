---The words behind a subcommand of |:Memo|: what they mean, and how they complete.
local M = {}

M.PASSES = { 'dedup', 'supersede', 'fold', 'theme', 'digest', 'tide', 'tend' }
local KINDS = { 'fix', 'change', 'revert', 'decision', 'note', 'todo', 'dead-end', 'reference', 'theme', 'summary' }
-- stylua: ignore
local FILTERS = {
  'kind:', 'since:', 'until:', 'branch:', 'path:', 'topic:', 'tag:', 'by:', 'trust:', 'project:',
  'is:pinned', 'is:archived', 'is:superseded',
}
local OF_A_DREAM = { ['--eps'] = 'eps', ['--min-pts'] = 'minPts', ['--tau-days'] = 'tauDays', ['--since'] = 'since' }

---@param words string[]
---@return memo.Consolidation
function M.consolidation(words)
  local what = { passes = {} }
  for _, word in ipairs(words) do
    if word == 'backlog' then
      what.backlog = true
    elseif word:find('^%d+m$') then
      what.minutes = tonumber(word:match('^%d+'))
    else
      table.insert(what.passes, word)
    end
  end
  what.passes = #what.passes > 0 and what.passes or nil
  return what
end

---@param words string[]
---@return memo.Undo
function M.undo(words)
  local what = {} ---@type memo.Undo
  for _, word in ipairs(words) do
    if tonumber(word) then
      what.run = tonumber(word) --[[@as integer]]
    elseif word == 'all' then
      what.all = true
    elseif vim.list_contains(M.PASSES, word) then
      what.pass = word
    else
      what.theme = word
    end
  end
  return what
end

---@param words string[]
---@return 'svg'? form
---@return memo.DreamParameters? turned nil where a word is none of it
function M.dream(words)
  local form, turned, at = nil, {}, 1
  while words[at] do
    local name, value = OF_A_DREAM[words[at]], words[at + 1]
    if words[at] == 'svg' then
      form, at = 'svg', at + 1
    elseif name and value then
      turned[name], at = name ~= 'since' and tonumber(value) or value, at + 2
    else
      return nil, nil
    end
  end
  return form, turned
end

---@alias memo.Complete fun(lead: string, words: string[]): string[] `words` are those before `lead`

---@param words string[]
---@param given string[]
---@return string[] without those that were given
local function others(words, given)
  return vim.tbl_filter(function(word)
    return not vim.list_contains(given, word)
  end, words)
end

---One word of these.
---@return memo.Complete
function M.one_of(...)
  local words = { ... }
  return function(_, given)
    return #given == 0 and words or {}
  end
end

---Any of these, each once.
---@return memo.Complete
function M.some_of(...)
  local words = { ... }
  return function(_, given)
    return others(words, given)
  end
end

---@param _ string
---@param given string[]
---@return string[]
function M.of_a_dream(_, given)
  local words = vim.tbl_keys(OF_A_DREAM)
  table.sort(words)
  table.insert(words, 1, 'svg')
  return OF_A_DREAM[given[#given]] and {} or others(words, given)
end

---@param lead string
---@return string[]
function M.filters(lead)
  local sign, typed = lead:match('^(%-?)(.*)$')
  local found = FILTERS
  if vim.startswith(typed, 'kind:') then
    found = vim.tbl_map(function(kind)
      return 'kind:' .. kind
    end, KINDS)
  elseif vim.startswith(typed, 'topic:') then
    found = vim.tbl_map(function(topic)
      return 'topic:' .. topic
    end, require('memo.topics').complete(typed:sub(#'topic:' + 1)))
  end
  return vim.tbl_map(function(filter)
    return sign .. filter
  end, found)
end

---@param lead string
---@return string[]
function M.files(lead)
  return vim.fn.getcompletion(lead, 'file')
end

---The scope of a timeline, then the functions and classes of this file that have memories.
---@param _ string
---@param given string[]
---@return string[]
function M.timeline(_, given)
  if #given == 0 then
    return { 'file', 'project' }
  end
  local found = {} ---@type table<string, true>
  local rows = given[1] == 'file' and require('memo.server').at_once('memo.timeline', require('memo.here').file()) or {}
  for _, row in ipairs(#given == 1 and rows or {}) do
    for _, anchor in ipairs(row.anchors) do
      if anchor.symbol then
        found[anchor.symbol] = true
      end
    end
  end
  local symbols = vim.tbl_keys(found)
  table.sort(symbols)
  return symbols
end

---Passes, and the runs that can be taken back.
---@param _ string
---@param given string[]
---@return string[]
function M.undoable(_, given)
  local words = vim.list_extend({ 'all' }, M.PASSES)
  for _, run in ipairs(require('memo.server').at_once('memo.runs', { limit = 50 }) or {}) do
    if run.changed > 0 and not run.undone_at then
      words[#words + 1] = tostring(run.run)
    end
  end
  return others(words, given)
end

return M

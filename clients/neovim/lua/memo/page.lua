---A memory as a page of markdown, and what its lines lead to: pure.
local escaped = require('memo.markdown').escape
local text = require('memo.text')

local M = {}

local MOST_ANCHORS = 12
local EDGES = {
  supersedes = { 'replaces', 'replaced by' },
  reverts = { 'reverts', 'reverted by' },
  fixes = { 'fixes', 'fixed by' },
  refines = { 'refines', 'refined by' },
  contradicts = { 'contradicts', 'contradicted by' },
  caused_by = { 'caused by', 'caused' },
  part_of = { 'part of', 'made of' },
  archived_into = { 'folded into', 'folded in' },
}

---@class memo.Page
---@field lines string[]
---@field memories table<integer, string> ids, by 1-based line
---@field code table<integer, memo.Anchor> by 1-based line

---@param page memo.Page
---@param line string
local function add(page, line)
  page.lines[#page.lines + 1] = line
end

---What a memory says stands in a fence, as text: nothing in it is a link, a picture or a heading.
---@param page memo.Page
---@param body string
local function quote(page, body)
  local fence = '```'
  for run in body:gmatch('`+') do
    fence = #run >= #fence and run .. '`' or fence
  end
  add(page, fence .. 'text')
  for line in vim.gsplit(vim.trim(text.harmless((body:gsub('\r\n?', '\n')))), '\n', { plain = true }) do
    add(page, line)
  end
  add(page, fence)
end

---@param page memo.Page
---@param title string
local function section(page, title)
  add(page, '')
  add(page, ('**%s**'):format(title))
end

---@param anchor memo.Anchor
---@return string
local function place(anchor)
  local where = anchor.symbol and ('%s :: %s'):format(anchor.path, anchor.symbol) or anchor.path
  return text.dots({ ('`%s`'):format(where:gsub('`', "'")), text.of_code({ anchor }) }, 2)
end

---@param anchors memo.Anchor[]
---@return memo.Anchor[] those that can be gone to first
local function standing_first(anchors)
  local standing, gone = {}, {}
  for _, anchor in ipairs(anchors) do
    table.insert(anchor.state == 'gone' and gone or standing, anchor)
  end
  return vim.list_extend(standing, gone)
end

---@param page memo.Page
---@param anchors memo.Anchor[]
local function code(page, anchors)
  if #anchors == 0 then
    return
  end
  section(page, 'Code')
  local sorted = standing_first(anchors)
  for _, anchor in ipairs(vim.list_slice(sorted, 1, MOST_ANCHORS)) do
    add(page, '- ' .. place(anchor))
    if anchor.state ~= 'gone' then
      page.code[#page.lines] = anchor
    end
  end
  if #sorted > MOST_ANCHORS then
    add(page, ('- and %s'):format(text.counted(#sorted - MOST_ANCHORS, 'more place')))
  end
end

---@param page memo.Page
---@param before string
---@param link memo.Link
local function linked(page, before, link)
  add(page, text.dots({ ('- %s%s'):format(before, escaped(link.title)), text.day(link.created_at) }, 2))
  page.memories[#page.lines] = link.id
end

---@param page memo.Page
---@param memory memo.Memory
local function related(page, memory)
  local parts = {} ---@type table<string, true>
  for _, link in ipairs(memory.beneath) do
    parts[link.id] = true
  end
  local edges = vim.tbl_filter(function(edge)
    return not edge.unmade_at and not (edge.type == 'part_of' and parts[edge.from])
  end, memory.edges)
  if #edges > 0 then
    section(page, 'Related')
  end
  for _, edge in ipairs(edges) do
    local outward = edge.from == memory.id
    local words = (EDGES[edge.type] or { edge.type, edge.type })[outward and 1 or 2]
    linked(page, words .. ': ', { id = outward and edge.to or edge.from, title = edge.title })
  end
  if #memory.beneath > 0 then
    section(page, memory.kind == 'summary' and 'What lies beneath' or 'Made of')
  end
  for _, link in ipairs(memory.beneath) do
    linked(page, '', link)
  end
end

---@param page memo.Page
---@param memory memo.Memory
local function history(page, memory)
  if #memory.history > 0 then
    section(page, 'What became of it')
  end
  for _, run in ipairs(memory.history) do
    local undone = run.undone_at and (', undone %s'):format(text.day(run.undone_at)) or ''
    add(page, ('- %s · %s (run %d%s)'):format(text.day(run.started_at), run.pass, run.run, undone))
  end
end

---@param label string
---@param value? string
---@return string? the two, where there is a value
local function said(label, value)
  return value and value ~= '' and ('%s %s'):format(label, value) or nil
end

---@param memory memo.Memory
---@return string
local function small_print(memory)
  local feedback = memory.feedback or { useful = 0, not_useful = 0 }
  local judged = feedback.useful + feedback.not_useful > 0
  return text.dots({
    said('topic', memory.topic),
    said('tags', table.concat(memory.tags, ', ')),
    said('noted by', memory.origin),
    said('trust', memory.trust),
    said('confidence', memory.confidence),
    judged and ('useful %d, not useful %d'):format(feedback.useful, feedback.not_useful),
    said('commit', (memory.commit or ''):sub(1, 10)),
    said('id', memory.id),
  }, 8)
end

---@param memory memo.Memory
---@param now? number
---@return string
local function first_line(memory, now)
  local age = text.ago(memory.created_at, now)
  return text.dots({
    memory.kind,
    age ~= '' and ('%s (%s)'):format(age, text.day(memory.created_at)),
    memory.branch,
    memory.author,
    memory.pinned and 'pinned',
    text.of_code(memory.anchors),
    memory.valid_to and 'no longer holds',
    memory.state ~= 'active' and memory.state,
  }, 8)
end

---@param memory memo.Memory
---@param why? string[] why it was found
---@param now? number
---@return memo.Page
function M.of(memory, why, now)
  local page = { lines = {}, memories = {}, code = {} } ---@type memo.Page
  add(page, ('**%s**'):format(escaped(memory.title)))
  add(page, escaped(first_line(memory, now)))
  if vim.trim(memory.body or '') ~= '' then
    add(page, '')
    quote(page, memory.body)
  end
  code(page, memory.anchors)
  related(page, memory)
  if why then
    section(page, 'Why it was found')
    for _, words in ipairs(why) do
      add(page, '- ' .. escaped(words))
    end
  end
  history(page, memory)
  add(page, '')
  add(page, ('*%s*'):format(escaped(small_print(memory))))
  return page
end

return M

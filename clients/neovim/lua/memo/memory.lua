---One memory in a float, and what can be done with it there.
local float = require('memo.float')
local page = require('memo.page')
local server = require('memo.server')
local tell = require('memo.tell')

local M = {}

---@return string? id of the memory in the float the cursor is in
function M.id_here()
  local on = float.here()
  return on and on.views[#on.views].memory or nil
end

---@param anchors memo.Anchor[]
---@return memo.Anchor? the first that can be gone to
function M.first_place(anchors)
  for _, anchor in ipairs(anchors) do
    if anchor.state ~= 'gone' then
      return anchor
    end
  end
end

---@param memory memo.Memory
---@param useful boolean
local function judge(memory, useful)
  require('memo.follow').command('memo.feedback', { id = memory.id, useful = useful })
end

local view ---@type fun(memory: memo.Memory, why?: string[]): memo.View

---@param memory memo.Memory
---@param why? string[]
local function pin(memory, why)
  server.call('memo.pin', { id = memory.id, pinned = not memory.pinned }, function(row)
    memory.pinned = row.pinned
    local on = float.here()
    if on then
      float.renew(on, view(memory, why))
    end
  end)
end

---@param memory memo.Memory
local function forget(memory)
  require('memo.curate').forget(memory.id, memory.title, float.close)
end

---@param memory memo.Memory
---@param why? string[]
function view(memory, why)
  local told = page.of(memory, why)
  local follow = {}
  for line, id in pairs(told.memories) do
    follow[line] = function()
      M.open(id)
    end
  end
  for line, anchor in pairs(told.code) do
    follow[line] = function()
      require('memo.jump').to(anchor, memory.project)
    end
  end
  local function to_code(row)
    local anchor = told.code[row] or M.first_place(memory.anchors)
    if anchor then
      require('memo.jump').to(anchor, memory.project)
    else
      tell.done('it belongs to no code that is still there')
    end
  end
  local order = { 'e', 'p', '+', '-', 'd' }
  if M.first_place(memory.anchors) then
    table.insert(order, 1, 'gf')
  end
  return {
    title = require('memo.text').icon(memory.kind) .. ' memory',
    lines = told.lines,
    follow = follow,
    order = order,
    keys = {
      gf = { to_code, 'code' },
      e = {
        function()
          require('memo.edit').edit(memory)
        end,
        'edit',
      },
      p = {
        function()
          pin(memory, why)
        end,
        memory.pinned and 'unpin' or 'pin',
      },
      ['+'] = {
        function()
          judge(memory, true)
        end,
        'useful',
      },
      ['-'] = {
        function()
          judge(memory, false)
        end,
        'not',
      },
      d = {
        function()
          forget(memory)
        end,
        'forget',
      },
    },
    memory = memory.id,
  }
end

---Opens a memory by its id.
---@param id string
---@param why? string[] why it was found, to be shown with it
function M.open(id, why)
  server.call('memo.open', { id = id }, function(memory)
    float.open(view(memory, why))
  end)
end

---Opens several, one below the other.
---@param rows memo.Row[]
---@param told? memo.View what was put together until now
function M.open_all(rows, told)
  told = told or { title = 'memories', lines = {}, follow = {} }
  local first = rows[1]
  if not first then
    return float.open(told)
  end
  server.call('memo.open', { id = first.id }, function(memory)
    if #told.lines > 0 then
      vim.list_extend(told.lines, { '', '---', '' })
    end
    local above, part = #told.lines, view(memory)
    vim.list_extend(told.lines, part.lines)
    for line, follow in pairs(part.follow) do
      told.follow[above + line] = follow
    end
    M.open_all(vim.list_slice(rows, 2), told)
  end)
end

return M

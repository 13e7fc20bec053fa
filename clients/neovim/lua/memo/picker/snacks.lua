---Search in the picker of snacks.nvim: asked anew while one types; the order stays the server's.
local preview = require('memo.preview')

local M = {}

---@return boolean whether its picker is there, and not turned off
function M.present()
  local there, snacks = pcall(require, 'snacks')
  return there and type(snacks.picker) == 'table' and vim.tbl_get(snacks, 'config', 'picker', 'enabled') ~= false
end

---@param search memo.Search
---@return fun(options: table, ctx: table): fun(add: fun(item: table))
local function finder(search)
  return function(_, ctx)
    return function(add)
      local async, words = ctx.async, ctx.filter.search
      local found ---@type memo.Hit[]?
      vim.schedule(function() -- here nothing may be asked
        local cancel = search.ask(words, function(hits, head)
          found, ctx.picker.title = hits, head
          ctx.picker:update_titles()
          async:resume()
        end)
        async:on('abort', vim.schedule_wrap(cancel)) -- nor there
      end)
      while not found do
        async:suspend()
      end
      for _, hit in ipairs(found) do
        add({ text = hit.title, hit = hit, preview = { text = table.concat(preview.lines(hit), '\n') } })
      end
    end
  end
end

---@param search memo.Search
function M.open(search)
  local function on_chosen(act)
    return function(picker, item)
      picker:close()
      if item then
        act(item.hit)
      end
    end
  end
  require('snacks').picker.pick({
    title = 'Memories',
    live = true,
    search = search.text,
    supports_live = true,
    finder = finder(search),
    format = function(item)
      return {
        { preview.title(item.hit) },
        { '  ' },
        { require('memo.text').about(item.hit), 'SnacksPickerComment' },
      }
    end,
    preview = 'preview',
    sort = { fields = { 'idx' } },
    matcher = { sort_empty = false },
    confirm = on_chosen(search.choose),
    actions = { memo_jump = on_chosen(search.jump) },
    win = { input = { keys = { ['<C-g>'] = { 'memo_jump', mode = { 'i', 'n' } } } } },
  })
end

return M

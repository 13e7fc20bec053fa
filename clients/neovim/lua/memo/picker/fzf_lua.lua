---Search in fzf-lua: asked anew while one types; fzf itself neither filters nor sorts.
local preview = require('memo.preview')

local M = {}

---@return boolean
function M.present()
  return pcall(require, 'fzf-lua') and vim.fn.executable('fzf') == 1
end

---A line begins with its hit's number, which fzf does not show.
---@param hits memo.Hit[]
---@param line? string
---@return memo.Hit?
local function hit_of(hits, line)
  return hits[tonumber((line or ''):match('^(%d+)\t'))]
end

---@param search memo.Search
function M.open(search)
  local shown = {} ---@type memo.Hit[]
  local function contents(typed)
    return function(add)
      search.ask(typed[1] or '', function(hits, head)
        shown = hits
        add(('0\t\27[2m%s\27[0m'):format(head))
        for at, hit in ipairs(hits) do
          local about = require('memo.text').about(hit)
          add(('%d\t%s  \27[2m%s\27[0m'):format(at, preview.title(hit), about))
        end
        add(nil)
      end)
    end
  end
  local function on_chosen(act)
    return function(lines)
      local hit = hit_of(shown, lines[1])
      if hit then
        act(hit)
      end
    end
  end
  require('fzf-lua').fzf_live(contents, {
    prompt = 'Memories> ',
    query = search.text,
    exec_empty_query = false,
    winopts = { preview = { wrap = true } },
    fzf_opts = {
      ['--delimiter'] = '\t',
      ['--with-nth'] = '2..',
      ['--header-lines'] = '1',
      ['--no-sort'] = true,
      ['--no-multi'] = true,
    },
    preview = function(lines)
      local hit = hit_of(shown, lines[1])
      return hit and table.concat(preview.lines(hit), '\n') or ''
    end,
    actions = { ['enter'] = on_chosen(search.choose), ['ctrl-g'] = on_chosen(search.jump) },
  })
end

return M

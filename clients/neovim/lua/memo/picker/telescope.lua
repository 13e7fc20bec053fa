---Search in Telescope: asked anew while one types; the order stays the server's.
local preview = require('memo.preview')

local M = {}

---@return boolean
function M.present()
  return (pcall(require, 'telescope.pickers'))
end

---@param hit memo.Hit
---@return table
local function entry(hit)
  local title, about = preview.title(hit), require('memo.text').about(hit)
  return {
    value = hit,
    ordinal = hit.title,
    display = function()
      return ('%s  %s'):format(title, about), { { { #title + 2, #title + 2 + #about }, 'Comment' } }
    end,
  }
end

---@param prompt integer its buffer
---@param head string what stands above the results
local function set_head(prompt, head)
  local picker = require('telescope.actions.state').get_current_picker(prompt)
  local border = vim.tbl_get(picker or {}, 'layout', 'results', 'border')
  if border then
    border:change_title(head)
  end
end

---@param search memo.Search
---@param on_head fun(head: string)
local function finder(search, on_head)
  local channel = require('plenary.async.control').channel
  return require('telescope.finders').new_dynamic({
    entry_maker = entry,
    fn = function(words)
      local send, receive = channel.oneshot()
      search.ask(words, function(hits, head)
        on_head(head)
        send(hits)
      end)
      return receive()
    end,
  })
end

local function previewer()
  return require('telescope.previewers').new_buffer_previewer({
    title = 'Memory',
    define_preview = function(self, chosen)
      vim.api.nvim_buf_set_lines(self.state.bufnr, 0, -1, false, preview.lines(chosen.value))
      vim.wo[self.state.winid].wrap = true
    end,
  })
end

---@param search memo.Search
function M.open(search)
  local actions, state = require('telescope.actions'), require('telescope.actions.state')
  local function on_chosen(act)
    return function(prompt)
      local chosen = state.get_selected_entry()
      actions.close(prompt)
      if chosen then
        act(chosen.value)
      end
    end
  end
  local prompt_buffer ---@type integer
  require('telescope.pickers')
    .new({}, {
      prompt_title = 'Memories',
      default_text = search.text,
      finder = finder(search, function(head)
        set_head(prompt_buffer, head)
      end),
      sorter = require('telescope.sorters').empty(),
      previewer = previewer(),
      attach_mappings = function(prompt, map)
        prompt_buffer = prompt
        actions.select_default:replace(on_chosen(search.choose))
        map({ 'i', 'n' }, '<C-g>', on_chosen(search.jump))
        return true
      end,
    })
    :find()
end

return M

---Search without any other plugin: vim.ui.input asks, vim.ui.select shows.
local M = {}

---@return boolean
function M.present()
  return true
end

---@param search memo.Search
---@param words? string
local function ask(search, words)
  if not words or vim.trim(words) == '' then
    return
  end
  search.ask(words, function(hits, head)
    if #hits == 0 then
      return require('memo.tell').done(('nothing is known of “%s”'):format(words))
    end
    local options = { prompt = head, format_item = require('memo.curate').line }
    require('memo.choose').from(hits, options, function(hit)
      if hit then
        search.choose(hit)
      end
    end)
  end)
end

---@param search memo.Search
function M.open(search)
  if search.text ~= '' then
    return ask(search, search.text)
  end
  vim.ui.input({ prompt = 'Search memories: ' }, function(words)
    ask(search, words)
  end)
end

return M

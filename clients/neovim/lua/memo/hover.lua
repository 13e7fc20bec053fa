---A hover's links become keys. The server is told that command links are followed here; before the float is made, those
---lines are taken out of its answer, and one line names the keys that do the same once the cursor is in the float.
local M = {}

local LINK = '%[([^%]]*)%]%(command:(memo%.%a+)%?([%w%%._~-]*)%)'
local BETWEEN = ' · '
local ICON = '^([^%w%s*]+)\239\184\143 %*%*' -- begins a card; without the selector it is as in every list
local MARK = 'K again:' -- begins the line of keys

---@class memo.HoverLink
---@field label string
---@field command string
---@field argument table

---@class memo.HoverCard
---@field first string its first line, as the float shows it
---@field links table<string, memo.HoverLink> by label

---@param line string
---@return memo.HoverLink[]? nil for a line that holds anything else
local function links_of(line)
  local found = {}
  for part in vim.gsplit(vim.trim(line), BETWEEN, { plain = true }) do
    local label, command, encoded = part:match('^' .. LINK .. '$')
    local read, arguments = pcall(vim.json.decode, vim.uri_decode(encoded or ''))
    if not label or not read or type(arguments) ~= 'table' then
      return nil
    end
    found[#found + 1] = { label = label, command = command, argument = arguments[1] or {} }
  end
  return found
end

---@param links memo.HoverLink[]
---@param name string
---@return memo.HoverLink?
local function labelled(links, name)
  for _, link in ipairs(links) do
    if link.label == name or vim.endswith(link.label, ' ' .. name) then
      return link
    end
  end
end

---@class memo.HoverText
---@field lines string[] without links
---@field cards memo.HoverCard[]
---@field more? memo.HoverLink the rest of what was found

---@param markdown string
---@return memo.HoverText
function M.read(markdown)
  local told = { lines = {}, cards = {} } ---@type memo.HoverText
  local first ---@type string? of the card being read
  for line in vim.gsplit(markdown, '\n', { plain = true }) do
    local links = links_of(line)
    local more = links and labelled(links, 'more')
    if line == '---' then
      first = nil
    elseif not links and vim.trim(line) ~= '' then
      first = first or vim.trim((line:gsub(ICON, '%1 **')))
    end
    if not links then
      told.lines[#told.lines + 1] = line:gsub(ICON, '%1 **')
    elseif labelled(links, 'open') then
      local card = { first = first or '', links = {} }
      for _, link in ipairs(links) do
        card.links[link.label] = link
      end
      told.cards[#told.cards + 1] = card
    elseif more and more.command == 'memo.search' then
      told.more = more
    end
  end
  return told
end

---@param told memo.HoverText
---@return string
local function keys_line(told)
  local keys = { '`⏎` open', '`+` useful', '`-` not', '`?` why' }
  if told.more then
    keys[#keys + 1] = ('`m` %s'):format(told.more.label)
  end
  return ('%s %s'):format(MARK, table.concat(keys, BETWEEN))
end

---@param told memo.HoverText
---@return string markdown
local function written(told)
  local lines = vim.deepcopy(told.lines)
  while #lines > 0 and (vim.trim(lines[#lines]) == '' or lines[#lines] == '---') do
    lines[#lines] = nil
  end
  vim.list_extend(lines, { '', '---', '', keys_line(told) })
  return table.concat(lines, '\n')
end

---@param buf integer of the float
---@param told memo.HoverText
---@return memo.HoverCard? the one the cursor is in: the last that begins at it or above
local function card_here(buf, told)
  local at, row = 1, vim.api.nvim_win_get_cursor(0)[1]
  local here = told.cards[1]
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, row, false)) do
    local card = told.cards[at]
    if card and number <= row and vim.trim(line) == card.first then
      here, at = card, at + 1
    end
  end
  return here
end

---@param buf integer of the float
---@param told memo.HoverText
local function map(buf, told)
  local function key(lhs, label, closes)
    vim.keymap.set('n', lhs, function()
      local card = card_here(buf, told)
      local link = label == 'search' and told.more or (card and card.links[label])
      if closes then
        vim.api.nvim_win_close(0, true)
      end
      if link then
        require('memo.follow').command(link.command, link.argument)
      end
    end, { buffer = buf, nowait = true, silent = true, desc = 'memo: ' .. label })
  end
  key('<CR>', 'open', true)
  key('+', 'useful', false)
  key('-', 'not useful', false)
  key('?', 'more', true)
  if told.more then
    key('m', 'search', true)
  end
end

---@param buf integer
---@param told memo.HoverText
---@return integer? first 0-based row of what is ours
---@return integer? last
local function ours(buf, told)
  local first, last
  for row, line in ipairs(vim.api.nvim_buf_get_lines(buf, 0, -1, false)) do
    first = first or (vim.trim(line) == told.cards[1].first and row - 1 or nil)
    last = vim.startswith(line, MARK) and row - 1 or last
  end
  return first, last
end

---Once the float that shows this is there, its keys are, too.
---@param told memo.HoverText
local function wait_for(told)
  vim.api.nvim_create_autocmd({ 'FileType', 'WinEnter' }, {
    group = vim.api.nvim_create_augroup('memo.hover', {}), -- the hover before is forgotten
    callback = function(event)
      local first, last = ours(event.buf, told)
      if vim.bo[event.buf].buftype == 'nofile' and first and last then
        map(event.buf, told)
        require('memo.markdown').hide_backslashes(event.buf, first, last)
        return true
      end
    end,
  })
end

---@param result? lsp.Hover
---@return lsp.Hover?
local function with_keys(result)
  local contents = result and result.contents
  if type(contents) ~= 'table' or contents.kind ~= 'markdown' then
    return result
  end
  local told = M.read(contents.value)
  if #told.cards == 0 then
    return result
  end
  wait_for(told)
  return vim.tbl_extend('force', result, { contents = { kind = 'markdown', value = written(told) } })
end

---From now on, answers to this client's hovers come with keys instead of links, whoever asks.
---@param client vim.lsp.Client
function M.give_keys(client)
  local request = client.request
  ---@diagnostic disable-next-line: duplicate-set-field
  client.request = function(self, method, params, handler, bufnr)
    if method ~= 'textDocument/hover' or not handler then
      return request(self, method, params, handler, bufnr)
    end
    return request(self, method, params, function(err, result, ctx)
      return handler(err, with_keys(result), ctx)
    end, bufnr)
  end
end

return M

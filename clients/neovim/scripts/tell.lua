-- Prints as JSON what the help says of the code: options, subcommands, maps, and the functions of require('memo').
--   nvim --headless -u NONE -i NONE -n -l scripts/tell.lua CLIENT_FOLDER
local folder = _G.arg[1]
vim.opt.runtimepath:prepend(folder)
vim.cmd.runtime('plugin/memo.lua')

---@return table[] maps in the order of their names
local function maps()
  local found = {} ---@type table<string, table>
  for _, mode in ipairs({ 'n', 'x' }) do
    for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
      local name = map.lhs:match('^<Plug>%(memo%-.*%)$')
      if name then
        found[name .. mode] = { lhs = name, mode = mode, desc = map.desc }
      end
    end
  end
  return vim
    .iter(vim.spairs(found))
    :map(function(_, map)
      return map
    end)
    :totable()
end

---@return table[] functions in the order of the file
local function functions()
  local found, comment = {}, {}
  for line in io.lines(folder .. '/lua/memo/init.lua') do
    local name, parameters = line:match('^function M%.(%w+)%((.*)%)$')
    if name then
      found[#found + 1] = { name = name, parameters = parameters, comment = comment }
    end
    local said = line:match('^%-%-%-(.*)$')
    comment = said and vim.list_extend(comment, { said }) or {}
  end
  return found
end

local function plain(items, names)
  return vim.tbl_map(function(item)
    local kept = {}
    for _, name in ipairs(names) do
      kept[name] = item[name]
    end
    return kept
  end, items)
end

io.stdout:write(vim.json.encode({
  options = plain(require('memo.config').options, { 'name', 'takes', 'default', 'doc' }),
  subcommands = plain(require('memo.commands').subcommands, { 'name', 'takes', 'doc' }),
  maps = maps(),
  functions = functions(),
}))

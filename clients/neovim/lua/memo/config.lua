---The client's own options, each declared once: its default, what it takes, what it means. The help is made from this.
---What the server can be told is in |memo-settings|.
local M = {}

---@class memo.Option
---@field name string
---@field takes string a Lua type, or the words it may be, as '"a"|"b"'
---@field default any
---@field doc string

---@type memo.Option[]
M.options = {
  {
    name = 'enable',
    takes = 'boolean',
    default = true,
    doc = "Starts the server for every file, as `vim.lsp.enable('memo')` does.",
  },
  {
    name = 'cmd',
    takes = 'string[]?',
    doc = 'The command of the server. Unset: `memo-lsp serve`, from $PATH.',
  },
  {
    name = 'settings',
    takes = 'memo.Settings?',
    doc = 'What the server is told, without the leading `memo.`: `{ hover = { limit = 5 } }`; see |memo-settings|.',
  },
  {
    name = 'trusted',
    takes = 'boolean',
    default = true,
    doc = 'Whether this workspace is trusted. Where it is not, nothing is captured.',
  },
  {
    name = 'picker',
    takes = '"auto"|"select"|"telescope"|"fzf-lua"|"snacks"',
    default = 'auto',
    doc = 'What a search is shown in. `auto`: Telescope, fzf-lua or snacks.nvim, the first that is there, else |vim.ui.select()|.',
  },
  {
    name = 'hover_keys',
    takes = 'boolean',
    default = true,
    doc = 'Gives the float of a hover keys, named in its last line, that work once the cursor is in it.',
  },
  {
    name = 'diagnostics',
    takes = 'boolean',
    default = true,
    doc = 'Tells the server which diagnostics are shown, so that errors which go away by an edit become memories.',
  },
  {
    name = 'terminals',
    takes = 'boolean',
    default = true,
    doc = 'Tells the server of commands that ended in a |terminal|, so that a test that failed and then passed becomes a memory.',
  },
  {
    name = 'activity',
    takes = 'boolean',
    default = true,
    doc = 'Tells the server, at most every 30 seconds, that somebody reads or moves, so that consolidation waits for a rest.',
  },
  {
    name = 'renames',
    takes = 'boolean',
    default = true,
    doc = 'Tells the server of files renamed in oil.nvim and mini.files, so that memories go with them.',
  },
  {
    name = 'virtual_text',
    takes = 'boolean',
    default = false,
    doc = 'Shows behind a definition how many memories belong to it. Turns on the setting `memo.lens.enabled`.',
  },
  {
    name = 'signs',
    takes = 'boolean',
    default = false,
    doc = 'Shows a sign beside a definition that memories belong to. Turns on the setting `memo.lens.enabled`.',
  },
  {
    name = 'summarize',
    takes = 'function?',
    doc = 'Asks a language model of yours, for `memo.summarize.provider = "editor"`; see |memo-summarize|.',
  },
}

local WANTED = {
  boolean = 'true or false',
  ['function'] = 'a function',
  ['string[]'] = 'a list of words',
  ['memo.Settings'] = 'a table of settings, without their leading `memo`',
}

---@type memo.Options
local values

---@return memo.Options
local function defaults()
  local found = {}
  for _, option in ipairs(M.options) do
    found[option.name] = option.default
  end
  return found
end

---@param value any
---@return boolean
local function is_text(value)
  return type(value) == 'string' and value ~= ''
end

---@param option memo.Option
---@param value any
---@return boolean
local function fits(option, value)
  local takes = option.takes:gsub('%?$', '')
  if takes:find('"', 1, true) then
    return type(value) == 'string' and takes:find(('"%s"'):format(value), 1, true) ~= nil
  end
  if takes == 'string[]' then
    return type(value) == 'table' and vim.islist(value) and #value > 0 and vim.iter(value):all(is_text)
  end
  if takes == 'memo.Settings' then
    return type(value) == 'table' and value.memo == nil
  end
  return type(value) == takes
end

---@return memo.Options options as they are now
function M.get()
  values = values or defaults()
  return values
end

---@param option memo.Option
---@return string what it takes, in words
local function wanted(option)
  if option.takes:find('"', 1, true) then
    return 'one of ' .. option.takes:gsub('"', ''):gsub('|', ', ')
  end
  return WANTED[option.takes:gsub('%?$', '')]
end

---Takes what fits; what does not is named once, and its default used.
---@param given any
---@return memo.Options
function M.set(given)
  local found, known = defaults(), {}
  if type(given) ~= 'table' then
    require('memo.tell').trouble('setup wants a table of options')
    given = {}
  end
  for _, option in ipairs(M.options) do
    known[option.name] = true
    local value = given[option.name]
    if value ~= nil and fits(option, value) then
      found[option.name] = value
    elseif value ~= nil then
      require('memo.tell').trouble(('setup: %s wants %s'):format(option.name, wanted(option)))
    end
  end
  for name in pairs(given) do
    if not known[name] then
      require('memo.tell').trouble(('setup: there is no option %s'):format(name))
    end
  end
  values = found
  return found
end

return M

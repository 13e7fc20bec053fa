---From a memory to the code it is about.
local server = require('memo.server')
local tell = require('memo.tell')

local M = {}

local projects = {} ---@type table<integer, string> by client id

---@param client vim.lsp.Client
---@param on_known fun(project?: string) the project of this window, as memories name it
local function with_project(client, on_known)
  if projects[client.id] then
    return on_known(projects[client.id])
  end
  server.call('memo.timeline', { limit = 1 }, function(rows)
    projects[client.id] = rows[1] and rows[1].project
    on_known(projects[client.id])
  end)
end

---@param symbol string such as `Basket.add`
---@return string its last name
local function last_name(symbol)
  return symbol:match('[^.:]+$') or symbol
end

---Puts the cursor on the name, at the line where it was last seen or as near to it as it is now.
---@param anchor memo.Anchor
local function find(anchor)
  local line = math.min(anchor.line or 1, vim.api.nvim_buf_line_count(0))
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  if not anchor.symbol then
    return
  end
  local pattern = [[\V\C\<]] .. vim.fn.escape(last_name(anchor.symbol), [[\/]]) .. [[\>]]
  if vim.fn.search(pattern, 'cW', line) == 0 then
    vim.fn.search(pattern, 'cw')
  end
  vim.cmd('normal! zv')
end

---@param path string
---@param anchor memo.Anchor
local function edit(path, anchor)
  require('memo.float').close()
  vim.cmd("normal! m'")
  if vim.fs.normalize(vim.api.nvim_buf_get_name(0), { expand_env = false }) ~= path then
    vim.cmd('silent edit ' .. vim.fn.fnameescape(path))
  end
  find(anchor)
end

---@param anchor memo.Anchor
---@param project? string whose memory it is
function M.to(anchor, project)
  server.ready(function(client)
    with_project(client, function(ours)
      local root = client.root_dir or vim.fn.getcwd()
      local path = vim.fs.normalize(vim.fs.joinpath(root, anchor.path), { expand_env = false })
      if project and ours and project ~= ours then
        tell.done('that is code of another project')
      elseif not vim.uv.fs_stat(path) then
        tell.done(('%s is no longer there'):format(anchor.path))
      else
        edit(path, anchor)
      end
    end)
  end)
end

return M

-- What the stories of Neovim share. Each prints `ok NAME` for what held and ends with 1 at the first that did not.
local M = {}

M.file, M.client_folder = _G.arg[1], _G.arg[2]

---@param name string
---@param held any
---@param seen? any
function M.check(name, held, seen)
  if not held then
    io.stdout:write(('FAIL %s: %s\n'):format(name, vim.inspect(seen)))
    os.exit(1)
  end
  io.stdout:write('ok ' .. name .. '\n')
end

---@param condition fun(): any
---@param seconds? integer
function M.wait(condition, seconds)
  return vim.wait((seconds or 15) * 1000, function() return condition() and true or false end, 10)
end

---@param name string
---@param condition fun(): any
---@param look? fun(): any
function M.await(name, condition, look)
  M.check(name, M.wait(condition), look and look() or nil)
end

-- As a start with the plugin on the 'runtimepath', which a script has to do by itself.
function M.load_plugin()
  vim.opt.runtimepath:prepend(M.client_folder)
  vim.cmd('filetype on')
  vim.cmd.runtime('plugin/memo.lua')
end

---@param buf? integer
---@return vim.lsp.Client?
function M.memo(buf)
  local client = vim.lsp.get_clients({ bufnr = buf or 0, name = 'memo' })[1]
  return client and client.initialized and client or nil
end

---@param row integer 1-based
---@param text string
---@return integer column of its first byte in that line
function M.column(row, text)
  local line = vim.api.nvim_buf_get_lines(0, row - 1, row, true)[1]
  return assert(line:find(text, 1, true), text .. ' is not in line ' .. row) - 1
end

---@param row integer
---@param text string
function M.go(row, text)
  vim.api.nvim_win_set_cursor(0, { row, M.column(row, text) })
end

---@return integer? window
function M.float()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= '' then
      return win
    end
  end
end

---@return string what the float says; empty if there is none
function M.float_text()
  local win = M.float()
  return win and table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n') or ''
end

---@param words string
function M.float_says(words)
  M.await(('float says “%s”'):format(words), function() return M.float_text():find(words, 1, true) end, M.float_text)
end

function M.close_floats()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= '' then
      vim.api.nvim_win_close(win, true)
    end
  end
end

---@param row integer
---@param word string
---@return string text of the float, empty if none came up
function M.hover(row, word)
  M.close_floats()
  M.go(row, word)
  vim.lsp.buf.hover({ silent = true })
  M.wait(M.float, 3)
  return M.float_text()
end

---Types keys as a person does.
---@param keys string
function M.type(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'mx', false)
end

---Chooses the line that says this from the next list shown, and keeps its lines; then those from the lists after it.
---@param words string
---@return { lines: string[], prompt?: string } seen
function M.will_choose(words, ...)
  local seen, others = { lines = {} }, { ... }
  local select = vim.ui.select
  vim.ui.select = function(items, options, on_choice)
    vim.ui.select = select
    if #others > 0 then
      M.will_choose(unpack(others))
    end
    seen.prompt = options.prompt
    local chosen
    for at, item in ipairs(items) do
      seen.lines[at] = (options.format_item or tostring)(item)
      chosen = chosen or (seen.lines[at]:find(words, 1, true) and at or nil)
    end
    on_choice(items[chosen], chosen)
  end
  return seen
end

---@param answer string
---@return fun(): table options with which it was asked for
function M.will_type(answer)
  local input, asked = vim.ui.input, nil
  vim.ui.input = function(options, on_confirm)
    vim.ui.input, asked = input, options
    on_confirm(answer)
  end
  return function() return asked end
end

---@param command string
---@param argument table
---@return any result
function M.ask(command, argument)
  local params = { command = command, arguments = { next(argument) and argument or vim.empty_dict() } }
  local client = M.memo() or assert(vim.lsp.get_clients({ name = 'memo' })[1])
  local reply = assert(client:request_sync('workspace/executeCommand', params, 20000, 0))
  assert(not reply.err, vim.inspect(reply.err))
  return reply.result
end

---@param title string
---@return table? hit
function M.found(title)
  for _, hit in ipairs(M.ask('memo.search', { text = title }).hits) do
    if hit.title:find(title, 1, true) then
      return hit
    end
  end
end

---What is shown in the line below, from now on.
---@return fun(): string[]
function M.echoed()
  local lines, echo = {}, vim.api.nvim_echo
  vim.api.nvim_echo = function(chunks, ...)
    lines[#lines + 1] = chunks[1][1]
    return echo(chunks, ...)
  end
  return function() return lines end
end

---@return string
function M.messages()
  return vim.trim(vim.fn.execute('messages'))
end

---A server that lives in Neovim, and knows one thing.
---@param answers table<string, any> by method
function M.other_server(answers)
  local function cmd()
    local closing = false
    return {
      request = function(method, _, callback)
        if method == 'initialize' then
          callback(nil, { capabilities = { hoverProvider = true } })
        else
          callback(nil, answers[method])
        end
        return true, 1
      end,
      notify = function() return true end,
      is_closing = function() return closing end,
      terminate = function() closing = true end,
    }
  end
  vim.lsp.start({ name = 'other', cmd = cmd, root_dir = vim.fs.dirname(M.file) })
end

return M

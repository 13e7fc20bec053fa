---How many memories belong to a definition: virtual text behind it, or a sign beside it.
local config = require('memo.config')

local M = {}

local REST = 300 -- milliseconds
local space = vim.api.nvim_create_namespace('memo.marks')
local waiting = {} ---@type table<integer, true> buffers that will be marked soon

---@param lenses lsp.CodeLens[]
---@return table<integer, string> what stands behind a line, by 0-based row; the same is not said twice
local function told(lenses)
  local rows = {} ---@type table<integer, string>
  for _, lens in ipairs(lenses) do
    local row, title = lens.range.start.line, lens.command and lens.command.title or ''
    local before = rows[row]
    rows[row] = before and before ~= title and ('%s, %s'):format(before, title) or title
  end
  return rows
end

---@param buf integer
---@param row integer 0-based
---@param title string
local function mark(buf, row, title)
  local off = not config.get().virtual_text and not config.get().signs
  if off or row >= vim.api.nvim_buf_line_count(buf) then
    return
  end
  vim.api.nvim_buf_set_extmark(buf, space, row, 0, {
    virt_text = config.get().virtual_text and { { '  ' .. title, 'MemoVirtualText' } } or nil,
    hl_mode = 'combine',
    sign_text = config.get().signs and '∙' or nil,
    sign_hl_group = 'MemoSign',
  })
end

---@param buf integer
local function ask(buf)
  waiting[buf] = nil
  local client = vim.api.nvim_buf_is_loaded(buf) and vim.lsp.get_clients({ name = 'memo', bufnr = buf })[1]
  if not client then
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(buf) }
  client:request('textDocument/codeLens', params, function(_, lenses)
    if vim.api.nvim_buf_is_loaded(buf) then
      vim.api.nvim_buf_clear_namespace(buf, space, 0, -1)
      for row, title in pairs(told(lenses or {})) do
        mark(buf, row, title)
      end
    end
  end, buf)
end

---Marks a buffer anew, soon.
---@param buf integer
function M.later(buf)
  if not waiting[buf] then
    waiting[buf] = true
    vim.defer_fn(function()
      ask(buf)
    end, REST)
  end
end

local function everywhere()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'memo' })) do
    for buf in pairs(client.attached_buffers) do
      M.later(buf)
    end
  end
end

---Marks every buffer by the options as they are now.
function M.begin()
  vim.api.nvim_set_hl(0, 'MemoVirtualText', { link = 'LspCodeLens', default = true })
  vim.api.nvim_set_hl(0, 'MemoSign', { link = 'DiagnosticSignHint', default = true })
  local group = vim.api.nvim_create_augroup('memo.marks', {})
  if not config.get().virtual_text and not config.get().signs then
    for _, buf in ipairs(vim.api.nvim_list_bufs()) do
      vim.api.nvim_buf_clear_namespace(buf, space, 0, -1)
    end
    return
  end
  vim.api.nvim_create_autocmd({ 'BufWritePost', 'InsertLeave', 'TextChanged' }, {
    group = group,
    callback = function(event)
      M.later(event.buf)
    end,
  })
  vim.api.nvim_create_autocmd('User', { group = group, pattern = 'MemoChanged', callback = everywhere })
  everywhere()
end

return M

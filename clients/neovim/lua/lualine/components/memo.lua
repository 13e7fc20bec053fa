---A component for lualine: `sections = { lualine_x = { 'memo' } }`.
local component = require('lualine.component'):extend()

function component:init(options)
  component.super.init(self, options)
  vim.api.nvim_create_autocmd('User', {
    group = vim.api.nvim_create_augroup('memo.lualine', {}),
    pattern = 'MemoStatus',
    callback = function()
      require('lualine').refresh()
    end,
  })
end

---@return string
function component:update_status()
  return (require('memo').status():gsub('%%', '%%%%'))
end

return component

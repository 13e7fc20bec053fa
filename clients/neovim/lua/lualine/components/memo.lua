---A component for lualine: `sections = { lualine_x = { 'memo' } }`.
local component = require('lualine.component'):extend()

---@return string
function component:update_status()
  return (require('memo').status():gsub('%%', '%%%%'))
end

return component

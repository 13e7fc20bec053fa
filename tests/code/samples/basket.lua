local M = {}
M.limit = 3
local total, other = 1, 2
function M.add(item) return item end
function M:remove(item) local function helper() end end
local function hidden() end
function global() end
M.f = function(x) return x end
local twice = function(x) return x * 2 end
M.sub = { go = function() end, x = 1, ["odd key"] = function() end }
function M.a.b.c() end
setmetatable(M, { __index = function(t, k) end })
return M

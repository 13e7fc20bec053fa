-- Lua as Neovim runs it. `vim` is written to where options and variables are set.
std = 'luajit'
globals = { 'vim' }
max_line_length = 120
exclude_files = { 'lua/memo/_types.lua', 'lua/memo/_settings.lua' }

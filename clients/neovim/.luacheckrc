-- Lua as Neovim runs it. `vim` is written to where options and variables are set.
std = 'luajit'
globals = { 'vim' }
max_line_length = 120
max_string_line_length = false -- sentences of the help
exclude_files = { 'lua/memo/_types.lua', 'lua/memo/_settings.lua' }

-- Lua as Neovim runs it. `vim` is written to where options and variables are set.
std = 'luajit'
globals = { 'vim' }
self = false -- a method may do without it
max_line_length = 120
exclude_files = { '**/_types.lua', '**/_settings.lua' }
-- Sentences of the help, each a line.
files['**/config.lua'] = { max_line_length = false }
files['**/commands.lua'] = { max_line_length = false }
-- What a story says of a thing stands beside it.
files['**/tests/**'] = { max_line_length = false, ignore = { '212' } }

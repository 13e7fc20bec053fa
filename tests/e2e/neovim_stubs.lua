-- The pickers that others write, as far as their documentation goes: what a caller hands over, and when it is called.
-- Each `open` picker can be typed into, and shows what it was given, in the order in which it would.
local M = {}

local PROMPT = 7 -- Telescope's buffer that is typed into
local open ---@type { rows: any[], head: string, type: fun(words: string), press: fun(key: string, at: integer) }?

---@return table
function M.picker()
  return assert(open, 'no picker is open')
end

---@return boolean
function M.is_open()
  return open ~= nil
end

-- telescope.nvim: `finders.new_dynamic` runs `fn` in a coroutine for each prompt; an entry has `display`, `ordinal`,
-- `value`; a sorter scores entries; `attach_mappings` may replace `actions.select_default` and map keys.
function M.telescope()
  local selected
  local default
  local select_default = setmetatable({}, {
    __index = {
      replace = function(_, with) default = with end,
    },
  })
  local preload = package.preload
  preload['telescope.finders'] = function()
    return { new_dynamic = function(options) return options end }
  end
  preload['telescope.sorters'] = function()
    return { empty = function() return { scoring_function = function() return 1 end } end }
  end
  preload['telescope.previewers'] = function()
    return { new_buffer_previewer = function(options) return options end }
  end
  preload['telescope.actions'] = function()
    return { close = function() open = nil end, select_default = select_default }
  end
  preload['telescope.actions.state'] = function()
    return {
      get_selected_entry = function() return selected end,
      get_current_picker = function(prompt)
        assert(prompt == PROMPT)
        local border = { change_title = function(_, title) M.picker().head = title end }
        return { layout = { results = { border = border } } }
      end,
    }
  end
  preload['plenary.async.control'] = function()
    local function oneshot()
      local waiting, answer
      local function send(value)
        answer = { value }
        if waiting then
          coroutine.resume(waiting)
        end
      end
      local function receive()
        if not answer then
          waiting = coroutine.running()
          coroutine.yield()
        end
        return answer[1]
      end
      return send, receive
    end
    return { channel = { oneshot = oneshot } }
  end
  preload['telescope.pickers'] = function()
    return {
      new = function(_, defaults)
        local keys = {}
        local picker = { rows = {}, defaults = defaults }
        function picker.type(words)
          coroutine.wrap(function()
            local results = defaults.finder.fn(words)
            picker.rows = {}
            for _, result in ipairs(results) do
              local entry = defaults.finder.entry_maker(result)
              assert(defaults.sorter.scoring_function(defaults.sorter, words, entry.ordinal) == 1)
              table.insert(picker.rows, entry)
            end
          end)()
        end
        function picker.text(at)
          return (picker.rows[at].display(picker.rows[at]))
        end
        function picker.preview(at)
          local buf, win = vim.api.nvim_create_buf(false, true), vim.api.nvim_get_current_win()
          defaults.previewer.define_preview({ state = { bufnr = buf, winid = win } }, picker.rows[at])
          return table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n')
        end
        function picker.press(key, at)
          selected = picker.rows[at]
          local act = key == '<CR>' and default or keys[key]
          act(PROMPT)
        end
        return {
          find = function()
            open = picker
            assert(defaults.attach_mappings(PROMPT, function(modes, key, act)
              assert(vim.deep_equal(modes, { 'i', 'n' }))
              keys[key] = act
            end))
            picker.type(defaults.default_text)
          end,
        }
      end,
    }
  end
end

-- fzf-lua: `fzf_live(contents, opts)` calls `contents({ query })` for each query, which gives a function that is
-- called with one to add lines with, and nil at the end; actions get the selected lines.
function M.fzf_lua()
  package.preload['fzf-lua'] = function()
    return {
      fzf_live = function(contents, options)
        local picker = { rows = {}, options = options }
        function picker.type(words)
          local lines = {}
          contents({ words })(function(line)
            if line then
              table.insert(lines, line)
            else -- the first `--header-lines` are no rows
              assert(options.fzf_opts['--header-lines'] == '1')
              picker.head = table.remove(lines, 1):match('^%d+\t\27%[2m(.*)\27%[0m$')
              picker.rows = lines
            end
          end)
        end
        function picker.text(at)
          return picker.rows[at]:match('^%d+\t(.*)$') -- as `--with-nth=2..` shows it
        end
        function picker.preview(at)
          return options.preview({ picker.rows[at] })
        end
        function picker.press(key, at)
          open = nil
          options.actions[key == '<CR>' and 'enter' or 'ctrl-g']({ picker.rows[at] })
        end
        open = picker
        picker.type(options.query)
      end,
    }
  end
end

-- snacks.nvim: `picker.pick(opts)` calls `finder(opts, ctx)` for each search; the function it gives runs in a coroutine
-- outside of the main loop, adds items, and may suspend `ctx.async`. Actions get the picker and the item.
function M.snacks()
  package.preload['snacks'] = function()
    local function pick(options)
      local picker, aborted = { rows = {}, options = options, title = options.title }, {}
      function picker.update_titles() picker.head = picker.title end
      function picker.type(words)
        local async, co = {}, nil
        function async.suspend() coroutine.yield() end
        function async.resume() coroutine.resume(co) end
        function async.on(_, event, act) aborted[#aborted + 1] = event == 'abort' and act or nil end
        co = coroutine.create(function()
          for at = #aborted, 1, -1 do
            table.remove(aborted, at)()
          end
          local items = {}
          local ctx = { filter = { search = words }, async = async, picker = picker }
          options.finder(options, ctx)(function(item)
            item.idx = #items + 1
            table.insert(items, item)
          end)
          picker.rows = items
        end)
        local timer = assert(vim.uv.new_timer())
        timer:start(0, 0, function() -- where the API must not be called
          timer:close()
          assert(coroutine.resume(co))
        end)
      end
      function picker.text(at)
        return vim.iter(options.format(picker.rows[at])):map(function(chunk) return chunk[1] end):join('')
      end
      function picker.preview(at)
        assert(options.preview == 'preview')
        return picker.rows[at].preview.text
      end
      function picker.press(key, at)
        local name = key ~= '<CR>' and options.win.input.keys[key][1]
        local act = name and options.actions[name] or options.confirm
        act({ close = function() open = nil end }, picker.rows[at])
      end
      open = picker
      picker.type(options.search)
    end
    return { picker = { pick = pick }, config = { picker = {} } }
  end
end

return M

---The person's own language model, asked on the server's behalf; only where they gave a function for it.
local M = {}

---Runs in the coroutine that answers the server, which may wait.
---@param asked memo.Summarize
---@return { text: string }? answer
---@return lsp.ResponseError? refusal
function M.answer(asked)
  local ask = require('memo.config').get().summarize
  local waiting = assert(coroutine.running())
  local text ---@type string?
  local answered, waits = false, false
  local function done(said)
    if answered then
      return
    end
    text, answered = said, true
    if waits then
      coroutine.resume(waiting)
    end
  end
  local called, trouble = pcall(ask or error, asked, vim.schedule_wrap(done))
  if called and not answered then
    waits = true
    coroutine.yield()
  end
  if called and type(text) == 'string' and vim.trim(text) ~= '' then
    return { text = text }
  end
  local why = called and 'no answer' or tostring(trouble)
  return nil, vim.lsp.rpc_response_error(vim.lsp.protocol.ErrorCodes.RequestFailed, why)
end

return M

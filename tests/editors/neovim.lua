-- What tests/editors/run.py has Neovim do: opens a wrong program, repairs, completes, renames and lays it out by its own
-- client, and writes what came of it as JSON.
local out = {}

local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then
    error('waited in vain for ' .. what)
  end
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 30000)
  for _, answer in pairs(answers or {}) do
    return answer.result, answer.error
  end
end

local function run()
  vim.cmd('edit ' .. vim.env.MARINER_SOURCE)
  wait('the client', function() return #vim.lsp.buf_get_clients(0) > 0 end)
  wait('the words of the tutor', function()
    local found = vim.diagnostic.get(0)
    return #found > 0 and found[1].message:find('write') ~= nil
  end)
  local wrong = vim.diagnostic.get(0)[1]
  out.diagnostic = { line = wrong.lnum, from = wrong.col, to = wrong.end_col, message = wrong.message }

  vim.api.nvim_win_set_cursor(0, { wrong.lnum + 1, wrong.col })
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = {} }
  local actions = ask('textDocument/codeAction', params)
  local encoding = vim.lsp.get_client_by_id(vim.tbl_keys(vim.lsp.buf_get_clients(0))[1]).offset_encoding
  vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding)
  wait('the end of the error', function() return #vim.diagnostic.get(0) == 0 end)
  out.fixed = vim.api.nvim_buf_get_lines(0, 0, -1, false)

  vim.api.nvim_win_set_cursor(0, { 2, 8 })
  local completion = ask('textDocument/completion', vim.lsp.util.make_position_params())
  out.completion = {}
  for _, item in ipairs(completion.items) do
    table.insert(out.completion, item.label)
  end

  vim.api.nvim_win_set_cursor(0, { 2, 1 })
  vim.lsp.buf.rename('again')
  wait('the new name', function() return vim.api.nvim_buf_get_lines(0, 1, 2, false)[1]:find('again') ~= nil end)
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 30000 })
  else
    vim.lsp.buf.formatting_sync(nil, 30000)
  end
  out.lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local fine, trouble = pcall(run)
if not fine then
  out.trouble = tostring(trouble)
end
local file = io.open(vim.env.MARINER_OUTPUT, 'w')
file:write(vim.json and vim.json.encode(out) or vim.fn.json_encode(out))
file:close()
vim.cmd('qall!')

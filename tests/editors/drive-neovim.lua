-- Drives Neovim through the recipe, as a user does, and writes what was seen as JSON.
vim.opt.runtimepath:append(vim.env.RECIPE)
package.path = vim.env.RECIPE .. "/?.lua;" .. package.path
vim.cmd("filetype on")
local seen = {}
local waited = 120000
local function wait(what, done)
  if not vim.wait(waited, done, 100) then
    error("waited in vain for " .. what)
  end
end
local ok, failure = pcall(function()
  require("loopwright").setup({ cmd = { vim.env.PYTHON, "-m", "loopwright", "lsp" }, settings = { model = { enable = false } } })
  vim.cmd("edit " .. vim.env.FILE)
  wait("a hint", function() return #vim.diagnostic.get(0) > 0 end)
  seen.diagnostics = vim.tbl_map(function(d) return { line = d.lnum + 1, message = d.message } end, vim.diagnostic.get(0))

  local position = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 1, character = 4 } }
  local function request(method, params)
    for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, waited) or {}) do
      return answer.result
    end
  end
  seen.hover = request("textDocument/hover", position).contents.value

  vim.api.nvim_win_set_cursor(0, { 2, 4 })
  vim.ui.select = function(items, _, choose) -- the first of the list, as Enter takes it
    seen.actions = vim.tbl_map(function(item) return (item[2] or item.action).title end, items)
    choose(items[1], 1)
  end
  local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.lsp.buf.code_action()
  wait("the directive", function() return #vim.api.nvim_buf_get_lines(0, 0, -1, false) > #before end)
  seen.inserted = vim.api.nvim_buf_get_lines(0, 0, -1, false)[2]
  vim.cmd("undo")
  seen.undone = vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), before)

  vim.cmd("LoopwrightLoops")
  wait("loops worth porting", function() return #vim.fn.getqflist() > 0 end)
  seen.loops = vim.tbl_map(function(item) return item.text end, vim.fn.getqflist())
  vim.cmd("cclose")

  vim.cmd("edit! " .. vim.env.KERNELS)
  wait("the server in the second buffer", function() return #vim.diagnostic.get(0) >= 0 and next(vim.lsp.buf_get_clients(0)) ~= nil end)
  vim.cmd("LoopwrightPreview")
  wait("the preview", function() return vim.api.nvim_buf_get_name(0):match("add.cpp") end)
  seen.preview = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end)
seen.failure = not ok and tostring(failure) or nil
local out = io.open(vim.env.SEEN, "w")
out:write((vim.json and vim.json.encode or vim.fn.json_encode)(seen))
out:close()
vim.cmd("qall!")

-- Loopwright in Neovim: require("loopwright").setup({ trusted = true })
-- `trusted` lets the server start a compiler and run what you ask it to run; see docs/editors.md.
local M = {}

local function client_of(buffer)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  for _, client in ipairs(get({ bufnr = buffer })) do
    if client.name == "loopwright" then
      return client
    end
  end
end

--- Ask the server for a command. `done` gets the answer; without it a sentence is shown.
function M.ask(command, arguments, done)
  local client = client_of(0)
  if not client then
    vim.notify("Loopwright is not running in this buffer", vim.log.levels.WARN)
    return
  end
  local params = { command = command, arguments = arguments }
  local handler = function(failure, answer)
    if failure then
      vim.notify(failure.message, vim.log.levels.ERROR)
    elseif done then
      done(answer)
    elseif type(answer) == "string" then
      vim.notify(answer)
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request("workspace/executeCommand", params, handler, 0)
  else
    client.request("workspace/executeCommand", params, handler, 0)
  end
end

local function here()
  return { vim.uri_from_bufnr(0), vim.api.nvim_win_get_cursor(0)[1] }
end

--- Text in a window of its own.
local function show(name, text, filetype)
  vim.cmd("botright vnew")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = "nofile", "wipe", false
  vim.api.nvim_buf_set_name(buffer, "loopwright://" .. buffer .. "/" .. name)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, "\n"))
  vim.bo[buffer].modifiable = false
  vim.cmd("setlocal syntax=" .. filetype)
end

--- The kernel at the cursor, or the first one.
local function kernel()
  local found
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local name = line:match("__global__.-([%w_]+)%s*%(")
    if name and (not found or number <= vim.api.nvim_win_get_cursor(0)[1]) then
      found = name
    end
  end
  return found
end

local function loops(answer)
  local items = {}
  for _, loop in ipairs(answer.loops) do
    local text = (type(loop.pattern) == "string" and loop.pattern or "loop") .. ": " .. loop.title
    table.insert(items, { filename = loop.file, lnum = loop.line, text = text })
  end
  vim.fn.setqflist({}, " ", { title = "Loops worth porting", items = items })
  vim.cmd("copen")
end

local commands = {
  Others = function() M.ask("loopwright.server.others", here()) end,
  Why = function() M.ask("loopwright.server.why", here(), function() end) end, -- the server shows it
  Test = function() M.ask("loopwright.server.test", here()) end,
  Loops = function() M.ask("loopwright.server.loops", { vim.NIL }, loops) end,
  Doctor = function()
    M.ask("loopwright.server.doctor", {}, function(text) show("doctor", text, "markdown") end)
  end,
  Preview = function()
    local name = kernel()
    if not name then
      vim.notify("There is no kernel in this file", vim.log.levels.WARN)
      return
    end
    M.ask("loopwright.server.translate", { vim.uri_from_bufnr(0), name }, function(answer)
      show(name .. ".cpp", answer.text, "cpp")
    end)
  end,
}

function M.setup(options)
  options = options or {}
  local config = {
    name = "loopwright",
    cmd = options.cmd or { "loopwright", "lsp" },
    filetypes = { "c", "cpp", "cuda" },
    root_markers = { "compile_commands.json", "loopwright.toml", ".git" },
    init_options = { trusted = options.trusted == true },
    settings = { loopwright = options.settings or vim.empty_dict() },
  }
  for name, run in pairs(commands) do
    vim.api.nvim_create_user_command("Loopwright" .. name, run, {})
  end
  if vim.fn.has("nvim-0.11") == 1 then
    vim.lsp.config("loopwright", config)
    vim.lsp.enable("loopwright")
    return
  end
  local id
  vim.api.nvim_create_autocmd("FileType", {
    pattern = config.filetypes,
    callback = function(event)
      local marker = vim.fs and vim.fs.find(config.root_markers, { upward = true, path = event.file })[1]
      config.root_dir = vim.fn.fnamemodify(marker or event.file, ":p:h")
      if not (id and vim.lsp.get_client_by_id(id)) then
        id = vim.lsp.start_client(config)
      end
      vim.lsp.buf_attach_client(event.buf, id)
    end,
  })
end

return M

---@meta
-- Made by scripts/make.py: options from config.lua, settings from the server's declaration.
error('this file is for type checkers')

---@class (partial) memo.Options
---@field enable? boolean Starts the server for every file, as `vim.lsp.enable('memo')` does.
---@field cmd? string[] The command of the server. Unset: `memo-lsp serve`, from $PATH.
---@field settings? memo.Settings What the server is told, without the leading `memo.`: `{ hover = { limit = 5 } }`; see |memo-settings|.
---@field trusted? boolean Whether this workspace is trusted. Where it is not, nothing is captured.
---@field picker? "auto"|"select"|"telescope"|"fzf-lua"|"snacks" What a search is shown in. `auto`: Telescope, fzf-lua or snacks.nvim, the first that is there, else |vim.ui.select()|.
---@field hover_keys? boolean Gives the float of a hover keys, named in its last line, that work once the cursor is in it.
---@field diagnostics? boolean Tells the server which diagnostics are shown, so that errors which go away by an edit become memories.
---@field terminals? boolean Tells the server of commands that ended in a |terminal|, so that a test that failed and then passed becomes a memory.
---@field activity? boolean Tells the server, at most every 30 seconds, that somebody reads or moves, so that consolidation waits for a rest.
---@field renames? boolean Tells the server of files renamed in oil.nvim and mini.files, so that memories go with them.
---@field virtual_text? boolean Shows behind a definition how many memories belong to it. Turns on the setting `memo.lens.enabled`.
---@field signs? boolean Shows a sign beside a definition that memories belong to. Turns on the setting `memo.lens.enabled`.
---@field summarize? fun(asked: memo.Summarize, done: fun(text?: string)) Asks a language model of yours, for `memo.summarize.provider = "editor"`; see |memo-summarize|.

---@class memo.Settings
---@field project? string Name of the project. Unset: found from git (the origin, else the first commit), else from the folder.
---@field embed? memo.settings.Embed
---@field recall? memo.settings.Recall
---@field hover? memo.settings.Hover
---@field lens? memo.settings.Lens
---@field briefing? memo.settings.Briefing
---@field git? memo.settings.Git
---@field capture? memo.settings.Capture
---@field dream? memo.settings.Dream
---@field idle? memo.settings.Idle
---@field summarize? memo.settings.Summarize
---@field import? memo.settings.Import

---@class memo.settings.Embed
---@field provider? 'bundled'|'http'|'none' Where vectors come from: the model in the package, an HTTP service, or nowhere (words alone).
---@field url? string The HTTP service's embedding address; whole, e.g. `http://localhost:11434/api/embed` or `https://host/v1/embeddings`.
---@field model? string The model the HTTP service is asked for.
---@field key_env? string The environment variable that holds the HTTP service's key. The key itself stands in no setting.
---@field query_prefix? string Put before a question when it is embedded. Unset: what the model is known to want.
---@field passage_prefix? string Put before a memory when it is embedded. Unset: what the model is known to want.
---@field timeout_seconds? number How long the HTTP service may take in the background, where a cold model has time.
---@field interactive_timeout_seconds? number How long a search waits for the HTTP service before words alone answer.
---@field batch? integer Texts sent to the HTTP service at once.

---@class memo.settings.Recall
---@field profile? 'v2'|'legacy'|'signals'|'composite' The ranking that answers.
---@field fusion_mode? 'weighted'|'rrf' How legs meet: by weighted scores or by ranks. Unset: as the profile has it.
---@field rrf_k? number The constant of reciprocal rank fusion. Unset: as the profile has it.
---@field vector_weight? number Weight of the vector leg. Unset: as the profile has it.
---@field keyword_weight? number Weight of the keyword leg. Unset: as the profile has it.
---@field candidates? integer Candidates each leg brings. Unset: as the profile has it.
---@field identifier_boost? number For a memory that names an identifier of the question: 0 off, 1 on, else its factor a match. Unset: as the profile has it.
---@field rare_token_boost? number For a memory that holds a distinctive word of the question: 0 off, 1 on, else its factor. Unset: as the profile has it.
---@field branch_boost? number For a memory written on the branch asked from: 0 off, 1 on, else its factor. Unset: as the profile has it.
---@field recency? number Newer first when the question asks for it: 0 off, 1 on, else the half-life in days. Unset: as the profile has it.
---@field superseded? number What has been replaced sinks: 0 off, 1 on (halved), else its factor. Unset: as the profile has it.
---@field tide? number What nobody came back to sinks a little: 0 off, 1 on, else the lowest factor. Unset: as the profile has it.
---@field tide_floor? number The lowest factor the tide can give. Unset: as the profile has it.
---@field log? boolean Keep a log of what was asked and found, on this machine.
---@field log_mb? number Size of that log in megabytes; when it is full, its older half goes.

---@class memo.settings.Hover
---@field enabled? boolean Show memories when the pointer rests on an identifier.
---@field limit? integer Memories a hover shows at most.

---@class memo.settings.Lens
---@field enabled? boolean Show above a definition how many memories are anchored there, and whether it changed since.

---@class memo.settings.Briefing
---@field tokens? integer Length of a briefing in tokens of a language model, counted as three bytes each.

---@class memo.settings.Git
---@field mails? string[] Further mail addresses of yours: commits by them count as your own beside git's `user.email`.

---@class memo.settings.Capture
---@field exclude? string[] Files never captured, as globs: `*.sql`, `legacy/**`, `**/fixtures/`. What a file's name or size or git rules out is not captured anyway.
---@field include? string[] Files captured although git ignores them or their name rules them out, as globs. Never what is too large, no text, or excluded by `memo.capture.exclude`; secrets are taken out all the same.
---@field documents? string[] Further markdown files kept as memory section by section, as globs: `docs/handbook/*.md`. Beside `.memo/*.md`, ADR folders, AGENTS.md, CLAUDE.md, SKILL.md and copilot-instructions.md.
---@field marks? string[] Words that make a comment a memory where one begins with them, in capitals as here.

---@class memo.settings.Dream
---@field enabled? boolean Consolidate what piled up while nobody works. Off: only what is asked for by hand runs.
---@field dedup? boolean Every hour: fold memories that say the same in nearly the same words.
---@field supersede? boolean Every hour: link a fact to the newer one that replaces it.
---@field fold? boolean When idle: fold what was said twice in one session.
---@field theme? boolean When idle: write one theme over what was learned again in other sessions.
---@field digest? boolean When idle: sum up days, weeks and months.
---@field tide? boolean Every hour: let observations nobody came back to sink.
---@field tend? boolean When idle: embed what waits, look at anchors again, bound the recall log, tidy the file.
---@field edges? 'used'|'published' What joins memories for a theme: being used together in several sessions and reading alike, or the published arithmetic of the explorer (together and close in time).

---@class memo.settings.Idle
---@field minutes? number Minutes without an edit, save, hover, search, capture or command in any window before the idle passes begin.

---@class memo.settings.Summarize
---@field provider? 'none'|'http'|'editor' Which language model writes themes and says what replaces what: one behind HTTP, the editor's own (which asks you first), or none. It is shown dates, kinds and titles, with secrets taken out.
---@field url? string The HTTP service's chat address, in OpenAI's form: `http://localhost:11434/v1/chat/completions` (Ollama) or `https://host/v1/chat/completions`; a bare host or `/v1` is completed.
---@field model? string The model the HTTP service is asked for.
---@field key_env? string The environment variable that holds the HTTP service's key. The key itself stands in no setting.
---@field timeout_seconds? number How long one answer may take, of the HTTP service or of the editor.
---@field first_lines? boolean Show the first line of a memory's text, too, not only its title.

---@class memo.settings.Import
---@field limit? integer Commits an import of git's history reads at most, newest first; 0: all.

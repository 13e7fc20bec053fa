"""Neovim on a screen of 80 x 24 cells: what a person sees, one look after the other, as JSON.

    python neovim_screen.py NVIM CLIENT_FOLDER FILE

A process of its own, because pynvim brings an event loop along. Ends with 1 if what is waited for does not come.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from typing import Any

import pynvim

SCREEN = """
vim.cmd('redraw!')
local rows = {}
for row = 1, vim.o.lines do
  local cells = {}
  for column = 1, vim.o.columns do cells[column] = vim.fn.screenstring(row, column) end
  rows[row] = (table.concat(cells):gsub('%s+$', ''))
end
return table.concat(rows, '\\n')
"""
SET_UP = """
local client_folder, file = ...
vim.opt.runtimepath:prepend(client_folder)
vim.cmd('filetype on | syntax on') -- as without -u NONE
vim.cmd.runtime('plugin/memo.lua')
vim.o.laststatus = 2
vim.o.statusline = "%f %= %{v:lua.require'memo'.status()}"
vim.lsp.enable('memo')
vim.cmd('silent edit ' .. file) -- a long message would wait for <Enter>
"""
READY = "local c = vim.lsp.get_clients({ name = 'memo', bufnr = 0 })[1] return c ~= nil and c.initialized"
GONE = "return #vim.lsp.get_clients({ name = 'memo', _uninitialized = true }) == 0"
IN_FLOAT = "return vim.api.nvim_win_get_config(0).relative ~= ''"
MESSAGES = "return vim.trim(vim.fn.execute('messages'))"


class Person:
    """Types, and looks at the screen."""

    def __init__(self, nvim: str):
        self._session = pynvim.attach("child", argv=[nvim, "--embed", "-u", "NONE", "-i", "NONE", "-n"])
        self._session.ui_attach(80, 24, rgb=True)
        self.seen: dict[str, str] = {}

    def lua(self, code: str, *arguments: Any) -> Any:
        return self._session.exec_lua(code, *arguments)

    def type(self, keys: str) -> None:
        self._session.input(keys)

    def screen(self) -> str:
        return str(self.lua(SCREEN))

    def until(self, condition: Callable[[], Any], what: str) -> None:
        deadline = time.monotonic() + 20
        while not condition():
            if time.monotonic() > deadline:
                sys.exit(f"{what} did not come; the screen:\n{self.screen()}")
            time.sleep(0.05)

    def is_held(self) -> bool:
        """Whether Neovim waits for <Enter>."""
        return self._session.request("nvim_get_mode")["mode"].startswith("r")

    def sees(self, name: str, words: str) -> None:
        """Wait until the words are on the screen, and keep it."""
        self.until(lambda: words in self.screen(), f"{name}: {words!r}")
        self.seen[name] = self.screen()

    def leave(self) -> None:
        self.lua("vim.lsp.enable('memo', false)")
        self.until(lambda: self.lua(GONE), "the end of the server")
        self._session.command("qall!", async_=True)


def main(nvim: str, client_folder: str, file: str) -> None:
    person = Person(nvim)
    person.lua(SET_UP, client_folder, file)
    person.until(lambda: person.lua(READY), "the server")
    person.until(lambda: re.search(r" memo \d", person.screen()), "the state in the statusline")
    person.type(":call cursor(1, 5)<CR>:<BS>K")
    person.sees("hover", "K again:")
    person.type("K")
    person.until(lambda: person.lua(IN_FLOAT), "the cursor in the float")
    person.type("<CR>")
    person.sees("memory", "🔧 memory ─")
    person.type("q:Memo search bytes<CR>")
    person.sees("picker", "Type number")
    person.type("1<CR>")
    person.sees("chosen", "🔧 memory ─")
    person.type("q:Memo dream<CR>")
    person.sees("dream", "belongs together ─")
    person.type("q:Memo review<CR>")
    person.sees("review", "to review ─")
    person.type("jjjx")
    person.sees("review-settled", "Kept apart")
    person.type("q:Memo blocks<CR>")
    person.sees("blocks", "kept apart ─")
    person.type("q:Memo topics shop<CR>")
    person.sees("topics", "shop ─")
    person.type("q:Memo timeline<CR>O")
    for key in "# typed":  # slower than the answer comes
        person.type(key)
        time.sleep(0.05)
    person.type("<Esc>")
    person.sees("timeline", "io.py ─")
    if "# typed" not in person.lua("return vim.fn.getbufline('src/io.py', 1, '$')"):
        sys.exit("what was typed is not in the file")
    person.type("q:Memo briefing<CR>")
    person.sees("briefing", "briefing ─")
    person.type("q:Memo consolidate dedup<CR>")
    person.until(lambda: person.lua("return vim.g.memo_status.lastRun ~= nil"), "a run")
    person.type(":Memo runs<CR>")
    person.sees("runs", "consolidation ─")
    person.type("q:Memo stop<CR>:Memo status<CR>")
    person.sees("status", "status ─")
    person.type("q")
    if told := person.lua(MESSAGES):
        sys.exit(f":messages has\n{told}")
    person.type(":checkhealth memo<CR>")
    person.sees("health", "it is enabled")
    for words in ("pin nowhere", "x " * 80, "pause", "resume"):
        person.lua("vim.o.cmdheight = 0")
        person.type(f":Memo {words}<CR>")
        time.sleep(0.5)  # nothing else tells that nothing comes
        if person.is_held():
            sys.exit(f":Memo {words} waits for <Enter>")
    print(json.dumps(person.seen))
    person.leave()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Neovim on a screen of 80 x 24 cells: opens FILE, hovers `load` in its first line, prints what a person sees.

    python neovim_screen.py NVIM CLIENT_FOLDER FILE WANTED

A process of its own, because pynvim brings an event loop along. Ends with 1 if WANTED does not come on the screen.
"""

from __future__ import annotations

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
vim.o.laststatus = 2
vim.o.statusline = "%f %= memo: %{exists('g:memo_status') ? g:memo_status.state : ''}"
vim.lsp.enable('memo')
vim.cmd('silent edit ' .. file) -- a long message would wait for <Enter>
"""
READY = "local c = vim.lsp.get_clients({ name = 'memo', bufnr = 0 })[1] return c ~= nil and c.initialized"
GONE = "return #vim.lsp.get_clients({ name = 'memo', _uninitialized = true }) == 0"


def until(condition: Callable[[], Any], what: str, look: Callable[[], str]) -> None:
    deadline = time.monotonic() + 15
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f"{what} did not come; the screen:\n{look()}")
        time.sleep(0.05)


def main(nvim: str, client_folder: str, file: str, wanted: str) -> None:
    session = pynvim.attach("child", argv=[nvim, "--embed", "-u", "NONE", "-i", "NONE", "-n"])
    session.ui_attach(80, 24, rgb=True)

    def look() -> str:
        return str(session.exec_lua(SCREEN))

    session.exec_lua(SET_UP, client_folder, file)
    until(lambda: session.exec_lua(READY), "the server", look)
    until(lambda: "memo: idle" in look(), "the state in the statusline", look)
    session.command("call cursor(1, 5)")
    session.exec_lua("vim.lsp.buf.hover()")
    until(lambda: wanted in look(), f"{wanted!r}", look)
    print(look())
    if told := session.exec_lua("return vim.trim(vim.fn.execute('messages'))"):
        sys.exit(f":messages has\n{told}")
    session.exec_lua("vim.lsp.enable('memo', false)")
    until(lambda: session.exec_lua(GONE), "the end of the server", look)
    session.command("qall!", async_=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

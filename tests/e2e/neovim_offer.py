"""Neovim in a repository of which nothing is known, and a person who types while the question about its history waits.

python neovim_offer.py NVIM CLIENT_FOLDER FILE
"""

from __future__ import annotations

import json
import sys
import time

from neovim_screen import READY, SET_UP, Person

TYPED = "say 1 or 2, 1 and 2"
QUESTION = "Import the history of"


def main(nvim: str, client_folder: str, file: str) -> None:
    person = Person(nvim)
    person.lua(SET_UP, client_folder, file)
    person.until(lambda: person.lua(READY), "the server")
    person.type("O")
    for key in TYPED * 2:
        person.type(key)
        time.sleep(0.1)  # as a person types; nothing else tells that no question comes
        if QUESTION in person.screen():
            sys.exit("asked while somebody typed")
    person.type("<Esc>")
    person.sees("offer", QUESTION)
    person.type("1<CR>")
    line = person.lua("return vim.api.nvim_get_current_line()")
    if line != TYPED * 2:
        sys.exit(f"what was typed is {line!r}")
    person.type(":Memo status<CR>")
    person.sees("declined", "status ─")
    print(json.dumps(person.seen))
    person.leave()


if __name__ == "__main__":
    main(*sys.argv[1:])

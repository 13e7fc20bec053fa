"""Texts of a repository one at a time, from one child that stays for as long as questions come."""

from __future__ import annotations

import math
import time

from memo_lsp.git.door import Child, Git, GitTrouble, leave
from memo_lsp.git.history import next_content
from memo_lsp.git.repository import Repository
from memo_lsp.text.lines import plain_ends


class Reader:
    """For one thread."""

    def __init__(self, repo: Repository):
        self._git = Git(repo.root)
        self._child: Child | None = None
        self._asked = 0.0

    def text(self, what: str) -> str:
        """A blob, or `commit:path`, as text with plain line ends; empty if it is not there, no text, or over 1 MB."""
        try:
            return plain_ends((self._content(what) or b"").decode("utf-8"))
        except UnicodeDecodeError:
            return ""

    def _content(self, what: str) -> bytes | None:
        if "\n" in what:
            return None
        try:
            child = self._ready()
            if child.stdin is None:
                return None
            child.stdin.write(what.encode("utf-8", "surrogateescape") + b"\n")
            child.stdin.flush()
            content = next_content(child.stdout)
        except (OSError, EOFError, ValueError, GitTrouble):  # the next question begins anew
            self.close()
            return None
        child.allow(math.inf)
        self._asked = time.monotonic()
        return content

    def _ready(self) -> Child:
        if self._child is None:
            self._child = self._git.partner("cat-file", "--batch")
        self._child.allow(self._git.timeout)
        return self._child

    def idle(self) -> float:
        """Seconds since it was last needed; infinite while there is no child."""
        return math.inf if self._child is None else time.monotonic() - self._asked

    def close(self) -> None:
        """Let the child go."""
        child, self._child = self._child, None
        if child is not None:
            leave(child)

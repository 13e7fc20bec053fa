"""A window whose clock a test moves, on a store that it may share with others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from memo_lsp.dream.idle import ANOTHER_DREAMS
from memo_lsp.text.times import iso

from .editor import Editor
from .scratch import Scratch

START = datetime(2026, 7, 3, 9, tzinfo=UTC)


class Window:
    """An editor whose clock is moved from outside."""

    def __init__(self, scratch: Scratch, **more: Any):
        self.editor = Editor(scratch, arguments=("--now", iso(START.timestamp()) or ""), **more)
        self.now = START
        self.editor.idle()

    def later(self, **step: float) -> None:
        """Move the clock, and wait until what is due then is done."""
        self.editor.wait(self.begin_later(**step), 60)

    def begin_later(self, **step: float) -> int:
        """Move the clock and wait for nothing; the number of the request."""
        self.now += timedelta(**step)
        return self.editor.begin("memo/clock", {"now": iso(self.now.timestamp())})

    def runs(self, after: int = 0) -> list[str]:
        """Which passes ran, after the run of that number."""
        return sorted(run["pass"] for run in self.editor.command("memo.runs", limit=500) if run["run"] > after)

    def held(self) -> list[str]:
        return self.editor.command("memo.status")["next"]["heldBy"]

    def dreams(self) -> bool:
        """Whether this is the window that dreams for all."""
        return ANOTHER_DREAMS not in self.held()

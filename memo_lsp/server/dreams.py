"""What this window shows of dreaming: a bar for each pass that takes longer than a moment, and the status.

The thread that dreams says what happens; here it is told to the client, on the loop.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from memo_lsp.server.ground import ServerGround
from memo_lsp.server.progress import Progress

if TYPE_CHECKING:
    from memo_lsp.store.dreamt.journal import Run

# While a pass runs, after so many seconds it lets a hover go on, which asks for the interpreter some dozen times: at
# ten times that, 95 of 100 hovers took 25 ms instead of 10 (20,000 memories).
SWITCH_SECONDS = 0.00005
MOMENT = 1.0  # seconds a pass may take before a bar is shown
TITLES = {
    "dedup": "Folding what is there twice",
    "supersede": "Linking what was replaced",
    "fold": "Folding restatements",
    "theme": "Writing themes",
    "digest": "Summing up days and weeks",
    "tide": "Letting go of what sank",
    "tend": "Tidying up",
}


class Dreams:
    """One window's view of its passes, those it was asked for and those that nobody asked for. After each, memories may
    have `changed`."""

    def __init__(self, ground: ServerGround, changed: Callable[[], None]):
        self._ground, self._changed = ground, changed
        self._bar: Progress | None = None
        self._showing: asyncio.Task[None] | None = None
        self._switch_seconds = sys.getswitchinterval()

    # --- from any thread
    def began(self, name: str, cancel: Callable[[], None]) -> None:
        """A pass starts; `cancel` ends it on the person's word."""
        self._switch_seconds = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        self._ground.post(self._began, name, cancel)

    def progressed(self, name: str, done: int, total: int) -> None:
        self._ground.post(self._progressed, name, min(100, 100 * done // total) if total else None)

    def ended(self, run: Run | None) -> None:
        """A pass is over; no record where it failed."""
        sys.setswitchinterval(self._switch_seconds)
        self._ground.post(self._ended, run)

    # --- on the loop
    def _began(self, name: str, cancel: Callable[[], None]) -> None:
        self._ground.doings.dreaming = (name, 0)
        self._showing = self._ground.start(self._show(name, cancel), "showing a pass")
        self._ground.status.passing(state="dreaming", progress={"pass": name, "percent": 0})

    async def _show(self, name: str, cancel: Callable[[], None]) -> None:
        await asyncio.sleep(MOMENT)
        self._bar = await Progress.begin(self._ground, TITLES[name], cancel)

    def _progressed(self, name: str, percent: int | None) -> None:
        if self._ground.doings.dreaming not in (None, (name, percent)):
            self._ground.doings.dreaming = (name, percent)
            self._ground.status.changed()
            if self._bar is not None:
                self._bar.report("", percent)

    def _ended(self, run: Run | None) -> None:
        from memo_lsp.services.housekeeping import came_to
        from memo_lsp.services.rows import run_row

        if self._showing is not None:
            self._showing.cancel()
        if self._bar is not None:
            self._bar.end(came_to(run_row(run)) if run is not None else "stopped")
        self._bar = self._showing = None
        self._ground.doings.dreaming = None
        self._changed()
        self._ground.status.changed()

"""What a pass calls every few milliseconds of work: it ends the pass, lets whoever waits go first, and keeps it from
taking a processor to itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from memo_lsp.background import give_way
from memo_lsp.dream.plan import Interrupted

SLICE = 0.1  # seconds of work between two rests
REST = 0.02
PAUSE = 0.25  # seconds a pass waits at most, at each breath, for an open request to be answered


class Seconds(Protocol):
    """The machine's time, as `time` has it."""

    def monotonic(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


class Breath:
    """One pass's breathing. `ends` says whether it is to end; `busy` whether a request is open."""

    def __init__(self, ends: Callable[[], bool], busy: Callable[[], bool], seconds: Seconds = time):
        self._ends, self._busy, self._seconds = ends, busy, seconds
        self._until = seconds.monotonic() + SLICE
        self.interrupted = False

    def __call__(self) -> None:
        """Raises Interrupted once the pass is to end."""
        give_way(lambda: self._busy() and not self._ends(), PAUSE)
        if self._seconds.monotonic() >= self._until:
            self._seconds.sleep(REST)
            self._until = self._seconds.monotonic() + SLICE
        if self._ends():
            self.interrupted = True
            raise Interrupted

"""What a pass calls every few milliseconds of work: it ends the pass, lets whoever waits go first, and keeps it from
taking a processor to itself."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from memo_lsp.background import give_way
from memo_lsp.dream.plan import Interrupted

SLICE = 0.1  # seconds of work between two rests
REST = 0.02
_NEVER = 1_000_000_000  # looks at younger objects before all are looked at
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


@contextmanager
def unswept() -> Iterator[None]:
    """Meanwhile Python looks through young objects for circles of garbage, never through all of them: with a hundred
    thousand memories at hand that takes half a second, in which no thread goes on. What a pass makes has no circles."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)

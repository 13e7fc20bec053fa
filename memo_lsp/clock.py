"""The clock, passed in wherever time matters, so that a replay can hold it in its hands."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """Wall time for what is remembered, monotonic time for what is waited for."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds that never run backwards; moves with `now` when a replay moves the clock forward."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()


class MovableClock:
    """A clock that starts at an instant, runs on in real time, and can be moved (`--now`, `memo/clock`)."""

    def __init__(self, start: float, tick: Callable[[], float] = time.monotonic):
        self._tick = tick
        self._offset = start - tick()
        self._skipped = 0.0

    def now(self) -> float:
        return self._tick() + self._offset

    def monotonic(self) -> float:
        return self._tick() + self._skipped

    def move(self, to: float) -> None:
        """Set the wall clock; going back moves no timer."""
        forward = to - self.now()
        self._offset += forward
        self._skipped += max(0.0, forward)

"""When a pass may run, and what holds it back: arithmetic on monotonic time, which a replay can move.

An hourly pass waits for a lull of a minute, but not for ever; an idle pass for `memo.idle.minutes` in which nobody did
anything in any window. What found nothing is not looked at again until something new is there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from memo_lsp.clock import Clock
from memo_lsp.dream.plan import PassName

HOUR = 3600.0
LATEST = 4 * HOUR  # without a lull
LULL = 60.0
ANOTHER_DREAMS = "another window dreams"
NOTHING_NEW = "nothing new since it last looked"
_STIR = 5.0  # seconds of rest after which other windows hear of an activity at once


class Activity:
    """When the person of this window last did something. Marking it is cheap enough for a keystroke."""

    def __init__(self, clock: Clock):
        self._clock = clock
        self.at = clock.monotonic()
        self.stirred: Callable[[], None] = lambda: None  # told of the first one after a rest

    def happened(self) -> None:
        """The person did something just now."""
        before, self.at = self.at, self._clock.monotonic()
        if self.at - before >= _STIR:
            self.stirred()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A pass that is on: whether it needs idleness, when it last ran (None: not since the start), and whether it would
    find nothing new."""

    name: PassName
    needs_idle: bool
    ran_at: float | None = None
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """How things are at `now`. `active_at`: the last activity anywhere, `elsewhere` if it was not in this window;
    `holds` keep every pass back, `busy` the idle ones."""

    now: float
    started_at: float
    active_at: float
    idle_seconds: float
    elsewhere: bool = False
    holds: tuple[str, ...] = ()
    busy: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Next:
    """The pass that comes next, the earliest moment it may run (infinite: not before something new is there), and what
    holds it back now."""

    name: PassName
    at: float
    held_by: tuple[str, ...]

    def due(self, now: float) -> bool:
        return self.at <= now and not self.held_by

    def to_json(self, now: float) -> dict[str, object]:
        """As the status has it; `inSeconds` is null where no time is known."""
        left = None if math.isinf(self.at) else max(0, math.ceil(self.at - now))
        return {"pass": self.name, "inSeconds": left, "heldBy": list(self.held_by)}


def next_of(passes: Iterable[Waiting], now: Situation) -> Next | None:
    """Which pass comes next; of several at the same time the one named first. None if none is on."""
    coming = [Next(one.name, _earliest(one, now), _held_by(one, now)) for one in passes]
    return min(coming, key=lambda one: (max(one.at, now.now), bool(one.held_by)), default=None)


def _earliest(one: Waiting, now: Situation) -> float:
    if one.settled:
        return math.inf
    if one.needs_idle:
        quiet = now.active_at + now.idle_seconds
        again = -math.inf if one.ran_at is None or one.ran_at < now.active_at else one.ran_at + HOUR
        return max(quiet, again)
    due, latest = _hourly(one, now)
    return max(due, min(now.active_at + LULL, latest))


def _hourly(one: Waiting, now: Situation) -> tuple[float, float]:
    """From when on an hourly pass waits for a lull, and when it waits no longer."""
    if one.ran_at is None:
        return now.started_at, now.started_at + LATEST
    return one.ran_at + HOUR, one.ran_at + LATEST


def _held_by(one: Waiting, now: Situation) -> tuple[str, ...]:
    if one.settled:
        return (*now.holds, NOTHING_NEW)
    wait = now.active_at + now.idle_seconds if one.needs_idle else _lull(one, now)
    active = (_active(wait - now.now, now.elsewhere),) if wait > now.now else ()
    return (*now.holds, *active, *(now.busy if one.needs_idle else ()))


def _lull(one: Waiting, now: Situation) -> float:
    """Until when activity holds an hourly pass back: before it is due, nothing does."""
    due, latest = _hourly(one, now)
    return min(now.active_at + LULL, latest) if due <= now.now else -math.inf


def _active(seconds: float, elsewhere: bool) -> str:
    where = "activity in another window" if elsewhere else "activity"
    if seconds <= 60:
        return f"{where}: {math.ceil(seconds)} s left"
    return f"{where}: {math.ceil(seconds / 60)} min left"

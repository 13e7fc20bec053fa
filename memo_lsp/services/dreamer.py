"""Who dreams and when: what the schedule stands on, passes started by hand, and who is told."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from memo_lsp.dream.breath import Breath, unswept
from memo_lsp.dream.idle import Activity
from memo_lsp.dream.plan import Breathe, Interrupted, PassName
from memo_lsp.dream.presence import BY_HAND, Presence
from memo_lsp.dream.rules import YOUNGEST
from memo_lsp.dream.schedule import Schedule, Scheduled
from memo_lsp.errors import MemoError
from memo_lsp.services.dreaming import Dreaming
from memo_lsp.services.ground import Ground
from memo_lsp.text.periods import day_of

if TYPE_CHECKING:
    from memo_lsp.store.dreamt.journal import Run

log = logging.getLogger(__name__)

HOURLY: tuple[PassName, ...] = ("dedup", "supersede", "tide")
IDLE: tuple[PassName, ...] = ("tend", "fold", "theme", "digest")  # vectors first: the others see only what has them
BY_TIME: tuple[PassName, ...] = ("tide", "digest", "tend")  # find something new because a day went by
LOOK = 0.5  # seconds between two looks whether something is new
PATIENCE = 60.0  # seconds a pass started by hand waits for one that runs in another window


class Listener(Protocol):
    """Who wants to hear of passes; told from the thread that runs them."""

    def began(self, name: str, cancel: Callable[[], None]) -> None:
        """A pass starts; `cancel` ends it at its next breath."""
        ...

    def progressed(self, name: str, done: int, total: int) -> None: ...

    def ended(self, run: Run | None) -> None:
        """A pass is over; without a record it failed."""
        ...


class Dreamer:
    """The passes of one process. Nothing runs by itself before `start`."""

    def __init__(self, ground: Ground, dreaming: Dreaming):
        self._ground, self._dreaming = ground, dreaming
        self.presence = Presence(ground.store, ground.session, Activity(ground.clock), ground.clock)
        self.schedule = Schedule(ground.store, ground.clock, self.presence, self)
        self.listener: Listener | None = None
        self.trouble: MemoError | None = None  # why a pass that was started by hand could not go on
        self._newest: tuple[int, float | None] | None = None
        self._queued: Callable[[], bool] = lambda: False

    # --- its life
    def start(self, activity: Activity, queued: Callable[[], bool], listener: Listener) -> None:
        """Dream whenever it is time. `activity` is that of this window's person, `queued` tells whether the window has
        work that is not done yet."""
        self.presence.activity, self._queued, self.listener = activity, queued, listener
        self.presence.begin()
        self.schedule.start()

    def settle(self, timeout: float) -> bool:
        """Wait until every pass that is due has run; False if that took too long."""
        return self.schedule.settle(timeout)

    def stop(self, timeout: float) -> None:
        """End what runs at its next breath, and let another window take over at once."""
        self.schedule.stop(timeout)
        self.presence.end(timeout)

    # --- what the schedule asks
    def scheduled(self) -> Sequence[Scheduled]:
        dream = self._ground.settings.dream
        if not dream.enabled:
            return ()
        return [Scheduled(name, name in IDLE) for name in self.on()]

    def announced(self) -> Sequence[Scheduled]:
        """The passes of which it is told that they come: not one that runs only to say why it does nothing."""
        return [one for one in self.scheduled() if one.name != "theme" or self.summarizer() != "none"]

    def summarizer(self) -> str:
        """Who writes themes: `none`, `http` or `editor`, which counts only where the editor said that it can."""
        provider = self._ground.settings.summarize.provider
        return "none" if provider == "editor" and self._dreaming.editor is None else provider

    def idle_seconds(self) -> float:
        return self._ground.settings.idle.minutes * 60.0

    def queued(self) -> bool:
        """Whether something received is not stored yet, or stored and not embedded although it could be."""
        ground = self._ground
        return self._queued() or ground.background.pending > 0 or ground.indexer.at_work()

    def busy(self) -> bool:
        return self._ground.is_busy()

    def settled(self, name: PassName) -> bool:
        """Whether a pass has seen all there is. What was too young for it then, and is not any more, is new; and to
        some passes a new day is. To one that has nobody to ask, nothing is."""
        if name == "theme" and self.summarizer() == "none":
            return True
        store, now = self._ground.store, self._ground.clock.now()
        seen = store.watermarks.of(name)
        if seen is None or not store.watermarks.holds(seen):
            return False
        newest = self._newest_change(seen.generation)
        if newest is not None and seen.at < newest + YOUNGEST <= now:
            return False
        return name not in BY_TIME or day_of(now) == day_of(seen.at)

    def _newest_change(self, generation: int) -> float | None:
        """When a memory was last stored or changed: a look through all of them, once for each state of the store."""
        if self._newest is None or self._newest[0] != generation:
            self._newest = generation, self._ground.store.memories.newest_change()
        return self._newest[1]

    def dream(self, name: PassName, cause: str, breathe: Breathe) -> None:
        self._run(name, cause, False, breathe, self.schedule.cancel)

    # --- by hand
    def by_hand(
        self,
        passes: Sequence[PassName] | None = None,
        *,
        minutes: float = 0.0,
        backlog: bool = False,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[Run]:
        """Run passes now (None: all that are on), and again whenever something is new until so many minutes are over.
        `stop` ends it at the next breath, and what is done stays; `trouble` says what kept one from its end. Raises
        MemoError if another pass takes too long."""
        self.trouble = None
        over = threading.Event()
        breath = Breath(lambda: over.is_set() or stop(), self.busy)
        chosen = passes or sorted(self.on(), key=_vectors_first)
        try:
            with self.turn(breath):
                return list(self._rounds(chosen, minutes, backlog, breath, over.set))
        except Interrupted:  # while it waited for its turn
            return []

    @contextmanager
    def turn(self, breathe: Breathe = lambda: None) -> Iterator[None]:
        """What a person wants done to what passes do: none runs meanwhile, in any window, and one that runs by itself
        ends. What `breathe` raises ends the waiting. Raises MemoError if one that was started by hand takes too long.
        """
        self.presence.begin()
        with self.presence.doing(BY_HAND), self.presence.alone(PATIENCE, breathe) as mine:
            if not mine:
                raise MemoError("a pass that was started by hand runs right now; try again once it is done")
            yield

    def on(self) -> list[PassName]:
        """The passes that are on, in the order in which they run by themselves."""
        dream = self._ground.settings.dream
        return [name for name in (*HOURLY, *IDLE) if getattr(dream, name)]

    def _rounds(
        self, passes: Sequence[PassName], minutes: float, backlog: bool, breath: Breath, cancel: Callable[[], None]
    ) -> Iterator[Run]:
        """Round after round; between two of them it is waited until something is new."""
        until = time.monotonic() + 60.0 * minutes
        marks = self._ground.store.watermarks
        while True:
            seen = marks.here()
            for name in passes:
                if breath.interrupted:
                    return
                if (run := self._run(name, "manual", backlog, breath, cancel)) is not None:
                    yield run
            try:
                while marks.holds(seen) and time.monotonic() < until:
                    breath()
                    time.sleep(LOOK)
            except Interrupted:
                return
            if time.monotonic() >= until:
                return

    def _run(
        self, name: PassName, cause: str, backlog: bool, breathe: Breathe, cancel: Callable[[], None]
    ) -> Run | None:
        """One pass; None where it was ended before it began."""
        listener, run = self.listener, None
        before = self._ground.store.runs.latest().get(name)
        if listener is not None:
            listener.began(name, cancel)
        try:
            with unswept():
                runs = self._dreaming.consolidate(
                    [name],
                    cause=cause,
                    backlog=backlog,
                    breathe=breathe,
                    progress=lambda done, total: listener.progressed(name, done, total) if listener else None,
                )
            run = runs[0] if runs else None
        except MemoError as trouble:  # its record says so; the next pass may do
            log.warning("%s: %s", name, trouble)
            self.trouble = self.trouble or trouble
            latest = self._ground.store.runs.latest().get(name)
            run = latest if latest != before else None
        finally:
            if listener is not None:
                listener.ended(run)
        return run


def _vectors_first(name: PassName) -> bool:
    """By hand nothing was tended before: the others see only what has vectors."""
    return name != "tend"

"""The thread that dreams: it waits until a pass is due, in the one window that was elected, and runs it.

Whoever holds the lease dreams; the others look whether it is still held. What ran, here or elsewhere, by itself or by
hand, is read from the journal, so that no window does again what another has just done.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from memo_lsp.clock import Clock
from memo_lsp.dream.breath import Breath
from memo_lsp.dream.idle import ANOTHER_DREAMS, Next, Situation, Waiting, next_of
from memo_lsp.dream.plan import Breathe, PassName
from memo_lsp.dream.presence import BY_HAND, IMPORT, Presence
from memo_lsp.errors import MemoError
from memo_lsp.store import Store
from memo_lsp.store.dreamt.journal import CUT_SHORT

log = logging.getLogger(__name__)

LEASE = "dream"
POLL = 1.0  # seconds until it is looked again whether a pass is due
LOOK = 0.05  # seconds, while an idle pass runs, until other windows are looked at again
QUEUED = "queued work"
AN_IMPORT = "an import"
A_PERSONS = "a pass started by hand"


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A pass that is on."""

    name: PassName
    needs_idle: bool


class Dreams(Protocol):
    """What the thread stands on."""

    def scheduled(self) -> Sequence[Scheduled]:
        """The passes that are on, in the order in which they run; none: this window does not dream."""
        ...

    def idle_seconds(self) -> float: ...

    def queued(self) -> bool:
        """Whether work that was received waits to be done."""
        ...

    def busy(self) -> bool:
        """Whether a request is open."""
        ...

    def settled(self, name: PassName) -> bool:
        """Whether a pass found nothing when it last looked, and nothing is new since."""
        ...

    def dream(self, name: PassName, cause: str, breathe: Breathe) -> None:
        """Run a pass, and leave its record."""
        ...


class Schedule:
    """When which pass runs. `next` can be read from any thread."""

    def __init__(self, store: Store, clock: Clock, presence: Presence, dreams: Dreams):
        self._store, self._clock, self._presence, self._dreams = store, clock, presence, dreams
        self._started_at = clock.monotonic()
        self._newest_run: int | None = None
        self._ran: dict[str, float] = {}
        self._stop, self._wake = threading.Event(), threading.Event()
        self._turn = threading.Condition()
        self._asked = self._taken = 0
        self._thread: threading.Thread | None = None
        self._cancelled = threading.Event()

    # --- its life
    def start(self) -> None:
        """Dream from now on. Once; not where nothing can be written."""
        if self._thread is None and self._store.mode != "read-only":
            self._thread = threading.Thread(target=self._run, name="memo-dream", daemon=True)
            self._thread.start()

    @property
    def started(self) -> bool:
        """Whether passes run here by themselves."""
        return self._thread is not None

    def afresh(self) -> None:
        """What passes go by was changed: each runs once, as after a start."""
        self._ran = {}
        self._wake.set()

    def leave(self) -> None:
        """End the pass that runs at its next breath; nothing is waited for."""
        self._stop.set()
        self._wake.set()

    def stop(self, timeout: float) -> None:
        """End the pass that runs at its next breath, and the thread."""
        self.leave()
        if self._thread is not None:
            self._thread.join(timeout)

    def cancel(self) -> None:
        """A person wants the pass that runs now to end; they are there, so idle passes wait anew."""
        self._cancelled.set()
        self._presence.activity.happened()

    def settle(self, timeout: float) -> bool:
        """Wait until every pass that is due now has run; False if that took too long."""
        until = time.monotonic() + timeout
        while self._thread is not None and not self._stop.is_set():
            if not self._one_turn(until - time.monotonic()):
                return False
            try:
                coming = self.next()
            except MemoError:  # a store in trouble: nothing is due there
                return False
            if coming is None or coming.held_by != (QUEUED,) or coming.at > self._clock.monotonic():
                return True
            time.sleep(LOOK)
        return True

    def _one_turn(self, seconds: float) -> bool:
        with self._turn:
            self._asked += 1
            wanted = self._asked
            self._wake.set()
            return self._turn.wait_for(lambda: self._taken >= wanted or self._stop.is_set(), max(0.0, seconds))

    def _run(self) -> None:
        while not self._stop.is_set():
            with self._turn:
                asked = self._asked
            try:
                self.take_turn()
            except MemoError as trouble:
                log.info("no pass was looked for: %s", trouble)
            except Exception:
                log.exception("looking for a pass failed")
            with self._turn:
                self._taken = asked
                self._turn.notify_all()
            self._wake.wait(POLL)
            self._wake.clear()

    def take_turn(self) -> None:
        """Run what is due, one pass after the other."""
        self._look_at_runs()
        self._elect()
        while (coming := self.next()) is not None and coming.due(self._clock.monotonic()):
            if self._stop.is_set() or not self._dream(coming.name):
                return

    def _elect(self) -> None:
        """Hold the lease where nobody else does; give it up where nothing is to be dreamt."""
        if not self._dreams.scheduled():
            self._presence.leases.give_back(LEASE)
        elif not self._presence.leases.held(LEASE):
            self._presence.leases.take(LEASE)

    # --- what comes next
    def next(self, among: Sequence[Scheduled] | None = None) -> Next | None:
        """The pass that comes next, of those that are on or `among` these, and what holds it. Raises StoreTrouble."""
        active_at, elsewhere = self._presence.active_at()
        now, idle_seconds = self._clock.monotonic(), self._dreams.idle_seconds()
        situation = Situation(
            now=now,
            started_at=self._started_at,
            active_at=active_at,
            idle_seconds=idle_seconds,
            elsewhere=elsewhere,
            holds=tuple(self._holds()),
            busy=tuple(self._busy(now - active_at >= idle_seconds)),
        )
        passes = self._dreams.scheduled() if among is None else among
        return next_of([self._waiting(one) for one in passes], situation)

    def _waiting(self, one: Scheduled) -> Waiting:
        ran_at = self._ran.get(one.name)
        return Waiting(one.name, one.needs_idle, ran_at, ran_at is not None and self._dreams.settled(one.name))

    def _holds(self) -> list[str]:
        holds = [] if self._presence.leases.held(LEASE) else [ANOTHER_DREAMS]
        return [*holds, A_PERSONS] if self._presence.anybody(BY_HAND) else holds

    def _busy(self, idle: bool) -> list[str]:
        """What keeps idle passes back; what is queued counts, and is counted, only once nobody works."""
        busy = [QUEUED] if idle and self._dreams.queued() else []
        return [*busy, AN_IMPORT] if self._presence.anybody(IMPORT) else busy

    def _look_at_runs(self) -> None:
        """Which passes ran since the last look, whoever ran them. What was there at the start does not count, nor what
        did not come to its end, because its window was killed: it is due still."""
        newest = next((run.id for run in self._store.runs.newest(1)), 0)
        if self._newest_run is None:
            self._newest_run = newest
        if newest > self._newest_run:
            since = [run for run in reversed(self._store.runs.newest()) if run.id > self._newest_run]
            for run in takewhile(lambda run: run.ended_at is not None, since):
                self._newest_run = run.id
                if run.skipped != CUT_SHORT:
                    self._ran[run.pass_name] = self._clock.monotonic()

    # --- a pass
    def _dream(self, one: PassName) -> bool:
        """Run one pass; False if it did not come to its end."""
        began = self._clock.monotonic()
        needs_idle = any(each.needs_idle for each in self._dreams.scheduled() if each.name == one)
        self._cancelled.clear()
        breath = Breath(Ending(self._presence, began, needs_idle, self._told_to_end), self._dreams.busy)
        with self._presence.alone() as mine:
            if not mine:
                return False
            try:
                self._dreams.dream(one, "idle" if needs_idle else "hourly", breath)
            except MemoError as trouble:
                log.warning("%s: %s", one, trouble)
            except Exception:
                if self._stop.is_set():  # what it worked on was closed under it
                    return False
                log.exception("%s failed", one)
            self._look_at_runs()
            self._ran[one] = began  # one that failed, too, is not tried again and again
        return not breath.interrupted

    def _told_to_end(self) -> bool:
        return self._stop.is_set() or self._cancelled.is_set() or not self._presence.leases.held(LEASE)


class Ending:
    """Whether a pass that nobody asked for is to end: somebody does something, or starts a pass by hand or an import.
    This window is looked at with every breath, the others a few times in 100 ms."""

    def __init__(self, presence: Presence, began: float, needs_idle: bool, told: Callable[[], bool]):
        self._presence, self._began, self._needs_idle, self._told = presence, began, needs_idle, told
        self._look_again = 0.0

    def __call__(self) -> bool:
        here = self._presence
        if self._told() or here.is_doing(BY_HAND) or (self._needs_idle and here.activity.at > self._began):
            return True
        if time.monotonic() < self._look_again:
            return False
        self._look_again = time.monotonic() + LOOK
        return here.anybody(BY_HAND) or (self._needs_idle and self._disturbed())

    def _disturbed(self) -> bool:
        return self._presence.active_at()[0] > self._began or self._presence.anybody(IMPORT)

"""This process at the store, as other windows see it: its row in the attendance, and the leases it holds.

A thread of its own renews both, so that a pass that is long in one step loses nothing. A process that is killed stops
renewing, and what it held runs out.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memo_lsp.clock import Clock
from memo_lsp.dream.idle import Activity
from memo_lsp.dream.leases import LASTS, Leases
from memo_lsp.errors import MemoError
from memo_lsp.store import Store
from memo_lsp.store.dreamt.attendance import Attendant

log = logging.getLogger(__name__)

RUN = "run"  # the lease of whoever runs a pass right now
LOOK = 0.02  # seconds until a lease that another holds is asked for again
BEAT = 10.0  # seconds from one sign of life to the next
IMPORT, BY_HAND = "import", "by hand"


class Presence:
    """`window` names this process. Safe from any thread; nothing is written before `begin`."""

    def __init__(self, store: Store, window: str, activity: Activity, clock: Clock):
        self._store, self._window, self._clock = store, window, clock
        self.activity = activity
        self._doing: Counter[str] = Counter()
        self.leases = Leases(store, window)
        self._lock, self._runs = threading.Lock(), threading.Lock()
        self._wake, self._stop = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    # --- its life
    def begin(self) -> None:
        """From now on other windows know of this one. Where nothing can be written, they need not."""
        with self._lock:
            if self._thread is not None or self._store.mode == "read-only":
                return
            self._thread = threading.Thread(target=self._run, name="memo-attend", daemon=True)
            self._thread.start()
        self.activity.stirred = self._wake.set

    def end(self, timeout: float) -> None:
        """Give everything back, so that another window need not wait until it runs out."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is None:
            return
        self.activity.stirred = lambda: None
        self._stop.set()
        self._wake.set()
        thread.join(timeout)
        try:
            self.leases.give_all_back()
            self._store.attendance.gone(self._window)
        except MemoError as trouble:
            log.info("leaving without a word: %s", trouble)

    def _run(self) -> None:
        while not self._stop.is_set():
            self.beat()
            self._wake.wait(BEAT)
            self._wake.clear()

    def beat(self) -> None:
        """One sign of life."""
        try:
            with self._lock:
                doing = next(iter(self._doing), None)
            self._store.attendance.here(self._window, self.activity.at, LASTS, doing)
            self.leases.renew()
        except MemoError as trouble:
            log.info("no sign of life was written: %s", trouble)

    # --- what it does
    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """While this runs, other windows see what is being done here."""
        self._count(what, 1)
        try:
            yield
        finally:
            self._count(what, -1)

    def _count(self, what: str, by: int) -> None:
        with self._lock:
            self._doing[what] += by
            if not self._doing[what]:
                del self._doing[what]
        self._wake.set()

    # --- one at a time
    @contextmanager
    def alone(self, patience: float = 0.0, breathe: Callable[[], None] = lambda: None) -> Iterator[bool]:
        """One pass at a time, in all windows: whether it is this one's turn, which is waited for no longer than
        `patience` seconds. What `breathe` raises ends the waiting. Raises StoreTrouble."""
        until = time.monotonic() + patience
        mine = self._runs.acquire(blocking=False)
        while not mine and time.monotonic() < until:
            breathe()
            mine = self._runs.acquire(timeout=LOOK)
        try:
            yield mine and self._has_turn(until, breathe)
        finally:
            if mine:
                try:
                    self.leases.give_back(RUN)
                finally:
                    self._runs.release()

    def _has_turn(self, until: float, breathe: Callable[[], None]) -> bool:
        while not self.leases.take(RUN):
            if time.monotonic() >= until:
                return False
            breathe()
            time.sleep(LOOK)
        return True

    # --- who else is there
    def others(self) -> list[Attendant]:
        """The other windows. Raises StoreTrouble."""
        return self._store.attendance.others(self._window)

    def is_doing(self, what: str) -> bool:
        return self._doing[what] > 0

    def anybody(self, what: str) -> bool:
        """Whether this or another window is doing something. Raises StoreTrouble."""
        return self.is_doing(what) or any(other.doing == what for other in self.others())

    def active_at(self) -> tuple[float, bool]:
        """When somebody last did something, by the clock's monotonic time, and whether that was in another window.
        Raises StoreTrouble."""
        idle = min((other.idle for other in self.others()), default=None)
        theirs = -math.inf if idle is None else self._clock.monotonic() - idle
        return max(self.activity.at, theirs), theirs > self.activity.at

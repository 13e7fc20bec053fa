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

from filelock import BaseFileLock, FileLock, Timeout

from memo_lsp.clock import Clock
from memo_lsp.dream.idle import Activity
from memo_lsp.errors import MemoError
from memo_lsp.store import Store
from memo_lsp.store.attendance import Attendant

log = logging.getLogger(__name__)

RUN = "run"  # the lease of whoever runs a pass right now
LOCK = "dreaming.lock"
LOOK = 0.02  # seconds until a lease that another holds is asked for again
BEAT = 10.0  # seconds from one sign of life to the next
LASTS = 30.0  # seconds after which nobody waits for one that gives none
IMPORT, BY_HAND = "import", "by hand"


class Presence:
    """`window` names this process. Safe from any thread; nothing is written before `begin`."""

    def __init__(self, store: Store, window: str, activity: Activity, clock: Clock):
        self._store, self._window, self._clock = store, window, clock
        self.activity = activity
        self._doing: Counter[str] = Counter()
        self._held: dict[str, float] = {}  # lease → when it was last renewed, in the machine's monotonic time
        self._lock, self._leases, self._runs = threading.Lock(), threading.RLock(), threading.Lock()
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
            for name in list(self._held):
                self.let_go(name)
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
            for lease in list(self._held):
                self._renew(lease)
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

    # --- leases
    def hold(self, lease: str) -> bool:
        """Take a lease, renewed from now on; False if another holds it. Raises StoreTrouble."""
        with self._leases:
            if self._store.lease.take(self._window, LASTS, name=lease):
                self._held[lease] = time.monotonic()
                return True
            self._held.pop(lease, None)
            return False

    def _renew(self, lease: str) -> None:
        with self._leases:
            if lease in self._held:  # else it was given back meanwhile
                self.hold(lease)

    def holds(self, lease: str) -> bool:
        """Whether a lease is held, and was renewed in time."""
        renewed = self._held.get(lease)
        return renewed is not None and time.monotonic() - renewed < LASTS

    def let_go(self, lease: str) -> None:
        """Give a lease back. Raises StoreTrouble."""
        with self._leases:
            if self._held.pop(lease, None) is not None:
                self._store.lease.release(self._window, name=lease)

    @contextmanager
    def alone(self, patience: float = 0.0, breathe: Callable[[], None] = lambda: None) -> Iterator[bool]:
        """One pass at a time, in all windows: whether it is this one's turn, which is waited for no longer than
        `patience` seconds. What `breathe` raises ends the waiting. Raises StoreTrouble."""
        until = time.monotonic() + patience
        mine = self._runs.acquire(blocking=False)
        while not mine and time.monotonic() < until:
            breathe()
            mine = self._runs.acquire(timeout=LOOK)
        lock = FileLock(self._store.path.with_name(LOCK), mode=0o600)
        try:
            yield mine and self._held_by(lock, until, breathe)
        finally:
            if mine:
                try:
                    self.let_go(RUN)
                finally:
                    lock.release()
                    self._runs.release()

    def _held_by(self, lock: BaseFileLock, until: float, breathe: Callable[[], None]) -> bool:
        while not (self._locked(lock) and self.hold(RUN)):
            if time.monotonic() >= until:
                return False
            breathe()
            time.sleep(LOOK)
        return True

    def _locked(self, lock: BaseFileLock) -> bool:
        """Whether no living process runs a pass. A killed one lets go of its lock at once: what it still holds in the
        store need not run out. Where files cannot be locked, the lease alone says it."""
        if self._store.mode != "rw":
            return True
        try:
            if not lock.is_locked:
                lock.acquire(timeout=0)
        except Timeout:
            return False
        except (OSError, NotImplementedError):
            return True
        held = self._store.lease.held(name=RUN)
        if held is not None and held.holder != self._window:
            self._store.lease.release(held.holder, name=RUN)
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

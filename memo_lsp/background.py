"""One thread that does, in order, what must not hold a request up: recall log, reinforcement, look-ups of git."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from memo_lsp.errors import MemoError

log = logging.getLogger(__name__)

GIVES_WAY = 0.0005  # seconds between two looks whether a request is still open
MOST_REST = 0.003  # seconds
_TAKEN_DOWN = 1_000  # objects at once: some 2 ms
MOST = 0.01  # seconds that a piece of work waits at most: it is to get done on a busy day too


def give_way(busy: Callable[[], bool], most: float = MOST) -> None:
    """Between two pieces of work on a thread of one's own: let whoever waits for an answer have the interpreter."""
    until = time.monotonic() + most
    while busy() and time.monotonic() < until:
        time.sleep(GIVES_WAY)


class Turns:
    """Called between two pieces of work on a thread of one's own: whoever waits for an answer goes first, and then the
    thread rests as long as the piece took it, so that at most half of a processor goes to what nobody waits for."""

    def __init__(self, busy: Callable[[], bool]):
        self._busy = busy
        self._worked = 0.0

    def __call__(self) -> None:
        give_way(self._busy)
        worked = time.thread_time()
        time.sleep(min(MOST_REST, max(0.0, worked - self._worked)))
        self._worked = worked


def take_down(held: Iterable[list[Any]], between: Callable[[], None]) -> None:
    """Empty lists that nobody looks at any more, piece by piece: freed at once, a hundred thousand objects stop every
    thread for 200 ms."""
    for one in held:
        while one:
            del one[-_TAKEN_DOWN:]
            between()


class Background:
    """Runs jobs one after the other on a daemon thread; a job that fails is logged and the next one runs."""

    def __init__(self, name: str):
        self._jobs: deque[Callable[[], object]] = deque()
        self._changed = threading.Condition()
        self._running = False
        self._closed = False
        self._thread: threading.Thread | None = None
        self._name = name

    @property
    def pending(self) -> int:
        """Jobs received and not yet done."""
        with self._changed:
            return len(self._jobs) + self._running

    def submit(self, job: Callable[[], object]) -> None:
        """Queue a job; after `close` it runs at once, so that nothing is lost at the end."""
        with self._changed:
            if not self._closed:
                self._jobs.append(job)
                self._start()
                self._changed.notify_all()
                return
        self._do(job)

    def drain(self, timeout: float = 10.0) -> bool:
        """Wait until nothing is pending; False if that took longer than `timeout` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._jobs and not self._running, timeout)

    def close(self, timeout: float = 10.0) -> bool:
        """Finish what is queued, then end the thread."""
        done = self.drain(timeout)
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout)
        return done

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            self._do(job)
            with self._changed:
                self._running = False
                self._changed.notify_all()

    def _next(self) -> Callable[[], object] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._jobs or self._closed)
            if not self._jobs:
                return None
            self._running = True
            return self._jobs.popleft()

    def _do(self, job: Callable[[], object]) -> None:
        try:
            job()
        except MemoError as trouble:
            log.warning("%s", trouble)
        except Exception:
            log.exception("%s: a background job failed", self._name)

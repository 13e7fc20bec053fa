"""Work that cannot be ended half-way: a model, a service somewhere. It goes on on a thread of its own, so that the pass
that waits for it breathes all the while, and ends when it is to end."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from memo_lsp.dream.plan import Breathe

GLANCE = 0.02  # seconds between two breaths

_Made = TypeVar("_Made")


class Elsewhere:
    """Begins such work and knows what of it still goes on."""

    def __init__(self) -> None:
        self._threads: weakref.WeakSet[threading.Thread] = weakref.WeakSet()

    def begin(self, work: Callable[[], _Made]) -> Future[_Made]:
        """What `work` gives or raises, coming."""
        coming: Future[_Made] = Future()
        thread = threading.Thread(target=_do, args=(work, coming), name="memo-elsewhere", daemon=True)
        self._threads.add(thread)
        thread.start()
        return coming

    def finish(self, seconds: float) -> None:
        """Wait so long at most for what goes on still: a process that ends under a running model does not end well."""
        until = time.monotonic() + seconds
        for thread in list(self._threads):
            thread.join(max(0.0, until - time.monotonic()))


def outcome(coming: Future[_Made], breathe: Breathe) -> _Made:
    """What came of it. Raises what it raised; where `breathe` raises, nobody waits for it any more."""
    while not coming.done():
        breathe()
        wait((coming,), GLANCE)
    return coming.result()


def _do(work: Callable[[], _Made], coming: Future[_Made]) -> None:
    try:
        coming.set_result(work())
    except BaseException as trouble:  # whatever it is, whoever waits is to know
        coming.set_exception(trouble)

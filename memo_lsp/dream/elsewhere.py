"""Work that cannot be ended half-way: a model, a service somewhere. It goes on on a thread of its own, so that the pass
that waits for it breathes all the while, and ends when it is to end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from memo_lsp.dream.plan import Breathe

GLANCE = 0.02  # seconds between two breaths

_Made = TypeVar("_Made")


def begin(work: Callable[[], _Made]) -> Future[_Made]:
    """What `work` gives or raises, coming."""
    coming: Future[_Made] = Future()
    threading.Thread(target=_do, args=(work, coming), name="memo-elsewhere", daemon=True).start()
    return coming


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

"""What upkeep there is, as chores for a pass: each does its work over the store and says how much that was."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable

from memo_lsp.dream.plan import Breathe, Chore
from memo_lsp.services.ground import Ground

_GLANCE = 0.02  # seconds between two breaths while vectors are made


def chores(ground: Ground) -> tuple[Chore, ...]:
    """In the order in which they are done: vectors first, the file last."""
    from memo_lsp.capture.rechecking import Rechecking

    store = ground.store
    return (
        Chore("embedded", lambda breathe: _embed(ground, breathe)),
        Chore("anchors", Rechecking(store, ground.standing)),
        Chore("log", store.log.bound),
        Chore("rows", _at_once(store.tidy)),
        Chore("pages", _at_once(store.checkpoint)),
    )


def _at_once(work: Callable[[], int]) -> Callable[[Breathe], int]:
    """Work of a few milliseconds."""

    def done(breathe: Breathe) -> int:
        breathe()
        return work()

    return done


def _embed(ground: Ground, breathe: Breathe) -> int:
    """Wait until what waits for vectors has them; a thread does it, so that waiting can end at any moment."""
    breathe()
    indexer = ground.indexer
    before, stop = indexer.progress().done, threading.Event()
    own = None if indexer.running else threading.Thread(target=indexer.step, args=(math.inf, stop), name="memo-embed")
    if own is not None:
        own.start()
    try:
        while indexer.at_work() and (own is None or own.is_alive()):
            indexer.wake()
            breathe()
            stop.wait(_GLANCE)
    finally:
        stop.set()
        if own is not None:
            own.join()
    return max(0, indexer.progress().done - before)

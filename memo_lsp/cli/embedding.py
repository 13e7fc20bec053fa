"""Embedding what waits, from the terminal: with a bar, and stoppable."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memo_lsp.cli.output import Output
    from memo_lsp.services import Services

SLICE_SECONDS = 0.5


def embed_waiting(services: Services, out: Output, seconds: float = float("inf")) -> None:
    """Embed until nothing waits, the time is over, or a person presses Ctrl-C: what has a vector then keeps it."""
    started = services.clock.monotonic()
    total = services.indexer.waiting()
    if not total:
        return
    with stoppable() as stop, out.progress("embedding") as progress:
        while not stop.is_set() and services.clock.monotonic() - started < seconds:
            more = services.indexer.step(SLICE_SECONDS, stop)
            progress(total - services.indexer.waiting(), total)
            if not more:
                return


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets, so that the work under way can end in order; the second ends it at once."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)

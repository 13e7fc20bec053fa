"""Vectors of an open document's names, made ahead: a hover may use only what is ready.

Only with the model in the package (a name in somebody's code is not sent anywhere for this), only where there is
something to find, and never while a request is open.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memo_lsp.embed.port import EmbedderDown

if TYPE_CHECKING:
    from memo_lsp.services import Services

MOST_NAMES = 200
AT_ONCE = 8  # about 30 ms of work
GIVES_WAY = 0.02  # seconds between looks at whether a request is still open


def prepare(services: Services, names: Sequence[str], busy: Callable[[], bool], stop: threading.Event) -> None:
    """Make the vectors of the first so many names; runs on a thread for long work until `stop` is set."""
    if services.settings.embed.provider != "bundled" or not services.store.memories.count():
        return
    wanted = list(dict.fromkeys(names))[:MOST_NAMES]
    for start in range(0, len(wanted), AT_ONCE):
        while busy() and not stop.wait(GIVES_WAY):
            pass
        if stop.is_set():
            return
        try:
            services.recall.vectors.prepare(wanted[start : start + AT_ONCE])
        except EmbedderDown:
            return  # the indexer says so, and tries again

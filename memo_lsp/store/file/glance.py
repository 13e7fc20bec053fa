"""A look at a store that leaves its folder as it was, also where nothing may be written.

Opening a database to read makes SQLite put the index of its write-ahead log beside it. Where no log is there to be
read, the file is looked at as one that nobody changes; and if somebody did in that time, the look is taken again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from memo_lsp.clock import Clock
from memo_lsp.errors import StoreTrouble
from memo_lsp.store.care.opening import open_store
from memo_lsp.store.file.files import FILE, companions
from memo_lsp.store.store import Store

_T = TypeVar("_T")


def glance(folder: Path, clock: Clock, look: Callable[[Store], _T]) -> _T:
    """What `look` makes of the store of a folder, which is only read. Raises StoreTrouble where `look` does."""
    file = folder / FILE
    if (before := _at_rest(file)) is not None:
        with suppress(StoreTrouble):  # perhaps somebody wrote to it meanwhile
            found = _looked(open_store(folder, clock=clock, read_only=True, at_rest=True), look)
            if _at_rest(file) == before:
                return found
    return _looked(open_store(folder, clock=clock, read_only=True), look)


def _looked(store: Store, look: Callable[[Store], _T]) -> _T:
    try:
        return look(store)
    finally:
        store.close()


def _at_rest(file: Path) -> tuple[int, int, int] | None:
    """What tells a file from a changed one; None if there is none, or its log holds something."""
    with suppress(OSError):
        log, _ = companions(file)
        if not (log.exists() and log.stat().st_size):
            facts: os.stat_result = file.stat()
            return facts.st_ino, facts.st_size, facts.st_mtime_ns
    return None

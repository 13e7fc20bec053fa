"""The signs of all of an embedder's vectors held in memory: 48 bytes a window, looked through in 4 ms where sqlite-vec
takes 25 for 100,000 windows of 384 numbers.

A copy of what the table of vectors says, kept in step: windows are only ever added under higher numbers, so new ones
are read on, and one that is gone is noticed when it is found.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from memo_lsp.errors import MemoError
from memo_lsp.store.file.connection import Database
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.search.index import Found, Reach, Vec0, signs
from memo_lsp.store.search.scope import PARTITION

if TYPE_CHECKING:
    from memo_lsp.store.search.index import Floats

_PAGE = 2048
_FIRST = 2  # questions of a process that sqlite-vec answers: a command asks one, and need not read every vector


class Held:
    """An engine of numpy alone: where the extension does not load."""

    name = "numpy"

    def __init__(self, database: Database):
        self._database = database
        self._held: tuple[int, _Signs] | None = None
        self._lock = threading.Lock()

    def nearest(self, connection: Connection, embedder: int, vector: Floats, reach: Reach) -> Found:
        allowed = None
        if reach.within is not None:
            found = connection.rows(f"SELECT m.id FROM memories m WHERE {reach.within.sql}", reach.within.values)
            allowed = [row for (row,) in found]
        with self._lock:
            held = self.in_step(connection, embedder)
            while gone := _gone(connection, near := held.nearest(vector, reach, allowed)):
                held.drop(gone)
            return near

    def ready(self, embedder: int) -> bool:
        """Whether an embedder's signs have been read."""
        return self._held is not None and self._held[0] == embedder

    def read(self, embedder: int) -> None:
        """Read an embedder's signs, before they are asked for."""
        with self._lock, self._database.read() as connection:
            self.in_step(connection, embedder)

    def in_step(self, connection: Connection, embedder: int) -> _Signs:
        """The signs as the connection sees them; what a transaction that may be rolled back sees is not kept."""
        generation = self._database.generation()
        passing = self._database.in_transaction()
        held = self._held[1] if self.ready(embedder) and self._held is not None and not passing else _Signs()
        if generation != held.generation:
            if generation < held.generation:  # another store was put in the place of this one
                held = _Signs()
            held.grow(connection, embedder)
            held.generation = generation
        if not passing:
            self._held = (embedder, held)
        return held


class Vec0ThenHeld:
    """sqlite-vec for a process's first questions, and while the signs are being read; then these."""

    name = "vec0"

    def __init__(self, database: Database):
        self._database = database
        self._vec0 = Vec0()
        self._held = Held(database)
        self._asked = 0
        self._reading: threading.Thread | None = None

    def nearest(self, connection: Connection, embedder: int, vector: Floats, reach: Reach) -> Found:
        self._asked += 1
        if self._held.ready(embedder) and not self._database.in_transaction():
            return self._held.nearest(connection, embedder, vector, reach)
        if self._asked > _FIRST and (self._reading is None or not self._reading.is_alive()):
            self._reading = threading.Thread(target=self._read, args=(embedder,), name="memo-signs", daemon=True)
            self._reading.start()
        return self._vec0.nearest(connection, embedder, vector, reach)

    def _read(self, embedder: int) -> None:
        with suppress(MemoError):  # sqlite-vec goes on answering
            self._held.read(embedder)


class _Signs:
    """Signs side by side in the order of their windows, with room for more."""

    def __init__(self) -> None:
        self.generation = -1
        self._count = 0
        self._last = 0
        self._ids: Any = None
        self._memories: Any = None
        self._partitions: Any = None
        self._words: Any = None

    def grow(self, connection: Connection, embedder: int) -> None:
        """Read the windows that came since."""
        rows: list[tuple[Any, ...]] = []
        while not rows or len(rows) == _PAGE:
            rows = connection.rows(
                f"""
                SELECT w.id, m.id, {PARTITION}, w.vector FROM windows w CROSS JOIN memories m ON m.id = w.memory
                WHERE w.id > ? AND w.embedder = ? ORDER BY w.id LIMIT ?
                """,
                (self._last, embedder, _PAGE),
            )
            if not rows:
                return
            self._add(rows)

    def _add(self, rows: Sequence[tuple[Any, ...]]) -> None:
        import numpy as np

        stored = np.frombuffer(b"".join(row[3] for row in rows), dtype=np.int8).reshape(len(rows), -1)
        words = _as_words(np.packbits(stored > 0, axis=1))
        self._make_room(len(rows), words.shape[1])
        here = slice(self._count, self._count + len(rows))
        for held, place in ((self._ids, 0), (self._memories, 1), (self._partitions, 2)):
            held[here] = [row[place] for row in rows]
        self._words[here] = words
        self._count, self._last = here.stop, rows[-1][0]

    def _make_room(self, more: int, width: int) -> None:
        """Twice as much when it is full, so that one more window does not copy them all."""
        import numpy as np

        if self._words is None:
            self._ids, self._memories, self._partitions = (np.zeros(_PAGE, dtype=np.int64) for _ in range(3))
            self._words = np.zeros((_PAGE, width), dtype=np.uint64)
        while self._count + more > len(self._ids):
            self._ids, self._memories, self._partitions, self._words = (
                np.concatenate([held, np.zeros_like(held)])
                for held in (self._ids, self._memories, self._partitions, self._words)
            )

    def drop(self, windows: Iterable[int]) -> None:
        """Leave out windows that are gone."""
        import numpy as np

        stay = np.flatnonzero(~np.isin(self._ids[: self._count], list(windows)))
        for held in (self._ids, self._memories, self._partitions, self._words):
            held[: len(stay)] = held[stay]
        self._count = len(stay)

    def nearest(self, vector: Floats, reach: Reach, allowed: Sequence[int] | None) -> Found:
        import numpy as np

        if not self._count:
            return []
        asked = _as_words(np.frombuffer(signs(vector), dtype=np.uint8)[np.newaxis])
        distances = np.bitwise_count(self._words[: self._count] ^ asked).sum(axis=1, dtype=np.int16)
        ids = self._ids[: self._count]
        may = self._may(reach, allowed)
        if may is not None:
            ids, distances = ids[may], distances[may]
        chosen = _least(distances, reach.limit)
        return list(zip(ids[chosen].tolist(), distances[chosen].tolist(), strict=True))

    def _may(self, reach: Reach, allowed: Sequence[int] | None) -> Any:
        """The places that may be found; None for all."""
        import numpy as np

        partitions = self._partitions[: self._count]
        if reach.partitions is not None:
            may = np.isin(partitions, reach.partitions)
        else:
            may = (partitions >= 0) | reach.digests
        if allowed is None and may.all():
            return None
        if allowed is not None:
            may &= np.isin(self._memories[: self._count], allowed)
        return np.flatnonzero(may)


def _least(distances: Any, limit: int) -> Any:
    """Places of the `limit` least distances, in no order; the first among equals."""
    import numpy as np

    if len(distances) <= limit:
        return np.arange(len(distances))
    edge = int(np.searchsorted(np.bincount(distances).cumsum(), limit))  # counted, since there are few distances
    nearer = np.flatnonzero(distances < edge)
    return np.concatenate([nearer, np.flatnonzero(distances == edge)[: limit - len(nearer)]])


def _gone(connection: Connection, found: Found) -> set[int]:
    """Windows that do not exist any more."""
    ids = [window for window, _ in found]
    there = connection.rows("SELECT id FROM windows WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(ids),))
    return set(ids).difference(window for (window,) in there)


def _as_words(packed: Any) -> Any:
    """Rows of bytes as rows of 64 bits, filled up with zeros."""
    import numpy as np

    return np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8))).view(np.uint64)

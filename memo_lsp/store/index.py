"""Nearest windows, coarsely: a sqlite-vec table an embedder, made from the stored vectors, or numpy over the same rows.

Either gives candidates only; their order comes from the stored vectors (see vectors.py). Numbers that name a table
come from the store itself.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from memo_lsp.store.connection import Database
from memo_lsp.store.scope import Conditions
from memo_lsp.store.sqlite import Connection

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]

MOST_NEIGHBOURS = 4096  # sqlite-vec gives no more
_STEP = 4096  # rows of one matrix product: stays in the processor's cache


def index_name(embedder: int) -> str:
    """The index table of an embedder."""
    return f"near_{int(embedder)}"


def create_index(connection: Connection, embedder: int, dimension: int) -> None:
    """An empty index; partitioned by project, so that a question of one project reads no other's vectors."""
    connection.execute(
        f"""
        CREATE VIRTUAL TABLE IF NOT EXISTS {index_name(embedder)}
        USING vec0(project integer partition key, vector int8[{int(dimension)}], chunk_size=1024)
        """
    )


def drop_index(connection: Connection, embedder: int) -> None:
    """The index goes; the vectors stay."""
    connection.execute(f"DROP TABLE IF EXISTS {index_name(embedder)}")


def has_index(connection: Connection, embedder: int) -> bool:
    """Whether an embedder's index exists."""
    return connection.table_exists("main", index_name(embedder))


def put_entries(connection: Connection, embedder: int, entries: Sequence[tuple[int, int, Floats]]) -> None:
    """Index windows: id, project, unit vector."""
    connection.executemany(
        f"INSERT INTO {index_name(embedder)}(rowid, project, vector) VALUES (?, ?, vec_int8(?))",
        [(window, project, coarse(vector)) for window, project, vector in entries],
    )


def drop_entries(connection: Connection, embedder: int, windows: Sequence[int]) -> None:
    """Take windows out of the index, if there is one."""
    if has_index(connection, embedder):
        connection.executemany(f"DELETE FROM {index_name(embedder)} WHERE rowid = ?", [(window,) for window in windows])


def coarse(vector: Floats) -> bytes:
    """A unit vector in int8 on one scale for all, as Euclidean distance needs it: six standard deviations fill it."""
    import numpy as np

    scale = 127.0 * math.sqrt(len(vector)) / 6.0
    return bytes(np.clip(np.rint(vector * scale), -127, 127).astype(np.int8).tobytes())


@dataclass(frozen=True, slots=True)
class Reach:
    """How far to look: about `limit` windows of some projects (None: of all), of memories that meet conditions."""

    limit: int
    projects: Sequence[int] | None = None
    within: Conditions | None = None


class Engine(Protocol):
    """Finds candidates."""

    name: str

    def nearest(self, connection: Connection, embedder: int, vector: Floats, reach: Reach) -> list[int]:
        """Ids of the nearest windows, in no order; fewer than the limit only if there are no more."""
        ...


class Vec0:
    """sqlite-vec: nothing held in memory."""

    name = "vec0"

    def nearest(self, connection: Connection, embedder: int, vector: Floats, reach: Reach) -> list[int]:
        question = f"SELECT rowid FROM {index_name(embedder)} WHERE vector MATCH vec_int8(?) AND k = ?"
        values: tuple[Any, ...] = (coarse(vector), min(reach.limit, MOST_NEIGHBOURS))
        if reach.within is not None:
            question += f"""
                AND rowid IN (SELECT w.id FROM windows w WHERE w.embedder = ?
                  AND w.memory IN (SELECT m.id FROM memories m WHERE {reach.within.sql}))"""
            values = (*values, embedder, *reach.within.values)
        if reach.projects is None:
            return [window for (window,) in connection.rows(question, values)]
        return [
            window
            for project in reach.projects
            for (window,) in connection.rows(f"{question} AND project = ?", (*values, project))
        ]


class Numpy:
    """All of an embedder's vectors held in memory and multiplied: where the extension does not load."""

    name = "numpy"

    def __init__(self, database: Database):
        self._database = database
        self._held: dict[int, _Matrix] = {}
        self._lock = threading.Lock()

    def nearest(self, connection: Connection, embedder: int, vector: Floats, reach: Reach) -> list[int]:
        with self._lock:
            held = self._held.get(embedder)
            if held is None or held.generation != self._database.generation():
                held = _Matrix(connection, embedder, self._database.generation())
                self._held = {embedder: held}
        allowed = None
        if reach.within is not None:
            found = connection.rows(f"SELECT m.id FROM memories m WHERE {reach.within.sql}", reach.within.values)
            allowed = [row for (row,) in found]
        return held.nearest(vector, reach, allowed)


class _Matrix:
    """Stored vectors side by side."""

    def __init__(self, connection: Connection, embedder: int, generation: int):
        import numpy as np

        self.generation = generation
        rows = connection.rows(
            """
            SELECT w.id, m.id, m.project, w.vector FROM windows w JOIN memories m ON m.id = w.memory
            WHERE w.embedder = ? ORDER BY w.id
            """,
            (embedder,),
        )
        self._ids = np.array([row[0] for row in rows], dtype=np.int64)
        self._memories = np.array([row[1] for row in rows], dtype=np.int64)
        self._projects = np.array([row[2] for row in rows], dtype=np.int64)
        self._vectors = np.frombuffer(b"".join(row[3] for row in rows), dtype=np.int8).reshape(len(rows), -1)
        self._norms = np.sqrt(np.einsum("ij,ij->i", self._vectors, self._vectors, dtype=np.int64))

    def nearest(self, vector: Floats, reach: Reach, allowed: Sequence[int] | None) -> list[int]:
        import numpy as np

        if not len(self._ids):
            return []
        scores = np.empty(len(self._ids), dtype=np.float32)
        for at in range(0, len(scores), _STEP):
            scores[at : at + _STEP] = self._vectors[at : at + _STEP].astype(np.float32) @ vector
        scores /= np.maximum(self._norms, 1)
        if reach.projects is not None:
            scores[~np.isin(self._projects, reach.projects)] = -np.inf
        if allowed is not None:
            scores[~np.isin(self._memories, allowed)] = -np.inf
        chosen = np.argsort(-scores, kind="stable")[: reach.limit]
        return [int(self._ids[place]) for place in chosen if scores[place] > -np.inf]


def scoped_projects(connection: Connection, keys: Sequence[str]) -> list[int]:
    """The numbers of projects there are."""
    found = connection.rows(
        "SELECT id FROM projects WHERE key IN (SELECT value FROM json_each(?))", (json.dumps(list(keys)),)
    )
    return [number for (number,) in found]

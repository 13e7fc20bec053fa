"""Nearest windows, coarsely, by the signs of their numbers: a sqlite-vec table an embedder, made from the stored
vectors (numpy over the same signs held in memory: signs.py).

Either gives candidates only; their order comes from the stored vectors (see vectors.py). What lies near has nearly the
same signs: of the true best 25 (best 5) among 5,000 real texts, the nearest 400 by their signs hold 99.0 % (99.6 %),
the nearest 200 97.7 % (99.0 %); among 100,000 near-duplicates of these, the hardest case, 400 hold 96.4 % (97.7 %) and
200 93.3 % (96.0 %). Numbers that name a table come from the store itself.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.search.scope import Conditions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]

MOST_NEIGHBOURS = 4096  # sqlite-vec gives no more
# sqlite-vec picks the k nearest of each chunk one by one. Of 100,000 windows, in ms of processor time for k 50, 400 and
# 800: 1024 a chunk 7, 51, 126; 128 a chunk 14, 35, 36; 32 a chunk 19, 21, 24.
_CHUNK_SIZE = 32


def index_name(embedder: int) -> str:
    """The index table of an embedder."""
    return f"signs_{int(embedder)}"


def _former_name(embedder: int) -> str:
    """The table of an index of whole numbers, as it was before that of signs."""
    return f"near_{int(embedder)}"


def create_index(connection: Connection, embedder: int, dimension: int) -> None:
    """An empty index, unless there is one; partitioned by project, so that a question of one reads no other's, and
    that digests, which have partitions below zero, take nobody's place among the nearest."""
    if has_index(connection, embedder):
        return
    bits = dimension + -dimension % 8
    connection.execute(f"DROP TABLE IF EXISTS {_former_name(embedder)}")
    connection.execute(
        f"""
        CREATE VIRTUAL TABLE {index_name(embedder)}
        USING vec0(project integer partition key, vector bit[{bits}], chunk_size={_CHUNK_SIZE})
        """
    )


def drop_index(connection: Connection, embedder: int) -> None:
    """The index goes; the vectors stay."""
    for name in (index_name(embedder), _former_name(embedder)):
        connection.execute(f"DROP TABLE IF EXISTS {name}")


def has_index(connection: Connection, embedder: int) -> bool:
    """Whether an embedder's index exists."""
    return connection.table_exists("main", index_name(embedder))


def put_entries(connection: Connection, embedder: int, entries: Sequence[tuple[int, int, bytes]]) -> None:
    """Index windows: id, partition, vector as it is stored."""
    connection.executemany(
        f"INSERT INTO {index_name(embedder)}(rowid, project, vector) VALUES (?, ?, vec_bit(?))",
        [(window, partition, _stored_signs(vector)) for window, partition, vector in entries],
    )


def drop_entries(connection: Connection, embedder: int, windows: Sequence[int]) -> None:
    """Take windows out of the index, if there is one."""
    if has_index(connection, embedder):
        connection.executemany(f"DELETE FROM {index_name(embedder)} WHERE rowid = ?", [(window,) for window in windows])


def signs(vector: Any) -> bytes:
    """A bit for each number, set where it is above zero, in whole bytes."""
    import numpy as np

    return np.packbits(vector > 0).tobytes()


def _stored_signs(vector: bytes) -> bytes:
    import numpy as np

    return signs(np.frombuffer(vector, dtype=np.int8))


@dataclass(frozen=True, slots=True)
class Reach:
    """How far to look: about `limit` windows of some projects (None: of all), `digests` as well or not, of memories
    that meet conditions."""

    limit: int
    projects: Sequence[int] | None = None
    within: Conditions | None = None
    digests: bool = False

    @property
    def partitions(self) -> Sequence[int] | None:
        """Those of the projects; None for all."""
        if self.projects is None or not self.digests:
            return self.projects
        return (*self.projects, *(-1 - project for project in self.projects))


Found = list[tuple[int, int]]  # windows, and in how many signs each differs


class Engine(Protocol):
    """Finds candidates."""

    name: str

    def nearest(self, connection: Connection, embedder: int, vector: Floats, reach: Reach) -> Found:
        """The nearest windows, in no order; fewer than the limit only if there are no more, perhaps a few more."""
        ...


def settled(found: Found, limit: int) -> list[int]:
    """The nearest `limit` of what an engine found, without those as far away as the last: of these there may be more,
    and which of them an engine gives is chance. If all are equally far, they stay."""
    if len(found) < limit:
        return [window for window, _ in found]
    edge = sorted(distance for _, distance in found)[limit - 1]
    return [window for window, distance in found if distance < edge] or [window for window, _ in found[:limit]]


class Vec0:
    """sqlite-vec: nothing held in memory."""

    name = "vec0"

    def nearest(self, connection: Connection, embedder: int, vector: Floats, reach: Reach) -> Found:
        question = f"SELECT rowid, distance FROM {index_name(embedder)} WHERE vector MATCH vec_bit(?) AND k = ?"
        values: tuple[Any, ...] = (signs(vector), reach.limit)
        if reach.within is not None:
            question += f"""
                AND rowid IN (SELECT w.id FROM windows w WHERE w.embedder = ?
                  AND w.memory IN (SELECT m.id FROM memories m WHERE {reach.within.sql}))"""
            values = (*values, embedder, *reach.within.values)
        if reach.partitions is None:
            question += "" if reach.digests else " AND project >= 0"
            return [(window, int(distance)) for window, distance in connection.rows(question, values)]
        return [
            (window, int(distance))
            for partition in reach.partitions
            for window, distance in connection.rows(f"{question} AND project = ?", (*values, partition))
        ]


def scoped_projects(connection: Connection, keys: Sequence[str]) -> list[int]:
    """The numbers of projects there are."""
    found = connection.rows(
        "SELECT id FROM projects WHERE key IN (SELECT value FROM json_each(?))", (json.dumps(list(keys)),)
    )
    return [number for (number,) in found]

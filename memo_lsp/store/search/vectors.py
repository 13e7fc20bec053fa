"""The vector leg: one vector a window, each with the embedder that made it; those of different ones never meet.

Vectors are stored as int8, scaled to their own largest component; a cosine does not care about scale.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memo_lsp.clock import Clock
from memo_lsp.errors import StoreTrouble
from memo_lsp.model import Scope
from memo_lsp.store.file.connection import Database, Part, bump
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.rows import BATCH
from memo_lsp.store.search.index import (
    MOST_NEIGHBOURS,
    Engine,
    Reach,
    create_index,
    drop_entries,
    drop_index,
    has_index,
    index_name,
    put_entries,
    scoped_projects,
    settled,
)
from memo_lsp.store.search.living import living
from memo_lsp.store.search.scope import PARTITION, Conditions, conditions, with_digests

if TYPE_CHECKING:
    from memo_lsp.store.search.index import Floats

# Windows fetched for each memory wanted, more if those belong to too few memories; and at the least: signs alone are
# a coarse measure.
_REACHES = (16, 128)
_LEAST = 400
_CHUNK = 2048


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A memory by its closest window: cosine, and where the window stands in the embedded text."""

    row: int
    cosine: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Embedding:
    """One window's vector of a memory: (row, ordinal, start, end) and a unit vector."""

    row: int
    ordinal: int
    start: int
    end: int
    vector: Floats


class Vectors(Part):
    """Windows, their vectors, and the search among them."""

    def __init__(self, database: Database, clock: Clock, engine: Engine):
        super().__init__(database, clock)
        self.engine = engine
        self._aligned: set[int] = set()

    def embedder_id(self, fingerprint: str, dimension: int) -> int:
        """The number of an embedder; a new one gets an index, and every memory waits for its vectors from it.

        Raises StoreTrouble if it was known with another dimension, or is new and the store cannot be written.
        """
        with self._database.read() as connection:
            found = connection.first("SELECT id, dimension FROM embedders WHERE fingerprint = ?", (fingerprint,))
        if found is None:
            return self._new_embedder(fingerprint, dimension)
        number, known = found
        if known != dimension:
            raise StoreTrouble(
                f"the embedder {fingerprint} gives vectors of {dimension} numbers, but {known} before; "
                "check which model answers, or change its name in the settings"
            )
        if number not in self._aligned:
            self._aligned.add(number)
            if self._database.can_vectors and self._database.mode != "read-only":
                self.align(number)
        return int(number)

    def measured(self, fingerprint: str) -> int | None:
        """The number this embedder has, or got last once the length of its vectors was known, and so in its
        fingerprint; nothing is written for one the store does not know."""
        with self._database.read() as connection:
            found = connection.value(
                "SELECT max(id) FROM embedders WHERE fingerprint IN (?1, ?1 || '-' || dimension || 'd')", (fingerprint,)
            )
        return None if found is None else int(found)

    def _new_embedder(self, fingerprint: str, dimension: int) -> int:
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO embedders(fingerprint, dimension) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (fingerprint, dimension),
            )
            number = int(connection.value("SELECT id FROM embedders WHERE fingerprint = ?", (fingerprint,)))
            if self._database.can_vectors:
                create_index(connection, number, dimension)
            connection.execute("INSERT OR IGNORE INTO queue(embedder, memory) SELECT ?, id FROM memories", (number,))
        return number

    def put(self, embedder: int, items: Iterable[Embedding | tuple[int, int, int, int, Floats]]) -> int:
        """Store all windows of some memories, replacing what they had; how many windows were stored.

        Of a memory that is gone, or whose text changed meanwhile, nothing is stored. Raises StoreTrouble for a vector
        of another size than the embedder's.
        """
        given = [item if isinstance(item, Embedding) else Embedding(*item) for item in items]
        self._check_sizes(embedder, given)
        with self._database.write() as connection:
            partitions = _awaited(connection, embedder, {item.row for item in given})
            fresh = [item for item in given if item.row in partitions]
            self._replace(connection, embedder, fresh, partitions)
            connection.execute(
                "DELETE FROM queue WHERE embedder = ? AND memory IN (SELECT value FROM json_each(?))",
                (embedder, json.dumps(list(partitions))),
            )
            bump(connection)
        return len(fresh)

    def _check_sizes(self, embedder: int, items: Sequence[Embedding]) -> None:
        size = self.dimension(embedder)
        wrong = next((len(item.vector) for item in items if len(item.vector) != size), None)
        if wrong is not None:
            raise StoreTrouble(f"the embedder gave a vector of {wrong} numbers where {size} were agreed")

    def dimension(self, embedder: int) -> int:
        """How many numbers a vector of this embedder has; 0 if it is unknown."""
        with self._database.read() as connection:
            return int(connection.value("SELECT dimension FROM embedders WHERE id = ?", (embedder,)) or 0)

    def _replace(
        self, connection: Connection, embedder: int, items: Sequence[Embedding], partitions: dict[int, int]
    ) -> None:
        old = connection.rows(
            "SELECT id FROM windows WHERE embedder = ? AND memory IN (SELECT value FROM json_each(?))",
            (embedder, json.dumps(list(partitions))),
        )
        if old and self._database.can_vectors:
            drop_entries(connection, embedder, [window for (window,) in old])
        connection.executemany("DELETE FROM windows WHERE id = ?", old)
        entries = []
        for item in items:
            stored = _stored(_unit(item.vector))
            connection.execute(
                "INSERT INTO windows(embedder, memory, ordinal, start, stop, vector) VALUES (?, ?, ?, ?, ?, ?)",
                (embedder, item.row, item.ordinal, item.start, item.end, stored),
            )
            entries.append((connection.last_insert_rowid(), partitions[item.row], stored))
        if self._database.can_vectors:
            create_index(connection, embedder, self.dimension(embedder))
            put_entries(connection, embedder, entries)

    def search(self, embedder: int, vector: Floats, scope: Scope, limit: int) -> list[VectorHit]:
        """The nearest `limit` memories that may compete (see living.py), each by its closest window, best first.

        Raises StoreTrouble, also for a vector of the wrong size.
        """
        if self.dimension(embedder) != len(vector):
            raise StoreTrouble(
                f"the question's vector has {len(vector)} numbers, the stored ones {self.dimension(embedder)}"
            )
        where = conditions(scope, self._clock.now())
        unit = _unit(vector)
        hits: list[VectorHit] = []
        with self._database.read() as connection:
            projects = _projects(connection, scope)
            for times in _REACHES:
                wanted = min(max(limit * times, _LEAST), MOST_NEIGHBOURS)
                within = _or_archived(where) if where.narrow else None
                reach = Reach(wanted, projects, within, with_digests(scope))
                found = self.engine.nearest(connection, embedder, unit, reach)
                hits = _exact(connection, embedder, unit, settled(found, wanted), where)
                if len(hits) >= limit or len(found) < wanted:
                    break
        return hits[:limit]

    def closest(self, embedder: int, vector: Floats, rows: Iterable[int]) -> dict[int, VectorHit]:
        """The closest window of each of these memories that has vectors of this embedder."""
        unit, hits = _unit(vector), list[VectorHit]()
        wanted = list(rows)
        with self._database.read() as connection:
            for at in range(0, len(wanted), BATCH):
                found = connection.rows(
                    """
                    SELECT memory, start, stop, vector FROM windows
                    WHERE memory IN (SELECT value FROM json_each(?)) AND embedder = ?
                    """,
                    (json.dumps(wanted[at : at + BATCH]), embedder),
                )
                hits += _by_memory(_scored(unit, found))
        return {hit.row: hit for hit in hits}

    def coverage(self, embedder: int) -> tuple[int, int]:
        """How many memories have vectors of this embedder, and how many there are."""
        with self._database.read() as connection:
            have = connection.value("SELECT count(DISTINCT memory) FROM windows WHERE embedder = ?", (embedder,))
            total = connection.value("SELECT count(*) FROM memories")
        return int(have), int(total)

    def drop_other(self, embedder: int) -> int:
        """Drop what other embedders made, once nothing waits for this one any more; how many were dropped."""
        with self._database.write() as connection:
            waiting = connection.first(
                "SELECT 1 FROM queue WHERE embedder = ? AND quarantined = 0 LIMIT 1", (embedder,)
            )
            if waiting:
                return 0
            others = connection.rows("SELECT id FROM embedders WHERE id <> ?", (embedder,))
            for (other,) in others:
                if self._database.can_vectors:
                    drop_index(connection, other)
                connection.execute("DELETE FROM embedders WHERE id = ?", (other,))
        return len(others)

    def align(self, embedder: int) -> int:
        """Bring the index in step with the vectors, after a process without the extension wrote; entries moved."""
        with self._database.read() as connection:
            if has_index(connection, embedder) and not _differs(connection, embedder):
                return 0
        with self._database.write() as connection:
            create_index(connection, embedder, self.dimension(embedder))
            stored = _ids(connection, "SELECT id FROM windows WHERE embedder = ?", (embedder,))
            listed = _ids(connection, f"SELECT rowid FROM {index_name(embedder)}_rowids", ())
            drop_entries(connection, embedder, sorted(listed - stored))
            missing = sorted(stored - listed)
            for at in range(0, len(missing), _CHUNK):
                put_entries(connection, embedder, _loaded(connection, missing[at : at + _CHUNK]))
        return len(listed ^ stored)


def _differs(connection: Connection, embedder: int) -> bool:
    """Whether index and vectors differ, by count and last id."""
    stored = connection.first("SELECT count(*), max(id) FROM windows WHERE embedder = ?", (embedder,))
    listed = connection.first(f"SELECT count(*), max(rowid) FROM {index_name(embedder)}_rowids")
    return bool(stored != listed)


def _ids(connection: Connection, question: str, values: tuple[int, ...]) -> set[int]:
    return {number for (number,) in connection.rows(question, values)}


def _loaded(connection: Connection, windows: Sequence[int]) -> list[tuple[int, int, bytes]]:
    return connection.rows(
        f"""
        SELECT w.id, {PARTITION}, w.vector FROM windows w JOIN memories m ON m.id = w.memory
        WHERE w.id IN (SELECT value FROM json_each(?))
        """,
        (json.dumps(list(windows)),),
    )


def _awaited(connection: Connection, embedder: int, rows: set[int]) -> dict[int, int]:
    """Of the memories that exist and did not change since they were taken: row and partition of the index."""
    found = connection.rows(
        f"""
        SELECT m.id, {PARTITION} FROM memories m WHERE m.id IN (SELECT value FROM json_each(?))
        AND NOT EXISTS (SELECT 1 FROM queue q WHERE q.embedder = ? AND q.memory = m.id AND q.changed = 1)
        """,
        (json.dumps(list(rows)), embedder),
    )
    return dict(found)


def _projects(connection: Connection, scope: Scope) -> list[int] | None:
    if scope.project is None or any(item.field == "project" and not item.negated for item in scope.filters):
        return None
    return scoped_projects(connection, ("", scope.project))


def _unit(vector: Any) -> Floats:
    import numpy as np

    floats = np.asarray(vector, dtype=np.float32)
    norm = float(np.linalg.norm(floats))
    return floats / np.float32(norm) if norm > 0 else floats


def _stored(unit: Floats) -> bytes:
    import numpy as np

    largest = float(np.abs(unit).max()) or 1.0
    return bytes(np.rint(unit * (127.0 / largest)).astype(np.int8).tobytes())


def _or_archived(where: Conditions) -> Conditions:
    """What is archived is looked at, too: it may live on in something that meets the conditions."""
    return Conditions(f"({where.sql}) OR m.state = 'archived'", where.values, where.narrow)


def _exact(
    connection: Connection, embedder: int, unit: Floats, windows: Sequence[int], where: Conditions
) -> list[VectorHit]:
    """Hits among some windows, in the exact order of their stored vectors."""
    found = connection.rows(
        """
        SELECT memory, start, stop, vector FROM windows
        WHERE id IN (SELECT value FROM json_each(?)) AND embedder = ?
        """,
        (json.dumps(list(windows)), embedder),
    )
    allowed = living(connection, {row[0] for row in found}, where)
    return _by_memory(_scored(unit, [row for row in found if row[0] in allowed]))


def _scored(unit: Floats, rows: Sequence[tuple[Any, ...]]) -> list[VectorHit]:
    import numpy as np

    if not rows:
        return []
    vectors = np.frombuffer(b"".join(row[3] for row in rows), dtype=np.int8).reshape(len(rows), -1).astype(np.float32)
    # Summed row by row, never by a matrix product: the same window then scores the same in any company.
    cosines = (vectors * unit).sum(axis=1) / np.maximum(np.sqrt((vectors * vectors).sum(axis=1)), 1)
    return [
        VectorHit(row, float(cosine), start, stop) for (row, start, stop, _), cosine in zip(rows, cosines, strict=True)
    ]


def _by_memory(hits: Iterable[VectorHit]) -> list[VectorHit]:
    """Each memory once, with its closest window, best first."""
    best: dict[int, VectorHit] = {}
    for hit in sorted(hits, key=lambda hit: (-hit.cosine, hit.row, hit.start)):
        best.setdefault(hit.row, hit)
    return list(best.values())

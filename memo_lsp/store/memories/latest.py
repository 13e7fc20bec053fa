"""What was written, changed or removed since somebody last looked, whichever process did it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from memo_lsp.store.file.connection import Part, bump
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.rows import sound


@dataclass(frozen=True, slots=True)
class Mark:
    """How far somebody has looked: the generation, the newest memory, the newest tombstone, and which memories of
    passes there were: of those that go no tombstone tells, for they may be written again."""

    generation: int
    memory: int
    tombstone: int
    dreamt: frozenset[str]


@dataclass(frozen=True, slots=True)
class News:
    """Ids, the newest first, at most `limit` of each: a view is read afresh after a large import anyway."""

    written: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class Latest(Part):
    """Tells what is new."""

    def mark(self, before: Mark | None = None) -> Mark:
        """Where the store stands now; with an earlier mark, only what is newer is looked through."""
        with self._database.read() as connection:
            generation = connection.value("SELECT value FROM counters WHERE name = 'generation'")
            memory = connection.value("SELECT coalesce(max(id), 0) FROM memories")
            tombstone = connection.value("SELECT coalesce(max(id), 0) FROM tombstones")
            dreamt = _dreamt(connection, before)
        return Mark(generation, memory, tombstone, frozenset(dreamt))

    def since(self, mark: Mark, limit: int = 200) -> News:
        """What came after a mark."""
        with self._database.read() as connection:
            written = connection.rows(
                "SELECT uid FROM memories WHERE id > ? ORDER BY id DESC LIMIT ?", (mark.memory, limit)
            )
            changed = connection.rows(
                "SELECT uid FROM memories WHERE touched > ? AND id <= ? ORDER BY touched DESC, id DESC LIMIT ?",
                (mark.generation, mark.memory, limit),
            )
            removed = connection.rows(
                "SELECT uid FROM tombstones WHERE id > ? ORDER BY id DESC LIMIT ?", (mark.tombstone, limit)
            )
            taken_back = sorted(_gone(connection, mark.dreamt))
        gone = tuple(dict.fromkeys((*_ids(removed), *taken_back)))
        return News(_ids(written), _ids(changed), gone[:limit])


def touch(connection: Connection, uids: Iterable[str]) -> None:
    """Say, inside a transaction, that something about these memories has changed: their links, counts or marks."""
    wanted = [sound(uid) for uid in uids]
    if wanted:
        connection.execute(
            "UPDATE memories SET touched = ? WHERE uid IN (SELECT value FROM json_each(?))",
            (bump(connection), json.dumps(wanted)),
        )


def _dreamt(connection: Connection, before: Mark | None) -> set[str]:
    """The memories that passes wrote and that are there. At first they are found by the edits that wrote them: a server
    that starts has no time to go through all memories."""
    if before is None:
        standing = connection.rows(
            """
            SELECT m.uid FROM edits e JOIN memories m ON m.uid = e.into_memory
            WHERE e.kind IN ('theme', 'digest') AND e.undone_at IS NULL
            """
        )
        return set(_ids(standing))
    fresh = connection.rows("SELECT uid FROM memories WHERE id > ? AND origin = 'dream'", (before.memory,))
    return {*(before.dreamt - _gone(connection, before.dreamt)), *_ids(fresh)}


def _gone(connection: Connection, uids: frozenset[str]) -> set[str]:
    """Those that are no memories any more."""
    found = connection.rows(
        "SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM memories WHERE uid = value)",
        (json.dumps(list(uids)),),
    )
    return set(_ids(found))


def _ids(rows: list[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(uid for (uid,) in rows)

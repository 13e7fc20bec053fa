"""What was written, changed or removed since somebody last looked, whichever process did it."""

from __future__ import annotations

from dataclasses import dataclass

from memo_lsp.store.file.connection import Part


@dataclass(frozen=True, slots=True)
class Mark:
    """How far somebody has looked: the generation, the newest memory and the newest tombstone."""

    generation: int
    memory: int
    tombstone: int


@dataclass(frozen=True, slots=True)
class News:
    """Ids, the newest first, at most `limit` of each: a view is read afresh after a large import anyway."""

    written: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class Latest(Part):
    """Tells what is new."""

    def mark(self) -> Mark:
        """Where the store stands now."""
        with self._database.read() as connection:
            generation = connection.value("SELECT value FROM counters WHERE name = 'generation'")
            memory = connection.value("SELECT coalesce(max(id), 0) FROM memories")
            tombstone = connection.value("SELECT coalesce(max(id), 0) FROM tombstones")
        return Mark(generation, memory, tombstone)

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
        return News(_ids(written), _ids(changed), _ids(removed))


def _ids(rows: list[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(uid for (uid,) in rows)

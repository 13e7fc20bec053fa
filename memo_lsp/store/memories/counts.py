"""Counts over memories: what status and `stats` show, and what a first look at a project starts from."""

from __future__ import annotations

from dataclasses import dataclass

from memo_lsp.store.file.connection import Part
from memo_lsp.store.memories.rows import sound
from memo_lsp.text.identifiers import nfc


@dataclass(frozen=True, slots=True)
class Remembered:
    """A symbol of a file and how many memories are anchored there."""

    path: str
    symbol: str
    line: int | None
    count: int


class Counts(Part):
    """How many there are, and of what."""

    def count(self, project: str | None = None) -> int:
        """How many memories a project has (None: all projects together)."""
        with self._database.read() as connection:
            found = connection.value(
                """
                SELECT count(*) FROM memories
                WHERE ?1 IS NULL OR project = (SELECT id FROM projects WHERE key = ?1)
                """,
                (project,),
            )
            return int(found)

    def stats(self, project: str | None = None) -> dict[str, dict[str, int]]:
        """Counts by state, kind, channel and origin; an invalidated memory's state is `invalidated`."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT CASE WHEN valid_to <= ?1 THEN 'invalidated' ELSE state END, kind, channel, origin, count(*)
                FROM memories WHERE ?2 IS NULL OR project = (SELECT id FROM projects WHERE key = ?2)
                GROUP BY 1, 2, 3, 4
                """,
                (self._clock.now(), project),
            )
        counted: dict[str, dict[str, int]] = {"state": {}, "kind": {}, "channel": {}, "origin": {}}
        for *values, count in found:
            for facet, held in zip(counted, values, strict=True):
                counted[facet][held] = counted[facet].get(held, 0) + count
        return counted

    def projects(self) -> dict[str, int]:
        """How many memories each project has; the key of no project is empty."""
        with self._database.read() as connection:
            found = connection.rows(
                "SELECT p.key, count(*) FROM memories m JOIN projects p ON p.id = m.project GROUP BY m.project"
            )
            return dict(found)

    def newest_change(self, project: str | None = None) -> float | None:
        """When a memory was last stored or its content changed; None if there is none."""
        with self._database.read() as connection:
            found = connection.value(
                """
                SELECT max(max(stored_at, coalesce(updated_at, stored_at))) FROM memories
                WHERE ?1 IS NULL OR project = (SELECT id FROM projects WHERE key = ?1)
                """,
                (project,),
            )
        return None if found is None else float(found)

    def most_remembered_symbol(self, project: str | None) -> Remembered | None:
        """The symbol with most memories that can be found now."""
        with self._database.read() as connection:
            found = connection.first(
                """
                SELECT p.path, a.symbol, max(a.line), count(DISTINCT a.memory) AS n
                FROM memories m JOIN anchors a ON a.memory = m.id JOIN paths p ON p.id = a.path
                WHERE m.project = (SELECT id FROM projects WHERE key = ?) AND a.symbol IS NOT NULL AND a.state <> 'gone'
                AND m.state <> 'archived' AND m.valid_to IS NULL
                GROUP BY a.path, a.symbol ORDER BY n DESC, p.path, a.symbol LIMIT 1
                """,
                (project or "",),
            )
        return Remembered(*found) if found else None

    def later_changes(self, project: str | None, path: str, symbol: str | None, after: float) -> int:
        """How many commits stored of a project touched a symbol of a file (None: the file) after an instant."""
        with self._database.read() as connection:
            found = connection.value(
                """
                SELECT count(DISTINCT m.id) FROM paths p JOIN anchors a ON a.path = p.id
                CROSS JOIN memories m ON m.id = a.memory
                WHERE p.path = ?1 AND (?2 IS NULL OR a.symbol = ?2) AND m.sha IS NOT NULL AND m.created_at > ?3
                AND m.origin = 'git' AND +m.project = (SELECT id FROM projects WHERE key = ?4)
                """,
                (sound(nfc(path)), nfc(symbol) if symbol else None, after, project or ""),
            )
            return int(found)

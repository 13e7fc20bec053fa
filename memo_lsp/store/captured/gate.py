"""How much was worth keeping, and why the rest was not: numbers only, no word of what was dropped."""

from __future__ import annotations

from memo_lsp.store.file.connection import Part
from memo_lsp.store.memories.writing import project_id

KEPT = "kept"  # the reason under which kept drafts are counted


class Gate(Part):
    """Counts by reason."""

    def count(self, project: str | None, reason: str, n: int = 1) -> None:
        """`n` drafts more were dropped for a reason, or kept (KEPT)."""
        with self._database.write() as connection:
            connection.execute(
                """
                INSERT INTO gate(project, reason, count) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET count = count + excluded.count
                """,
                (project_id(connection, project), reason, n),
            )

    def counts(self, project: str | None = None) -> tuple[int, dict[str, int]]:
        """How many were kept, and how many dropped by reason, the most first (no project: of all together)."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT reason, sum(count) FROM gate
                WHERE ?1 IS NULL OR project = (SELECT id FROM projects WHERE key = ?1)
                GROUP BY reason ORDER BY sum(count) DESC, reason
                """,
                (project,),
            )
        counted: dict[str, int] = dict(found)
        return counted.pop(KEPT, 0), counted

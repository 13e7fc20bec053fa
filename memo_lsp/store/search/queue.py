"""What waits to be embedded, and what was given up on."""

from __future__ import annotations

import json

from memo_lsp.store.file.connection import Part

MOST_TRIES = 3


class Queue(Part):
    """The work that is left for an embedder."""

    def waiting(self, embedder: int, limit: int) -> list[int]:
        """Rows of memories to embed next: never tried first, newest row first; those chosen, the shortest first."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT q.memory, q.changed FROM (
                  SELECT memory, changed, tries FROM queue WHERE embedder = ? AND quarantined = 0
                  ORDER BY tries, memory DESC LIMIT ?
                ) q LEFT JOIN texts t ON t.memory = q.memory
                ORDER BY length(t.title) + length(t.description) + length(t.body), q.tries, q.memory DESC
                """,
                (embedder, limit),
            )
        changed = [memory for memory, was in found if was]
        if changed:
            with self._database.write() as connection:
                connection.execute(
                    """
                    UPDATE queue SET changed = 0
                    WHERE embedder = ? AND memory IN (SELECT value FROM json_each(?))
                    """,
                    (embedder, json.dumps(changed)),
                )
        return [memory for memory, _ in found]

    def is_waiting(self, embedder: int) -> bool:
        """Whether any memory waits."""
        with self._database.read() as connection:
            found = connection.first("SELECT 1 FROM queue WHERE embedder = ? AND quarantined = 0 LIMIT 1", (embedder,))
        return found is not None

    def failed(self, embedder: int, row: int, reason: str, *, permanent: bool = False) -> None:
        """One try more; set aside after MOST_TRIES, or at once if trying again cannot help."""
        with self._database.write() as connection:
            connection.execute(
                """
                UPDATE queue SET tries = tries + 1, reason = ?, quarantined = (tries + 1 >= ? OR ?)
                WHERE embedder = ? AND memory = ?
                """,
                (reason, MOST_TRIES, permanent, embedder, row),
            )

    def retry(self, embedder: int) -> int:
        """Try again what was set aside; how many."""
        with self._database.write() as connection:
            connection.execute(
                "UPDATE queue SET tries = 0, quarantined = 0 WHERE embedder = ? AND quarantined = 1", (embedder,)
            )
            return connection.changes()

    def counts(self, embedder: int) -> tuple[int, int]:
        """How many memories wait, and how many are set aside."""
        with self._database.read() as connection:
            found = connection.rows(
                "SELECT quarantined, count(*) FROM queue WHERE embedder = ? GROUP BY quarantined", (embedder,)
            )
            counted = {bool(quarantined): int(count) for quarantined, count in found}
        return counted.get(False, 0), counted.get(True, 0)

    def reasons(self, embedder: int) -> dict[str, int]:
        """Why memories were set aside, and how many for each reason."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT coalesce(reason, ''), count(*) FROM queue WHERE embedder = ? AND quarantined = 1 GROUP BY 1
                """,
                (embedder,),
            )
            return dict(found)

"""A project's history is offered once, ever, whatever the number of windows."""

from __future__ import annotations

from memo_lsp.store.file.connection import Part
from memo_lsp.store.memories.rows import sound
from memo_lsp.store.memories.writing import project_id


class Offers(Part):
    """Which projects had their offer."""

    def offered(self, project: str) -> bool:
        """Whether the offer was made, here or in another window."""
        with self._database.read() as connection:
            found = connection.first(
                "SELECT 1 FROM offers WHERE project = (SELECT id FROM projects WHERE key = ?)", (sound(project),)
            )
        return found is not None

    def offer(self, project: str) -> bool:
        """Take the offer upon oneself: True for exactly one caller over all processes."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO offers(project, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (project_id(connection, project), self._clock.now()),
            )
            return connection.changes() > 0

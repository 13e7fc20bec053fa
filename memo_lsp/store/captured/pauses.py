"""Where nothing is captured until a person says so: a workspace's project, or everywhere. Kept over restarts."""

from __future__ import annotations

from typing import Literal

from memo_lsp.store.file.connection import Part, bump
from memo_lsp.store.memories.rows import sound
from memo_lsp.store.memories.writing import project_id

PauseScope = Literal["global", "workspace"]
_EVERYWHERE = 0  # the number of no project


class Pauses(Part):
    """Pauses, as every window sees them: setting one moves the store's generation."""

    def paused(self, project: str | None) -> PauseScope | None:
        """What pauses capture in a project, the wider first; None if it runs. No project: only `global` counts."""
        return next(iter(self.scopes(project)), None)

    def scopes(self, project: str | None) -> tuple[PauseScope, ...]:
        """All that pauses capture in a project, the wider first."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT project FROM pauses WHERE project IN (?, (SELECT id FROM projects WHERE key = ?))
                ORDER BY project
                """,
                (_EVERYWHERE, sound(project or "")),
            )
        return tuple("global" if number == _EVERYWHERE else "workspace" for (number,) in found)

    def set(self, scope: PauseScope, project: str | None, on: bool) -> bool:
        """Pause or resume a scope (`global` needs no project); whether that changed anything."""
        with self._database.write() as connection:
            number = _EVERYWHERE if scope == "global" else project_id(connection, project)
            if scope == "workspace" and number == _EVERYWHERE:
                return False
            if on:
                connection.execute(
                    "INSERT INTO pauses(project, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (number, self._clock.now())
                )
            else:
                connection.execute("DELETE FROM pauses WHERE project = ?", (number,))
            changed = connection.changes() > 0
            if changed:
                bump(connection)
            return changed

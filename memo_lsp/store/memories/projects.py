"""A project may get another key: its first commit or an origin names it better than its folder did."""

from __future__ import annotations

from memo_lsp.store.file.connection import Part, bump
from memo_lsp.store.memories.rows import sound

# What is kept of a project beside its memories.
_BESIDE = ("heads", "patches", "episodes", "mirrors", "unmirrored", "offers", "pauses", "gate", "tombstones")


class Names(Part):
    """Keys of projects, under which everything of theirs is kept."""

    def carry(self, old: str, new: str) -> int:
        """Keep everything of one key under another from now on; how many memories that were.

        If something is kept under the other key already, the memories stay where they are, for the caller to move one
        by one, as each is indexed by its project; of what is kept beside them that of the other key stands."""
        with self._database.write() as connection:
            number, there = (
                connection.value("SELECT id FROM projects WHERE key = ?", (sound(key),)) for key in (old, new)
            )
            if number is None or number == there:
                return 0
            if there is None:
                connection.execute("UPDATE projects SET key = ? WHERE id = ?", (sound(new), number))
                bump(connection)
                return int(connection.value("SELECT count(*) FROM memories WHERE project = ?", (number,)))
            for table in _BESIDE:
                connection.execute(f"UPDATE OR IGNORE {table} SET project = ? WHERE project = ?", (there, number))
            return 0

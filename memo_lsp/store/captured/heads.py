"""What was last seen of a work tree's HEAD, so that a start knows what happened while nobody looked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memo_lsp.store.file.connection import Part
from memo_lsp.store.memories.rows import optional, sound
from memo_lsp.store.memories.writing import project_id


@dataclass(frozen=True, slots=True)
class HeadSeen:
    """Where HEAD stood: commit (None: unborn), branch (None: detached), and how many bytes of its reflog were read."""

    sha: str | None
    branch: str | None
    log_end: int = 0


class Heads(Part):
    """HEADs by git folder: each work tree has its own.

    Windows look at one HEAD at the same time: to handle a move once, ask `seen` again and answer with `saw` inside
    one `store.write()`, together with what the move brings.
    """

    def seen(self, git_dir: Path | str) -> HeadSeen | None:
        """What was last seen; None at the first sight of a work tree."""
        with self._database.read() as connection:
            found = connection.first("SELECT sha, branch, log_end FROM heads WHERE git_dir = ?", (sound(str(git_dir)),))
        return HeadSeen(*found) if found else None

    def saw(self, git_dir: Path | str, project: str, head: HeadSeen) -> None:
        """This is what is seen now."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO heads(git_dir, project, sha, branch, log_end) VALUES (?, ?, ?, ?, ?)",
                (sound(str(git_dir)), project_id(connection, project), head.sha, optional(head.branch), head.log_end),
            )

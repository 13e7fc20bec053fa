"""Commits that were looked at, by what outlives a rewrite of history: the patch, and when its author made it.

Amended, rebased and cherry-picked commits are recognised here. Commits that made no memory are noted too.
"""

from __future__ import annotations

from dataclasses import dataclass

from memo_lsp.store.file.connection import Part
from memo_lsp.store.file.sqlite import Connection, Row
from memo_lsp.store.memories.rows import optional, sound
from memo_lsp.store.memories.writing import project_id

_OF_PROJECT = """
SELECT sha, patch, author_time, author, memory, forgotten FROM patches
WHERE project = (SELECT id FROM projects WHERE key = ?)
"""


@dataclass(frozen=True, slots=True)
class Patch:
    """One commit. `memory` is None if it made none, or if that was forgotten."""

    sha: str
    patch_id: str | None
    author_time: float
    author_mail_hash: str | None = None
    memory: str | None = None
    forgotten: bool = False


class Patches(Part):
    """The commits of each project."""

    def add(
        self,
        project: str,
        sha: str,
        patch_id: str | None,
        author_time: float,
        author_mail_hash: str | None = None,
        memory_uid: str | None = None,
    ) -> None:
        """Note a commit, or note it anew. A memory that is not in the store counts as none."""
        with self._database.write() as connection:
            patch = Patch(sha, patch_id, author_time, author_mail_hash, memory_uid)
            _put(connection, project_id(connection, project), patch)

    def of(self, project: str, sha: str) -> Patch | None:
        """A commit; None if it was never looked at."""
        found = self._ask(f"{_OF_PROJECT} AND sha = ?", (project, sha))
        return found[0] if found else None

    def by_patch(self, project: str, patch_id: str) -> list[Patch]:
        """The commits that make the same change."""
        return self._ask(f"{_OF_PROJECT} AND patch = ? ORDER BY author_time, sha", (project, patch_id))

    def by_author_time(self, project: str, author_time: float) -> list[Patch]:
        """The commits made at an instant: an amend and a rebase keep it."""
        return self._ask(f"{_OF_PROJECT} AND author_time = ? ORDER BY sha", (project, author_time))

    def repoint(
        self, project: str, old_sha: str, new_sha: str, *, patch_id: str | None = None, memory_uid: str | None = None
    ) -> Patch | None:
        """A commit took another's place; what is known of the new one, None if the old one is not known.

        It has the old one's author, memory and, unless one is given, patch. A memory given stands for both from now
        on (a squashed commit's folds into its target's). The old one stays noted: a reset may bring it back.
        """
        with self._database.write() as connection:
            old = self.of(project, old_sha)
            if old is None:
                return None
            number = project_id(connection, project)
            if memory_uid is not None:
                connection.execute(
                    """
                    UPDATE patches SET memory = (SELECT uid FROM memories WHERE uid = ?)
                    WHERE project = ? AND sha = ?
                    """,
                    (sound(memory_uid), number, old_sha),
                )
            new = Patch(
                new_sha, patch_id or old.patch_id, old.author_time, old.author_mail_hash,
                memory_uid or old.memory, old.forgotten,
            )  # fmt: skip
            _put(connection, number, new)
            return self.of(project, new_sha)

    def _ask(self, question: str, values: tuple[str | float, ...]) -> list[Patch]:
        with self._database.read() as connection:
            return [_patch(row) for row in connection.rows(question, values)]


def _put(connection: Connection, project: int, patch: Patch) -> None:
    connection.execute(
        """
        INSERT OR REPLACE INTO patches(project, sha, patch, author_time, author, memory, forgotten)
        VALUES (?, ?, ?, ?, ?, (SELECT uid FROM memories WHERE uid = ?), ?)
        """,
        (project, patch.sha, patch.patch_id, patch.author_time, patch.author_mail_hash, optional(patch.memory),
         int(patch.forgotten)),
    )  # fmt: skip


def _patch(row: Row) -> Patch:
    sha, patch, author_time, author, memory, forgotten = row
    return Patch(sha, patch, author_time, author, memory, bool(forgotten))

"""Which part of a file a memory is kept in step with: a section of a document, or a mark in a comment."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from memo_lsp.errors import UnknownId
from memo_lsp.store.file.connection import Part
from memo_lsp.store.file.sqlite import Connection, Row
from memo_lsp.store.memories.paths import beneath, moved
from memo_lsp.store.memories.rows import sound
from memo_lsp.store.memories.writing import project_id
from memo_lsp.text.identifiers import nfc

Source = Literal["document", "mark"]
_PROJECT = "project = (SELECT id FROM projects WHERE key = ?)"


@dataclass(frozen=True, slots=True)
class Mirror:
    """A part of a file, known by its key within it, and the memory it became. `line` from 1, where it last stood."""

    path: str
    key: str
    memory: str
    line: int | None = None


class Mirrors(Part):
    """Parts of files and their memories, by project and source.

    When a memory is forgotten its mirror goes and the part is `forgotten`: ask before storing a part as new.
    """

    def of(self, project: str, source: Source, path: str | None = None) -> list[Mirror]:
        """A file's mirrors, or all of a project, in the order of path and line."""
        return self._ask("? IS NULL OR path = ?", project, source, *(_stored(path),) * 2)

    def by_key(self, project: str, source: Source, key: str) -> list[Mirror]:
        """The mirrors of a key, in whatever file: a part that moved is found by it."""
        return self._ask("key = ?", project, source, sound(key))

    def holds(self, memory_uid: str) -> bool:
        """Whether a memory is kept in step with a part of some file."""
        with self._database.read() as connection:
            found = connection.first("SELECT 1 FROM mirrors WHERE memory = ? LIMIT 1", (sound(memory_uid),))
        return found is not None

    def put(self, project: str, source: Source, path: str, key: str, memory_uid: str, line: int | None = None) -> None:
        """This part of a file is that memory, from now on. Raises UnknownId."""
        with self._database.write() as connection:
            if connection.first("SELECT 1 FROM memories WHERE uid = ?", (sound(memory_uid),)) is None:
                raise UnknownId(memory_uid)
            connection.execute(
                """
                INSERT INTO mirrors(project, source, path, key, memory, line) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET memory = excluded.memory, line = excluded.line
                """,
                (project_id(connection, project), source, _stored(path), sound(key), sound(memory_uid), line),
            )

    def drop(self, project: str, source: Source, path: str, key: str | None = None) -> list[Mirror]:
        """A part is no more (no key: the whole file); what was its mirror. The memories stay."""
        with self._database.write() as connection:
            gone = [mirror for mirror in self.of(project, source, path) if key in (None, mirror.key)]
            connection.executemany(
                f"DELETE FROM mirrors WHERE {_PROJECT} AND source = ? AND path = ? AND key = ?",
                [(sound(project), source, mirror.path, mirror.key) for mirror in gone],
            )
            return gone

    def move(self, project: str, old: str, new: str) -> int:
        """A file, or all files beneath a folder, have another path; how many parts went with them."""
        with self._database.write() as connection:
            _move(connection, "unmirrored", project, _veiled(old), _veiled(new))
            return _move(connection, "mirrors", project, old, new)

    def forgotten(self, project: str, source: Source, key: str, path: str | None = None) -> bool:
        """Whether the memory of a part was forgotten: in this file, or in any."""
        with self._database.read() as connection:
            found = connection.first(
                f"""
                SELECT 1 FROM unmirrored WHERE {_PROJECT} AND source = ? AND key = ? AND (? IS NULL OR path = ?)
                """,
                (sound(project), source, _digest(key), *(None if path is None else _veiled(path),) * 2),
            )
        return found is not None

    def _ask(self, condition: str, project: str, source: Source, *values: str | None) -> list[Mirror]:
        with self._database.read() as connection:
            found = connection.rows(
                f"""
                SELECT path, key, memory, line FROM mirrors WHERE {_PROJECT} AND source = ? AND ({condition})
                ORDER BY path, line, key
                """,
                (sound(project), source, *values),
            )
        return [Mirror(*row) for row in found]


def unmirror(connection: Connection, uid: str) -> None:
    """The parts a forgotten memory was made of are known by digests from now on. Inside the caller's transaction."""
    parts = connection.rows("SELECT project, source, path, key FROM mirrors WHERE memory = ?", (uid,))
    connection.executemany(
        "INSERT OR IGNORE INTO unmirrored(project, source, path, key) VALUES (?, ?, ?, ?)",
        [(project, source, _veiled(path), _digest(key)) for project, source, path, key in parts],
    )
    connection.execute("DELETE FROM mirrors WHERE memory = ?", (uid,))


def _move(connection: Connection, table: str, project: str, old: str, new: str) -> int:
    parts: list[Row] = connection.rows(
        f"SELECT DISTINCT path FROM {table} WHERE {_PROJECT} AND {beneath('path')}",
        (sound(project), *(_stored(old),) * 3),
    )
    went = 0
    for (path,) in parts:
        connection.execute(
            f"UPDATE OR REPLACE {table} SET path = ? WHERE {_PROJECT} AND path = ?",
            (moved(path, old, new), sound(project), path),
        )
        went += connection.changes()
    return went


def _stored(path: str | None) -> str | None:
    return None if path is None else sound(nfc(path))


def _veiled(path: str) -> str:
    """A path by a digest a part: it can be moved like any other."""
    return "/".join(_digest(part) for part in nfc(path).split("/"))


def _digest(key: str) -> str:
    return hashlib.blake2b(sound(key).encode(), digest_size=12).hexdigest()

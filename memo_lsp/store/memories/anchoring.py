"""Anchors that follow their code: files and symbols that got another name or place. Inside the caller's transaction.

Index entries follow; nothing is embedded anew, for paths and symbols are not part of what is embedded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from memo_lsp.model import Anchor, Memory
from memo_lsp.store.file.connection import bump
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories import writing
from memo_lsp.store.memories.paths import beneath, moved
from memo_lsp.store.memories.rows import BATCH, memories_of, optional, sound
from memo_lsp.text.identifiers import nfc

Change = Callable[[Anchor], Anchor]


def anchored_beneath(connection: Connection, project: str | None, path: str) -> list[int]:
    """The memories of a project with an anchor at a file, or at any file beneath a folder."""
    found = connection.rows(
        f"""
        SELECT DISTINCT m.id FROM paths p JOIN anchors a ON a.path = p.id CROSS JOIN memories m ON m.id = a.memory
        WHERE {beneath("p.path")} AND +m.project = (SELECT id FROM projects WHERE key = ?) ORDER BY m.id
        """,
        (*(sound(nfc(path)),) * 3, sound(project or "")),
    )
    return [row for (row,) in found]


def anchors_at(connection: Connection, project: str | None, path: str) -> list[tuple[str, Anchor]]:
    """Every anchor of a project's memories at a file, with the memory's id; by symbol, then oldest memory first."""
    found = connection.rows(
        """
        SELECT m.uid, p.path, a.symbol, a.line, a.hash, a.state, a.commits_since
        FROM paths p JOIN anchors a ON a.path = p.id CROSS JOIN memories m ON m.id = a.memory
        WHERE p.path = ? AND +m.project = (SELECT id FROM projects WHERE key = ?) ORDER BY a.symbol, m.id, a.ordinal
        """,
        (sound(nfc(path)), sound(project or "")),
    )
    return [(uid, Anchor(*anchor)) for uid, *anchor in found]


def restand(connection: Connection, stands: Iterable[tuple[str, Anchor]]) -> int:
    """What is known of how anchors (each with its memory's id) stand to the code; how many that changed."""
    before = connection.total_changes()
    connection.executemany(
        """
        UPDATE anchors SET state = ?, line = ?, commits_since = ?
        WHERE memory = (SELECT id FROM memories WHERE uid = ?) AND path = (SELECT id FROM paths WHERE path = ?)
        AND symbol IS ? AND hash IS ?
        """,
        [
            (a.state, a.line, a.commits_since, sound(uid), sound(a.path), optional(a.symbol), a.hash)
            for uid, a in stands
        ],
    )
    bump(connection)
    return connection.total_changes() - before - 1


def to_path(old: str, new: str) -> Change:
    """An anchor's change where the file or folder `old` became `new`."""
    old, new = sound(nfc(old)), sound(nfc(new))

    def change(anchor: Anchor) -> Anchor:
        if anchor.path != old and not anchor.path.startswith(f"{old}/"):
            return anchor
        return replace(anchor, path=moved(anchor.path, old, new))

    return change


def to_symbol(path: str, old: str, new: str, new_path: str, hash_: str | None, line: int | None) -> Change:
    """An anchor's change where a symbol got another name or file. What it encloses goes with it, each with its hash."""
    path, old, new, new_path = (sound(nfc(name)) for name in (path, old, new, new_path))

    def change(anchor: Anchor) -> Anchor:
        if anchor.path != path or anchor.symbol is None:
            return anchor
        if anchor.symbol == old:
            return replace(
                anchor, path=new_path, symbol=new, hash=hash_ or anchor.hash, line=line or anchor.line, state="same"
            )
        if anchor.symbol.startswith(f"{old}."):
            return replace(anchor, path=new_path, symbol=new + anchor.symbol[len(old) :])
        return anchor

    return change


def reanchor(connection: Connection, rows: Sequence[int], change: Change) -> list[str]:
    """Change the anchors of these memories, index entries with them; the ids of those that had one to change."""
    projects: dict[str, int] = dict(connection.rows("SELECT key, id FROM projects"))
    changed: list[int] = []
    ids: list[str] = []
    for at in range(0, len(rows), BATCH):
        for row, memory in memories_of(connection, rows[at : at + BATCH]).items():
            anchors = tuple(dict.fromkeys(change(anchor) for anchor in memory.anchors))
            if anchors != memory.anchors:
                _put(connection, row, memory, replace(memory, anchors=anchors), projects[memory.project or ""])
                changed.append(row)
                ids.append(memory.id)
    _touch(connection, changed)
    return ids


def _put(connection: Connection, row: int, old: Memory, new: Memory, project: int) -> None:
    writing.drop_anchors(connection, row)
    writing.put_anchors(connection, [(row, new)])
    writing.put_words(connection, [(row, new, project)])
    if {anchor.symbol for anchor in old.anchors} != {anchor.symbol for anchor in new.anchors}:
        writing.drop_names(connection, row)
        writing.put_names(connection, [(row, new, new.stored_at)])


def _touch(connection: Connection, rows: Iterable[int]) -> None:
    wanted = json.dumps(list(rows))
    if wanted != "[]":
        connection.execute(
            "UPDATE memories SET touched = ? WHERE id IN (SELECT value FROM json_each(?))", (bump(connection), wanted)
        )

"""Edits of passes taken back: whole, or some of their members. Inside the caller's transaction.

What a later edit built on a memory that an earlier one had added goes first; all else can be taken back in any order.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence

from memo_lsp.model import UNDONE
from memo_lsp.store.dreamt.steps import Change, Noted, put_back
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.latest import touch
from memo_lsp.store.memories.rows import sound


def members_of(connection: Connection, edit: int, into: str) -> tuple[str, ...]:
    """Whom an edit still holds, besides what it holds them in; that itself if nobody else is meant."""
    found = connection.rows(
        """
        SELECT memory FROM changes WHERE edit = ?1 AND action <> 'undone'
        UNION SELECT other FROM changes WHERE edit = ?1 AND action <> 'undone' AND other IS NOT NULL ORDER BY 1
        """,
        (edit,),
    )
    return tuple(uid for (uid,) in found if uid != into) or (into,)


def undo_edit(
    connection: Connection, edit: int, by: str, at: float | None, *, vectors: bool, members: Collection[str] = ()
) -> None:
    """Put back what an edit did to these members; all of it if none are given, or no others would be left.

    `at` None leaves no trace of it among the edges."""
    into = connection.value("SELECT into_memory FROM edits WHERE id = ? AND undone_at IS NULL", (edit,))
    if into is None:
        return
    held = set(members_of(connection, edit, into))
    chosen = held & set(members) if members and into not in members else held
    steps = _steps(connection, edit)
    if chosen == held:
        for later in _built_on(connection, edit, steps):
            undo_edit(connection, later, by, at, vectors=vectors)
    else:
        steps = [step for step in steps if step.change.memory in chosen or step.change.other in chosen]
    for step in reversed(steps):
        put_back(connection, step, at, vectors=vectors)
    if chosen == held:
        _close(connection, edit, by, at)


def _close(connection: Connection, edit: int, by: str, at: float | None) -> None:
    connection.execute("UPDATE edits SET undone_at = coalesce(?, made_at), undone_by = ? WHERE id = ?", (at, by, edit))
    connection.execute(
        """
        UPDATE runs SET undone_at = ?1 WHERE ?1 IS NOT NULL AND id = (SELECT run FROM edits WHERE id = ?2)
        AND NOT EXISTS (SELECT 1 FROM edits WHERE run = runs.id AND undone_at IS NULL)
        """,
        (at, edit),
    )


def _steps(connection: Connection, edit: int) -> list[Noted]:
    return [
        Noted(edit, ordinal, Change(action, memory, other, json.loads(before), json.loads(after)))
        for ordinal, action, memory, other, before, after in connection.rows(
            """
            SELECT ordinal, action, memory, other, before, after FROM changes
            WHERE edit = ? AND action <> 'undone' ORDER BY ordinal
            """,
            (edit,),
        )
    ]


def _built_on(connection: Connection, edit: int, steps: Sequence[Noted]) -> list[int]:
    """Later edits that put something into what this one added, the newest first."""
    added = [step.change.memory for step in steps if step.change.action == "add"]
    found = connection.rows(
        """
        SELECT id FROM edits WHERE into_memory IN (SELECT value FROM json_each(?)) AND undone_at IS NULL AND id > ?
        ORDER BY id DESC
        """,
        (json.dumps(added), edit),
    )
    return [later for (later,) in found]


def take_apart(connection: Connection, uid: str, at: float, *, vectors: bool) -> None:
    """What a memory that is about to be forgotten holds comes back, and a theme that may quote it goes; one that is
    itself forgotten is not written again."""
    found = connection.rows(
        """
        SELECT id, pass, kind, into_memory, pairs FROM edits WHERE into_memory = ?1 AND undone_at IS NULL
        UNION SELECT e.id, e.pass, e.kind, e.into_memory, e.pairs FROM changes c JOIN edits e ON e.id = c.edit
        WHERE c.memory = ?1 AND c.action <> 'undone' AND e.kind = 'theme' AND e.undone_at IS NULL ORDER BY 1 DESC
        """,
        (sound(uid),),
    )
    for edit, pass_name, kind, into, pairs in found:
        undo_edit(connection, edit, "forgotten", at, vectors=vectors)
        if kind == "theme" and into == uid:
            mark(connection, json.loads(pairs), pass_name, UNDONE, at)


def mark(connection: Connection, pairs: Iterable[Sequence[str]], pass_name: str, cause: str, at: float) -> None:
    """No pass joins these pairs again."""
    marked = [sorted(pair) for pair in pairs]
    connection.executemany(
        "INSERT OR REPLACE INTO marks(a, b, pass, at, cause) VALUES (?, ?, ?, ?, ?)",
        [(*pair, pass_name, at, cause) for pair in marked],
    )
    touch(connection, {uid for pair in marked for uid in pair})

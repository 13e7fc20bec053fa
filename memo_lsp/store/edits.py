"""What passes did to memories, step by step: each edit of a run with all that it takes to put things back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from memo_lsp.store.connection import Part
from memo_lsp.store.rows import sound
from memo_lsp.store.sqlite import Connection


@dataclass(frozen=True, slots=True)
class Change:
    """One step of an edit on one memory: the fields it had, and those it got."""

    action: str
    memory: str
    other: str | None = None
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)


class Edits(Part):
    """The journal of edits."""

    def begin(self, run: int, pass_name: str, kind: str, into: str, pairs: Iterable[tuple[str, str]] = ()) -> int:
        """An edit of a run starts, in the transaction that makes it; its number."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO edits(run, pass, kind, into_memory, pairs, made_at) VALUES (?, ?, ?, ?, ?, ?)",
                (run, pass_name, kind, sound(into), json.dumps([sorted(pair) for pair in pairs]), self._clock.now()),
            )
            return int(connection.last_insert_rowid())

    def note(self, edit: int, changes: Iterable[Change]) -> None:
        """Steps of an edit, in the transaction that takes them."""
        with self._database.write() as connection:
            note(connection, edit, changes)

    def changes(self, run: int) -> list[Change]:
        """A run's steps, in order."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT c.action, c.memory, c.other, c.before, c.after FROM edits e JOIN changes c ON c.edit = e.id
                WHERE e.run = ? ORDER BY c.edit, c.ordinal
                """,
                (run,),
            )
        return [Change(a, m, other, json.loads(before), json.loads(after)) for a, m, other, before, after in found]


def note(connection: Connection, edit: int, changes: Iterable[Change]) -> None:
    """Steps of an edit, after those it has."""
    last = connection.value("SELECT coalesce(max(ordinal), 0) FROM changes WHERE edit = ?", (edit,))
    connection.executemany(
        "INSERT INTO changes(edit, ordinal, action, memory, other, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (edit, last + place, change.action, sound(change.memory), change.other,
             json.dumps(dict(change.before)), json.dumps(dict(change.after)))
            for place, change in enumerate(changes, 1)
        ],
    )  # fmt: skip

"""The small changes that edits of passes are made of, each with what it takes to put it back.

Counts go back by how much they grew, so that what came since stays. A field goes back only while it is what the edit
made it; where a later edit changed it once more, that one inherits what there was before, so that edits can be taken
back in any order. Every function works inside the caller's transaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memo_lsp.model import Edge, Memory
from memo_lsp.store.file.connection import bump
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories import writing
from memo_lsp.store.memories.edges import PASSES, link
from memo_lsp.store.memories.latest import touch
from memo_lsp.store.memories.rows import memories_of, sound

# Of a text that was rewritten, so many former ones are kept; of older ones only that there was one.
MOST_TEXTS = 8
WORDS = ("title", "description", "body", "created_at", "topic", "tags", "trust", "symbols", "extra", "updated_at")


@dataclass(frozen=True, slots=True)
class Change:
    """One step of an edit on one memory: what there was before, and what it became.

    `state` and `valid_from`: one field. `gain`: counts, grown by those of `other`. `link`: an edge to `other`. `add`: a
    new memory. `text`: other words for it.
    """

    action: str
    memory: str
    other: str | None = None
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Noted:
    """A step as it stands in the journal."""

    edit: int
    ordinal: int
    change: Change


# --- forward
def set_state(connection: Connection, uid: str, state: str) -> Change:
    """A memory becomes dormant or archived."""
    before = connection.first("SELECT state, last_surfaced_at FROM memories WHERE uid = ?", (sound(uid),))
    old, surfaced_at = before or ("", None)
    _put_state(connection, uid, state)
    return Change("state", uid, None, {"value": old, "surfaced_at": surfaced_at}, {"value": state})


def set_valid_from(connection: Connection, uid: str, at: float | None, because_of: str) -> Change:
    """A memory holds since another instant: that of what was folded into it."""
    old = connection.value("SELECT valid_from FROM memories WHERE uid = ?", (sound(uid),))
    _put_valid_from(connection, uid, at)
    return Change("valid_from", uid, because_of, {"value": old}, {"value": at})


def gain(connection: Connection, uid: str, giver: str) -> Change:
    """A memory's counts grow by those of another."""
    found = connection.first(
        "SELECT auto, search, drill, useful, not_useful, repeats FROM memories WHERE uid = ?", (sound(giver),)
    )
    counts = dict(zip(_COUNTS, found or (0,) * len(_COUNTS), strict=True))
    _grow(connection, uid, counts, 1)
    return Change("gain", uid, giver, {}, counts)


def join(connection: Connection, edge: Edge) -> Change | None:
    """An edge is made; None if it was there, or would close a circle."""
    if not link(connection, (edge,), strict=False):
        return None
    return Change("link", edge.source, edge.target, {}, {"type": edge.type, "maker": edge.maker})


def added(connection: Connection, uid: str) -> Change:
    """A memory was stored in this transaction."""
    at = connection.value("SELECT updated_at FROM memories WHERE uid = ?", (sound(uid),))
    return Change("add", uid, None, {}, {"updated_at": at})


def rewritten(connection: Connection, old: Memory, new: Memory, *, vectors: bool) -> Change:
    """A memory that a pass wrote gets other words."""
    row = connection.value("SELECT id FROM memories WHERE uid = ?", (sound(old.id),))
    writing.rewrite(connection, row, old, new, indexed=vectors)
    _forget_old_texts(connection, old.id)
    words = {name: getattr(old, name) for name in WORDS}
    return Change("text", old.id, None, words | {"extra": dict(old.extra)}, {"updated_at": new.updated_at})


# --- back
def put_back(connection: Connection, noted: Noted, at: float | None, *, vectors: bool) -> None:
    """Undo one step, and say in the journal that it is undone. An edge ends at this instant; None: it never was."""
    change = noted.change
    match change.action:
        case "state" | "valid_from" | "text":
            if not _inherited(connection, noted):
                _restore(connection, change, vectors)
        case "gain":
            _grow(connection, change.memory, change.after, -1)
        case "link":
            _unlink(connection, change, at)
        case "add":
            _take_out(connection, change, vectors)
    connection.execute(
        "UPDATE changes SET action = 'undone', before = '{}', after = '{}' WHERE edit = ? AND ordinal = ?",
        (noted.edit, noted.ordinal),
    )


def _inherited(connection: Connection, noted: Noted) -> bool:
    """Whether a later edit changed the same thing once more; if it began where this one ended, it now begins where
    this one began."""
    change = noted.change
    later = connection.first(
        """
        SELECT edit, ordinal, before FROM changes
        WHERE memory = ?1 AND action = ?2 AND (edit, ordinal) > (?3, ?4) ORDER BY edit, ordinal LIMIT 1
        """,
        (sound(change.memory), change.action, noted.edit, noted.ordinal),
    )
    if later is None:
        return False
    key = "updated_at" if change.action == "text" else "value"
    if json.loads(later[2]).get(key) == change.after[key]:
        connection.execute(
            "UPDATE changes SET before = ? WHERE edit = ? AND ordinal = ?",
            (json.dumps(dict(change.before)), later[0], later[1]),
        )
    return True


def _restore(connection: Connection, change: Change, vectors: bool) -> None:
    """A field goes back, if it is still what the edit made it."""
    found = connection.first(
        "SELECT id, state, valid_from, updated_at, last_surfaced_at FROM memories WHERE uid = ?",
        (sound(change.memory),),
    )
    if found is None:
        return
    row, state, valid_from, updated_at, surfaced_at = found
    if change.action == "state" and state == change.after["value"]:
        woken = change.before["value"] == "dormant" and surfaced_at != change.before["surfaced_at"]
        _put_state(connection, change.memory, "active" if woken else change.before["value"])
    elif change.action == "valid_from" and valid_from == change.after["value"]:
        _put_valid_from(connection, change.memory, change.before["value"])
    elif change.action == "text" and updated_at == change.after["updated_at"]:
        new = memories_of(connection, (row,))[row]
        words: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in change.before.items()
        }
        writing.rewrite(connection, row, new, replace(new, **words), indexed=vectors)


def _take_out(connection: Connection, change: Change, vectors: bool) -> None:
    """A memory that a pass added goes, unless a person made it their own: wrote in it, pinned it, linked it."""
    found = connection.first(
        """
        SELECT id, updated_at IS ?2 AND NOT pinned AND NOT EXISTS (
          SELECT 1 FROM edges e WHERE (e.source = ?1 OR e.target = ?1) AND e.unmade_at IS NULL
          AND e.maker NOT IN (SELECT value FROM json_each(?3)))
        FROM memories WHERE uid = ?1
        """,
        (sound(change.memory), change.after["updated_at"], json.dumps(PASSES)),
    )
    if found is not None and found[1]:
        remove(connection, found[0], change.memory, vectors=vectors)


def remove(connection: Connection, row: int, uid: str, *, vectors: bool) -> None:
    """A memory's rows, and all that was derived from it."""
    writing.drop_windows(connection, row, indexed=vectors)
    writing.drop_words(connection, row)
    writing.drop_names(connection, row)
    writing.drop_anchors(connection, row)
    ended = connection.rows(
        "DELETE FROM edges WHERE source = ?1 OR target = ?1 RETURNING source, target", (sound(uid),)
    )
    _drop_from_journal(connection, uid)
    touch(connection, {uid, *(end for ends in ended for end in ends)})
    connection.execute("DELETE FROM memories WHERE id = ?", (row,))


def _drop_from_journal(connection: Connection, uid: str) -> None:
    """Others no longer have what it gave them; edits of which nothing is left are over; no word of it stays."""
    edits = [edit for (edit,) in connection.rows("SELECT edit FROM changes WHERE memory = ?1 OR other = ?1", (uid,))]
    for memory, counts in connection.rows(
        "SELECT memory, after FROM changes WHERE other = ? AND action = 'gain'", (sound(uid),)
    ):
        _grow(connection, memory, json.loads(counts), -1)
    connection.execute(
        "DELETE FROM changes WHERE memory = ?1 OR (other = ?1 AND action IN ('gain', 'link'))", (sound(uid),)
    )
    quoting = connection.rows(
        "SELECT edit, ordinal, before FROM changes WHERE action = 'text' AND instr(before, ?)", (json.dumps(uid),)
    )
    _forget_words(connection, quoting)
    connection.execute(
        """
        UPDATE edits SET undone_at = made_at, undone_by = 'gone' WHERE id IN (SELECT value FROM json_each(?))
        AND undone_at IS NULL AND NOT EXISTS (SELECT 1 FROM changes WHERE edit = edits.id AND action <> 'undone')
        """,
        (json.dumps(edits),),
    )


def _unlink(connection: Connection, change: Change, at: float | None) -> None:
    edge = (change.after["type"], sound(change.memory), sound(change.other or ""), change.after["maker"])
    if at is None:
        connection.execute(
            "DELETE FROM edges WHERE type = ? AND source = ? AND target = ? AND maker = ? AND unmade_at IS NULL", edge
        )
    else:
        connection.execute(
            """
            UPDATE edges SET unmade_at = ?
            WHERE type = ? AND source = ? AND target = ? AND maker = ? AND unmade_at IS NULL
            """,
            (at, *edge),
        )
    touch(connection, edge[1:3])


# --- the rows themselves
_COUNTS = ("auto", "search", "drill", "useful", "not_useful", "repeats")


def _put_state(connection: Connection, uid: str, state: str) -> None:
    connection.execute(
        "UPDATE memories SET state = ?, touched = ? WHERE uid = ?", (state, bump(connection), sound(uid))
    )


def _put_valid_from(connection: Connection, uid: str, at: float | None) -> None:
    connection.execute(
        "UPDATE memories SET valid_from = ?, touched = ? WHERE uid = ?", (at, bump(connection), sound(uid))
    )


def _grow(connection: Connection, uid: str, counts: Mapping[str, int], times: int) -> None:
    connection.execute(
        """
        UPDATE memories SET auto = max(0, auto + ?), search = max(0, search + ?), drill = max(0, drill + ?),
          useful = max(0, useful + ?), not_useful = max(0, not_useful + ?), repeats = max(0, repeats + ?), touched = ?
        WHERE uid = ?
        """,
        (*(times * counts[name] for name in _COUNTS), bump(connection), sound(uid)),
    )


def _forget_old_texts(connection: Connection, uid: str) -> None:
    held = connection.rows(
        """
        SELECT edit, ordinal, before FROM changes WHERE memory = ? AND action = 'text' AND json_type(before, '$.title')
        IS NOT NULL ORDER BY edit DESC, ordinal DESC LIMIT -1 OFFSET ?
        """,
        (sound(uid), MOST_TEXTS - 1),
    )
    _forget_words(connection, held)


def _forget_words(connection: Connection, held: Sequence[tuple[int, int, str]]) -> None:
    """Of these former texts only the time stays: taken back, the words stay as they are then."""
    connection.executemany(
        "UPDATE changes SET before = ? WHERE edit = ? AND ordinal = ?",
        [
            (json.dumps({"updated_at": json.loads(before).get("updated_at")}), edit, ordinal)
            for edit, ordinal, before in held
        ],
    )

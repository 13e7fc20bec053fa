"""What passes did to memories: each edit of a run with all that it takes to put things back."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from memo_lsp.clock import Clock
from memo_lsp.model import Edge, Memory
from memo_lsp.store.dreamt import steps
from memo_lsp.store.dreamt.steps import Change
from memo_lsp.store.dreamt.undoing import members_of, undo_edit
from memo_lsp.store.file.connection import Database, Part
from memo_lsp.store.memories.memories import Memories
from memo_lsp.store.memories.rows import sound
from memo_lsp.store.search.vectors import Embedding, Vectors


@dataclass(frozen=True, slots=True)
class Made:
    """An edit that stands: what it put into what. `kind` is `fold`, `theme`, `link`, `sink` or `digest`."""

    id: int
    run: int
    pass_name: str
    kind: str
    into: str
    members: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    made_at: float


@dataclass(frozen=True, slots=True)
class Selectors:
    """Which edits are meant: all that is given must hold. `members` also says whom of an edit."""

    theme: str | None = None
    members: tuple[str, ...] = ()
    run: int | None = None
    since: float | None = None
    pass_name: str | None = None


class Edits(Part):
    """The journal of edits. Steps are taken in the transaction that begins their edit."""

    def __init__(self, database: Database, clock: Clock, memories: Memories, vectors: Vectors):
        super().__init__(database, clock)
        self._memories, self._vectors = memories, vectors

    # --- forward
    def begin(
        self, run: int, pass_name: str, kind: str, into: str, pairs: Iterable[tuple[str, str]] = (), *, proven: bool
    ) -> int:
        """An edit of a run begins; its number. What is not `proven` yet is taken back by whoever finds it so."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO edits(run, pass, kind, into_memory, pairs, made_at, proven) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (run, pass_name, kind, sound(into), json.dumps([sorted(pair) for pair in pairs]), self._clock.now(),
                 proven),
            )  # fmt: skip
            return int(connection.last_insert_rowid())

    def set_state(self, edit: int, uid: str, state: str) -> None:
        """A memory becomes dormant or archived."""
        with self._database.write() as connection:
            self._note(edit, steps.set_state(connection, uid, state))

    def set_valid_from(self, edit: int, uid: str, at: float | None, because_of: str) -> None:
        """A memory holds since the instant that another one did."""
        with self._database.write() as connection:
            self._note(edit, steps.set_valid_from(connection, uid, at, because_of))

    def gain(self, edit: int, uid: str, giver: str) -> None:
        """A memory's counts grow by those of another."""
        with self._database.write() as connection:
            self._note(edit, steps.gain(connection, uid, giver))

    def join(self, edit: int, edge: Edge) -> bool:
        """An edge is made; False if it was there, or would close a circle."""
        with self._database.write() as connection:
            change = steps.join(connection, edge)
            if change is not None:
                self._note(edit, change)
            return change is not None

    def add(self, edit: int, memory: Memory, embedder: int | None, windows: Iterable[Embedding] = ()) -> bool:
        """A new memory with its index entries and, if they were made, its vectors (their `row` is set here); False if
        it was forgotten before."""
        with self._database.write() as connection:
            if not self._memories.add([memory]):
                return False
            self._embedded(memory.id, embedder, windows)
            self._note(edit, steps.added(connection, memory.id))
            return True

    def rewrite(self, edit: int, memory: Memory, embedder: int | None, windows: Iterable[Embedding] = ()) -> None:
        """Other words for a memory that a pass had written. Raises UnknownId."""
        with self._database.write() as connection:
            old = self._memories.get(memory.id)
            words = {name: getattr(memory, name) for name in steps.WORDS}
            new = replace(old, **words)
            self._note(edit, steps.rewritten(connection, old, new, vectors=self._database.can_vectors))
            self._embedded(memory.id, embedder, windows)

    def reworded(self, uid: str) -> bool:
        """Whether somebody else than a pass wrote in a memory since a pass last did."""
        with self._database.read() as connection:
            wrote = connection.first(
                """
                SELECT after FROM changes WHERE memory = ? AND action IN ('add', 'text')
                ORDER BY edit DESC, ordinal DESC LIMIT 1
                """,
                (sound(uid),),
            )
        return wrote is not None and json.loads(wrote[0])["updated_at"] != self._memories.get(uid).updated_at

    def _embedded(self, uid: str, embedder: int | None, windows: Iterable[Embedding]) -> None:
        if embedder is None:
            return
        row = self._memories.row_of(uid)
        with self._database.write() as connection:  # these are of the new words
            connection.execute("UPDATE queue SET changed = 0 WHERE embedder = ? AND memory = ?", (embedder, row))
            self._vectors.put(embedder, [replace(window, row=row) for window in windows])

    def _note(self, edit: int, change: Change) -> None:
        with self._database.write() as connection:
            connection.execute(
                """
                INSERT INTO changes(edit, ordinal, action, memory, other, before, after)
                SELECT ?1, 1 + coalesce(max(ordinal), 0), ?2, ?3, ?4, ?5, ?6 FROM changes WHERE edit = ?1
                """,
                (edit, change.action, sound(change.memory), change.other, json.dumps(dict(change.before)),
                 json.dumps(dict(change.after))),
            )  # fmt: skip

    def proven(self, edit: int) -> None:
        """Nothing is harder to find with it: it stays."""
        with self._database.write() as connection:
            connection.execute("UPDATE edits SET proven = 1 WHERE id = ?", (edit,))

    # --- back
    def unproven(self) -> list[int]:
        """Edits that were made but not proven, the newest first: whoever made them was stopped in the middle."""
        with self._database.read() as connection:
            found = connection.rows("SELECT id FROM edits WHERE proven = 0 AND undone_at IS NULL ORDER BY id DESC")
        return [edit for (edit,) in found]

    def take_back(self, edit: int) -> None:
        """Put back what an edit did, as if it had never been."""
        with self._database.write() as connection:
            undo_edit(connection, edit, "proof", None, vectors=self._database.can_vectors)
            connection.execute("DELETE FROM edits WHERE id = ?", (edit,))

    def undo(self, edit: int, members: Collection[str] = ()) -> bool:
        """A person takes an edit back, or some members out of it; False if that was done before."""
        with self._database.write() as connection:
            standing = connection.first("SELECT 1 FROM edits WHERE id = ? AND undone_at IS NULL", (edit,))
            undo_edit(
                connection, edit, "person", self._clock.now(), vectors=self._database.can_vectors, members=members
            )
            return standing is not None

    def standing(self, chosen: Selectors) -> list[Made]:
        """The proven edits that stand and are meant, the newest first."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT id, run, pass, kind, into_memory, pairs, made_at FROM edits e
                WHERE undone_at IS NULL AND proven = 1 AND (?1 IS NULL OR kind = 'theme' AND into_memory = ?1)
                AND (?2 IS NULL OR run = ?2) AND (?3 IS NULL OR made_at >= ?3) AND (?4 IS NULL OR pass = ?4)
                AND (?5 = '[]' OR into_memory IN (SELECT value FROM json_each(?5)) OR id IN (
                  SELECT edit FROM changes WHERE action <> 'undone' AND memory IN (SELECT value FROM json_each(?5))
                  UNION SELECT edit FROM changes
                  WHERE action <> 'undone' AND other IN (SELECT value FROM json_each(?5))))
                ORDER BY id DESC
                """,
                (chosen.theme, chosen.run, chosen.since, chosen.pass_name,
                 json.dumps([sound(uid) for uid in chosen.members])),
            )  # fmt: skip
            return [
                Made(edit, run, name, kind, into, members_of(connection, edit, into),
                     tuple((a, b) for a, b in json.loads(pairs)), made_at)
                for edit, run, name, kind, into, pairs, made_at in found
            ]  # fmt: skip

    def knows(self, uid: str) -> bool:
        """Whether a memory has this id, or had it when a pass did something to it."""
        with self._database.read() as connection:
            found = connection.value(
                """
                SELECT EXISTS (SELECT 1 FROM memories WHERE uid = ?1)
                OR EXISTS (SELECT 1 FROM edits WHERE into_memory = ?1)
                OR EXISTS (SELECT 1 FROM changes WHERE memory = ?1 OR other = ?1)
                """,
                (sound(uid),),
            )
        return bool(found)

    def totals(self) -> dict[str, dict[str, int]]:
        """For each pass how many of its edits stand (of folds: how many memories are folded), and how many a person
        took back."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT pass, sum(CASE WHEN undone_at IS NOT NULL THEN 0 WHEN kind <> 'fold' THEN 1 ELSE (
                  SELECT count(*) FROM changes WHERE edit = e.id AND action = 'state') END),
                  sum(undone_by IS 'person')
                FROM edits e WHERE proven = 1 GROUP BY pass
                """
            )
        return {name: {"standing": standing, "undone": undone or 0} for name, standing, undone in found}

    def about(self, run: int) -> list[Change]:
        """A run's steps, in order; those taken back without what they changed."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT c.action, c.memory, c.other, c.before, c.after FROM edits e JOIN changes c ON c.edit = e.id
                WHERE e.run = ? ORDER BY c.edit, c.ordinal
                """,
                (run,),
            )
        return [Change(a, m, other, json.loads(before), json.loads(after)) for a, m, other, before, after in found]

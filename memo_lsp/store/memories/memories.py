"""Memories added, changed, invalidated, reinforced, forgotten; each with its index entries in one transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memo_lsp.clock import Clock
from memo_lsp.errors import UnknownId
from memo_lsp.model import Anchor, Edge, Memory
from memo_lsp.store.care.repair import Repair
from memo_lsp.store.file.connection import Database, reached
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories import writing
from memo_lsp.store.memories.anchoring import (
    Change,
    anchored_beneath,
    anchors_at,
    reanchor,
    restand,
    to_path,
    to_symbol,
)
from memo_lsp.store.memories.counts import Counts
from memo_lsp.store.memories.edges import link
from memo_lsp.store.memories.forgetting import erase
from memo_lsp.store.memories.latest import touch
from memo_lsp.store.memories.reading import Reading
from memo_lsp.store.memories.rows import BATCH, facets, memories_of, sound

_TOLD = frozenset(("title", "body", "description", "kind", "tags", "topic"))  # what a change of content is


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """One memory reached somebody: what its counters gain, when, and its stability from now on (None: as it was)."""

    id: str
    at: float
    auto: int = 0
    search: int = 0
    drill: int = 0
    stability_days: float | None = None


class Memories(Reading, Counts):
    """The memories of the store."""

    def __init__(self, database: Database, clock: Clock, repair: Repair):
        super().__init__(database, clock)
        self._repair = repair

    def add(self, memories: Sequence[Memory], edges: Iterable[Edge] = (), *, imported: bool = False) -> list[str]:
        """Store new memories with their index entries and edges, all or nothing; the ids that were new.

        Ids that exist already, and what was forgotten (by id or commit; when `imported`, by text too), are skipped.
        Edges that exist or would close a circle are skipped. Raises StoreTrouble.
        """
        edges = tuple(edges)

        def write() -> list[str]:
            with self._database.write() as connection:
                added: list[str] = []
                for at in range(0, len(memories), BATCH):
                    added += self._add_batch(connection, memories[at : at + BATCH], imported)
                link(connection, edges, strict=False)
                return added

        return self._repair.around(write)

    def _add_batch(self, connection: Connection, memories: Sequence[Memory], imported: bool) -> list[str]:
        known = _known(connection, memories)
        now = self._clock.now()
        projects: dict[str | None, int] = {}
        fresh: list[tuple[Memory, int, float]] = []
        for memory in memories:
            if memory.id in known:
                continue
            if memory.project not in projects:
                projects[memory.project] = writing.project_id(connection, memory.project)
            if _forgotten(connection, memory, projects[memory.project], imported):
                continue
            known.add(memory.id)
            fresh.append((memory, projects[memory.project], memory.stored_at or now))
        if fresh:
            writing.insert(connection, fresh)
        return [memory.id for memory, _, _ in fresh]

    def update(self, uid: str, **changes: Any) -> Memory:
        """Change fields of a memory; its index entries follow, and its vectors if what is embedded changed.

        `updated_at` becomes now if the content changed and none is given. Raises UnknownId, StoreTrouble.
        """

        def write() -> Memory:
            with self._database.write() as connection:
                row, old = _present(connection, uid)
                given = dict(changes)
                if _TOLD & given.keys():
                    given.setdefault("updated_at", self._clock.now())
                new = replace(old, **given)
                if new != old:
                    writing.rewrite(connection, row, old, new, indexed=self._database.can_vectors)
                return new

        return self._repair.around(write)

    def invalidate(self, uid: str, at: float) -> Memory:
        """Not found from `at` on (reverted, retracted, expired), unless asked for."""
        return self.update(uid, valid_to=at)

    def revalidate(self, uid: str) -> Memory:
        """Found again: the revert was reverted."""
        return self.update(uid, valid_to=None)

    def forget(self, uid: str) -> Memory:
        """Remove a memory from rows, indexes, vectors and the recall log; a tombstone keeps imports from bringing it.

        The bytes leave the file with the next `vacuum`. Raises UnknownId, StoreTrouble.
        """

        def write() -> Memory:
            with self._database.write() as connection:
                row, memory = _present(connection, uid)
                erase(connection, row, memory, self._clock.now(), vectors=self._database.can_vectors)
                return memory

        return self._repair.around(write)

    def surfaced(self, reinforcements: Iterable[Reinforcement]) -> None:
        """Counts, last time and stability of what reached somebody; a dormant memory is active again."""
        with self._database.write() as connection:
            reached(connection)
            for item in reinforcements:
                woken = connection.first("SELECT 1 FROM memories WHERE uid = ? AND state = 'dormant'", (item.id,))
                connection.execute(
                    """
                    UPDATE memories SET auto = auto + ?1, search = search + ?2, drill = drill + ?3,
                      last_surfaced_at = max(coalesce(last_surfaced_at, ?4), ?4),
                      stability_days = coalesce(?5, stability_days),
                      state = CASE state WHEN 'dormant' THEN 'active' ELSE state END
                    WHERE uid = ?6
                    """,
                    (item.auto, item.search, item.drill, item.at, item.stability_days, item.id),
                )
                if woken:
                    touch(connection, (item.id,))

    def told(self, uid: str, useful: bool) -> Memory:
        """Count a person's or a tool's judgement of a memory. Raises UnknownId."""
        with self._database.write() as connection:
            row, _ = _present(connection, uid)
            connection.execute(
                "UPDATE memories SET useful = useful + ?, not_useful = not_useful + ? WHERE id = ?",
                (int(useful), int(not useful), row),
            )
            touch(connection, (uid,))
            return memories_of(connection, (row,))[row]

    def repeated(self, uid: str, at: float) -> Memory:
        """Count a capture that said nearly the same, on the memory that said it first. Raises UnknownId."""
        with self._database.write() as connection:
            row, _ = _present(connection, uid)
            connection.execute(
                """
                UPDATE memories SET repeats = repeats + 1, repeated_at = max(coalesce(repeated_at, ?1), ?1)
                WHERE id = ?2
                """,
                (at, row),
            )
            touch(connection, (uid,))
            return memories_of(connection, (row,))[row]

    def anchored_symbols(self, project: str | None, path: str) -> list[tuple[str, Anchor]]:
        """Every anchor at a file (without a symbol: at the file as a whole) with its memory's id, by symbol."""
        with self._database.read() as connection:
            return anchors_at(connection, project, path)

    def anchored_paths(self, project: str | None) -> list[str]:
        """Every path that memories of a project are anchored at, in order."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT path FROM paths p WHERE EXISTS (
                  SELECT 1 FROM anchors a CROSS JOIN memories m ON m.id = a.memory
                  WHERE a.path = p.id AND +m.project = (SELECT id FROM projects WHERE key = ?)) ORDER BY path
                """,
                (sound(project or ""),),
            )
        return [path for (path,) in found]

    def restand(self, stands: Iterable[tuple[str, Anchor]]) -> int:
        """Write down how anchors, each with its memory's id, stand to the code as it is now; how many that changed."""
        with self._database.write() as connection:
            return restand(connection, stands)

    def set_anchors(self, uid: str, anchors: Sequence[Anchor]) -> Memory:
        """Other anchors in the place of a memory's. Raises UnknownId."""
        return self.update(uid, anchors=tuple(anchors))

    def move_path(self, project: str | None, old: str, new: str) -> list[str]:
        """A file, or all files beneath a folder, have another path: anchors follow. The ids that had one there."""
        return self._reanchor(project, old, to_path(old, new))

    def move_symbol(
        self,
        project: str | None,
        path: str,
        old: str,
        new: str,
        *,
        new_path: str | None = None,
        hash: str | None = None,  # noqa: A002 - as the anchor calls it
        line: int | None = None,
    ) -> list[str]:
        """A symbol (qualified) of a file has another name, or another file: anchors follow. The ids that had one there.

        What it encloses (`old.inner`) goes with it. `hash` and `line` are the symbol's own from now on, if given.
        """
        return self._reanchor(project, path, to_symbol(path, old, new, new_path or path, hash, line))

    def _reanchor(self, project: str | None, path: str, change: Change) -> list[str]:
        def write() -> list[str]:
            with self._database.write() as connection:
                return reanchor(connection, anchored_beneath(connection, project, path), change)

        return self._repair.around(write)


def _known(connection: Connection, memories: Sequence[Memory]) -> set[str]:
    ids = json.dumps([sound(memory.id) for memory in memories])
    found = connection.rows(
        """
        SELECT uid FROM memories WHERE uid IN (SELECT value FROM json_each(?1))
        UNION ALL SELECT uid FROM tombstones WHERE uid IN (SELECT value FROM json_each(?1))
        """,
        (ids,),
    )
    return {uid for (uid,) in found}


def _forgotten(connection: Connection, memory: Memory, project: int, imported: bool) -> bool:
    """Whether a tombstone stands for this commit or, of an import, for this text."""
    if not connection.value("SELECT EXISTS (SELECT 1 FROM tombstones)"):
        return False
    values = facets(memory, project, 0.0)
    found = connection.first(
        """
        SELECT 1 FROM tombstones WHERE (project = ?1 AND sha = ?2 AND ?2 IS NOT NULL)
        OR (?4 AND project = ?1 AND same = ?3)
        """,
        (project, memory.commit if memory.origin == "git" else None, values[-1], imported),
    )
    return found is not None


def _present(connection: Connection, uid: str) -> tuple[int, Memory]:
    found = connection.first("SELECT id FROM memories WHERE uid = ?", (sound(uid),))
    if found is None:
        raise UnknownId(uid)
    row = int(found[0])
    return row, memories_of(connection, (row,))[row]

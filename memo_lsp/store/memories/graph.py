"""The links between memories, and what replaced what."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from memo_lsp.model import Edge
from memo_lsp.store.file.connection import Part
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.edges import link, to_edge
from memo_lsp.store.memories.latest import touch
from memo_lsp.store.memories.rows import sound

_LONGEST_CHAIN = 100
_FROM = "type, source, target, maker, confidence, made_at, unmade_at FROM edges"


@dataclass(frozen=True, slots=True)
class Linked:
    """The other end of a link, as an answer shows it."""

    id: str
    title: str
    created_at: float | None


class Graph(Part):
    """Edges, and the chains they make."""

    def edges_of(self, uid: str, *, unmade: bool = False) -> list[Edge]:
        """A memory's edges, both ways, oldest first; unmade ones only if asked for."""
        return self.edges_among((uid,), unmade=unmade)

    def edges_among(self, uids: Iterable[str], *, unmade: bool = False) -> list[Edge]:
        """The edges that begin or end at any of these memories, oldest first."""
        ids = json.dumps([sound(uid) for uid in uids])
        with self._database.read() as connection:
            found = connection.rows(
                f"""
                SELECT {_FROM} WHERE id IN (
                  SELECT id FROM edges WHERE source IN (SELECT value FROM json_each(?1))
                  UNION SELECT id FROM edges WHERE target IN (SELECT value FROM json_each(?1)))
                AND (?2 OR unmade_at IS NULL) ORDER BY made_at, id
                """,
                (ids, unmade),
            )
            return [to_edge(row) for row in found]

    def add(self, edges: Iterable[Edge]) -> list[Edge]:
        """Make edges; those that were new. Raises WrongArgument, and makes none, if one would close a circle."""
        with self._database.write() as connection:
            return link(connection, edges, strict=True)

    def unmake(self, edges: Iterable[Edge], at: float) -> int:
        """Edges end at an instant, but stay for `as_of` and undo; how many ended."""
        ended: list[Edge] = []
        with self._database.write() as connection:
            for edge in edges:
                connection.execute(
                    """
                    UPDATE edges SET unmade_at = ?
                    WHERE type = ? AND source = ? AND target = ? AND unmade_at IS NULL
                    """,
                    (at, edge.type, sound(edge.source), sound(edge.target)),
                )
                ended += [edge] * connection.changes()
            touch(connection, {uid for edge in ended for uid in (edge.source, edge.target)})
        return len(ended)

    def successors(self, uids: Iterable[str], at: float | None = None) -> dict[str, tuple[str, str]]:
        """What stands for each superseded memory now (or stood at an instant): id and title of its chain's live end.

        A link counts if it was not unmade and what replaces is neither forgotten nor invalidated; if that is archived,
        what it was archived into stands in.
        """
        ids = json.dumps([sound(uid) for uid in uids])
        found: dict[str, tuple[str, str]] = {}
        with self._database.read() as connection:
            replaced = connection.rows(
                """
                SELECT DISTINCT target FROM edges
                WHERE target IN (SELECT value FROM json_each(?)) AND type = 'supersedes'
                """,
                (ids,),
            )
            for (uid,) in replaced:
                end = _live_end(connection, uid, self._clock.now() if at is None else at)
                if end is not None:
                    found[uid] = end
        return found

    def replaced_by(self, uids: Iterable[str], at: float | None = None) -> dict[str, list[Linked]]:
        """What each memory replaces directly, newest first."""
        ids = json.dumps([sound(uid) for uid in uids])
        moment = self._clock.now() if at is None else at
        found: dict[str, list[Linked]] = {}
        with self._database.read() as connection:
            for source, uid, title, created_at in connection.rows(
                """
                SELECT e.source, m.uid, t.title, m.created_at
                FROM edges e CROSS JOIN memories m ON m.uid = e.target JOIN texts t ON t.memory = m.id
                WHERE e.source IN (SELECT value FROM json_each(?1)) AND e.type = 'supersedes'
                AND e.made_at <= ?2 AND (e.unmade_at IS NULL OR e.unmade_at > ?2)
                ORDER BY coalesce(m.created_at, m.stored_at) DESC, m.id DESC
                """,
                (ids, moment),
            ):
                found.setdefault(source, []).append(Linked(uid, title, created_at))
        return found

    def named(self, uids: Iterable[str]) -> list[Linked]:
        """The memories there are of these ids, as an answer names them, in the order asked."""
        wanted = list(dict.fromkeys(sound(uid) for uid in uids))
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT m.uid, t.title, m.created_at FROM memories m JOIN texts t ON t.memory = m.id
                WHERE m.uid IN (SELECT value FROM json_each(?))
                """,
                (json.dumps(wanted),),
            )
        known = {uid: Linked(uid, title, created_at) for uid, title, created_at in found}
        return [known[uid] for uid in wanted if uid in known]

    def parts(self, uids: Iterable[str]) -> dict[str, list[Linked]]:
        """What is part of each memory, oldest first."""
        found: dict[str, list[Linked]] = {}
        with self._database.read() as connection:
            for whole, uid, title, created_at in connection.rows(
                """
                SELECT e.target, m.uid, t.title, m.created_at
                FROM edges e CROSS JOIN memories m ON m.uid = e.source JOIN texts t ON t.memory = m.id
                WHERE e.target IN (SELECT value FROM json_each(?)) AND e.type = 'part_of' AND e.unmade_at IS NULL
                ORDER BY coalesce(m.created_at, m.stored_at), m.id
                """,
                (json.dumps([sound(uid) for uid in uids]),),
            ):
                found.setdefault(whole, []).append(Linked(uid, title, created_at))
        return found

    def survivors(self, uids: Iterable[str]) -> dict[str, str]:
        """For each archived memory, the one it lives on in; others are left out."""
        found: dict[str, str] = {}
        with self._database.read() as connection:
            for uid in dict.fromkeys(uids):
                survivor = _survivor(connection, uid, self._clock.now())
                if survivor != uid:
                    found[uid] = survivor
        return found


def _live_end(connection: Connection, uid: str, at: float) -> tuple[str, str] | None:
    end, passed = uid, {uid}
    while len(passed) < _LONGEST_CHAIN:
        following = connection.first(
            """
            SELECT e.source FROM edges e JOIN memories m ON m.uid = e.source
            WHERE e.target = ?1 AND e.type = 'supersedes'
            AND e.made_at <= ?2 AND (e.unmade_at IS NULL OR e.unmade_at > ?2)
            AND (m.valid_to IS NULL OR m.valid_to > ?2)
            ORDER BY e.made_at DESC, coalesce(m.created_at, m.stored_at) DESC, e.id DESC LIMIT 1
            """,
            (sound(end), at),
        )
        step = _survivor(connection, following[0], at) if following else end
        if step in passed:
            break
        passed.add(step)
        end = step
    return _titled(connection, end) if end != uid else None


def _survivor(connection: Connection, uid: str, at: float) -> str:
    """Where an archived memory lives on, through as many foldings as there were; itself if it is not archived."""
    passed = {uid}
    while len(passed) < _LONGEST_CHAIN:
        into = connection.first(
            """
            SELECT e.target FROM edges e JOIN memories m ON m.uid = e.source JOIN memories s ON s.uid = e.target
            WHERE e.source = ?1 AND e.type IN ('archived_into', 'part_of') AND m.state = 'archived'
            AND e.made_at <= ?2 AND (e.unmade_at IS NULL OR e.unmade_at > ?2)
            ORDER BY e.type, e.made_at DESC, e.id DESC LIMIT 1
            """,
            (sound(uid), at),
        )
        if into is None or into[0] in passed:
            return uid
        uid = into[0]
        passed.add(uid)
    return uid


def _titled(connection: Connection, uid: str) -> tuple[str, str] | None:
    found = connection.first(
        "SELECT m.uid, t.title FROM memories m JOIN texts t ON t.memory = m.id WHERE m.uid = ?", (sound(uid),)
    )
    return (found[0], found[1]) if found else None

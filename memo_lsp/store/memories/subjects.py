"""Memories as consolidation looks at them: all of the store, without bodies, a page at a time.

The sessions of a memory are its own and those of everything that was archived into it, however many foldings ago. They
follow from the edges and are stored nowhere else, so that taking a fold back takes them back, too.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from sys import intern
from typing import Any, cast

from memo_lsp.model import Anchor, Channel, Feedback, State, Subject, Surfaced
from memo_lsp.store.file.connection import Part
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.rows import BATCH, anchors_of, sound

_NONE: frozenset[str] = frozenset()


class Subjects(Part):
    """What a pass is shown of the memories."""

    def standing(self, embedder: int | None, breathe: Callable[[], None]) -> list[Subject]:
        """Every memory that is neither archived nor invalidated, oldest first. `embedder`: whose vectors count as
        embedded; `breathe` is called between pages of some milliseconds, with nothing held."""
        return self._all(False, embedder, breathe)

    def archived(self, embedder: int | None, breathe: Callable[[], None]) -> list[Subject]:
        """Every memory that was archived and is not invalidated, likewise."""
        return self._all(True, embedder, breathe)

    def _all(self, archived: bool, embedder: int | None, breathe: Callable[[], None]) -> list[Subject]:
        now = self._clock.now()
        found: list[Subject] = []
        inherited = self._inherited()
        last = 0
        while True:
            breathe()
            with self._database.read() as connection:
                rows = connection.rows(_PAGE, (last, now, embedder, archived, BATCH))
                anchors = anchors_of(connection, json.dumps([row[0] for row in rows]))
            found += (_subject(row, anchors.get(row[0], ()), inherited) for row in rows)
            if len(rows) < BATCH:
                break
            last = rows[-1][0]
        breathe()
        return _oldest_first(found)

    def at_symbols(self, project: str | None, embedder: int | None, limit: int) -> list[Subject]:
        """The newest standing memories of a project that belong to a symbol and that nothing replaced, at most so many,
        oldest row first; of the 5,000 newest those that are no commits before the others."""
        inherited = self._inherited()
        with self._database.read() as connection:
            rows = connection.rows(_AT_SYMBOLS, (sound(project or ""), self._clock.now(), embedder, limit))
            anchors = anchors_of(connection, json.dumps([row[0] for row in rows]))
        return [_subject(row, anchors.get(row[0], ()), inherited) for row in rows]

    def reached(self, breathe: Callable[[], None]) -> set[int]:
        """The rows of all memories that some recall event of the log holds."""
        found: set[int] = set()
        last = 0
        while True:
            breathe()
            with self._database.read() as connection:
                rows = connection.rows(
                    """
                    SELECT id FROM memories m WHERE id > ? AND EXISTS (SELECT 1 FROM recall_hits WHERE memory = m.id)
                    ORDER BY id LIMIT ?
                    """,
                    (last, _MOST_REACHED),
                )
            found.update(row for (row,) in rows)
            if len(rows) < _MOST_REACHED:
                return found
            last = rows[-1][0]

    def titled_only(self, rows: Iterable[int]) -> set[int]:
        """Those of the rows whose title is all they say."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT memory FROM texts WHERE memory IN (SELECT value FROM json_each(?))
                AND description = '' AND body = ''
                """,
                (json.dumps(list(rows)),),
            )
            return {row for (row,) in found}

    def apart(self, a: str, b: str) -> bool:
        """Whether two memories are joined by a live edge, or were taken apart by a person; of one and the same, whether
        a person took back what a pass did to it, or forgot it."""
        first, second = sorted((a, b))
        with self._database.read() as connection:
            found = connection.first(
                """
                SELECT 1 FROM edges WHERE source = ?1 AND target = ?2 AND unmade_at IS NULL
                UNION ALL SELECT 1 FROM edges WHERE source = ?2 AND target = ?1 AND unmade_at IS NULL
                UNION ALL SELECT 1 FROM marks WHERE a = ?1 AND b = ?2
                UNION ALL SELECT 1 FROM tombstones WHERE uid = ?1 AND ?1 = ?2 LIMIT 1
                """,
                (first, second),
            )
        return found is not None

    def _inherited(self) -> Mapping[str, frozenset[str]]:
        """The sessions each memory has from what was archived into it."""
        with self._database.read() as connection:
            into, sessions = _archived(connection)
        found: dict[str, set[str]] = defaultdict(set)
        for uid, session in sessions.items():
            passed, end = {uid}, into.get(uid)
            while session and end is not None and end not in passed:
                found[end].add(session)
                passed.add(end)
                end = into.get(end)
        return {uid: frozenset(held) for uid, held in found.items()}


def _oldest_first(found: list[Subject]) -> list[Subject]:
    """In order of their making, then of their rows, in which they come. Sorted by numpy: comparing a hundred thousand
    pairs in Python stops every other thread for 100 ms."""
    import numpy as np

    made = np.fromiter((subject.made_at for subject in found), np.float64, len(found))
    return [found[place] for place in np.argsort(made, kind="stable").tolist()]


_MOST_REACHED = 5_000

_SUBJECT = """
SELECT m.id, m.uid, t.title, m.kind, m.channel, p.key, m.branch, m.session, m.created_at, m.stored_at,
  m.last_surfaced_at, m.stability_days, m.auto, m.search, m.drill, m.useful, m.not_useful, m.pinned, m.state, m.origin,
  m.author, m.trust, m.topic, m.sha,
  EXISTS (SELECT 1 FROM windows w WHERE w.memory = m.id AND w.embedder = ?3),
  EXISTS (SELECT 1 FROM mirrors r WHERE r.memory = m.uid)
FROM memories m JOIN texts t ON t.memory = m.id JOIN projects p ON p.id = m.project
"""
_PAGE = f"""{_SUBJECT}
WHERE m.id > ?1 AND (m.valid_to IS NULL OR m.valid_to > ?2) AND (m.state = 'archived') = ?4 ORDER BY m.id LIMIT ?5
"""
_AT_SYMBOLS = f"""{_SUBJECT}
WHERE m.id IN (
  SELECT id FROM (
    SELECT id, origin, coalesce(created_at, stored_at) AS at FROM memories
    WHERE project = (SELECT id FROM projects WHERE key = ?1) AND state <> 'archived'
    AND (valid_to IS NULL OR valid_to > ?2)
    AND EXISTS (SELECT 1 FROM anchors WHERE memory = memories.id AND symbol IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM edges WHERE target = uid AND type = 'supersedes' AND unmade_at IS NULL)
    ORDER BY coalesce(created_at, stored_at) DESC, id DESC LIMIT 5000)
  ORDER BY origin = 'git', at DESC, id DESC LIMIT ?4) ORDER BY m.id
"""


def _archived(connection: Connection) -> tuple[dict[str, str], dict[str, str | None]]:
    """Where each archived memory went, and its own session."""
    into: dict[str, str] = {}
    sessions: dict[str, str | None] = {}
    for uid, session, target in connection.rows(
        """
        SELECT m.uid, m.session, e.target FROM memories m JOIN edges e ON e.source = m.uid
        WHERE m.state = 'archived' AND e.type IN ('archived_into', 'part_of') AND e.unmade_at IS NULL
        ORDER BY e.type DESC, e.made_at, e.id
        """
    ):
        into[uid], sessions[uid] = target, session
    return into, sessions


def _subject(row: tuple[Any, ...], anchors: tuple[Anchor, ...], inherited: Mapping[str, frozenset[str]]) -> Subject:
    """One row of `_SUBJECT`. What many memories have alike is held once."""
    (number, uid, title, kind, channel, project, branch, session, created_at, stored_at, last_surfaced_at,
     stability_days, auto, search, drill, useful, not_useful, pinned, state, origin,
     author, trust, topic, sha, embedded, mirrored) = row  # fmt: skip
    return Subject(
        row=number, id=uid, title=title, kind=intern(kind), channel=cast(Channel, intern(channel)),
        project=_shared(project or None), branch=_shared(branch),
        sessions=_sessions(session, inherited.get(uid, _NONE)),
        made_at=stored_at if created_at is None else created_at, stored_at=stored_at,
        last_surfaced_at=last_surfaced_at, stability_days=stability_days, surfaced=_surfaced(auto, search, drill),
        feedback=_feedback(useful, not_useful), pinned=bool(pinned), state=cast(State, intern(state)),
        origin=intern(origin), author=_shared(author), trust=_shared(trust), topic=_shared(topic), commit=sha,
        anchors=anchors, embedded=bool(embedded), mirrored=bool(mirrored),
    )  # fmt: skip


def _shared(text: str | None) -> str | None:
    return None if text is None else intern(text)


def _sessions(own: str | None, inherited: frozenset[str]) -> frozenset[str]:
    if not own:
        return inherited
    return _one(own) | inherited if inherited else _one(own)


@cache
def _one(session: str) -> frozenset[str]:
    return frozenset((session,))


@cache
def _surfaced(auto: int, search: int, drill: int) -> Surfaced:
    return Surfaced(auto, search, drill)


@cache
def _feedback(useful: int, not_useful: int) -> Feedback:
    return Feedback(useful, not_useful)

"""Reading memories: by id, by name and code, by date. Values come out, never rows of a table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date
from typing import cast

from memo_lsp.errors import UnknownId
from memo_lsp.model import Anchor, AnchorState, Filter, Memory, Scope
from memo_lsp.store.file.connection import Part
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.rows import BATCH, memories_of, same_hash, sound
from memo_lsp.store.search.living import lives_on, living
from memo_lsp.store.search.scope import DIGEST, conditions
from memo_lsp.text.identifiers import nfc
from memo_lsp.text.periods import begins

_ZONES = 86_400.0  # seconds by which a day may begin earlier than in UTC, and more
_LONGEST_LAYER = 32 * 86_400.0  # a month and its zone: a digest bears the time of the last thing it tells


class Reading(Part):
    """Questions about memories that need no ranking."""

    def get(self, uid: str) -> Memory:
        """One memory. Raises UnknownId."""
        found = self.get_many((uid,))
        if uid not in found:
            raise UnknownId(uid)
        return found[uid]

    def get_many(self, uids: Iterable[str]) -> dict[str, Memory]:
        """The memories there are of these ids."""
        with self._database.read() as connection:
            rows = connection.rows(
                "SELECT id FROM memories WHERE uid IN (SELECT value FROM json_each(?))",
                (json.dumps([sound(uid) for uid in uids]),),
            )
            return {memory.id: memory for memory in memories_of(connection, (row for (row,) in rows)).values()}

    def beginning(self, start: str, limit: int) -> list[str]:
        """Ids that begin so, in their order: a person types no more of one than it takes."""
        with self._database.read() as connection:
            rows = connection.rows(
                "SELECT uid FROM memories WHERE uid >= ?1 AND uid < ?1 || char(1114111) ORDER BY uid LIMIT ?2",
                (sound(start), limit),
            )
        return [uid for (uid,) in rows]

    def by_rows(self, rows: Iterable[int]) -> dict[int, Memory]:
        """Memories by the row numbers that the indexes speak of."""
        with self._database.read() as connection:
            return memories_of(connection, rows)

    def row_of(self, uid: str) -> int:
        """The row number of a memory. Raises UnknownId."""
        with self._database.read() as connection:
            found = connection.first("SELECT id FROM memories WHERE uid = ?", (sound(uid),))
        if found is None:
            raise UnknownId(uid)
        return int(found[0])

    def find_same(self, project: str | None, title: str, body: str) -> str | None:
        """The id of the oldest memory that says exactly this, if there is one."""
        with self._database.read() as connection:
            rows = connection.rows(
                "SELECT id FROM memories WHERE same = ? ORDER BY id", (same_hash(project, title, body),)
            )
            found = memories_of(connection, (row for (row,) in rows))
        for (row,) in rows:
            if found[row].title.strip() == title.strip() and found[row].body.strip() == body.strip():
                return found[row].id
        return None

    def commits(self, project: str | None) -> set[str]:
        """The commits of a project that are stored, or were and are forgotten; not what was noted while at one."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT sha FROM memories WHERE project = (SELECT id FROM projects WHERE key = ?1) AND sha IS NOT NULL
                AND origin = 'git'
                UNION SELECT sha FROM tombstones
                WHERE project = (SELECT id FROM projects WHERE key = ?1) AND sha IS NOT NULL
                """,
                (project or "",),
            )
            return {sha for (sha,) in found}

    def of_commits(self, project: str | None, shas: Iterable[str]) -> dict[str, str | None]:
        """The memory of each commit that has one; None where it was forgotten. Beginnings of ids are not looked for."""
        wanted = json.dumps(list(shas))
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT sha, NULL FROM tombstones
                WHERE project = (SELECT id FROM projects WHERE key = ?1) AND sha IN (SELECT value FROM json_each(?2))
                UNION ALL SELECT sha, uid FROM memories
                WHERE project = (SELECT id FROM projects WHERE key = ?1) AND sha IN (SELECT value FROM json_each(?2))
                AND origin = 'git'
                """,
                (project or "", wanted),
            )
        return dict(found)

    def at_commit(self, project: str | None, beginning: str) -> str | None:
        """The memory of the commit whose id begins so; None if there is none."""
        with self._database.read() as connection:
            found = connection.first(
                """
                SELECT uid FROM memories WHERE project = (SELECT id FROM projects WHERE key = ?1)
                AND sha >= ?2 AND sha < ?2 || 'g' AND origin = 'git' ORDER BY id LIMIT 1
                """,
                (project or "", beginning),
            )
        return found[0] if found else None

    def recent(self, scope: Scope, limit: int) -> list[int]:
        """Rows of what may compete, newest first: for a question without words."""
        where = conditions(scope, self._clock.now())
        with self._database.read() as connection:
            found = connection.rows(
                f"""
                SELECT m.id FROM memories m WHERE {where.sql}
                ORDER BY coalesce(m.created_at, m.stored_at) DESC, m.id DESC LIMIT ?
                """,
                (*where.values, limit),
            )
            return [row for (row,) in found]

    def digests(self, layer: str, first: date, after: date, scope: Scope, limit: int) -> list[int]:
        """Rows of the digests of a layer whose period begins on one of these days, newest first."""
        asked = replace(scope, filters=(*scope.filters, Filter("kind", "summary")))
        where = conditions(asked, self._clock.now())
        with self._database.read() as connection:
            found = connection.rows(
                f"""
                SELECT m.id FROM memories m JOIN texts t ON t.memory = m.id
                WHERE {DIGEST} AND coalesce(m.created_at, m.stored_at) BETWEEN ? AND ?
                AND t.extra ->> '$.period.layer' = ? AND t.extra ->> '$.period.label' >= ?
                AND t.extra ->> '$.period.label' < ? AND {where.sql}
                ORDER BY t.extra ->> '$.period.label' DESC, m.id LIMIT ?
                """,
                (begins(first, UTC) - _ZONES, begins(after, UTC) + _LONGEST_LAYER, layer, first.isoformat(),
                 after.isoformat(), *where.values, limit),
            )  # fmt: skip
            return [row for (row,) in found]

    def living(self, rows: Iterable[int], scope: Scope) -> dict[int, int]:
        """For each of the rows that may compete, the row that stands for it: itself, or what it lives on in."""
        where = conditions(scope, self._clock.now())
        with self._database.read() as connection:
            return living(connection, rows, where)

    def eligible(self, rows: Iterable[int], scope: Scope) -> set[int]:
        """Those of the rows that may compete."""
        where = conditions(scope, self._clock.now())
        with self._database.read() as connection:
            found = connection.rows(
                f"SELECT m.id FROM json_each(?) r CROSS JOIN memories m ON m.id = r.value WHERE {where.sql}",
                (json.dumps(list(rows)), *where.values),
            )
            return {row for (row,) in found}

    def named(self, names: Sequence[str], scope: Scope, limit: int) -> list[tuple[int, str]]:
        """Memories that hold one of these whole identifiers (NFC, with case): names as given, then newest first."""
        where = conditions(scope, self._clock.now())
        found: dict[int, str] = {}
        with self._database.read() as connection:
            for name in dict.fromkeys(nfc(name) for name in names):
                for (row,) in connection.rows(
                    f"""
                    SELECT m.id FROM names n JOIN mentions s ON s.name = n.id CROSS JOIN memories m ON m.id = s.memory
                    WHERE n.name = ? AND {where.sql} ORDER BY s.day DESC, s.memory DESC LIMIT ?
                    """,
                    (sound(name), *where.values, limit),
                ):
                    found.setdefault(row, name)
                if len(found) < limit:
                    for row in lives_on(connection, _archived_named(connection, name, limit), where):
                        found.setdefault(row, name)
        return list(found.items())[:limit]

    def named_count(self, name: str) -> int:
        """How many memories hold a whole identifier, at most 10,000 counted: a hover leaves out what is too common."""
        with self._database.read() as connection:
            found = connection.value(
                """
                SELECT count(*) FROM (SELECT 1 FROM mentions WHERE name = (SELECT id FROM names WHERE name = ?)
                LIMIT 10000)
                """,
                (sound(nfc(name)),),
            )
            return int(found)

    def anchored(
        self, project: str | None, path: str | None, symbols: Sequence[str], scope: Scope, limit: int
    ) -> list[tuple[int, Anchor]]:
        """Memories anchored at these symbols of a file (no path: of any file; no symbols: at the file).

        Symbols in the order given (innermost first), newest first; one anchor a memory.
        """
        where = conditions(scope, self._clock.now())
        found: dict[int, Anchor] = {}
        with self._database.read() as connection:
            wanted: list[str | None] = [nfc(symbol) for symbol in symbols]
            for symbol in wanted or [None]:
                for row, place, name, line, hash_, state, since in connection.rows(
                    f"""
                    SELECT m.id, p.path, a.symbol, a.line, a.hash, a.state, a.commits_since
                    FROM anchors a JOIN paths p ON p.id = a.path JOIN memories m ON m.id = a.memory
                    WHERE {_anchor_source(path, symbol)}
                      AND +m.project = (SELECT id FROM projects WHERE key = ?) AND {where.sql}
                    ORDER BY coalesce(m.created_at, m.stored_at) DESC, m.id DESC LIMIT ?
                    """,
                    (*_given(path, symbol), project or "", *where.values, limit),
                ):
                    found.setdefault(row, Anchor(place, name, line, hash_, cast(AnchorState, state), since))
                if len(found) < limit:
                    archived = _archived_at(connection, project, path, symbol, limit)
                    for row in lives_on(connection, archived, where):
                        found.setdefault(row, archived[row])
        return list(found.items())[:limit]

    def timeline(
        self, project: str | None, path: str | None = None, symbol: str | None = None, limit: int = 100
    ) -> list[Memory]:
        """A project's memories and those of none (or of them those of a file or folder, or of a symbol), newest first,
        whatever their state."""
        with self._database.read() as connection:
            rows = connection.rows(
                """
                WITH found AS NOT MATERIALIZED (
                  SELECT m.id, m.project, coalesce(m.created_at, m.stored_at) AS at FROM memories m
                  WHERE ?2 IS NULL AND ?3 IS NULL OR EXISTS (
                    SELECT 1 FROM anchors a JOIN paths p ON p.id = a.path WHERE a.memory = m.id
                    AND (?2 IS NULL OR p.path = ?2 OR substr(p.path, 1, length(?2) + 1) = ?2 || '/')
                    AND (?3 IS NULL OR a.symbol = ?3)))
                SELECT id, at FROM found WHERE project = (SELECT id FROM projects WHERE key = ?1 AND id <> 0)
                UNION ALL SELECT id, at FROM found WHERE project = 0
                ORDER BY at DESC, id DESC LIMIT ?4
                """,
                (project or "", nfc(path) if path else None, nfc(symbol) if symbol else None, limit),
            )
            found = memories_of(connection, (row for row, _ in rows))
        return [found[row] for row, _ in rows]

    def topics(self, project: str | None, prefix: str = "") -> list[dict[str, str | int]]:
        """The topics one label below `prefix`: memories exactly there (`here`) and further down (`beneath`)."""
        with self._database.read() as connection:
            rows = connection.rows(
                """
                SELECT topic, count(*) FROM memories
                WHERE project = (SELECT id FROM projects WHERE key = ?) AND topic IS NOT NULL
                AND state <> 'archived' AND (valid_to IS NULL OR valid_to > ?) GROUP BY topic
                """,
                (project or "", self._clock.now()),
            )
        here: Counter[str] = Counter()
        beneath: Counter[str] = Counter()
        start = prefix.strip(".") + "." if prefix.strip(".") else ""
        for topic, count in rows:
            if topic.startswith(start) and topic != start:
                label, _, deeper = topic[len(start) :].partition(".")
                (beneath if deeper else here)[start + label] += count
        return [{"topic": t, "here": here[t], "beneath": beneath[t]} for t in sorted(here.keys() | beneath.keys())]

    def export(self, project: str | None = None) -> Iterator[Memory]:
        """Every memory of a project (None: of all), archived and invalidated ones too, oldest row first."""
        last = 0
        while True:
            with self._database.read() as connection:
                rows = connection.rows(
                    """
                    SELECT id FROM memories WHERE id > ?1
                    AND (?2 IS NULL OR project = (SELECT id FROM projects WHERE key = ?2)) ORDER BY id LIMIT ?3
                    """,
                    (last, project, BATCH),
                )
                found = memories_of(connection, (row for (row,) in rows))
            for (row,) in rows:
                if row in found:
                    yield found[row]
            if len(rows) < BATCH:
                return
            last = rows[-1][0]


def _archived_named(connection: Connection, name: str, limit: int) -> list[int]:
    """Archived memories that hold a name, newest first: what they live on in is found for them."""
    found = connection.rows(
        """
        SELECT m.id FROM names n JOIN mentions s ON s.name = n.id CROSS JOIN memories m ON m.id = s.memory
        WHERE n.name = ? AND m.state = 'archived' ORDER BY s.day DESC, s.memory DESC LIMIT ?
        """,
        (sound(name), limit),
    )
    return [row for (row,) in found]


def _archived_at(
    connection: Connection, project: str | None, path: str | None, symbol: str | None, limit: int
) -> dict[int, Anchor]:
    """The same of memories anchored there, with one anchor each."""
    found = connection.rows(
        f"""
        SELECT m.id, p.path, a.symbol, a.line, a.hash, a.state, a.commits_since
        FROM anchors a JOIN paths p ON p.id = a.path JOIN memories m ON m.id = a.memory
        WHERE {_anchor_source(path, symbol)} AND m.state = 'archived'
          AND +m.project = (SELECT id FROM projects WHERE key = ?)
        ORDER BY coalesce(m.created_at, m.stored_at) DESC, m.id DESC LIMIT ?
        """,
        (*_given(path, symbol), project or "", limit),
    )
    return {
        row: Anchor(place, name, line, hash_, cast(AnchorState, state), since)
        for row, place, name, line, hash_, state, since in found
    }


def _anchor_source(path: str | None, symbol: str | None) -> str:
    parts = ["p.path = ?"] if path is not None else []
    return " AND ".join([*parts, *(["a.symbol = ?"] if symbol is not None else [])]) or "true"


def _given(path: str | None, symbol: str | None) -> tuple[str, ...]:
    return tuple(sound(nfc(value)) for value in (path, symbol) if value is not None)

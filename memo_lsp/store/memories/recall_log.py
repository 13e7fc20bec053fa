"""The recall log: one event a retrieval, in two generations of half the limit each. Never indexed, never sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from memo_lsp.clock import Clock
from memo_lsp.model import Memory, RecallEvent, Surface
from memo_lsp.store.file.connection import Database, Part, reached
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.memories import Memories
from memo_lsp.store.memories.rows import dump, optional, sound

LIMIT_BYTES = 32_000_000
_EVENT_BYTES, _HIT_BYTES = 120, 36  # what a row takes besides its texts, indexes included
_PAGE = 500
_AT_ONCE = 200  # events dropped in one transaction: some milliseconds


@dataclass(frozen=True, slots=True)
class LogInfo:
    """How much the log holds; times in seconds since the epoch."""

    events: int
    bytes: int
    limit: int
    oldest: float | None
    newest: float | None


class RecallLog(Part):
    """What was asked, what came, what of it was used."""

    def __init__(self, database: Database, clock: Clock, memories: Memories):
        super().__init__(database, clock)
        self._memories = memories
        self.enabled = True
        self.limit = LIMIT_BYTES

    def record(self, event: RecallEvent) -> bool:
        """Keep one event; hits that are no memories are left out. False if the log is off or knows the number."""
        if not self.enabled:
            return False
        with self._database.write() as connection:
            generation = self._make_room(connection, _size(event))
            connection.execute(
                """
                INSERT INTO recalls(id, generation, at, session, project, surface, text, symbols, path, branch, k,
                  profile)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                (event.id, generation, event.at, optional(event.session), optional(event.project), event.surface,
                 sound(event.text), dump(event.symbols), optional(event.path), optional(event.branch), event.k,
                 event.profile),
            )  # fmt: skip
            if not connection.changes():
                return False
            _add_hits(connection, event)
            reached(connection)
            connection.execute(
                "UPDATE recall_sizes SET events = events + 1, bytes = bytes + ? WHERE generation = ?",
                (_size(event), generation),
            )
        return True

    def _make_room(self, connection: Connection, size: int) -> int:
        """The generation to write to; a full one becomes the previous one, and the one before is dropped."""
        found = connection.first("SELECT generation, bytes FROM recall_sizes ORDER BY generation DESC LIMIT 1")
        generation, held = found or (0, 0)
        if found and held + size <= self.limit // 2:
            return int(generation)
        connection.execute("DELETE FROM recalls WHERE generation < ?", (generation,))
        connection.execute("DELETE FROM recall_sizes WHERE generation < ?", (generation,))
        connection.execute("INSERT INTO recall_sizes VALUES (?, 0, 0)", (generation + 1,))
        return int(generation) + 1

    def bound(self, breathe: Callable[[], None]) -> int:
        """Drop the oldest events while there are more than the limit, which may have been lowered; how many went."""
        dropped = 0
        while (oldest := self._too_many()) is not None:
            breathe()
            with self._database.write() as connection:
                connection.execute(
                    """
                    DELETE FROM recalls WHERE id IN (
                      SELECT id FROM recalls WHERE generation = ? ORDER BY at, id LIMIT ?)
                    """,
                    (oldest, _AT_ONCE),
                )
                gone = connection.changes()
                connection.execute(
                    """
                    UPDATE recall_sizes SET events = max(0, events - ?1), bytes = CASE
                      WHEN events > ?1 THEN bytes - bytes * ?1 / events ELSE 0 END
                    WHERE generation = ?2
                    """,
                    (max(1, gone), oldest),
                )
            dropped += gone
        return dropped

    def _too_many(self) -> int | None:
        """The oldest generation that holds anything, while all together hold more than the limit."""
        with self._database.read() as connection:
            held, oldest = connection.rows(
                "SELECT coalesce(sum(bytes), 0), min(generation) FROM recall_sizes WHERE bytes > 0"
            )[0]
        return oldest if held > self.limit else None

    def used(self, recall: int, uids: Iterable[str]) -> int:
        """What of an answer was looked at, inserted or cited; how many of these it held."""
        with self._database.write() as connection:
            connection.execute(
                """
                UPDATE recall_hits SET used = 1 WHERE recall = ? AND memory IN (
                  SELECT id FROM memories WHERE uid IN (SELECT value FROM json_each(?)))
                """,
                (recall, json.dumps([sound(uid) for uid in uids])),
            )
            found = connection.changes()
            if found:
                reached(connection)
            return found

    def feedback(self, uid: str, useful: bool) -> Memory:
        """A judgement of a memory; the memory as it is then. Raises UnknownId."""
        return self._memories.told(uid, useful)

    def events(self, since: float | None = None, project: str | None = None) -> Iterator[RecallEvent]:
        """The events of a project (None: of all) since an instant, oldest first."""
        last: tuple[float, int] = (float("-inf") if since is None else since, -1)
        while True:
            with self._database.read() as connection:
                rows = connection.rows(
                    f"""
                    SELECT {_COLUMNS} FROM recalls r WHERE (r.at, r.id) > (?1, ?2) AND (?3 IS NULL OR r.project = ?3)
                    ORDER BY r.at, r.id LIMIT ?4
                    """,
                    (*last, project, _PAGE),
                )
                found = _events(connection, rows)
            yield from found
            if len(rows) < _PAGE:
                return
            last = (found[-1].at, found[-1].id)

    def surfacing(self, uids: Iterable[str], limit: int = 20) -> list[RecallEvent]:
        """The newest events with a text that any of these memories came up in."""
        with self._database.read() as connection:
            rows = connection.rows(
                f"""
                SELECT {_COLUMNS} FROM recalls r WHERE r.text <> '' AND r.id IN (
                  SELECT h.recall FROM memories m JOIN recall_hits h ON h.memory = m.id
                  WHERE m.uid IN (SELECT value FROM json_each(?)))
                ORDER BY r.at DESC, r.id DESC LIMIT ?
                """,
                (json.dumps([sound(uid) for uid in uids]), limit),
            )
            return _events(connection, rows)

    def info(self) -> LogInfo:
        """How much the log holds."""
        with self._database.read() as connection:
            held = connection.rows("SELECT events, bytes FROM recall_sizes")
            oldest = connection.value("SELECT min(at) FROM recalls")
            newest = connection.value("SELECT max(at) FROM recalls")
        return LogInfo(sum(e for e, _ in held), sum(size for _, size in held), self.limit, oldest, newest)


_COLUMNS = "r.id, r.at, r.surface, r.text, r.session, r.project, r.symbols, r.path, r.branch, r.k, r.profile"


def _size(event: RecallEvent) -> int:
    words = (event.text, event.session, event.project, event.path, event.branch, *event.symbols)
    return (
        _EVENT_BYTES
        + sum(len(word.encode("utf-8", "replace")) for word in words if word)
        + (_HIT_BYTES * len(event.hits))
    )


def _add_hits(connection: Connection, event: RecallEvent) -> None:
    uids = list(dict.fromkeys(sound(uid) for uid in event.hits))
    rows: dict[str, int] = dict(
        connection.rows(
            "SELECT uid, id FROM memories WHERE uid IN (SELECT value FROM json_each(?))", (json.dumps(uids),)
        )
    )
    used = {sound(uid) for uid in event.used}
    connection.executemany(
        "INSERT INTO recall_hits(recall, ordinal, memory, used) VALUES (?, ?, ?, ?)",
        [(event.id, place, rows[uid], uid in used) for place, uid in enumerate(uids) if uid in rows],
    )


def _events(connection: Connection, rows: Sequence[tuple[Any, ...]]) -> list[RecallEvent]:
    hits: dict[int, list[tuple[str, int]]] = {}
    for recall, uid, used in connection.rows(
        """
        SELECT h.recall, m.uid, h.used FROM recall_hits h JOIN memories m ON m.id = h.memory
        WHERE h.recall IN (SELECT value FROM json_each(?)) ORDER BY h.recall, h.ordinal
        """,
        (json.dumps([row[0] for row in rows]),),
    ):
        hits.setdefault(recall, []).append((uid, used))
    return [_event(row, hits.get(row[0], [])) for row in rows]


def _event(row: tuple[Any, ...], hits: Sequence[tuple[str, int]]) -> RecallEvent:
    number, at, surface, text, session, project, symbols, path, branch, k, profile = row
    return RecallEvent(
        id=number, at=at, surface=cast(Surface, surface), text=text, session=session, project=project,
        symbols=tuple(json.loads(symbols)), path=path, branch=branch, k=k, profile=profile,
        hits=tuple(uid for uid, _ in hits), used=tuple(uid for uid, used in hits if used),
    )  # fmt: skip

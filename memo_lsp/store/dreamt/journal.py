"""What passes did: their runs, and the pairs that stay apart. What each changed stands in edits.py."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from memo_lsp.model import UNDONE
from memo_lsp.store.dreamt.undoing import mark
from memo_lsp.store.file.connection import Part
from memo_lsp.store.memories.latest import touch
from memo_lsp.store.memories.rows import sound

_RUN = "id, pass, cause, started_at, ended_at, considered, changed, vetoed, refused, skipped, undone_at, chores"


CUT_SHORT = "the process ended before the pass did"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a pass. Times in seconds since the epoch; `skipped` says what it did not look at, and why; `chores`
    how much upkeep did."""

    id: int
    pass_name: str
    cause: str
    started_at: float
    ended_at: float | None
    considered: int
    changed: int
    vetoed: dict[str, int]
    refused: int
    skipped: str | None
    undone_at: float | None
    chores: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mark:
    """A pair no pass joins again: the ids in order, which pass had joined them (`person`: none, somebody said so), and
    since when."""

    a: str
    b: str
    pass_name: str
    at: float
    cause: str = UNDONE


class Runs(Part):
    """The journal of runs."""

    def begin(self, pass_name: str, cause: str) -> int:
        """A run starts; its number."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO runs(pass, cause, started_at) VALUES (?, ?, ?)", (pass_name, cause, self._clock.now())
            )
            return int(connection.last_insert_rowid())

    def end(
        self,
        run: int,
        *,
        considered: int = 0,
        changed: int = 0,
        vetoed: Mapping[str, int] | None = None,
        refused: int = 0,
        skipped: str | None = None,
        chores: Mapping[str, int] | None = None,
    ) -> Run:
        """A run is over: what it looked at, changed, left and why. Of runs in a row that a pass by itself skipped for
        one reason, only the newest stays."""
        with self._database.write() as connection:
            connection.execute(
                """
                UPDATE runs SET ended_at = ?, considered = ?, changed = ?, vetoed = ?, refused = ?, skipped = ?,
                  chores = ? WHERE id = ?
                """,
                (
                    self._clock.now(),
                    considered,
                    changed,
                    json.dumps(dict(vetoed or {})),
                    refused,
                    skipped,
                    json.dumps(dict(chores or {})),
                    run,
                ),
            )
            connection.execute(
                """
                DELETE FROM runs WHERE id = (SELECT max(r.id) FROM runs r JOIN runs n ON n.id = ?1 WHERE r.id < ?1
                  AND r.pass = n.pass)
                AND cause <> 'manual' AND considered = 0 AND changed = 0 AND skipped = (
                  SELECT skipped FROM runs WHERE id = ?1 AND considered = 0 AND changed = 0)
                AND NOT EXISTS (SELECT 1 FROM edits WHERE run = runs.id)
                """,
                (run,),
            )
            return _run(connection.rows(f"SELECT {_RUN} FROM runs WHERE id = ?", (run,))[0])

    def cut_short(self, why: str) -> list[int]:
        """Runs that nobody ended, because their process was: they end now, with what they did; their numbers."""
        with self._database.write() as connection:
            found = connection.rows(
                """
                UPDATE runs SET ended_at = ?, skipped = ?,
                  changed = (SELECT count(*) FROM edits WHERE run = runs.id AND proven = 1)
                WHERE ended_at IS NULL RETURNING id
                """,
                (self._clock.now(), why),
            )
        return [run for (run,) in found]

    def get(self, run: int) -> Run | None:
        """A run by its number; None if there is none."""
        with self._database.read() as connection:
            found = connection.first(f"SELECT {_RUN} FROM runs WHERE id = ?", (run,))
        return _run(found) if found else None

    def newest(self, limit: int = 50) -> list[Run]:
        """The newest runs first."""
        with self._database.read() as connection:
            found = connection.rows(f"SELECT {_RUN} FROM runs ORDER BY id DESC LIMIT ?", (limit,))
            return [_run(row) for row in found]

    def latest(self) -> dict[str, Run]:
        """The newest run of each pass."""
        with self._database.read() as connection:
            found = connection.rows(f"SELECT {_RUN} FROM runs WHERE id IN (SELECT max(id) FROM runs GROUP BY pass)")
            return {run.pass_name: run for run in map(_run, found)}

    def history(self, uid: str) -> list[Run]:
        """The runs that touched a memory, newest first."""
        with self._database.read() as connection:
            found = connection.rows(
                f"""
                SELECT {_RUN} FROM runs WHERE id IN (
                  SELECT e.run FROM edits e WHERE e.id IN (
                    SELECT edit FROM changes WHERE memory = ?1 UNION SELECT edit FROM changes WHERE other = ?1))
                ORDER BY id DESC
                """,
                (sound(uid),),
            )
            return [_run(row) for row in found]


def _run(row: tuple[Any, ...]) -> Run:
    number, name, cause, started, ended, considered, changed, vetoed, refused, skipped, undone, chores = row
    return Run(
        number, name, cause, started, ended, considered, changed, json.loads(vetoed), refused, skipped, undone,
        json.loads(chores),
    )  # fmt: skip


class Marks(Part):
    """Pairs that stay apart."""

    def add(self, pairs: Iterable[tuple[str, str]], pass_name: str, cause: str = UNDONE) -> None:
        """No pass joins these again."""
        with self._database.write() as connection:
            mark(connection, pairs, pass_name, cause, self._clock.now())

    def lift(self, pairs: Iterable[tuple[str, str]] | None = None) -> int:
        """Pairs may be joined again (None: all); how many marks went."""
        with self._database.write() as connection:
            wanted = None if pairs is None else json.dumps([sorted(map(sound, pair)) for pair in pairs])
            lifted = connection.rows(
                """
                DELETE FROM marks WHERE ?1 IS NULL
                OR (a, b) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1)) RETURNING a, b
                """,
                (wanted,),
            )
            touch(connection, {uid for pair in lifted for uid in pair})  # passes that found nothing look again
            return len(lifted)

    def any_of(self, pairs: Iterable[tuple[str, str]]) -> bool:
        """Whether any of these pairs stays apart."""
        with self._database.read() as connection:
            found = connection.first(
                """
                SELECT 1 FROM json_each(?) p JOIN marks m ON m.a = p.value ->> 0 AND m.b = p.value ->> 1 LIMIT 1
                """,
                (json.dumps([sorted(map(sound, pair)) for pair in pairs]),),
            )
        return found is not None

    def every(self) -> list[Mark]:
        """Every mark, newest first."""
        with self._database.read() as connection:
            found = connection.rows("SELECT a, b, pass, at, cause FROM marks ORDER BY at DESC, a, b")
            return [Mark(*row) for row in found]

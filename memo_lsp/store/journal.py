"""What passes did: their runs, and the pairs that stay apart. What each changed stands in edits.py."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memo_lsp.store.connection import Part
from memo_lsp.store.rows import sound

_RUN = "id, pass, cause, started_at, ended_at, considered, changed, vetoed, refused, skipped, undone_at"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a pass. Times in seconds since the epoch; `skipped` says why it did not look."""

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


@dataclass(frozen=True, slots=True)
class Mark:
    """A pair no pass joins again: the ids in order, which pass had joined them, when it was undone."""

    a: str
    b: str
    pass_name: str
    at: float
    cause: str = "undone"  # or `lost recall`: joined, one of them was harder to find


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
    ) -> None:
        """A run is over: what it looked at, changed, left and why."""
        with self._database.write() as connection:
            connection.execute(
                """
                UPDATE runs SET ended_at = ?, considered = ?, changed = ?, vetoed = ?, refused = ?, skipped = ?
                WHERE id = ?
                """,
                (self._clock.now(), considered, changed, json.dumps(dict(vetoed or {})), refused, skipped, run),
            )

    def undone(self, run: int) -> None:
        """A run's changes were all put back."""
        with self._database.write() as connection:
            connection.execute("UPDATE runs SET undone_at = ? WHERE id = ?", (self._clock.now(), run))

    def newest(self, limit: int = 50) -> list[Run]:
        """The newest runs first."""
        with self._database.read() as connection:
            found = connection.rows(f"SELECT {_RUN} FROM runs ORDER BY id DESC LIMIT ?", (limit,))
            return [_run(row) for row in found]

    def history(self, uid: str) -> list[Run]:
        """The runs that touched a memory, newest first."""
        with self._database.read() as connection:
            found = connection.rows(
                f"""
                SELECT {_RUN} FROM runs WHERE id IN (
                  SELECT e.run FROM changes c JOIN edits e ON e.id = c.edit WHERE c.memory = ?1) ORDER BY id DESC
                """,
                (sound(uid),),
            )
            return [_run(row) for row in found]


def _run(row: tuple[Any, ...]) -> Run:
    number, name, cause, started, ended, considered, changed, vetoed, refused, skipped, undone = row
    return Run(number, name, cause, started, ended, considered, changed, json.loads(vetoed), refused, skipped, undone)


class Marks(Part):
    """Pairs that stay apart."""

    def add(self, pairs: Iterable[tuple[str, str]], pass_name: str, cause: str = "undone") -> None:
        """No pass joins these again."""
        with self._database.write() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO marks(a, b, pass, at, cause) VALUES (?, ?, ?, ?, ?)",
                [(*sorted(pair), pass_name, self._clock.now(), cause) for pair in pairs],
            )

    def lift(self, pairs: Iterable[tuple[str, str]] | None = None) -> int:
        """Pairs may be joined again (None: all); how many marks went."""
        with self._database.write() as connection:
            if pairs is None:
                connection.execute("DELETE FROM marks")
                return connection.changes()
            before = connection.total_changes()
            connection.executemany("DELETE FROM marks WHERE a = ? AND b = ?", [tuple(sorted(pair)) for pair in pairs])
            return connection.total_changes() - before

    def every(self) -> list[Mark]:
        """Every mark, newest first."""
        with self._database.read() as connection:
            found = connection.rows("SELECT a, b, pass, at, cause FROM marks ORDER BY at DESC, a, b")
            return [Mark(*row) for row in found]

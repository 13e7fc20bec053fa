"""Who is at the store right now, and for how long nobody did anything there: a row a window.

Rows of windows that are gone run out. Ages are counted in monotonic time, which is the same in every process of a
machine: setting its clock moves nothing here.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from memo_lsp.store.file.connection import Part


@dataclass(frozen=True, slots=True)
class Attendant:
    """Another window: seconds since its person last did something, and what keeps it at work, if anything does."""

    window: str
    idle: float
    doing: str | None = None


class Attendance(Part):
    """The windows of one store, command lines and assistants among them."""

    def here(self, window: str, active_at: float, lasts: float, doing: str | None = None) -> None:
        """A window lives: its person was last active at `active_at` (of the clock's monotonic time), and the row stands
        for `lasts` seconds. Rows that have run out go."""
        beat = time.monotonic()
        with self._database.write() as connection:
            connection.execute(
                """
                INSERT OR REPLACE INTO attendance(window, active_at, told_at, beat_at, lasts, doing)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                (window, active_at, self._clock.monotonic(), beat, lasts, doing),
            )
            connection.execute("DELETE FROM attendance WHERE ? NOT BETWEEN beat_at AND beat_at + lasts", (beat,))

    def gone(self, window: str) -> None:
        """A window was closed."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM attendance WHERE window = ?", (window,))

    def others(self, window: str) -> list[Attendant]:
        """Every window but this one. A replay may have moved this clock and not theirs, or theirs and not this one: the
        longer of two ages counts."""
        now, beat = self._clock.monotonic(), time.monotonic()
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT window, max(?1 - active_at, told_at - active_at + ?2 - beat_at, 0.0), doing FROM attendance
                WHERE window <> ?3 AND ?2 BETWEEN beat_at AND beat_at + lasts
                ORDER BY window
                """,
                (now, beat, window),
            )
        return [Attendant(*row) for row in found]

"""What a pass had seen when it found nothing to do: until there is more, it need not look again."""

from __future__ import annotations

from dataclasses import dataclass

from memo_lsp.store.file.connection import Part


@dataclass(frozen=True, slots=True)
class Seen:
    """How far a store had come at an instant: what was written or got a vector, and how often anything reached
    somebody."""

    generation: int
    reached: int
    at: float


class Watermarks(Part):
    """By name of a pass."""

    def here(self) -> Seen:
        """How far the store has come now."""
        with self._database.read() as connection:
            found: dict[str, int] = dict(
                connection.rows("SELECT name, value FROM counters WHERE name IN ('generation', 'reached')")
            )
        return Seen(found["generation"], found["reached"], self._clock.now())

    def note(self, pass_name: str, seen: Seen) -> None:
        """A pass that saw this found nothing to do."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO watermarks(pass, generation, reached, at) VALUES (?, ?, ?, ?)",
                (pass_name, seen.generation, seen.reached, seen.at),
            )

    def of(self, pass_name: str) -> Seen | None:
        """What a pass had seen when it last found nothing; None if it never did."""
        with self._database.read() as connection:
            found = connection.first("SELECT generation, reached, at FROM watermarks WHERE pass = ?", (pass_name,))
        return Seen(*found) if found else None

    def holds(self, seen: Seen) -> bool:
        """Whether nothing was written, reached anybody, or got a vector since."""
        now = self.here()
        return (now.generation, now.reached) == (seen.generation, seen.reached)

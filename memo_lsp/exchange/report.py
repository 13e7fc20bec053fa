"""What an import did, in numbers and in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

_NAMED = 20  # more lines than these are counted, not listed


@dataclass(slots=True)
class Report:
    """`stored` is new; `known` was there already (or is forgotten on purpose); `skipped` names what could not be used:
    a line's number (of a folder: a file's path) and why. `total` counts all that was looked at."""

    total: int = 0
    stored: int = 0
    known: int = 0
    events: int = 0
    skipped: list[tuple[int | str, str]] = field(default_factory=list)
    unit: str = "lines"

    def told(self) -> str:
        """`3 of 120 lines skipped: 2, 17, 80 (first: …)`; empty if none was."""
        if not self.skipped:
            return ""
        share = f"{len(self.skipped)} of {self.total} {self.unit}"
        return f"{share} skipped: {self._places()} (first: {self.skipped[0][1]})"

    def _places(self) -> str:
        places: Sequence[str] = [str(place) for place, _ in self.skipped[:_NAMED]]
        more = len(self.skipped) - len(places)
        return ", ".join(places) + (f" and {more} more" if more else "")

"""What the editor shows about its documents, from all its tools: remembered for hovers, by URI."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memo_lsp.capture.events import ERROR, Diagnostic

KEPT = 1000  # documents
MOST = 500  # of one document
LONGEST = 4_000  # characters of a message

Position = tuple[int, int]  # line and character from 0, as the client counts


@dataclass(frozen=True, slots=True)
class Shown:
    """A diagnostic and where it stands."""

    start: Position
    end: Position
    diagnostic: Diagnostic

    def at(self, position: Position) -> bool:
        return self.start <= position <= self.end

    def on(self, line: int) -> bool:
        return self.start[0] <= line <= self.end[0]


class Diagnostics:
    """The last word about each document; those not spoken of for longest are forgotten first."""

    def __init__(self) -> None:
        self._shown: OrderedDict[str, tuple[Shown, ...]] = OrderedDict()

    def put(self, uri: str, shown: Sequence[Shown]) -> None:
        self._shown.pop(uri, None)
        if shown:
            self._shown[uri] = tuple(shown)
        while len(self._shown) > KEPT:
            self._shown.popitem(last=False)

    def of(self, uri: str) -> tuple[Shown, ...]:
        return self._shown.get(uri, ())


def read(raw: Any) -> Shown:
    """A diagnostic as LSP has it, from plain values. Raises KeyError, TypeError or ValueError where it is none."""
    start, end = (_position(raw["range"][edge]) for edge in ("start", "end"))
    code = raw.get("code")
    told = code.get("value") if isinstance(code, Mapping) else code
    diagnostic = Diagnostic(
        start_line=start[0] + 1,
        end_line=end[0] + 1,
        severity=int(raw.get("severity") or ERROR),
        message=str(raw["message"])[:LONGEST],
        code="" if told is None else str(told),
        source=str(raw.get("source") or ""),
    )
    return Shown(start, end, diagnostic)


def _position(raw: Any) -> Position:
    return int(raw["line"]), int(raw["character"])

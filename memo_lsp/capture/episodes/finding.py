"""What a stretch of work taught, before it is a memory: plain enough to wait in the store until the episode closes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from memo_lsp.code.symbols import Symbol
from memo_lsp.model import Anchor

MOST_ANCHORS = 12
LONGEST_BODY = 6_000


@dataclass(frozen=True, slots=True)
class Finding:
    """`at`: when it came about, in seconds since the epoch. `symbols` are names it mentions."""

    kind: str
    title: str
    body: str
    at: float
    anchors: tuple[Anchor, ...] = ()
    symbols: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def from_plain(value: Mapping[str, Any]) -> Finding:
    """The finding that `plain` gave, from JSON."""
    anchors = tuple(Anchor(**anchor) for anchor in value["anchors"])
    return Finding(**{**value, "anchors": anchors, "symbols": tuple(value["symbols"])})


def anchors_at(path: str, symbols: Iterable[Symbol]) -> tuple[Anchor, ...]:
    """Anchors at symbols of a file as they stand now; at the file itself if there are none."""
    there = dict.fromkeys(symbols)
    found = tuple(Anchor(path, one.qualified, one.start_line, one.hash) for one in there)
    return found[:MOST_ANCHORS] or (Anchor(path),)


def bounded(body: str) -> str:
    """A text no longer than a memory's body should be."""
    return body if len(body) <= LONGEST_BODY else f"{body[: LONGEST_BODY - 2].rstrip()} …"

"""A look in which a test says how close memories lie, and memories that need only what a test is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from memo_lsp.dream.view import Limits, Near
from memo_lsp.model import Memory, Subject
from tests.dream.looks import Looked

NOW = 1_800_000_000.0
HOUR, DAY = 3_600.0, 86_400.0
LIMITS = Limits(duplicate_title=0.80, duplicate_memory=0.82, supersede=0.60, theme=0.45)
CLOSE = (0.9, 0.9)  # cosines of whole texts, and of titles


def still() -> None:
    """Nobody waits."""


def memory(uid: str, title: str = "", **values: Any) -> Memory:
    values = {"project": "p", "branch": "main", "session": "s1", "created_at": NOW - DAY, "trust": "owner", **values}
    return Memory(uid, title or "The cache is warmed twice", **values)


@dataclass
class Alike(Looked):
    """`cosines` of pairs of ids, the smaller first: of whole texts and of titles (alone: 0); None: no vector."""

    now: float = NOW
    limits: Limits | None = LIMITS
    likeness: dict[tuple[str, str], tuple[float | None, float | None]] = field(default_factory=dict)
    reached_ones: set[str] | None = None  # None: all
    asked_titles: list[tuple[str, str]] = field(default_factory=list)
    apart_pairs: set[frozenset[str]] = field(default_factory=set)

    def _cosines(self, a: Subject, b: Subject) -> tuple[float | None, float | None]:
        return self.likeness.get((min(a.id, b.id), max(a.id, b.id)), (0.0, 0.0))

    def reached(self, subject: Subject) -> bool:
        return self.reached_ones is None or subject.id in self.reached_ones

    def near(
        self,
        wanted: Sequence[Subject],
        least: float,
        most: int = 16,
        *,
        among: Sequence[Subject] | None = None,
        by_session: bool = False,
    ) -> Iterator[Near]:
        others = list(self.subjects() if among is None else among)
        for at, a in enumerate(others):
            for b in others[at + 1 :]:
                cosine, _ = self._cosines(a, b)
                same = a.sessions == b.sessions if by_session else True
                if (a in wanted or b in wanted) and same and cosine is not None and cosine >= least:
                    yield Near(a, b, cosine)

    def cosines(self, pairs: Sequence[tuple[Subject, Subject]]) -> list[float | None]:
        return [self._cosines(a, b)[0] for a, b in pairs]

    def title_cosines(self, pairs: Sequence[tuple[Subject, Subject]]) -> list[float | None]:
        self.asked_titles += [(a.id, b.id) for a, b in pairs]
        return [self._cosines(a, b)[1] for a, b in pairs]

    def apart(self, a: str, b: str) -> bool:
        linked = {frozenset((edge.source, edge.target)) for edge in self.links if edge.unmade_at is None}
        return frozenset((a, b)) in self.apart_pairs | linked

"""What flows through a ranking: candidates with their trace, and the question they are ranked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from memo_lsp.model import Memory
from memo_lsp.text.excerpt import Excerpt
from memo_lsp.text.prepare import Word


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a trace: a leg's rank and scores, the fused score, or a factor that was applied."""

    stage: str
    value: float | None = None
    factor: float | None = None
    rank: int | None = None
    raw: float | None = None


@dataclass(frozen=True, slots=True)
class LegHit:
    """Where one leg found a memory. `raw` as the leg measures, `value` scaled, `span` the window that matched."""

    rank: int
    raw: float
    value: float
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """Another memory as a hit names it."""

    id: str
    title: str
    created_at: float | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that competes. `score` orders one answer and means nothing across answers."""

    memory: Memory
    legs: Mapping[str, LegHit] = field(default_factory=dict)
    score: float = 0.0
    trace: tuple[Step, ...] = ()
    successor: Link | None = None
    excerpt: Excerpt | None = None

    def times(self, stage: str, factor: float) -> Candidate:
        """The score multiplied, and the factor on record; a factor of 1 changes and records nothing."""
        if factor == 1.0:
            return self
        trace = (*self.trace, Step(stage, factor=factor))  # not `replace`: this runs for every stage of every candidate
        return Candidate(self.memory, self.legs, self.score * factor, trace, self.successor, self.excerpt)

    def factor(self, stage: str) -> float:
        """The factor a stage applied, 1 if none."""
        return next((step.factor for step in self.trace if step.stage == stage and step.factor is not None), 1.0)

    @property
    def span(self) -> tuple[int, int] | None:
        """The window that matched, if a leg knows one."""
        return next((hit.span for hit in self.legs.values() if hit.span is not None), None)


Pool = tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """All a stage may look at beside the pool: the question, the instant, and the store's facts about the pool."""

    text: str = ""  # without filters
    words: tuple[Word, ...] = ()
    symbols: tuple[str, ...] = ()
    branch: str | None = None
    now: float = 0.0
    k: int = 10
    successors: Mapping[str, Link] = field(default_factory=dict)


class Stage(Protocol):
    """A named step. It never cuts, except the cut, and what its table row plainly excludes."""

    @property
    def name(self) -> str: ...

    def __call__(self, pool: Pool, asked: Asked) -> Pool: ...


def best_first(candidate: Candidate) -> tuple[float, float, str]:
    """Sort key: by score, then by newer, then by id."""
    created = candidate.memory.created_at
    return (-candidate.score, -created if created is not None else float("inf"), candidate.memory.id)

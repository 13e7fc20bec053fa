"""One score from what the legs found. Each starts from the legs alone; whatever score was there is replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar

from memo_lsp import formulas
from memo_lsp.recall.pool import Asked, Candidate, Pool, Step


def fused(candidate: Candidate, score: float) -> Candidate:
    """The candidate with its legs and its fused score on record."""
    legs = tuple(Step(name, hit.value, rank=hit.rank, raw=hit.raw) for name, hit in candidate.legs.items())
    return replace(candidate, score=score, trace=(*legs, Step("fuse", score)))


def each_once(pool: Iterable[Candidate]) -> Pool:
    """Each memory once, with the best score it has: its own, or that of a memory that lives on in it."""
    best: dict[str, Candidate] = {}
    for candidate in pool:
        known = best.get(candidate.memory.id)
        if known is None or candidate.score > known.score:
            best[candidate.memory.id] = candidate
    return tuple(best.values())


def _parts(candidate: Candidate, vector: float, keyword: float) -> Iterator[tuple[float, float, int]]:
    """(weight, value, rank) of each leg that found it; the vector leg has one weight, the others the other."""
    for name, hit in candidate.legs.items():
        yield (vector if name == "vector" else keyword), hit.value, hit.rank


@dataclass(frozen=True, slots=True)
class Weighted:
    """`0.7·sim + 0.3·kw` where both legs found it; where one did, that leg's score at full weight."""

    name: ClassVar[str] = "fuse"
    vector: float = 0.7
    keyword: float = 0.3

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return each_once(fused(candidate, self._score(candidate)) for candidate in pool)

    def _score(self, candidate: Candidate) -> float:
        parts = list(_parts(candidate, self.vector, self.keyword))
        return parts[0][1] if len(parts) == 1 else sum(weight * value for weight, value, _ in parts)


@dataclass(frozen=True, slots=True)
class Rrf:
    """Reciprocal rank fusion: `Σ weight / (k + rank)`, raw scores ignored."""

    name: ClassVar[str] = "fuse"
    k: float = 60.0
    vector: float = 1.0
    keyword: float = 1.0

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return each_once(fused(candidate, self._score(candidate)) for candidate in pool)

    def _score(self, candidate: Candidate) -> float:
        parts = _parts(candidate, self.vector, self.keyword)
        return sum(formulas.rrf(rank, weight, self.k) for weight, _, rank in parts)


@dataclass(frozen=True, slots=True)
class Cosine:
    """The plain cosine of the vector leg, from its similarity `(1 + cos) / 2`; below zero counts as nothing."""

    name: ClassVar[str] = "fuse"
    leg: str = field(default="vector")

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return each_once(fused(candidate, max(0.0, 2.0 * candidate.legs[self.leg].value - 1.0)) for candidate in pool)


Fusion = Weighted | Rrf | Cosine

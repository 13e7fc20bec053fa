"""The one place where hits are left out: the best `k` stay, by score, then by newer, then by id."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from memo_lsp.recall.pool import Asked, Candidate, Pool, Step, best_first


@dataclass(frozen=True, slots=True)
class Cut:
    """Sorts, keeps `k`, and puts each hit's place and final score on record."""

    name: ClassVar[str] = "cut"

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        kept = sorted(pool, key=best_first)[: asked.k]
        return tuple(self._placed(candidate, place) for place, candidate in enumerate(kept, 1))

    def _placed(self, candidate: Candidate, place: int) -> Candidate:
        return replace(candidate, trace=(*candidate.trace, Step(self.name, candidate.score, rank=place)))

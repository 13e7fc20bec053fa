"""The one place where hits are left out: the best `k` stay, by score, then by newer, then by id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from memo_lsp.recall.pool import Asked, Candidate, Pool, Step, best_first


@dataclass(frozen=True, slots=True)
class Cut:
    """Sorts, keeps `k`, and puts each hit's place and final score on record."""

    name: ClassVar[str] = "cut"

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return placed(sorted(pool, key=best_first), asked.k)


def placed(ranked: Sequence[Candidate], k: int) -> Pool:
    """The first `k`, each with its place and final score on record."""
    return tuple(
        replace(c, trace=(*c.trace, Step(Cut.name, c.score, rank=place))) for place, c in enumerate(ranked[:k], 1)
    )

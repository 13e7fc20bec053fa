"""A question about a time: what sums that time up comes before all that was found by words or meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from memo_lsp.recall.pool import Asked, Pool
from memo_lsp.recall.stages.fuse import fused

_STEP = 0.01  # from one digest to the next


@dataclass(frozen=True, slots=True)
class PeriodFirst:
    """Digests in their order, each raised above the best of the rest. Only in the stages where a time was asked for."""

    name: ClassVar[str] = "period"
    digests: Pool

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        told = {digest.memory.id for digest in self.digests}
        rest = tuple(candidate for candidate in pool if candidate.memory.id not in told)
        best = max((candidate.score for candidate in rest), default=0.0)
        first = tuple(
            fused(digest, 1.0).times(self.name, max(1.0, best) * (1.0 + _STEP * (len(self.digests) - place)))
            for place, digest in enumerate(self.digests)
        )
        return (*first, *rest)

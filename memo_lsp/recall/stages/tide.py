"""What nobody came back to sinks a little: enough to settle near-ties, too little to turn an answer round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from memo_lsp import formulas
from memo_lsp.model import Memory
from memo_lsp.recall.pool import Asked, Candidate, Pool

_LOWEST_WITH_RECENCY = 0.5


def afloat(memory: Memory, now: float) -> float:
    """Buoyancy of an observation, from its last surfacing, else from its coming into the store."""
    return formulas.afloat(memory.last_surfaced_at, memory.stored_at, memory.stability_days, now)


@dataclass(frozen=True, slots=True)
class Tide:
    """`floor + (1-floor)·buoyancy` on observations that are not pinned; with recency never below one half."""

    name: ClassVar[str] = "tide"
    floor: float = formulas.TIDE_FLOOR

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return tuple(c.times(self.name, self._factor(c, asked.now)) for c in pool)

    def _factor(self, candidate: Candidate, now: float) -> float:
        memory = candidate.memory
        if memory.channel != "observation" or memory.pinned:
            return 1.0
        least = min(1.0, _LOWEST_WITH_RECENCY / candidate.factor("recency"))
        return max(least, formulas.tide(afloat(memory, now), self.floor))

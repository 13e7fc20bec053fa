"""Newer first: only when the question asks for it, or always, as a profile has it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from memo_lsp import formulas
from memo_lsp.model import Memory
from memo_lsp.recall.pool import Asked, Candidate, Pool, best_first

_ASKS = re.compile(
    r"(?<![\w.:/$@-])(?:last|latest|newest|current|most[ ]+recent|recent|up[ -]to[ -]date|now)(?![\w/$@(-]|[.:][\w:])",
    re.I,
)

_HALF_LIVES = {
    "change": 30.0, "dead-end": 30.0, "todo": 60.0, "fix": 120.0, "revert": 120.0,
    "theme": 365.0, "summary": 365.0, "decision": 1095.0,
}  # fmt: skip
_OTHER_KINDS = 180.0


def asks_for_newest(text: str) -> bool:
    """Whether a question asks for the newest in plain words; inside an identifier they do not count."""
    return _ASKS.search(text) is not None


def last_change(memory: Memory) -> float | None:
    """When a memory was last changed, as far as known."""
    known = [at for at in (memory.created_at, memory.updated_at) if at is not None]
    return max(known, default=None)


@dataclass(frozen=True, slots=True)
class AskedRecency:
    """`floor + (1-floor)·2^(-age/half_life)` on dated observations among the best `top`, if the text asks for it.

    The others are lowered as far as the oldest of these: age puts the best in order, it never lets a worse fit pass
    them all only because nobody looked at its age."""

    name: ClassVar[str] = "recency"
    behind: ClassVar[str] = "recency_behind"
    half_life: float = 21.0
    floor: float = 0.5
    top: int = 10

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        if not asks_for_newest(asked.text):
            return pool
        ranked = sorted(pool, key=best_first)
        first = tuple(c.times(self.name, self._factor(c, asked.now)) for c in ranked[: self.top])
        lowest = min((c.factor(self.name) for c in first), default=1.0)
        return first + tuple(c.times(self.behind, lowest) for c in ranked[self.top :])

    def _factor(self, candidate: Candidate, now: float) -> float:
        memory = candidate.memory
        if memory.channel != "observation":
            return 1.0
        return formulas.recency(formulas.age_days(memory.created_at, now), self.half_life, self.floor)


@dataclass(frozen=True, slots=True)
class KindRecency:
    """`max(0.2, 2^(-age/H))` since the last change, always; each kind of memory has its own half-life `H`."""

    name: ClassVar[str] = "recency"
    floor: float = 0.2

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return tuple(c.times(self.name, self._factor(c.memory, asked.now)) for c in pool)

    def _factor(self, memory: Memory, now: float) -> float:
        if memory.kind == "reference":
            return 1.0
        days = _HALF_LIVES.get(memory.kind, _OTHER_KINDS)
        return max(self.floor, formulas.half_life(formulas.age_days(last_change(memory), now), days))


@dataclass(frozen=True, slots=True)
class HyperbolicRecency:
    """`1 / (1 + age/days)` since the last change, always."""

    name: ClassVar[str] = "recency"
    days: float = 30.0

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return tuple(
            c.times(self.name, 1.0 / (1.0 + formulas.age_days(last_change(c.memory), asked.now) / self.days))
            for c in pool
        )

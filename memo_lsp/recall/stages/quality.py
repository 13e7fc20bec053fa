"""How far a memory can be relied on: who said it and how surely, or what became of it in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from memo_lsp import formulas
from memo_lsp.model import Memory
from memo_lsp.recall.pool import Asked, Pool

_TRUST = {"owner": 1.0, "self": 0.9, "external": 0.7, "untrusted": 0.5}
_TRUST_UNTAGGED = 0.6
_CONFIDENCE = {"high": 1.0, "medium": 0.9, "low": 0.7, "speculative": 0.5}
_CONFIDENCE_UNTAGGED = 0.7


@dataclass(frozen=True, slots=True)
class Trust:
    """Owner 1.0 · self 0.9 · external 0.7 · untrusted 0.5 · untagged 0.6."""

    name: ClassVar[str] = "trust"

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return tuple(c.times(self.name, _TRUST.get(c.memory.trust or "", _TRUST_UNTAGGED)) for c in pool)


@dataclass(frozen=True, slots=True)
class Confidence:
    """High 1.0 · medium 0.9 · low 0.7 · speculative 0.5 · untagged 0.7."""

    name: ClassVar[str] = "confidence"

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return tuple(c.times(self.name, _CONFIDENCE.get(c.memory.confidence or "", _CONFIDENCE_UNTAGGED)) for c in pool)


@dataclass(frozen=True, slots=True)
class Usage:
    """From 0.75 to 1.25 by what people said of it and how often they opened it; 1 with no evidence."""

    name: ClassVar[str] = "usage"

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return tuple(c.times(self.name, self._factor(c.memory)) for c in pool)

    def _factor(self, memory: Memory) -> float:
        return formulas.usage(memory.feedback.useful, memory.surfaced.drill, memory.feedback.not_useful)

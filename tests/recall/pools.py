"""Literal pools for tests: memories with an id and what matters, candidates with what the legs gave them."""

from __future__ import annotations

from memo_lsp.model import Memory
from memo_lsp.recall.pool import Asked, Candidate, LegHit, Pool
from memo_lsp.recall.stages.fuse import Weighted

NOW = 1_800_000_000.0
DAY = 86_400.0


def memory(uid: str, title: str = "", **values) -> Memory:
    return Memory(**({"id": uid, "title": title or f"about {uid}", "stored_at": NOW} | values))


def found(kept: Memory, sim: float | None = None, kw: float | None = None, rank: int = 1) -> Candidate:
    legs = {name: LegHit(rank, 0.0, value) for name, value in (("vector", sim), ("keyword", kw)) if value is not None}
    return Candidate(kept, legs)


def pool(*memories: Memory, score: float = 1.0) -> Pool:
    """Fused candidates that all start with one score."""
    return Weighted()(tuple(found(each, sim=score) for each in memories), Asked())


def asked(text: str = "", **values) -> Asked:
    return Asked(**({"text": text, "now": NOW} | values))


def factors(ranked: Pool, stage: str) -> dict[str, float]:
    return {c.memory.id: c.factor(stage) for c in ranked}

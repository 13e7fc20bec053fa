"""What has been replaced steps back, and names what replaced it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from memo_lsp.recall.pool import Asked, Pool


@dataclass(frozen=True, slots=True)
class Superseded:
    """A memory with a live successor is multiplied by `by` and carries the successor; `by` 1 only names it."""

    name: ClassVar[str] = "superseded"
    by: float = 0.5

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return tuple(
            replace(c, successor=asked.successors[c.memory.id]).times(self.name, self.by)
            if c.memory.id in asked.successors
            else c
            for c in pool
        )


@dataclass(frozen=True, slots=True)
class SupersededOut:
    """A memory with a live successor does not compete."""

    name: ClassVar[str] = "superseded"

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return tuple(c for c in pool if c.memory.id not in asked.successors)

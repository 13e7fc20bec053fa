"""No file fills an answer by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from memo_lsp.recall.pool import Asked, Candidate, Pool, best_first


def source_file(candidate: Candidate) -> str | None:
    """The file a memory belongs to: its first anchor's path."""
    anchors = candidate.memory.anchors
    return anchors[0].path if anchors else None


@dataclass(frozen=True, slots=True)
class TwoPerFile:
    """At most two hits from one file, the second multiplied by `second`; a memory of no file has no limit."""

    name: ClassVar[str] = "diversity"
    most: int = 2
    second: float = 0.8

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        return tuple(self._kept(sorted(pool, key=best_first)))

    def _kept(self, ranked: list[Candidate]) -> Iterator[Candidate]:
        seen: Counter[str] = Counter()
        for candidate in ranked:
            path = source_file(candidate)
            if path is None:
                yield candidate
                continue
            seen[path] += 1
            if seen[path] <= self.most:
                yield candidate.times(self.name, self.second if seen[path] > 1 else 1.0)

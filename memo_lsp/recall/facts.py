"""What recall asks about the working copy, answered by whoever knows it: has the code changed, is the branch merged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from memo_lsp.model import Anchor, Memory


class Facts(Protocol):
    """Facts about hits, ready at hand: nothing here waits for git or a disk."""

    def anchor_states(self, memories: Sequence[Memory]) -> Mapping[str, tuple[Anchor, ...]]:
        """The anchors of these memories, by id, with the states they have now."""
        ...

    def merged(self, memory: Memory, branch: str | None) -> bool | None:
        """Whether what was written on the memory's branch is part of `branch`; None where nobody knows."""
        ...


class Stored:
    """What the store knows by itself: anchors as last seen, and a branch is only part of itself."""

    def anchor_states(self, memories: Sequence[Memory]) -> Mapping[str, tuple[Anchor, ...]]:
        return {memory.id: memory.anchors for memory in memories}

    def merged(self, memory: Memory, branch: str | None) -> bool | None:
        return True if memory.branch is None or memory.branch == branch else None

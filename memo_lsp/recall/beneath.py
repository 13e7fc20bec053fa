"""What lies beneath a memory that sums others up: a digest's days or notes, a theme's members."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memo_lsp.model import Memory
from memo_lsp.recall.pool import Link
from memo_lsp.store.memories.graph import Linked
from memo_lsp.store.store import Store


def beneath(store: Store, memories: Iterable[Memory]) -> dict[str, tuple[Link, ...]]:
    """For each digest and theme what it was made of, oldest first; what was forgotten since is left out."""
    known = tuple(memories)
    themes = [memory.id for memory in known if memory.kind == "theme"]
    found = store.graph.parts(themes) if themes else {}
    found |= {memory.id: store.graph.named(ids) for memory in known if (ids := told_beneath(memory))}
    return {uid: _links(parts) for uid, parts in found.items() if parts}


def told_beneath(memory: Memory) -> list[str]:
    """The ids a digest says lie beneath it; none of any other memory."""
    period = memory.extra.get("period") if memory.kind == "summary" else None
    told = period.get("beneath") if isinstance(period, dict) else None
    return [uid for uid in told if isinstance(uid, str)] if isinstance(told, list) else []


def _links(parts: Sequence[Linked]) -> tuple[Link, ...]:
    return tuple(Link(part.id, part.title, part.created_at) for part in parts)

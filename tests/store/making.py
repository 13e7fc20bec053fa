"""Small things the store's tests are made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from memo_lsp.model import Edge, EdgeType, Memory, Scope
from memo_lsp.store import Store
from memo_lsp.text.prepare import query_words

NOW = 1_800_000_000.0
DAY = 86_400.0
SIZE = 8  # numbers in a test's vectors


class StillClock:
    """Stands until a test moves it."""

    def __init__(self) -> None:
        self.at = NOW

    def now(self) -> float:
        return self.at

    def monotonic(self) -> float:
        return self.at


def memory(uid: str, title: str = "", **values: Any) -> Memory:
    values.setdefault("project", "p")
    values.setdefault("created_at", NOW - DAY)
    return Memory(uid, title or f"title of {uid}", **values)


def edge(kind: EdgeType, source: str, target: str, **values: Any) -> Edge:
    return Edge(kind, source, target, **{"maker": "person", "made_at": NOW - DAY, **values})


def ids(store: Store, rows: Any) -> list[str]:
    """Row numbers (or hits with one) as ids, in their order."""
    numbers = [row if isinstance(row, int) else row[0] if isinstance(row, tuple) else row.row for row in rows]
    found = store.memories.by_rows(numbers)
    return [found[number].id for number in numbers]


def found(store: Store, text: str, scope: Scope | None = None, limit: int = 25, **options: Any) -> list[str]:
    """The ids that words find, best first, each once; of what is archived the one that it lives on in."""
    rows = [row for row, _ in store.lexical.search(query_words(text), scope or Scope(), limit, **options)]
    standing = store.memories.living(rows, scope or Scope())
    return ids(store, dict.fromkeys(standing[row] for row in rows))


def axis(*parts: float) -> np.ndarray:
    """A vector with these first numbers."""
    return np.array([*parts, *[0.0] * (SIZE - len(parts))], dtype=np.float32)


def embedded(store: Store, vectors: dict[str, Any], fingerprint: str = "tiny@1") -> int:
    """Give memories one window each."""
    number = store.vectors.embedder_id(fingerprint, SIZE)
    store.vectors.put(number, [(store.memories.row_of(uid), 0, 0, 5, vector) for uid, vector in vectors.items()])
    return number

"""A store with a few memories, and recall over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.model import Edge, Memory, Query, embed_text
from memo_lsp.recall.answer import Answer
from memo_lsp.recall.hover import Hovers
from memo_lsp.recall.pipeline import Recall
from memo_lsp.settings.tree import Settings
from memo_lsp.store.care.opening import open_store
from memo_lsp.store.store import Store

from .pools import NOW, memory
from .tiny import Tiny


@dataclass
class Desk:
    """What a test works at: put memories down, ask, hover."""

    store: Store
    clock: MovableClock
    embedder: Any = field(default_factory=Tiny)
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self.recall = Recall(self.store, lambda: self.embedder, lambda: self.settings, self.clock)
        self.hovers = Hovers(self.recall)

    def put(self, *memories: Memory, edges: tuple[Edge, ...] = ()) -> None:
        self.store.memories.add(memories, edges)
        if isinstance(self.embedder, Tiny):
            self.embed(*memories)

    def embed(self, *memories: Memory) -> None:
        number = self.store.vectors.embedder_id(Tiny.fingerprint, Tiny.dimension)
        texts = [embed_text(each) for each in memories]
        vectors = Tiny().embed(texts)
        rows = [self.store.memories.row_of(each.id) for each in memories]
        self.store.vectors.put(
            number, [(row, 0, 0, len(text), vector) for row, text, vector in zip(rows, texts, vectors, strict=True)]
        )

    def ask(self, text: str = "", **values: Any) -> Answer:
        how = {name: values.pop(name) for name in ("vector", "deadline") if name in values}
        return self.recall.answer(Query(**({"text": text, "project": "p", "branch": "main"} | values)), **how)

    def ids(self, text: str = "", **values: Any) -> list[str]:
        return [hit.memory.id for hit in self.ask(text, **values).hits]

    def hover(self, *symbols: str, **values: Any) -> Answer:
        query = Query(**({"symbols": symbols, "project": "p", "branch": "main", "surface": "hover", "k": 3} | values))
        return self.hovers.answer(query)

    def constants(self, **values: Any) -> None:
        self.settings = replace(self.settings, recall=replace(self.settings.recall, **values))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    clock = MovableClock(NOW)
    store = open_store(tmp_path, clock=clock)
    desk = Desk(store, clock)
    yield desk
    desk.recall.close()
    store.close()


@pytest.fixture
def note() -> Callable[..., Memory]:
    """A memory of project `p`."""

    def make(uid: str, title: str = "", **values: Any) -> Memory:
        return memory(uid, title, **({"project": "p", "created_at": NOW - 60.0} | values))

    return make

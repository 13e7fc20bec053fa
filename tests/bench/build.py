"""Stores of any size, with words, names, anchors and vectors, built through the store's own doors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from memo_lsp.clock import SystemClock
from memo_lsp.embed.bundled import BundledEmbedder
from memo_lsp.model import Memory, embed_text
from memo_lsp.store import Store, open_store

from .corpus import Corpus

BATCH = 1_000
Told = Callable[[int], None]  # how many there are
OWN_SHARE = 0.75  # of a memory's vector that comes from one real text; the rest from a second one and from noise


class Vectors:
    """As many vectors as wanted from a few thousand real ones: two of them mixed, and some noise.

    Embedding 100,000 texts would take a quarter of an hour and change no duration that is measured here: the index is
    as large, and its entries lie as real texts' do.
    """

    def __init__(self, corpus: Corpus, embedder: BundledEmbedder, distinct: int):
        texts = [embed_text(corpus.memory(number)) for number in range(distinct)]
        self.real = np.stack([vector for vector in embedder.embed(texts) if isinstance(vector, np.ndarray)])
        self._dice = np.random.default_rng(5)

    def draw(self, count: int) -> Any:
        """`count` unit vectors, shape (count, dimension), float32."""
        first, second = (self.real[self._dice.integers(len(self.real), size=count)] for _ in range(2))
        noise = self._dice.standard_normal(first.shape, dtype=np.float32)
        noise /= np.linalg.norm(noise, axis=1, keepdims=True)
        mixed = OWN_SHARE * first + (1 - OWN_SHARE) / 2 * (second + noise)
        return (mixed / np.linalg.norm(mixed, axis=1, keepdims=True)).astype(np.float32)


def fill(home: Path, corpus: Corpus, count: int, *, vectors: Vectors | None, start: int = 0, told: Told) -> int:
    """Add memories `start` to `start + count` to the store in `home`; with `vectors` they wait for none. How many
    vectors were stored: one for each window that the embedder cuts."""
    embedder = BundledEmbedder()
    store = open_store(home, clock=SystemClock())
    try:
        number = store.vectors.embedder_id(embedder.fingerprint, embedder.dimension)
        stored = 0
        for at in range(start, start + count, BATCH):
            batch = [corpus.memory(n) for n in range(at, min(at + BATCH, start + count))]
            store.memories.add(batch)
            if vectors is not None:
                items = list(windows(store, embedder, batch))
                drawn = vectors.draw(len(items))
                stored += store.vectors.put(
                    number, [(*item, vector) for item, vector in zip(items, drawn, strict=True)]
                )
            told(at + len(batch) - start)
        return stored
    finally:
        store.close()


def windows(store: Store, embedder: BundledEmbedder, batch: list[Memory]) -> Iterator[tuple[int, int, int, int]]:
    """Row, place, begin and end of each window of these memories."""
    for memory in batch:
        row = store.memories.row_of(memory.id)
        for ordinal, window in enumerate(embedder.windows(embed_text(memory))):
            yield row, ordinal, window.start, window.end


def megabytes(home: Path) -> float:
    """What the store takes on disk, its write-ahead log included."""
    return sum(file.stat().st_size for file in home.rglob("*") if file.is_file()) / 1e6

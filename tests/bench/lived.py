"""A store that was lived in: sessions, projects, decisions, things said twice, versions, and what was asked of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memo_lsp.clock import MovableClock
from memo_lsp.embed.bundled import BundledEmbedder
from memo_lsp.model import Memory, RecallEvent
from memo_lsp.store import Store, open_store

from .build import BATCH, Told, Vectors, windows
from .corpus import DAY, NEWEST, PROJECT, Corpus

RESTATED = 250  # of so many memories one says again what the one before it said
OTHERS = 5  # projects besides the one that is open; half of all memories are theirs
OLD = 10  # one of so many was stored when it was made: it may sink
TOGETHER = 6  # memories that are used together
EVENTS_A_BATCH = 500
LATER = DAY  # after the newest memory


@dataclass(frozen=True)
class Lived:
    """Memories and recall events in any number, each the same each time."""

    corpus: Corpus
    count: int

    def memory(self, number: int) -> Memory:
        """The `number`th memory; some say again what the one before said, in the same session an hour later."""
        if number % RESTATED == 1:
            told = self.memory(number - 1)
            at = (told.created_at or NEWEST) + 3_600
            return replace(told, id=f"lived{number:07}", title=f"{told.title}.", created_at=at, commit=None)
        dice = random.Random(-number)
        made = self.corpus.memory(number)
        at = made.created_at or NEWEST
        project = PROJECT if dice.random() < 0.5 else f"{PROJECT}-{dice.randrange(OTHERS)}"
        half = "am" if dice.random() < 0.5 else "pm"
        title = f"Bump lib{dice.randrange(40)} to {dice.randrange(9)}.{dice.randrange(20)}.1"
        return replace(
            made,
            id=f"lived{number:07}",
            title=title if number % 500 == 2 else made.title,
            project=project,
            session=f"{project}-{int(at // DAY)}-{half}",
            kind="decision" if dice.random() < 0.08 else made.kind,
            origin="mcp:assistant",
            trust="owner",
            stored_at=at if number % OLD == 0 else 0.0,
        )

    def event(self, number: int) -> RecallEvent:
        """The `number`th question; of ten memories that came up some were used, those of one lot again and again."""
        dice = random.Random(f"event {number}")
        lot = dice.randrange(max(1, self.count // (40 * TOGETHER))) * 40 * TOGETHER
        near = [f"lived{lot + 40 * place:07}" for place in range(TOGETHER)]
        hits = dice.sample(near, 3) + [f"lived{dice.randrange(self.count):07}" for _ in range(7)]
        used = hits[: dice.choice((0, 1, 2, 3))]
        at = NEWEST - dice.random() * 360 * DAY
        return RecallEvent(
            number + 1, at, dice.choice(("search", "hover")), dice.choice(self.corpus.questions or ("what",)),
            f"{PROJECT}-{int(at // DAY)}", PROJECT, branch="main", hits=tuple(hits), used=tuple(used),
        )  # fmt: skip


def live(home: Path, lived: Lived, events: int, vectors: Vectors, told: Told) -> None:
    """Fill a store with all of it; nothing waits for vectors."""
    embedder = BundledEmbedder()
    store = open_store(home, clock=MovableClock(NEWEST + LATER))
    try:
        number = store.vectors.embedder_id(embedder.fingerprint, embedder.dimension)
        for at in range(0, lived.count, BATCH):
            batch = [lived.memory(n) for n in range(at, min(at + BATCH, lived.count))]
            store.memories.add(batch)
            items = list(windows(store, embedder, batch))
            store.vectors.put(number, _drawn(items, vectors, store.memories.row_of(batch[0].id), at))
            told(at + len(batch))
        for at in range(0, events, EVENTS_A_BATCH):
            _log(store, (lived.event(n) for n in range(at, min(at + EVENTS_A_BATCH, events))))
    finally:
        store.close()


def _drawn(
    items: list[tuple[int, int, int, int]], vectors: Vectors, first: int, at: int
) -> Iterator[tuple[int, int, int, int, Any]]:
    """A vector for each window; what restates another memory has nearly its vectors."""
    drawn = vectors.draw(len(items))
    before: dict[tuple[int, int], Any] = {}
    for (row, ordinal, start, end), vector in zip(items, drawn, strict=True):
        restated = (row - first + at) % RESTATED == 1
        told = before.get((row - 1, ordinal), vector) if restated else vector
        before[row, ordinal] = told
        yield row, ordinal, start, end, told + 0.01 * vector


def _log(store: Store, events: Iterator[RecallEvent]) -> None:
    with store.write():
        for event in events:
            store.log.record(event)

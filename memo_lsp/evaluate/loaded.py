"""A set in a throw-away store: imported as any import would be, embedded, ready to be asked."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memo_lsp.clock import Clock
from memo_lsp.embed.port import Embedder
from memo_lsp.errors import MemoError
from memo_lsp.evaluate.metrics import Outcome
from memo_lsp.evaluate.sets import EvalSet, Question
from memo_lsp.exchange.jsonl import import_jsonl
from memo_lsp.recall.answer import Answer
from memo_lsp.recall.indexer import Indexer
from memo_lsp.recall.pipeline import Recall
from memo_lsp.recall.profiles import Profile
from memo_lsp.settings.tree import Settings
from memo_lsp.store.care.opening import open_store
from memo_lsp.store.store import Store

Progress = Callable[[str, int, int], None]  # what is being done, done, of how many
_SLICE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Loaded:
    """A set whose memories can be asked for; `survivors` says what a folded memory lives in."""

    set: EvalSet
    store: Store
    embedder: Embedder | None
    clock: Clock
    survivors: dict[str, str]
    skipped: str  # lines of the set that could not be used, in words; empty if there are none

    def outcomes(self, profile: Profile) -> list[Outcome]:
        """What one profile answers to each question, at the price of making each question's vector anew."""
        recall = Recall(self.store, lambda: self.embedder, Settings, self.clock)
        try:
            return [self._outcome(question, recall.ask(question.query, profile)) for question in self.set.questions]
        finally:
            recall.close()

    def _outcome(self, question: Question, answer: Answer) -> Outcome:
        return Outcome(
            kind=question.kind,
            ranked=tuple(dict.fromkeys(self.living(hit.memory.id) for hit in answer.hits)),
            relevant={self.living(uid): grade for uid, grade in question.relevant.items()},
            over={self.living(old): self.living(new) for old, new in question.over.items()},
            confident=answer.confident,
            took_ms=answer.took_ms,
        )

    def living(self, uid: str) -> str:
        """The memory that stands for this one: itself, or what it was folded into."""
        return self.survivors.get(uid, uid)


@contextmanager
def loaded(found: EvalSet, embedder: Embedder | None, clock: Clock, progress: Progress) -> Iterator[Loaded]:
    """A set in a store that is gone afterwards. Raises MemoError if its memories cannot be imported."""
    with tempfile.TemporaryDirectory(prefix="memo-eval-") as folder:
        store = open_store(Path(folder), clock=clock)
        try:
            progress(f"{found.name}: reading", 0, 0)
            report = import_jsonl(store, found.path, clock=clock)
            if embedder is not None:
                _embed(Indexer(store, lambda: embedder, clock), found.name, progress)
            yield Loaded(found, store, embedder, clock, _survivors(store), report.told())
        finally:
            store.close()


def _embed(indexer: Indexer, name: str, progress: Progress) -> None:
    """Every vector there can be. Raises MemoError if the embedder does not work."""
    while indexer.step(_SLICE_SECONDS):
        state = indexer.progress()
        progress(f"{name}: embedding", state.done, state.total)
    if indexer.problem is not None:
        raise MemoError(indexer.problem.reason)


def _survivors(store: Store) -> dict[str, str]:
    """{folded memory: what it lives in}, over the whole store."""
    return store.graph.survivors(memory.id for memory in store.memories.export() if memory.state == "archived")

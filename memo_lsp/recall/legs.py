"""The legs: the only part of recall that asks the store and the embedder. They run at the same time.

Each catches its own failure: the answer then stands on the others, and says which one is missing and why.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from dataclasses import dataclass

from memo_lsp import formulas
from memo_lsp.errors import MemoError
from memo_lsp.model import Degraded, Scope
from memo_lsp.recall.pool import LegHit
from memo_lsp.recall.vectors import QuestionVectors
from memo_lsp.store.search.vectors import VectorHit
from memo_lsp.store.store import Store
from memo_lsp.text.prepare import Word

log = logging.getLogger(__name__)

Hits = Mapping[int, LegHit]  # by row, best first


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What every leg is asked: the text, its words, who may compete, how many are wanted."""

    text: str
    words: tuple[Word, ...]
    scope: Scope
    limit: int


@dataclass(frozen=True, slots=True)
class Found:
    """What the legs that answered found, and which did not answer."""

    hits: Mapping[str, Hits]
    degraded: tuple[Degraded, ...] = ()


class Legs:
    """Asks several legs at once: the last one on the caller's thread, the others on threads of their own."""

    def __init__(self, store: Store, vectors: QuestionVectors):
        self._store = store
        self._vectors = vectors
        self._known: tuple[object, int] = (None, 0)
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="recall")
        self._legs: Mapping[str, Callable[[Inquiry], Hits]] = {
            "vector": self.vector,
            "keyword": self.keyword,
            "newest": self.newest,
        }

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def ask(self, names: Sequence[str], inquiry: Inquiry, deadline: float | None = None) -> Found:
        """All of `names` at once; what has not come by `deadline` (of `time.monotonic`) is left out.

        Raises MemoError if none answered."""
        started = {name: self._threads.submit(self._run, name, inquiry) for name in names[:-1]}
        results = {name: self._run(name, inquiry) for name in names[-1:]}
        results |= {name: _by(deadline, name, future) for name, future in started.items()}
        degraded = tuple(result for name in names if isinstance(result := results[name], Degraded))
        if len(degraded) == len(names):
            reasons = "; ".join(f"{each.part}: {each.reason}" for each in degraded)
            raise MemoError(f"nothing could be recalled: {reasons}")
        answered = ((name, results[name]) for name in names)
        return Found({name: hits for name, hits in answered if not isinstance(hits, Degraded)}, degraded)

    def _run(self, name: str, inquiry: Inquiry) -> Hits | Degraded:
        try:
            return self._legs[name](inquiry)
        except Exception as trouble:  # whatever it is, the other leg can still answer
            return _failed(name, str(trouble) if isinstance(trouble, MemoError) else repr(trouble))

    def vector(self, inquiry: Inquiry) -> Hits:
        """Nearest by meaning, each memory with its closest window; no hits where nothing is embedded yet."""
        embedder = self._vectors.embedder
        if embedder is None or not inquiry.text.strip():
            return {}
        vector = self._vectors.of(inquiry.text)
        number = self._number(embedder.fingerprint, len(vector))
        return by_meaning(self._store.vectors.search(number, vector, inquiry.scope, inquiry.limit))

    def near(self, text: str, scope: Scope, limit: int) -> Hits:
        """The vector leg for a text whose vector is ready: never waits, and keeps the embedder's hover threshold."""
        embedder, vector = self._vectors.embedder, self._vectors.ready(text)
        if embedder is None or vector is None:
            return {}
        found = self._store.vectors.search(self._number(embedder.fingerprint, len(vector)), vector, scope, limit)
        return by_meaning([hit for hit in found if hit.cosine >= embedder.thresholds.hover])

    def _number(self, fingerprint: str, dimension: int) -> int:
        """The store's number of an embedder, asked for again whenever the store has changed."""
        key = (fingerprint, dimension, self._store.generation())
        if self._known[0] != key:
            self._known = (key, self._store.vectors.embedder_id(fingerprint, dimension))
        return self._known[1]

    def keyword(self, inquiry: Inquiry) -> Hits:
        """Best by bm25 over all columns."""
        if not inquiry.words:
            return {}
        found = self._store.lexical.search(inquiry.words, inquiry.scope, inquiry.limit)
        scaled = formulas.scale_keyword([raw for _, raw in found])
        return {row: LegHit(rank, raw, scaled[rank - 1]) for rank, (row, raw) in enumerate(found, 1)}

    def newest(self, inquiry: Inquiry) -> Hits:
        """What the filters leave, newest first; all alike."""
        rows = self._store.memories.recent(inquiry.scope, inquiry.limit)
        return {row: LegHit(rank, 0.0, 1.0) for rank, row in enumerate(rows, 1)}


def by_meaning(found: Sequence[VectorHit]) -> Hits:
    """Vector hits with their L2 distance as the raw and the similarity as the scaled score."""
    hits = {}
    for rank, hit in enumerate(found, 1):
        distance = formulas.distance_of(hit.cosine)
        hits[hit.row] = LegHit(rank, distance, formulas.similarity(distance), (hit.start, hit.end))
    return hits


def _by(deadline: float | None, name: str, future: Future[Hits | Degraded]) -> Hits | Degraded:
    try:
        return future.result(None if deadline is None else max(0.0, deadline - time.monotonic()))
    except TooLate:
        future.cancel()
        return _failed(name, "not ready in time")


def _failed(name: str, reason: str) -> Degraded:
    log.warning("the %s leg did not answer: %s", name, reason)
    return Degraded(name, reason)

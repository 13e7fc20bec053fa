"""Embeds in the background what waits for vectors: newly stored, changed, or made by an embedder of before.

One thread, in small batches, at rest while a request is open. No lock of the store is held while a model works; what
is done is done, so a pause or a kill costs one batch, and the rest goes on where it was.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeGuard

from memo_lsp.clock import Clock
from memo_lsp.embed.port import Embedder, EmbedderDown, Failure
from memo_lsp.errors import MemoError
from memo_lsp.model import Degraded, Memory, Window, embed_text
from memo_lsp.store import Store
from memo_lsp.store.search.vectors import Embedding

if TYPE_CHECKING:
    from memo_lsp.embed.port import Vector

log = logging.getLogger(__name__)

TAKEN = 256  # memories at once, shortest first: texts of one length need no padding, a sixth of the model's time
MEMORIES = 32  # of them until what is done is stored: about 0.2 s of work
WINDOWS = 32  # embedded without a look at whether somebody waits
MOST_WINDOWS = 1024  # of the memories taken at once, if it is more than one
LONGEST = 4096  # windows of one memory: half a million characters of prose
LEASE = 30.0  # seconds after which another process may take over from one that was killed
LOOK_AGAIN = 2.0  # seconds until a store that another process may write is looked at again
LOOK_HARDER = 30.0  # seconds until it is, even though nothing shows that it was written
FIRST_REST, LONGEST_REST = 2.0, 300.0  # seconds of rest after trouble, twice as long each time
_STRIDE = 130  # characters from one window to the next, in prose: a guess at how many a text needs, before it is cut
GIVES_WAY, GIVES_WAY_MOST = 0.02, 5.0  # seconds between looks at an open request; one that hangs stops nobody for ever


_NO_TEXT = Failure("the memory has no text", permanent=True)


def _never() -> bool:
    return False


def _bounded(windows: list[Window]) -> list[Window]:
    """All of them or, of a text no model is patient enough for, so many evenly spread over it, both ends included."""
    if len(windows) <= LONGEST:
        return windows
    return [windows[at * (len(windows) - 1) // (LONGEST - 1)] for at in range(LONGEST)]


def _good(vector: Vector | Failure) -> TypeGuard[Vector]:
    return not isinstance(vector, Failure)


@dataclass(frozen=True, slots=True)
class _Taken:
    """Memories an embedder will be asked for next, if that is soon enough."""

    embedder: int = 0
    until: float = 0.0  # of the monotonic clock
    rows: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the vectors of the embedder in use have come, in memories."""

    done: int
    total: int
    waiting: int
    quarantined: int


class Indexer:
    """`embedder` gives the one in use right now, or None; `busy` tells whether a request is open."""

    def __init__(
        self,
        store: Store,
        embedder: Callable[[], Embedder | None],
        clock: Clock,
        *,
        busy: Callable[[], bool] = _never,
    ) -> None:
        self._store, self._embedder, self._clock, self._busy = store, embedder, clock, busy
        self._holder = secrets.token_hex(8)
        self._wake = threading.Event()
        self._settled: tuple[str, int, float] | None = None  # embedder and state of the store with nothing left to do
        self._tidied: set[str] = set()
        self._taken = _Taken()
        self._troubles = 0
        self._leased: str | None = None  # the turn that was taken
        self.running = False  # whether a thread of its own embeds what comes
        self.rest = 0.0  # seconds, after trouble
        self.problem: Degraded | None = None

    def wake(self) -> None:
        """Something was stored: do not sleep on."""
        self._wake.set()

    def let_go(self) -> None:
        """Give the work back, so that the next process need not wait until this one's turn has run out."""
        if self._leased is not None:
            with suppress(MemoError):
                self._store.lease.release(self._holder, name=self._leased)
            self._leased = None

    def waiting(self) -> int:
        """Memories that wait for a vector; all of them while no embedder was ever reached."""
        return self.progress().waiting

    def at_work(self) -> bool:
        """Whether vectors are still to be made, and can be."""
        embedder = self._embedder()
        if embedder is None or self.problem is not None:
            return False
        number = self._known(embedder)
        return self._store.memories.count() > 0 if number is None else self._store.queue.is_waiting(number)

    def progress(self) -> Progress:
        """Counts for the status; asks the store, never the embedder."""
        embedder = self._embedder()
        if embedder is None:
            return Progress(0, self._store.memories.count(), 0, 0)
        number = self._known(embedder)
        if number is None:
            total = self._store.memories.count()
            return Progress(0, total, total, 0)
        return Progress(*self._store.vectors.coverage(number), *self._store.queue.counts(number))

    def _known(self, embedder: Embedder) -> int | None:
        """The store's number of an embedder, which is not asked; None of a service that never answered."""
        if embedder.dimension is None:  # a service that was not asked yet: as it was when it last answered
            return self._store.vectors.measured(embedder.fingerprint)
        return self._store.vectors.embedder_id(embedder.fingerprint, embedder.dimension)

    def step(self, budget: float = 0.0, stop: threading.Event | None = None) -> bool:
        """Embed what waits for about `budget` seconds, one batch at least. Whether more can be done right now.

        Trouble does not raise: it stands in `problem` until a batch succeeds."""
        until = self._clock.monotonic() + budget
        try:
            while self._batch(stop or threading.Event()):
                if self._clock.monotonic() >= until:
                    return True
        except MemoError as trouble:
            self._troubled(trouble)
        return False

    def run(self, stop: threading.Event) -> None:
        """Embed whatever comes until `stop` is set. For a thread of its own."""
        self.running = True
        while not stop.is_set():
            try:
                if self.step(LOOK_AGAIN, stop):
                    continue
            except Exception as surprise:
                log.exception("embedding in the background failed")
                self._troubled(MemoError(f"embedding failed: {surprise!r}"))
            self._sleep(stop)

    def _batch(self, stop: threading.Event) -> bool:
        """One batch. False: nothing waits, another process embeds, or `stop` was set."""
        embedder = self._embedder()
        if embedder is None:
            self.problem = None
            return False
        seen = self._store.generation()
        if self._nothing_new(embedder, seen) or stop.is_set():
            return False
        number, made_by = self._number(embedder), embedder.fingerprint
        rows, rest = self._next(number)
        if not rows:
            self._finish(embedder, number, seen)
            return False
        if not self._store.lease.take(self._holder, LEASE, name=f"embed-{number}"):
            return False  # another editor's server is at it: it sees what is stored here, too
        self._leased = f"embed-{number}"
        work = self._cut(embedder, rows)
        texts = [window.text for _, windows in work for window in windows]
        vectors = self._vectors(embedder, texts, stop, f"embed-{number}")
        if vectors is None:
            return False
        if embedder.fingerprint == made_by:  # else a service changed its model meanwhile: these fit nowhere
            self._keep(number, work, vectors)
            self._went_well()
            self._taken = _Taken(number, self._clock.monotonic() + LEASE / 2, rest)
        return True

    def made(self, memory: Memory) -> tuple[int, list[Embedding]] | None:
        """The store's number of the embedder, and the vectors of a memory that is not stored yet (row 0): they can then
        be stored with it. None where there is no embedder, or it cannot make them now."""
        embedder = self._embedder()
        if embedder is None:
            return None
        try:
            number = self._number(embedder)
            windows = _bounded(embedder.windows(embed_text(memory)))
            found = embedder.embed([window.text for window in windows])
        except EmbedderDown:
            return None
        vectors = [vector for vector in found if _good(vector)]
        if not windows or len(vectors) < len(windows):
            return None
        placed = zip(windows, vectors, strict=True)
        return number, [Embedding(0, at, window.start, window.end, made) for at, (window, made) in enumerate(placed)]

    def _next(self, number: int) -> tuple[list[int], list[int]]:
        """The memories of one batch and those taken with them; taken anew after trouble, and wherever another process
        may have gone on with them."""
        taken, self._taken = self._taken, _Taken()
        if taken.embedder == number and taken.rows and self._clock.monotonic() < taken.until:
            rows = taken.rows
        else:
            rows = self._store.queue.waiting(number, TAKEN)
        return rows[:MEMORIES], rows[MEMORIES:]

    def _nothing_new(self, embedder: Embedder, seen: int) -> bool:
        if self._settled is None or self._settled[:2] != (embedder.fingerprint, seen):
            return False
        return self._clock.monotonic() - self._settled[2] < LOOK_HARDER

    def _number(self, embedder: Embedder) -> int:
        """The store's number of this embedder; a service is asked once for the length of its vectors."""
        dimension = embedder.dimension
        if dimension is None:
            first = embedder.embed(["how long is a vector?"])[0]
            if isinstance(first, Failure):
                raise EmbedderDown(first.reason)
            dimension = len(first)
        return self._store.vectors.embedder_id(embedder.fingerprint, dimension)

    def _cut(self, embedder: Embedder, rows: Sequence[int]) -> list[tuple[int, list[Window]]]:
        """The windows of these memories, the short ones first: the others stay in the queue once there are enough, so
        that nothing waits behind a very long one."""
        memories = self._store.memories.by_rows(rows)
        texts = {row: embed_text(memories[row]) for row in rows if row in memories}
        work: list[tuple[int, list[Window]]] = []
        count = 0
        for row in sorted(texts, key=lambda row: len(texts[row])):
            if count and count + len(texts[row]) // _STRIDE > MOST_WINDOWS:
                break
            work.append((row, _bounded(embedder.windows(texts[row]))))
            count += len(work[-1][1])
            if count >= MOST_WINDOWS:
                break
        return work

    def _vectors(
        self, embedder: Embedder, texts: Sequence[str], stop: threading.Event, lease: str
    ) -> list[Vector | Failure] | None:
        """A vector or a failure for each text; None if `stop` was set or the lease lost meanwhile."""
        found: list[Vector | Failure] = []
        renew = self._clock.monotonic() + LEASE / 3
        while len(found) < len(texts):
            self._give_way(stop)
            if stop.is_set():
                return None
            if self._clock.monotonic() >= renew:
                if not self._store.lease.take(self._holder, LEASE, name=lease):
                    return None
                renew = self._clock.monotonic() + LEASE / 3
            found += embedder.embed(texts[len(found) : len(found) + WINDOWS])
        return found

    def _give_way(self, stop: threading.Event) -> None:
        until = self._clock.monotonic() + GIVES_WAY_MOST
        while self._busy() and self._clock.monotonic() < until and not stop.wait(GIVES_WAY):
            pass

    def _keep(self, number: int, work: Sequence[tuple[int, list[Window]]], vectors: Sequence[Vector | Failure]) -> None:
        """Store what got all its vectors; what did not is tried again, a few times."""
        items: list[tuple[int, int, int, int, Vector]] = []
        failed: dict[int, Failure] = {}
        coming = iter(vectors)
        for row, windows in work:
            made = [(at, window, next(coming)) for at, window in enumerate(windows)]
            wrong = next((vector for _, _, vector in made if isinstance(vector, Failure)), None if made else _NO_TEXT)
            if wrong is not None:
                failed[row] = wrong
                continue
            items += [(row, at, window.start, window.end, vector) for at, window, vector in made if _good(vector)]
        if items:
            self._store.vectors.put(number, items)
        for row, failure in failed.items():
            self._store.queue.failed(number, row, failure.reason, permanent=failure.permanent)

    def _finish(self, embedder: Embedder, number: int, seen: int) -> None:
        """Nothing waits: what embedders of before made can go. Once an embedder, or two editors set up differently, on
        one store, would drop each other's vectors for ever."""
        if embedder.fingerprint not in self._tidied:
            self._store.vectors.drop_other(number)
            self._tidied.add(embedder.fingerprint)
        self._settled = (embedder.fingerprint, seen, self._clock.monotonic())
        self._went_well()
        self.let_go()

    def _went_well(self) -> None:
        if self.problem is not None:
            log.info("embedding goes on")
        self.problem, self._troubles = None, 0

    def _troubled(self, trouble: MemoError) -> None:
        asked = trouble.retry_after if isinstance(trouble, EmbedderDown) else None
        self.rest = asked if asked is not None else min(LONGEST_REST, FIRST_REST * 2**self._troubles)
        self._troubles += 1
        problem = Degraded("embedder", str(trouble))
        if problem != self.problem:
            log.warning("embedding rests: %s", trouble)
        self.problem = problem

    def _sleep(self, stop: threading.Event) -> None:
        """Until something is stored or may have been; after trouble, the whole rest whatever is stored."""
        if self.problem is not None:
            stop.wait(self.rest)
            return
        until = self._clock.monotonic() + LOOK_AGAIN
        while not (stop.is_set() or self._wake.wait(GIVES_WAY_MOST / 20)) and self._clock.monotonic() < until:
            pass
        self._wake.clear()

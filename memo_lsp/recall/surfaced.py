"""What an answer leaves behind once it was given: counts, stability, an event in the recall log.

Meant to run in the background; nothing here is needed to answer.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence

from memo_lsp import formulas
from memo_lsp.clock import Clock
from memo_lsp.model import Memory, RecallEvent, Surface
from memo_lsp.recall.answer import Answer
from memo_lsp.recall.pipeline import UNASKED
from memo_lsp.store.memories.memories import Reinforcement
from memo_lsp.store.store import Store

GAIN = {"hover": 0.5, "briefing": 0.5, "search": 1.0, "mcp": 1.0, "drill": 1.5}
_ONCE_SECONDS = 600.0  # a hover on the same memory in one session counts once in this time
_REMEMBERED = 20_000


class Surfacings:
    """Reinforces what reached somebody, and logs the question that brought it."""

    def __init__(self, store: Store, clock: Clock):
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._hovered: OrderedDict[tuple[str | None, str], float] = OrderedDict()

    def answered(self, answer: Answer) -> None:
        """An answer reached somebody. A hover that showed nothing leaves nothing behind, nor does any where the store
        is only read. Raises StoreTrouble."""
        query = answer.query
        if self._store.mode == "read-only" or (query.surface == "hover" and not answer.hits):
            return
        self._reinforce([hit.memory for hit in answer.hits], query.surface, query.session)
        from memo_lsp.text.secrets import redact  # its patterns take a while: not before the first answer

        self._store.log.record(
            RecallEvent(
                id=answer.recall,
                at=self._clock.now(),
                surface=query.surface,
                text=redact(query.text),
                session=query.session,
                project=query.project,
                symbols=tuple(redact(symbol) for symbol in query.symbols),
                path=query.path,
                branch=query.branch,
                k=query.k,
                profile=answer.profile,
                hits=tuple(hit.memory.id for hit in answer.hits),
            )
        )

    def opened(self, memory: Memory, session: str | None = None) -> None:
        """A whole memory was opened: a drill. Raises StoreTrouble."""
        if self._store.mode == "read-only":
            return
        self._reinforce([memory], "drill", session)

    def used(self, recall: int, ids: Iterable[str]) -> None:
        """Hits of an answer were looked at, inserted or cited. Raises StoreTrouble."""
        if self._store.mode == "read-only":
            return
        self._store.log.used(recall, ids)

    def _reinforce(self, memories: Sequence[Memory], surface: Surface, session: str | None) -> None:
        fresh = [each for each in memories if surface != "hover" or self._counts(session, each.id)]
        if not fresh:
            return
        now = self._clock.now()
        known = self._store.memories.get_many(memory.id for memory in fresh)  # grown since the answer was made
        self._store.memories.surfaced([_reinforced(memory, surface, now) for memory in known.values()])

    def _counts(self, session: str | None, uid: str) -> bool:
        """Whether a hover counts, and remembers that it did."""
        now, key = self._clock.monotonic(), (session, uid)
        with self._lock:
            last = self._hovered.get(key)
            if last is not None and now - last < _ONCE_SECONDS:
                return False
            self._hovered[key] = now
            self._hovered.move_to_end(key)
            while len(self._hovered) > _REMEMBERED:
                self._hovered.popitem(last=False)
            return True


def _reinforced(memory: Memory, surface: Surface, now: float) -> Reinforcement:
    """The counter of the surface goes up by one, and the memory is steadier for it."""
    return Reinforcement(
        memory.id,
        now,
        auto=int(surface in UNASKED),
        search=int(surface in ("search", "mcp")),
        drill=int(surface == "drill"),
        stability_days=formulas.stability_after(memory.stability_days, GAIN[surface]),
    )

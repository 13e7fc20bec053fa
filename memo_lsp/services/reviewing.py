"""What somebody should look at, of one project, as every surface shows it, and what can be done about each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from memo_lsp.model import LOST_RECALL
from memo_lsp.services.ground import Ground
from memo_lsp.text.times import iso

if TYPE_CHECKING:
    from memo_lsp.dream.plan import Breathe
    from memo_lsp.dream.view import View
    from memo_lsp.model import Memory

USUAL, MOST = 50, 200  # of each sort
ANCHORED = 200  # memories, the newest, whose code is looked for now
AT_SYMBOLS = 1_000  # memories, the newest, that are compared with others at their symbols
_OF_TWO = ("open", "supersede", "keepApart", "forget")
_OF_ONE = ("open", "edit", "supersede", "pin", "forget")
CAN: Mapping[str, tuple[str, ...]] = {
    "contradiction": _OF_TWO,
    "vetoed": _OF_TWO,
    "refused": ("open", "allowRefold", *_OF_TWO[1:]),
    "apart": ("open", "allowRefold", "supersede", "forget"),
    "gone": _OF_ONE,
    "unsure": _OF_ONE,
}  # by sort, what can be done: names of commands
_SAID = {
    "supersede": "as a language model read them",
    "person": "as a person said",
    "file": "as a file said",
    "": "as somebody said",
}  # by maker of an edge


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to look at: its sort, why it is there, since when (seconds since the epoch), and whom it is about."""

    what: str
    why: str
    at: float
    ids: tuple[str, ...]


class Reviews:
    """Looks through one store, as a pass would `view` it now. Changes nothing."""

    def __init__(self, ground: Ground, view: Callable[[bool, Breathe], View]):
        self._ground, self._view = ground, view

    def rows(self, project: str | None, limit: int = USUAL) -> list[dict[str, Any]]:
        """What is open, newest first, of each sort at most so many."""
        most = min(limit, MOST)
        found = [*self._contradictions(project, most), *self._apart(project, most), *self._alone(project, most)]
        found += islice(self._vetoed(project), most)
        known = self._ground.store.memories.get_many({uid for item in found for uid in item.ids})
        there = [_older_first(item, known) for item in found if all(uid in known for uid in item.ids)]
        return [self._row(item, known) for item in sorted(there, key=lambda item: (-item.at, item.ids))]

    # --- pairs
    def _contradictions(self, project: str | None, limit: int) -> Iterator[Item]:
        for edge in self._ground.store.reviewing.contradictions(project, limit):
            said = _SAID.get(edge.maker) or f"as {edge.maker} said"
            yield Item("contradiction", said, edge.made_at, (edge.target, edge.source))

    def _apart(self, project: str | None, limit: int) -> Iterator[Item]:
        for mark in self._ground.store.reviewing.apart(project, limit):
            yield Item("refused" if mark.cause == LOST_RECALL else "apart", mark.cause, mark.at, (mark.a, mark.b))

    def _vetoed(self, project: str | None) -> Iterator[Item]:
        from memo_lsp.dream.doubtful import vetoed

        embedder, store = self._ground.embedder(), self._ground.store
        if embedder is None:
            return
        number = store.vectors.measured(embedder.fingerprint)
        subjects = store.subjects.at_symbols(project, number, AT_SYMBOLS)
        for pair in vetoed(self._view(True, lambda: None), subjects, lambda: None):
            yield Item("vetoed", pair.rule, pair.b.made_at, (pair.a.id, pair.b.id))

    # --- single memories
    def _alone(self, project: str | None, limit: int) -> Iterator[Item]:
        reviewing, memories = self._ground.store.reviewing, self._ground.store.memories
        looked = (*reviewing.orphans(project, limit), *reviewing.anchored(project, ANCHORED))
        gone = sorted(self._orphaned(memories.get_many(looked).values()), key=_made_at, reverse=True)
        for memory in gone[:limit]:
            yield Item("gone", "no longer in the code", _made_at(memory), (memory.id,))
        for memory in memories.get_many(reviewing.doubted(project, limit)).values():
            yield Item("unsure", _doubt(memory), _made_at(memory), (memory.id,))

    def _orphaned(self, memories: Iterable[Memory]) -> Iterator[Memory]:
        """Those whose code is gone now, whatever was written down of it."""
        for memory in memories:
            if all(anchor.state == "gone" for anchor in self._ground.standing.anchors(memory)):
                yield memory

    # --- as rows
    def _row(self, item: Item, known: Mapping[str, Memory]) -> dict[str, Any]:
        return {
            "what": item.what,
            "why": item.why,
            "at": iso(item.at),
            "memories": [self._ground.rows.card(known[uid]) for uid in item.ids],
            "can": list(CAN[item.what]),
        }


def _made_at(memory: Memory) -> float:
    return memory.stored_at if memory.created_at is None else memory.created_at


def _older_first(item: Item, known: Mapping[str, Memory]) -> Item:
    return replace(item, ids=tuple(sorted(item.ids, key=lambda uid: (_made_at(known[uid]), uid))))


def _doubt(memory: Memory) -> str:
    return "untrusted" if memory.trust == "untrusted" else f"{memory.confidence} confidence"

"""An edit that a pass planned becomes small journalled changes, in one short transaction.

Inside it everything is looked at once more: what was pinned, opened, rewritten, archived, invalidated or forgotten
since the pass looked is left out, and the edit with it if too little is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from memo_lsp.dream.plan import Digest, Fold, Link, Sink, Theme, joined
from memo_lsp.dream.rules import YOUNGEST
from memo_lsp.model import Edge, Memory
from memo_lsp.store import Store
from memo_lsp.store.search.vectors import Embedding

MOST_MEMBERS = 8  # of one fold; larger ones are done in parts, each proven by itself
FEWEST_OF_A_THEME = 2
Applied = Fold | Theme | Link | Sink | Digest
KINDS: Mapping[type[Applied], str] = {Fold: "fold", Theme: "theme", Link: "link", Sink: "sink", Digest: "digest"}


@dataclass(frozen=True, slots=True)
class Running:
    """The run an edit belongs to, and when its pass looked at the store (seconds since the epoch)."""

    run: int
    pass_name: str
    looked_at: float


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of a memory that is not stored yet: the number of the embedder that made them, one window each."""

    embedder: int
    windows: Sequence[Embedding]


def apply(store: Store, running: Running, edit: Applied, vectors: Embedded | None = None) -> tuple[int, Applied] | None:
    """Do an edit; its number in the journal, and what was left of it. None if nothing of it may be done any more.

    What is `to_prove` is not proven by that. Raises StoreTrouble."""
    with store.write():
        match edit:
            case Fold():
                return _Applying(store, running).fold(edit)
            case Theme():
                return _Applying(store, running).theme(edit, vectors)
            case Link():
                return _Applying(store, running).link(edit)
            case Sink():
                return _Applying(store, running).sink(edit)
            case Digest():
                return _Applying(store, running).digest(edit, vectors)


def demotes(edit: Link) -> bool:
    """Whether an edge makes what it points at harder to find."""
    return edit.edge.type == "supersedes"


def to_prove(edit: Applied) -> TypeGuard[Fold | Theme | Link]:
    """Whether something could be harder to find by an edit: it is proven that nothing is."""
    return isinstance(edit, Fold | Theme) or (isinstance(edit, Link) and demotes(edit))


def parts(edits: Iterable[Applied]) -> Iterable[Applied]:
    """The same edits, large folds as several."""
    for edit in edits:
        if isinstance(edit, Fold):
            for at in range(0, len(edit.members), MOST_MEMBERS):
                yield Fold(edit.survivor, edit.members[at : at + MOST_MEMBERS])
        else:
            yield edit


class _Applying:
    """One edit, inside the transaction."""

    def __init__(self, store: Store, running: Running):
        self._store, self._running = store, running
        self._now = running.looked_at

    def fold(self, edit: Fold) -> tuple[int, Fold] | None:
        known = self._store.memories.get_many((edit.survivor, *edit.members))
        survivor = known.get(edit.survivor)
        if survivor is None or not self._movable(survivor):
            return None
        members = [
            known[uid]
            for uid in dict.fromkeys(edit.members)
            if uid in known and uid != edit.survivor and self._movable(known[uid]) and _one_place(survivor, known[uid])
            and not self._store.subjects.apart(edit.survivor, uid)
        ]  # fmt: skip
        if not members:
            return None
        left = Fold(edit.survivor, tuple(member.id for member in members))
        number = self._begin(left, survivor.id)
        for member in members:
            self._archive(number, member, Edge("archived_into", member.id, survivor.id))
            self._store.edits.gain(number, survivor.id, member.id)
        oldest = min((survivor, *members), key=_made_at)
        if oldest is not survivor:
            since = oldest.valid_from if oldest.valid_from is not None else oldest.created_at
            self._store.edits.set_valid_from(number, survivor.id, since, oldest.id)
        return number, left

    def theme(self, edit: Theme, vectors: Embedded | None) -> tuple[int, Theme] | None:
        ids = (*edit.archived, *edit.cited)
        known = self._store.memories.get_many(ids)
        standing = [uid for uid in ids if uid in known and self._standing(known[uid])]
        if len(standing) < len(ids) or len(ids) < FEWEST_OF_A_THEME or self._marked(edit):
            return None  # its words are about all of them
        archived = tuple(uid for uid in edit.archived if self._movable(known[uid]))
        left = replace(edit, archived=archived, cited=tuple(uid for uid in ids if uid not in archived))
        number = self._begin(left, edit.memory.id)
        embedder, windows = (vectors.embedder, vectors.windows) if vectors else (None, ())
        self._store.edits.add(number, edit.memory, embedder, windows)
        for uid in ids:
            edge = Edge("part_of", uid, edit.memory.id)
            if uid in archived:
                self._archive(number, known[uid], edge)
            else:
                self._join(number, edge)
        return number, left

    def link(self, edit: Link) -> tuple[int, Link] | None:
        edge = edit.edge
        known = self._store.memories.get_many((edge.source, edge.target))
        newer, older = known.get(edge.source), known.get(edge.target)
        if newer is None or older is None or self._marked(edit) or not self._standing(newer):
            return None
        if not (self._movable(older) if demotes(edit) else self._standing(older)):
            return None
        number = self._begin(edit, newer.id)
        if not self._join(number, edge):
            self._store.edits.take_back(number)
            return None
        return number, edit

    def sink(self, edit: Sink) -> tuple[int, Sink] | None:
        found = self._store.memories.get_many((edit.memory,)).get(edit.memory)
        if found is None or found.state != "active" or not self._movable(found) or self._marked(edit):
            return None
        if (found.last_surfaced_at or 0.0) >= self._now:
            return None
        number = self._begin(edit, found.id)
        self._store.edits.set_state(number, found.id, "dormant")
        return number, edit

    def digest(self, edit: Digest, vectors: Embedded | None) -> tuple[int, Digest] | None:
        memory = edit.memory
        quoted = memory.extra.get("period", {}).get("quotes", ())
        if self._marked(edit) or len(self._store.memories.get_many(quoted)) < len(set(quoted)):
            return None  # it tells of something that was forgotten since
        known = self._store.memories.get_many((memory.id,)).get(memory.id)
        if known is not None and (known.pinned or self._store.edits.reworded(memory.id)):
            return None
        number = self._begin(edit, memory.id)
        embedder, windows = (vectors.embedder, vectors.windows) if vectors else (None, ())
        if known is None:
            if not self._store.edits.add(number, memory, embedder, windows):
                self._store.edits.take_back(number)
                return None
        else:
            self._store.edits.rewrite(number, replace(memory, updated_at=self._now), embedder, windows)
        return number, edit

    # --- what each is made of
    def _begin(self, edit: Applied, into: str) -> int:
        running, kind = self._running, KINDS[type(edit)]
        return self._store.edits.begin(
            running.run, running.pass_name, kind, into, joined(edit), proven=not to_prove(edit)
        )

    def _archive(self, number: int, memory: Memory, edge: Edge) -> None:
        self._store.edits.set_state(number, memory.id, "archived")
        self._join(number, edge)

    def _join(self, number: int, edge: Edge) -> bool:
        """An edge, made by this pass; a link between facts holds since the newer one does."""
        at = edge.made_at if edge.type == "supersedes" and edge.made_at else self._now
        return self._store.edits.join(number, replace(edge, maker=self._running.pass_name, made_at=at))

    # --- what must still hold
    def _standing(self, memory: Memory) -> bool:
        """There, valid, and as it was when the pass looked."""
        valid = memory.valid_to is None or memory.valid_to > self._now
        return valid and memory.state != "archived" and (memory.updated_at or 0.0) < self._now

    def _movable(self, memory: Memory) -> bool:
        """Standing, nobody's pinned or opened one, no file's own words, and not so young that somebody is at it."""
        return (
            self._standing(memory)
            and not memory.pinned
            and memory.surfaced.drill == 0
            and self._now - _made_at(memory) >= YOUNGEST
            and not self._store.mirrors.holds(memory.id)
        )

    def _marked(self, edit: Applied) -> bool:
        return self._store.marks.any_of(joined(edit))


def _made_at(memory: Memory) -> float:
    return memory.stored_at if memory.created_at is None else memory.created_at


def _one_place(a: Memory, b: Memory) -> bool:
    return (a.project, a.branch) == (b.project, b.branch)

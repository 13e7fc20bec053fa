"""Changes a person makes to memories there are: edit, pin, supersede, keep apart, forget, feedback. Each names an
unknown id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from memo_lsp.capture.notes import cleaned, known_kind
from memo_lsp.errors import WrongArgument
from memo_lsp.model import KEPT_APART, Edge, Memory

if TYPE_CHECKING:
    from memo_lsp.store import Store

EDITABLE = ("title", "body", "kind", "tags", "topic", "trust", "confidence")


def edit(store: Store, uid: str, changes: dict[str, Any], now: float) -> Memory:
    """Change fields of a memory; the new text is cleaned as a note's is. Raises UnknownId, WrongArgument."""
    before = store.memories.get(uid)
    if changes.get("kind", before.kind) != before.kind:  # one that was imported with a kind of its own keeps it
        changes = {**changes, "kind": known_kind(changes["kind"])}
    after = cleaned(replace(before, **{name: changes[name] for name in EDITABLE if name in changes}))
    changed = {name: getattr(after, name) for name in EDITABLE if getattr(after, name) != getattr(before, name)}
    return store.memories.update(uid, **changed, updated_at=now) if changed else before


def pin(store: Store, uid: str, pinned: bool) -> Memory:
    """Pin or unpin: what is pinned never sinks."""
    before = store.memories.get(uid)
    return before if before.pinned == pinned else store.memories.update(uid, pinned=pinned)


def supersede(store: Store, old: str, new: str, now: float, maker: str = "person") -> Memory:
    """Say that `new` replaces `old`; gives back the old one. Raises WrongArgument for a circle."""
    before = store.memories.get(old)
    store.memories.get(new)
    if old == new:
        raise WrongArgument("new", "a memory cannot replace itself")
    try:
        store.graph.add([Edge("supersedes", new, old, maker=maker, made_at=now)])
    except ValueError:
        raise WrongArgument("new", "it is replaced by the old one already; that would be a circle") from None
    return before


def keep_apart(store: Store, pairs: Sequence[tuple[str, str]]) -> int:
    """Say that each pair are two facts, and both hold: no pass joins them, and they do not contradict each other; how
    many pairs. Raises UnknownId, WrongArgument."""
    for a, b in pairs:
        store.memories.get(a)
        store.memories.get(b)
        if a == b:
            raise WrongArgument("pairs", "a memory cannot be kept apart from itself")
    with store.write():
        store.reviewing.uncontradict(pairs)
        store.marks.add(pairs, "person", KEPT_APART)
    return len(pairs)


def carry_along(store: Store, key: str, former: Iterable[str]) -> int:
    """What is kept under keys a project had before (its folder, until the first commit) moves to the one it has now;
    how many memories that were."""
    moved = 0
    for old in former if store.mode == "rw" else ():
        moved += store.projects.carry(old, key)
        if store.memories.count(old):
            for memory in list(store.memories.export(old)):
                store.memories.update(memory.id, project=key)
                moved += 1
    return moved


def forget(store: Store, uid: str) -> Memory:
    """Delete a memory's text everywhere, leaving a tombstone; gives it back a last time."""
    return store.memories.forget(uid)


def feedback(store: Store, uid: str, useful: bool) -> Memory:
    """Count a person's word on a memory."""
    return store.memories.told(uid, useful)

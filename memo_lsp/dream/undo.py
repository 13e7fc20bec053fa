"""A person takes back what passes did: chosen by theme, members, run, time or pass; told first, then done.

What was taken back is marked as a pair, so that either of two may still be joined with a third, and no pass does it
again until the mark is lifted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memo_lsp.store import Store
from memo_lsp.store.dreamt.edits import Made, Selectors

BUILDING = ("theme", "digest")  # kinds of edits that add a memory, on which later ones may be built


@dataclass(frozen=True, slots=True)
class Taken:
    """An edit that is taken back: whom of it, and whether nothing else of it is left."""

    made: Made
    members: tuple[str, ...]
    whole: bool

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """What no pass joins again."""
        out = set(self.members)
        return self.made.pairs if self.whole else tuple(pair for pair in self.made.pairs if out & set(pair))


def chosen(store: Store, selectors: Selectors) -> list[Taken]:
    """What an undo would take back, the newest first, with what was built on it later."""
    found = {made.id: _taken(made, selectors) for made in store.edits.standing(selectors)}
    for taken in list(found.values()):
        if taken.whole and taken.made.kind in BUILDING:
            found |= {made.id: _taken(made, Selectors()) for made in _built_on(store, taken.made)}
    return [found[edit] for edit in sorted(found, reverse=True)]


def undo(store: Store, taken: Sequence[Taken]) -> int:
    """Take these back, each in a transaction of its own, and mark their pairs; how many stood until now.

    Repeated, it changes nothing. Raises StoreTrouble."""
    count = 0
    for one in taken:
        with store.write():
            if store.edits.undo(one.made.id, () if one.whole else one.members):
                store.marks.add(one.pairs, one.made.pass_name)
                count += 1
    return count


def _taken(made: Made, selectors: Selectors) -> Taken:
    wanted = set(selectors.members)
    if not wanted or made.into in wanted:
        return Taken(made, made.members, True)
    members = tuple(uid for uid in made.members if uid in wanted)
    return Taken(made, members, len(members) == len(made.members))


def _built_on(store: Store, base: Made) -> Iterator[Made]:
    for made in store.edits.standing(Selectors(members=(base.into,))):
        if made.into == base.into and made.id > base.id:
            yield made

"""Memories that say one fact twice: which pairs hold up against every rule, and who survives. Shared by dedup and fold.

The index finds pairs by the cosine of whole texts; each is then looked at by what costs least first: kinds and people,
words of the titles, the guard, edges and marks, the cosine of the titles, and at last releases in the bodies.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from memo_lsp.dream.guard import versions
from memo_lsp.dream.plan import Breathe, Fold
from memo_lsp.dream.rules import may_be_one
from memo_lsp.dream.view import Near, View
from memo_lsp.model import Subject

MOST = 32  # neighbours of one memory that are looked at
_AT_ONCE = 64  # pairs whose titles are embedded together
_NONE: tuple[frozenset[str], frozenset[str]] = frozenset(), frozenset()
_LONGEST = 10_000  # characters of a body that are looked through

Veto = Callable[[str, str], str | None]
Pairs = Sequence[tuple[Subject, Subject]]


@dataclass(slots=True)
class Held:
    """Pairs that are one fact, and how many are not, by the rule that spoke: those of the guard, `titles` (too far
    apart by words or cosine), `versions` (in the bodies, too), `apart` (linked already, or taken apart by a person)."""

    pairs: list[tuple[Subject, Subject]] = field(default_factory=list)
    vetoed: Counter[str] = field(default_factory=Counter)


def held_up(
    view: View, found: Iterable[Near], veto: Veto, breathe: Breathe, *, words: Callable[[str, str], bool] | None = None
) -> Held:
    """Of pairs whose texts lie close enough those that every rule lets pass. `words`: what else two titles must have in
    common. Raises MemoError if titles cannot be embedded right now."""
    held = Held()
    limits = view.limits
    waiting: list[tuple[Subject, Subject]] = []
    for near in found:
        breathe()
        if not may_be_one(near.a, near.b):
            continue
        rule = _against(view, near.a, near.b, veto, words)
        if rule is not None:
            held.vetoed[rule] += 1
        else:
            waiting.append((near.a, near.b))
    for part in _parts(waiting):
        breathe()
        alike = [
            pair
            for pair, cosine in zip(part, view.title_cosines(part), strict=True)
            if limits is not None and cosine is not None and cosine >= limits.duplicate_title
        ]
        one = _of_one_release(view, alike)
        held.pairs += one
        held.vetoed.update({"titles": len(part) - len(alike), "versions": len(alike) - len(one)})
    held.vetoed = +held.vetoed
    return held


def _of_one_release(view: View, pairs: Pairs) -> list[tuple[Subject, Subject]]:
    """Those whose bodies do not tell of other releases: a bot calls every update of a dependency the same."""
    whole = view.memories({one.id for pair in pairs for one in pair})
    told = {uid: versions.take(f"{memory.description}\n{memory.body[:_LONGEST]}")[:2] for uid, memory in whole.items()}
    return [(a, b) for a, b in pairs if not versions.differ(*told.get(a.id, _NONE), *told.get(b.id, _NONE))]


def _against(view: View, a: Subject, b: Subject, veto: Veto, words: Callable[[str, str], bool] | None) -> str | None:
    if words is not None and not words(a.title, b.title):
        return "titles"
    rule = veto(a.title, b.title)
    if rule is not None:
        return rule
    return "apart" if view.apart(a.id, b.id) else None


def _parts(pairs: Pairs) -> Iterator[Pairs]:
    for at in range(0, len(pairs), _AT_ONCE):
        yield pairs[at : at + _AT_ONCE]


def folds(pairs: Pairs) -> tuple[Fold, ...]:
    """Who is archived into whom. The survivor is the one surfaced most, then the newest; each member was compared with
    it, never only with another member: A like B and B like C does not make A and C one."""
    others: dict[str, dict[str, Subject]] = defaultdict(dict)
    every: dict[str, Subject] = {}
    for a, b in pairs:
        others[a.id][b.id] = b
        others[b.id][a.id] = a
        every |= {a.id: a, b.id: b}
    taken: set[str] = set()
    found = []
    for survivor in sorted(every.values(), key=_first):
        members = [one for uid, one in others[survivor.id].items() if uid not in taken]
        if survivor.id not in taken and members:
            taken |= {survivor.id, *(one.id for one in members)}
            found.append(Fold(survivor.id, tuple(one.id for one in sorted(members, key=_age))))
    return tuple(found)


def _first(subject: Subject) -> tuple[int, float, str]:
    return -subject.surfaced.total, -subject.made_at, subject.id


def _age(subject: Subject) -> tuple[float, str]:
    return subject.made_at, subject.id

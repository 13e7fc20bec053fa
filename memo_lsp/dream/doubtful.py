"""Pairs that read as one fact and that the guard keeps apart: at one symbol, where a person can tell what they are.

Nothing of it is stored: the guard is asked again, as a pass would ask it, about memories that belong to one symbol.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from memo_lsp.dream.guard import Rule, veto
from memo_lsp.dream.rules import WRITTEN, YOUNGEST, may_be_one
from memo_lsp.dream.view import View
from memo_lsp.model import Subject

MOST_OF_A_SYMBOL = 40  # memories, the newest: of a symbol that everything touches the older ones are history
MOST_PAIRS = 20_000
Pair = tuple[Subject, Subject]


@dataclass(frozen=True, slots=True)
class Vetoed:
    """Two memories, `a` the older, and the rule of the guard that keeps them apart."""

    a: Subject
    b: Subject
    rule: Rule


def vetoed(
    view: View,
    subjects: Iterable[Subject],
    breathe: Callable[[], None],
    guard: Callable[[str, str], Rule | None] = veto,
) -> Iterator[Vetoed]:
    """Of pairs that share a symbol and lie as close as duplicates do, those that the guard keeps apart, the newest
    first. Two commits are two, whatever they are called: nobody is asked about them. None where there is no embedder
    whose duplicates were measured: nothing would be joined there."""
    if view.limits is None:
        return
    pairs = _pairs(subjects, view.now)
    cosines = view.cosines(pairs)
    for (a, b), cosine in zip(pairs, cosines, strict=True):
        breathe()
        if cosine is None or cosine < view.limits.duplicate_memory:
            continue
        rule = guard(a.title, b.title)
        if rule is not None and not view.apart(a.id, b.id):
            yield Vetoed(a, b, rule)


def _pairs(subjects: Iterable[Subject], now: float) -> list[Pair]:
    """Each pair at one symbol once, the older memory first; those whose newer one is newest come first."""
    places: dict[tuple[str, str], list[Subject]] = defaultdict(list)
    for subject in sorted(subjects, key=_age, reverse=True):
        if _asked_about(subject, now):
            for path, symbol in {(a.path, a.symbol) for a in subject.anchors if a.symbol is not None}:
                places[path, symbol].append(subject)
    found = {
        (a.id, b.id): (a, b)
        for a, b in _at_each(places.values())
        if may_be_one(a, b) and not a.origin == b.origin == "git"
    }
    return sorted(found.values(), key=lambda pair: (_age(pair[1]), _age(pair[0])), reverse=True)[:MOST_PAIRS]


def _asked_about(subject: Subject, now: float) -> bool:
    """As a pass chooses, but for one thing: what a person looked at or pinned is still theirs to tell about."""
    return subject.embedded and subject.kind not in WRITTEN and now - subject.made_at >= YOUNGEST


def _at_each(places: Iterable[Sequence[Subject]]) -> Iterator[Pair]:
    for newest_first in places:
        for newer, older in combinations(newest_first[:MOST_OF_A_SYMBOL], 2):
            yield older, newer


def _age(subject: Subject) -> tuple[float, int]:
    return subject.made_at, subject.row

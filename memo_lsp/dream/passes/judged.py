"""Which pairs of decisions are worth a language model's look: does one replace the other? The best come first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memo_lsp.dream.passes.restated import Veto
from memo_lsp.dream.plan import Breathe
from memo_lsp.dream.rules import movable
from memo_lsp.dream.view import Near, View
from memo_lsp.model import Edge, Subject

_VALUES = ("numbers", "own words")  # one template, two values: the rules of the guard that updates trip over
_DECIDED = frozenset(("supersedes", "contradicts", "refines"))


def queue(view: View, veto: Veto, breathe: Breathe, most: int) -> list[Near]:
    """At most `most` pairs of decisions about one subject, `a` the older: close to each other, not linked nor taken
    apart, the older one not replaced yet. First those that read like one template with two values, then by cosine."""
    if view.limits is None:
        return []
    decisions = [one for one in view.subjects() if one.kind == "decision" and one.embedded]
    edges = view.edges([one.id for one in decisions])
    decided, replaced = _decided(edges), {edge.target for edge in edges if edge.type == "supersedes"}
    found: list[tuple[bool, Near]] = []
    for near in view.near(decisions, view.limits.supersede, among=decisions):
        breathe()
        a, b = sorted((near.a, near.b), key=lambda one: (one.made_at, one.row))
        if a.id in replaced or not (one_subject(a, b) and movable(a, view.now) and _open(a, b, decided)):
            continue
        if not view.apart(a.id, b.id):
            found.append((veto(a.title, b.title) not in _VALUES, Near(a, b, near.cosine)))
    found.sort(key=lambda pair: (pair[0], -pair[1].cosine, pair[1].a.row, pair[1].b.row))
    return [near for _, near in found[:most]]


def one_subject(a: Subject, b: Subject) -> bool:
    """Whether two memories share a topic, or stand at one place in the code."""
    if a.topic is not None and a.topic == b.topic:
        return True
    return not _places(a).isdisjoint(_places(b))


def _places(subject: Subject) -> set[tuple[str, str | None]]:
    return {(anchor.path, anchor.symbol) for anchor in subject.anchors}


def _open(a: Subject, b: Subject, decided: Mapping[str, float]) -> bool:
    """Neither was there when the other was decided about: it would have been named then."""
    never = float("-inf")
    return decided.get(a.id, never) <= b.made_at and decided.get(b.id, never) <= a.made_at


def _decided(edges: Iterable[Edge]) -> dict[str, float]:
    """When each memory was last replaced, contradicted or refined, or did so to another."""
    latest: dict[str, float] = {}
    for edge in edges:
        if edge.type in _DECIDED:
            for end in (edge.source, edge.target):
                latest[end] = max(edge.made_at, latest.get(end, edge.made_at))
    return latest

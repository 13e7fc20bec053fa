"""What became of memories, asked for many at once: what stands for those that were replaced, and for the archived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from memo_lsp.dream.plan import Breathe
from memo_lsp.dream.view import View
from memo_lsp.model import Subject

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Successor:
    """What stands in the place of a fact today."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Links:
    """By id: the end of the chain of what replaced a memory, and what an archived one lives on in."""

    replaced: Mapping[str, Successor]
    survivors: Mapping[str, str]


def linked(view: View, standing: Sequence[Subject], archived: Sequence[Subject], breathe: Breathe) -> Links:
    """The links of all of these; one that leads to nothing that stands, or in a circle, is none."""
    survivors: dict[str, str] = {}
    for ids in _batches(archived, breathe):
        survivors |= view.survivors(ids)
    newer: dict[str, tuple[float, str]] = {}
    for ids in chain(_batches(standing, breathe), _batches(archived, breathe)):
        sources = set(ids)
        for edge in view.edges(ids):
            if edge.type == "supersedes" and edge.source in sources:
                newer[edge.target] = max(newer.get(edge.target, (edge.made_at, "")), (edge.made_at, edge.source))
    ends = {uid: end for uid in newer if (end := _end(uid, newer, survivors)) is not None}
    wanted = set(ends.values())
    titles = {each.id: each.title for part in (standing, archived) for each in part if each.id in wanted}
    return Links({uid: Successor(end, titles[end]) for uid, end in ends.items() if end in titles}, survivors)


def _batches(subjects: Sequence[Subject], breathe: Breathe) -> Iterator[list[str]]:
    for at in range(0, len(subjects), _BATCH):
        breathe()
        yield [each.id for each in subjects[at : at + _BATCH]]


def _end(uid: str, newer: Mapping[str, tuple[float, str]], survivors: Mapping[str, str]) -> str | None:
    passed = {uid}
    while uid in newer:
        uid = survivors.get(newer[uid][1], newer[uid][1])
        if uid in passed:
            return None
        passed.add(uid)
    return uid

"""Which pairs of decisions a language model is asked about, and in which order."""

from __future__ import annotations

import pytest

from memo_lsp.dream.guard import veto
from memo_lsp.dream.passes.judged import queue
from memo_lsp.model import Anchor, Edge, Memory, Surfaced
from tests.dream.alike import DAY, HOUR, NOW, Alike, memory, still


def decided(uid: str, title: str = "", days: float = 5.0, **values) -> Memory:
    return memory(uid, title, **{"kind": "decision", "topic": "x.cache", "created_at": NOW - days * DAY, **values})


def asked(*memories: Memory, most: int = 9, **values) -> list[str]:
    ids = sorted(one.id for one in memories)
    close = {(a, b): (0.7, 0.7) for at, a in enumerate(ids) for b in ids[at + 1 :]}
    view = Alike(known=list(memories), **{"likeness": close, **values})
    return [near.a.id + near.b.id for near in queue(view, veto, still, most)]


def anchored(path: str, symbol: str | None = None) -> dict:
    return {"topic": None, "anchors": (Anchor("other.py"), Anchor(path, symbol, 7))}


@pytest.mark.parametrize(
    ("a", "b", "values", "want"),
    [
        ({}, {}, {}, True),
        ({}, {}, {"likeness": {("a", "b"): (0.60, 0.0)}}, True),
        ({}, {}, {"likeness": {("a", "b"): (0.59, 0.9)}}, False),
        ({}, {}, {"limits": None}, False),
        ({"kind": "note"}, {}, {}, False),
        ({"topic": "x.other"}, {}, {}, False),
        ({"topic": None}, {"topic": None}, {}, False),
        (anchored("a.py", "f"), {**anchored("a.py", "f"), "anchors": (Anchor("a.py", "f", 99),)}, {}, True),
        (anchored("a.py", "f"), {"topic": None, "anchors": (Anchor("a.py", "g"),)}, {}, False),
        (anchored("a.py"), {"topic": None, "anchors": (Anchor("a.py"),)}, {}, True),
        ({}, {"session": "s2"}, {}, True),
        ({"pinned": True}, {}, {}, False),
        ({"surfaced": Surfaced(drill=2)}, {}, {}, False),
        ({}, {"pinned": True}, {}, True),
        ({}, {"created_at": NOW - HOUR / 2}, {}, True),
        ({"trust": "external", "author": "Ada"}, {}, {}, True),
        ({}, {}, {"apart_pairs": {frozenset("ab")}}, False),
        ({}, {}, {"links": [Edge("refines", "b", "a")]}, False),
        # the older one is replaced already
        ({}, {}, {"links": [Edge("supersedes", "x", "a", made_at=NOW - 8 * DAY)]}, False),
        # one was there when the other was decided about
        ({}, {}, {"links": [Edge("supersedes", "b", "x", made_at=NOW - 3 * DAY)]}, False),
        ({}, {}, {"links": [Edge("supersedes", "a", "x", made_at=NOW - 9 * DAY)]}, True),
        ({}, {}, {"links": [Edge("fixes", "b", "x", made_at=NOW)]}, True),
    ],
)
def test_pairs(a: dict, b: dict, values: dict, want: bool):
    older = decided("a", **{"days": 9.0, **a}) if "created_at" not in a else decided("a", **a)
    found = asked(older, decided("b", **{"days": 3.0, **b}), **values)
    assert found == (["ab"] if want else [])


def test_one_template_with_two_values_comes_first_then_what_lies_closest():
    memories = [
        decided("a", "Logs are kept for 30 days", 9), decided("b", "Logs are kept for 90 days", 8),
        decided("c", "Where logs go to", 7), decided("d", "Logs are kept for 90 days in the vault", 6),
    ]  # fmt: skip
    likeness = {
        ("a", "b"): (0.7, 0), ("a", "c"): (0.9, 0), ("a", "d"): (0.8, 0), ("b", "c"): (0.65, 0), ("c", "d"): (0.1, 0),
    }  # fmt: skip
    assert asked(*memories, likeness=likeness) == ["ad", "ab", "ac", "bc"]
    assert asked(*memories, likeness=likeness, most=2) == ["ad", "ab"]

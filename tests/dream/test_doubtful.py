"""Which look-alikes at one symbol a person is shown: those a pass would have joined, but for the guard."""

from __future__ import annotations

from typing import Any

import pytest

from memo_lsp.dream.doubtful import MOST_OF_A_SYMBOL, vetoed
from memo_lsp.dream.guard import Rule
from memo_lsp.model import Anchor, Memory, Surfaced
from tests.dream.alike import CLOSE, DAY, NOW, Alike, memory, still
from tests.dream.looks import subject_of

HERE, THERE = Anchor("a.py", "f", 3), Anchor("a.py", "g", 9)
THIRTY, SIXTY = "The request times out after 30 s", "The request times out after 60 s"


def at(uid: str, title: str, *anchors: Anchor, **values: Any) -> Memory:
    return memory(uid, title, anchors=anchors or (HERE,), **values)


def shown(view: Alike) -> list[tuple[str, str, str]]:
    return [(pair.a.id, pair.b.id, pair.rule) for pair in vetoed(view, map(subject_of, view.known), still)]


@pytest.mark.parametrize(
    ("a", "b", "likeness", "rule"),
    [
        ({}, {}, CLOSE, "numbers"),
        ({"title": SIXTY}, {}, CLOSE, None),  # the guard has nothing against it
        ({}, {}, (0.7, 0.9), None),
        ({}, {}, (None, None), None),
        ({"anchors": (THERE,)}, {}, CLOSE, None),
        ({"anchors": (THERE, HERE)}, {}, CLOSE, "numbers"),
        ({"anchors": (Anchor("a.py"),)}, {"anchors": (Anchor("a.py"),)}, CLOSE, None),  # a file is too wide
        ({"branch": "other"}, {}, CLOSE, None),
        ({"kind": "todo"}, {}, CLOSE, None),
        ({"trust": "external"}, {}, CLOSE, None),
        ({"pinned": True}, {}, CLOSE, "numbers"),
        ({"surfaced": Surfaced(drill=1)}, {}, CLOSE, "numbers"),  # opening both takes nothing from the list
        ({"created_at": NOW - 60}, {}, CLOSE, None),
        ({"kind": "theme"}, {}, CLOSE, None),
        ({"origin": "git"}, {}, CLOSE, "numbers"),
        ({"origin": "git"}, {"origin": "git"}, CLOSE, None),
    ],
)
def test_a_pair(a: dict[str, Any], b: dict[str, Any], likeness: Any, rule: Rule | None):
    first = memory("a", **{"title": THIRTY, "anchors": (HERE,), "created_at": NOW - 2 * DAY, **a})
    second = memory("b", **{"title": SIXTY, "anchors": (HERE,), "created_at": NOW - DAY, **b})
    found = [("a", "b", rule)] if rule else []
    assert shown(Alike(known=[second, first], likeness={("a", "b"): likeness})) == found


def test_the_newest_pairs_come_first_and_each_once():
    known = [at(str(number), f"{THIRTY}0{number}", HERE, THERE, created_at=NOW - (9 - number) * DAY)
             for number in range(3)]  # fmt: skip
    likeness: Any = {("0", "1"): CLOSE, ("0", "2"): CLOSE, ("1", "2"): CLOSE}
    view = Alike(known=known, likeness=likeness, apart_pairs={frozenset("02")})
    assert [pair[:2] for pair in shown(view)] == [("1", "2"), ("0", "1")]
    assert shown(Alike(known=known, likeness=likeness, limits=None)) == []


def test_of_a_symbol_only_the_newest():
    count = MOST_OF_A_SYMBOL + 1
    known = [at(f"{number:03}", f"Waits {number} s", created_at=NOW - (count - number + 1) * DAY)
             for number in range(count)]  # fmt: skip
    first, last = known[0].id, known[-1].id
    assert shown(Alike(known=known, likeness={(first, last): CLOSE})) == []
    assert shown(Alike(known=known[1:], likeness={(known[1].id, last): CLOSE})) == [(known[1].id, last, "numbers")]

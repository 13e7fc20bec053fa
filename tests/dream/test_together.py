"""What counts as used together, and how often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.dream.together import Pair, Use, together, uses
from memo_lsp.model import RecallEvent

MINUTE = 60.0


def event(at: float, used: str, *, text: str = "q", session: str | None = "s", hits: str = "", **more) -> RecallEvent:
    return RecallEvent(
        int(at), at * MINUTE, "search", text, session, hits=tuple(hits or used), used=tuple(used), **more
    )


def check(events: list[RecallEvent], want: list[str], *, every: bool = False, **survivors: str) -> None:
    assert ["".join(sorted(use.ids)) for use in uses(events, survivors, every=every)] == want


@pytest.mark.parametrize(
    ("events", "want"),
    [
        ([event(0, "ab")], ["ab"]),
        ([event(0, "")], []),
        ([event(0, "a", hits="abc")], ["a"]),
        ([event(0, "ab"), event(9, "ab")], ["ab"]),
        ([event(0, "ab"), event(10, "ab")], ["ab", "ab"]),
        ([event(0, "ab"), event(9, "ab"), event(11, "ab")], ["ab", "ab"]),
        ([event(0, "a"), event(5, "b")], ["ab"]),
        ([event(0, "", hits="ab"), event(9, "ab"), event(12, "ab")], ["ab"]),
        ([event(0, "ab"), event(1, "ab", session="t")], ["ab", "ab"]),
        ([event(0, "ab"), event(1, "ab", text="r")], ["ab", "ab"]),
        ([event(0, "ab", text="Why  not"), event(1, "ab", text="why not ")], ["ab"]),
        ([event(0, "ab"), event(1, "ab", path="x.py")], ["ab"]),
        ([event(0, "a", text="", symbols=("f",), path="x.py"), event(1, "b", text="", symbols=("f",))], ["a", "b"]),
        ([event(0, "a", text="", symbols=("f",)), event(1, "a", text="", symbols=("f",))], ["a"]),
        ([event(0, "a", text=""), event(1, "b", text=""), event(2, "b", text="")], ["a", "b"]),
        ([event(9, "ab"), event(0, "a")], ["ab"]),
        ([event(0, "ab", project="p"), event(0, "ab", project="q")], ["ab", "ab"]),
    ],
)
def test_a_question_counts_once_in_ten_minutes(events: list[RecallEvent], want: list[str]):
    check(events, want)


def test_what_came_up_counts_only_if_asked_for():
    check([event(0, "a", hits="abc"), event(20, "", hits="bc")], ["abc", "bc"], every=True)


def test_what_was_archived_counts_as_what_it_lives_on_in():
    check([event(0, "ab"), event(20, "bc")], ["t", "ct"], a="t", b="t")


def test_pairs_are_counted_with_their_sessions():
    found = together(
        [
            Use(0, "s", frozenset("ab")),
            Use(1, "t", frozenset("abc")),
            Use(2, "s", frozenset("ba")),
            Use(3, "s", frozenset("c")),
        ]
    )
    assert found.surfaced == {"a": 3, "b": 3, "c": 2}
    assert found.pairs == {("a", "b"): Pair(3, 2), ("a", "c"): Pair(1, 1), ("b", "c"): Pair(1, 1)}


@pytest.mark.parametrize(
    ("sessions", "want"), [([None], 1), ([None, None], 1), ([None, "s"], 1), ([None, "s", "t"], 2)]
)
def test_an_unknown_session_proves_nothing(sessions: list[str | None], want: int):
    found = together([Use(float(at), session, frozenset("ab")) for at, session in enumerate(sessions)])
    assert found.pairs["a", "b"] == Pair(len(sessions), want)


@given(st.lists(st.tuples(st.sampled_from([None, "", "s", "t"]), st.frozensets(st.sampled_from("abcdef"), min_size=1))))
def test_counts_are_those_of_counting_by_hand(rows: list[tuple[str | None, frozenset[str]]]):
    found = together([Use(float(at), session, ids) for at, (session, ids) in enumerate(rows)])
    assert found.surfaced == Counter(uid for _, ids in rows for uid in ids)
    pairs = Counter(pair for _, ids in rows for pair in combinations(sorted(ids), 2))
    assert {pair: each.together for pair, each in found.pairs.items()} == pairs
    for pair, each in found.pairs.items():
        known = {session for session, ids in rows if session is not None and ids.issuperset(pair)}
        assert each.sessions == max(1, len(known))


def test_it_takes_breath():
    breaths: list[None] = []
    together([Use(float(at), "s", frozenset((f"m{at}", "a"))) for at in range(2000)], lambda: breaths.append(None))
    assert len(breaths) > 2000 / 500


def test_somebody_who_comes_back_ends_it():
    def back() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        together([Use(0, "s", frozenset("ab"))], back)

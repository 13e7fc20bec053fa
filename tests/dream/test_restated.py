"""dedup and fold: which memories are one, who survives, and all that keeps two apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.dream.passes.dedup import Dedup
from memo_lsp.dream.passes.fold import FoldPass
from memo_lsp.dream.passes.restated import folds
from memo_lsp.dream.plan import Fold, Plan
from memo_lsp.model import Edge, Memory, Surfaced
from tests.dream.alike import CLOSE, DAY, HOUR, NOW, Alike, memory, still
from tests.dream.looks import subject_of

PASSES = {"dedup": Dedup(), "fold": FoldPass()}


def plan(which: str, *memories: Memory, **values: Any) -> Plan:
    """All of these lie close to one another unless `likeness` says otherwise."""
    ids = sorted(one.id for one in memories)
    close = {(a, b): CLOSE for at, a in enumerate(ids) for b in ids[at + 1 :]}
    return PASSES[which].plan(Alike(known=list(memories), **{"likeness": close, **values}), still)


@pytest.mark.parametrize("which", PASSES)
@pytest.mark.parametrize(
    ("a", "b", "values", "why"),
    [
        ({}, {}, {}, None),
        ({"state": "dormant"}, {}, {}, None),
        ({"trust": None}, {"trust": "self"}, {}, None),
        ({"origin": "neovim"}, {"origin": "mcp:assistant"}, {}, None),
        ({"kind": "note"}, {"kind": "fix"}, {}, None),
        ({"trust": "external", "author": "Ada"}, {"trust": "external", "author": "Ada"}, {}, None),
        ({"pinned": True}, {}, {}, ""),
        ({}, {"surfaced": Surfaced(drill=1)}, {}, ""),
        ({"created_at": NOW - HOUR + 1}, {}, {}, ""),
        ({"created_at": NOW - HOUR}, {}, {}, None),
        ({"created_at": None, "stored_at": NOW}, {}, {}, ""),
        ({"kind": "theme"}, {}, {}, ""),
        ({"kind": "summary"}, {"kind": "summary"}, {}, ""),
        ({"kind": "todo"}, {"kind": "fix"}, {}, ""),
        ({"kind": "todo"}, {"kind": "todo"}, {}, None),
        ({"project": "q"}, {}, {}, ""),
        ({"branch": "topic"}, {}, {}, ""),
        ({"branch": None}, {}, {}, ""),
        ({"trust": "external", "author": "Ada"}, {}, {}, ""),
        ({"trust": "external", "author": "Ada"}, {"trust": "external", "author": "Grace"}, {}, ""),
        ({"trust": "external", "author": "Ada"}, {"trust": "untrusted", "author": "Ada"}, {}, ""),
        ({"state": "archived"}, {}, {}, ""),
        ({}, {}, {"links": [Edge("reverts", "b", "a")]}, "apart"),
        ({}, {}, {"links": [Edge("fixes", "a", "b")]}, "apart"),
        ({}, {}, {"links": [Edge("fixes", "a", "b", unmade_at=NOW)]}, None),
        ({}, {}, {"apart_pairs": {frozenset("ab")}}, "apart"),
        ({}, {}, {"likeness": {("a", "b"): (0.82, 0.80)}}, None),
        ({}, {}, {"likeness": {("a", "b"): (0.81, 0.99)}}, ""),
        ({}, {}, {"likeness": {("a", "b"): (None, None)}}, ""),
        ({}, {}, {"likeness": {("a", "b"): (0.99, 0.79)}}, "titles"),
        ({}, {}, {"likeness": {("a", "b"): (0.99, None)}}, "titles"),
        ({"title": "The cache is warmed"}, {"title": "The cache is not warmed"}, {}, "polarity"),
        ({"title": "We run redis 7.2"}, {"title": "We run redis 7.4"}, {}, "versions"),
        ({"body": "- black: 21.5b1 → 21.5b2"}, {"body": "- black: 24.4.0 → 24.4.2"}, {}, "versions"),
        ({"body": "Seen with redis 7.2"}, {"body": "Since redis 7.2, on two hosts"}, {}, None),
        ({"body": "Seen with redis 7.2"}, {"body": "On two hosts"}, {}, None),
        ({"title": "Retry after 30 s"}, {"title": "Retry after 30 ms"}, {}, "numbers"),
        ({"title": "Deploys go out on Tuesday"}, {"title": "Deploys go out on Thursday"}, {}, "own words"),
    ],
)
def test_two_are_one(which: str, a: dict, b: dict, values: dict, why: str | None):
    """`why` not: the rule that is counted; empty for pairs that were never looked at."""
    found = plan(which, memory("a", **a), memory("b", **b), **values)
    assert (len(found.edits) == 1) is (why is None)
    assert dict(found.vetoed) == ({why: 1} if why else {})


@pytest.mark.parametrize(
    ("a", "b", "values", "dedup", "fold"),
    [
        ({"session": "s2"}, {}, {}, True, False),
        ({"session": None}, {"session": None}, {}, True, False),
        ({"session": None}, {}, {}, True, False),
        ({}, {}, {"reached_ones": {"a"}}, True, False),
        ({}, {}, {"reached_ones": set(), "backlog": True}, True, True),
        # three words of five in common, three of six, two of six
        ({"title": "tax skips last page"}, {"title": "last page: no tax"}, {}, True, True),
        ({"title": "cold start breaks queue"}, {"title": "queue breaks after cold boot start"}, {}, True, True),
        ({"title": "cold start breaks queue"}, {"title": "queue breaks when booted"}, {}, False, True),
    ],
)
def test_what_tells_them_apart(a: dict, b: dict, values: dict, dedup: bool, fold: bool):
    with_veto = {"dedup": Dedup(lambda a, b: None), "fold": FoldPass(lambda a, b: None)}
    view = Alike(known=[memory("a", **a), memory("b", **b)], likeness={("a", "b"): CLOSE}, **values)
    found = {name: bool(one.plan(view, still).edits) for name, one in with_veto.items()}
    assert found == {"dedup": dedup, "fold": fold}


def test_without_measured_likeness_nothing_is_looked_at():
    for which in PASSES:
        found = plan(which, memory("a"), memory("b"), limits=None)
        assert found.skipped is not None
        assert (found.considered, found.edits) == (0, ())


def test_titles_are_embedded_only_for_pairs_that_nothing_else_speaks_against():
    view = Alike(
        known=[memory("a"), memory("b"), memory("c", "The cache is not warmed twice"), memory("d", "Nothing alike")],
        likeness={("a", "b"): CLOSE, ("a", "c"): CLOSE, ("a", "d"): CLOSE},
    )
    found = Dedup().plan(view, still)
    assert view.asked_titles == [("a", "b")]
    assert dict(found.vetoed) == {"polarity": 1, "titles": 1}
    assert found.considered == 4


def surfaced(uid: str, times: int = 0, age: float = 1.0) -> Memory:
    return memory(uid, surfaced=Surfaced(auto=times), created_at=NOW - age * DAY)


@pytest.mark.parametrize(
    ("memories", "pairs", "want"),
    [
        ([surfaced("a", 3, 9), surfaced("b", 1, 1)], ["ab"], [Fold("a", ("b",))]),
        ([surfaced("a", 0, 9), surfaced("b", 0, 1)], ["ab"], [Fold("b", ("a",))]),
        ([surfaced("a", 2, 9), surfaced("b", 2, 1)], ["ab"], [Fold("b", ("a",))]),
        ([surfaced("a", 0, 1), surfaced("b", 0, 1)], ["ab"], [Fold("a", ("b",))]),
        # A like B and B like C: whoever survives was compared with each member
        ([surfaced("a"), surfaced("b", 9), surfaced("c")], ["ab", "bc"], [Fold("b", ("a", "c"))]),
        ([surfaced("a", 9), surfaced("b"), surfaced("c")], ["ab", "bc"], [Fold("a", ("b",))]),
        ([surfaced("a", 9), surfaced("b"), surfaced("c", 8)], ["ab", "bc"], [Fold("a", ("b",))]),
        (
            [surfaced("a", 9), surfaced("b", 1), surfaced("c", 2), surfaced("d", 3)],
            ["ab", "bc", "cd"],
            [Fold("a", ("b",)), Fold("d", ("c",))],
        ),
        ([surfaced("a", 1, 5), surfaced("b", 0, 9), surfaced("c", 0, 7)], ["ab", "ac"], [Fold("a", ("b", "c"))]),
    ],
)
def test_who_survives(memories: list[Memory], pairs: list[str], want: list[Fold]):
    by_id = {one.id: subject_of(one) for one in memories}
    assert list(folds([(by_id[a], by_id[b]) for a, b in pairs])) == want
    assert list(folds([(by_id[b], by_id[a]) for a, b in reversed(pairs)])) == want


@given(
    st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=40), st.lists(st.integers(0, 3), min_size=13)
)
def test_a_memory_goes_to_one_survivor_it_was_compared_with(pairs: set[tuple[int, int]], times: list[int]):
    subjects = [subject_of(surfaced(f"{at:02}", count)) for at, count in enumerate(times[:13])]
    real = [(subjects[a], subjects[b]) for a, b in pairs if a != b]
    close = {frozenset((a.id, b.id)) for a, b in real}
    found = folds(real)
    seen = [uid for fold in found for uid in (fold.survivor, *fold.members)]
    assert len(seen) == len(set(seen))
    assert all(frozenset((fold.survivor, member)) in close for fold in found for member in fold.members)
    left = {uid for pair in close for uid in pair} - set(seen)
    assert not any(pair <= left for pair in close)


def test_a_memory_of_two_sessions_is_not_folded_inside_one():
    view = Alike(known=[memory("a"), memory("b")], likeness={("a", "b"): CLOSE})
    both = frozenset({"s1", "s2"})
    view.subjects = lambda: [replace(subject_of(one), sessions=both) for one in view.known]  # type: ignore[method-assign]
    assert FoldPass().plan(view, still).edits == ()
    assert len(Dedup().plan(view, still).edits) == 1

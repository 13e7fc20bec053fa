"""What a language model says of pairs of decisions becomes edges, and what it said once is not asked again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from memo_lsp.dream.judge import DECLINED_SECONDS, MOST_CALLS
from memo_lsp.dream.passes.supersede import Supersede
from memo_lsp.dream.plan import Link, Plan
from memo_lsp.model import Edge, Memory
from tests.dream.alike import DAY, NOW, Alike, memory, still
from tests.dream.court import Court
from tests.embed.embedding_stub import Answer
from tests.summarize.chat_stub import says


def decided(uid: str, days: float, title: str, **values: Any) -> Memory:
    return memory(uid, title, kind="decision", topic="x.pool", created_at=NOW - days * DAY, **values)


def two(**values: Any) -> Alike:
    """One decision on a value, and a later one on another."""
    a, b = decided("a", 40, "Pool size is 20 connections"), decided("b", 5, "Pool size is 40 connections")
    return Alike(known=[a, b], likeness={("a", "b"): (0.8, 0.9)}, **values)


def plan(court: Court | None, view: Alike) -> Plan:
    return Supersede(court.judge if court else None).plan(view, still)


def ruling(relation: str, confidence: float = 0.8) -> Answer:
    return says({"relation": relation, "confidence": confidence})


@pytest.mark.parametrize("relation", ["supersedes", "contradicts", "refines"])
def test_a_ruling_is_an_edge_with_its_confidence(court: Court, relation: Any):
    court.stub.answer = lambda _: ruling(relation)
    found = plan(court, two())
    assert found.edits == (Link(Edge(relation, "b", "a", "supersede", confidence=0.8, made_at=NOW - 5 * DAY)),)
    assert (found.considered, found.refused) == (1, 0)
    assert court.shown() == [["Pool size is 20 connections", "Pool size is 40 connections"]]


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        (ruling("unrelated"), 0),
        (ruling("replaces"), 1),
        (ruling("supersedes", 7), 1),
        (says("supersedes"), 1),
        (Answer(b"<html>"), 1),
        (Answer({"error": "x"}, 500), 1),
        (Answer(b"", 401), 0),
        (replace(ruling("supersedes"), after=1.0), 1),
    ],
)
def test_anything_else_links_nothing(court: Court, answer: Answer, refused: int):
    court.stub.answer = lambda _: answer
    found = plan(court, two())
    assert (found.edits, found.refused, len(court.stub.asked)) == ((), refused, 1)


@pytest.mark.parametrize(("relation", "later"), [("unrelated", 1), ("nonsense", 2)])
def test_answers_are_remembered(court: Court, relation: str, later: int):
    """That two stand beside each other holds until one of them changes; a bad answer for a week."""
    court.stub.answer = lambda _: ruling(relation)
    view = two()
    for wait, asked in ((0, 1), (DECLINED_SECONDS - 1, 1), (2, later)):
        court.clock.at += wait
        plan(court, view)
        assert len(court.stub.asked) == asked
    view.known[0] = replace(view.known[0], title="Pool size is 20")
    plan(court, view)
    assert len(court.stub.asked) == later + 1


def test_so_many_questions_a_pass_and_the_next_looks_at_others(court: Court):
    court.stub.answer = lambda _: ruling("unrelated")
    known = [decided(uid, 40 - n, f"Limit {uid} is {n}") for n, uid in enumerate("abcde")]
    view = Alike(known=known, likeness={(a, b): (0.8, 0.8) for a in "abcde" for b in "abcde" if a < b})
    for asked in (MOST_CALLS, 2 * MOST_CALLS, 2 * MOST_CALLS):
        plan(court, view)
        assert len({tuple(shown) for shown in court.shown()}) == len(court.stub.asked) == asked


def test_a_circle_is_refused(court: Court):
    court.stub.answer = lambda _: ruling("supersedes")
    view = two(links=[Edge("supersedes", "a", "c", made_at=1), Edge("supersedes", "c", "b", made_at=1)])
    view.known.append(decided("c", 60, "Pool size is unbounded"))
    found = plan(court, view)
    assert (found.edits, found.refused) == ((), 1)


def test_nobody_to_ask():
    assert plan(None, two()).edits == ()

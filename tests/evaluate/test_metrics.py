"""Figures on literal answers."""

from __future__ import annotations

import math

import pytest

from memo_lsp.evaluate.metrics import Outcome, by_class, figures, macro


def outcome(ranked: str, relevant: str = "", over: dict[str, str] | None = None, **rest) -> Outcome:
    values = {"kind": "c", "confident": True, "took_ms": 1.0} | rest
    return Outcome(ranked=tuple(ranked), relevant=dict.fromkeys(relevant, 1.0), over=over or {}, **values)


def check(answered: Outcome, **want: float | None) -> None:
    found = figures([answered])
    assert {name: found[name] for name in want} == pytest.approx(want)


NDCG_SECOND = 1 / math.log2(3)


@pytest.mark.parametrize(
    ("answered", "want"),
    [
        (outcome("abc", "a"), {"recall@5": 1, "mrr": 1, "ndcg@10": 1, "abstention": None, "false_silence": 0}),
        (outcome("bac", "a"), {"recall@5": 1, "mrr": 0.5, "ndcg@10": NDCG_SECOND}),
        (outcome("bcdefa", "a"), {"recall@5": 0, "recall@10": 1, "mrr": 1 / 6}),
        (outcome("bcdefghijka", "a"), {"recall@10": 0, "mrr": 0, "ndcg@10": 0}),
        (outcome("axb", "abcd"), {"recall@5": 0.5, "mrr": 1}),
        (outcome("", "a"), {"recall@5": 0, "false_silence": 1}),
        (outcome("a", "a", confident=False), {"recall@5": 1, "false_silence": 1}),
        (outcome("a"), {"abstention": 0, "recall@5": None, "mrr": None, "false_silence": None}),
        (outcome("a", confident=False), {"abstention": 1}),
        (outcome(""), {"abstention": 1}),
        (outcome("no", "n", {"o": "n"}), {"newest_first": 1}),
        (outcome("on", "n", {"o": "n"}), {"newest_first": 0}),
        (outcome("n", "n", {"o": "n"}), {"newest_first": 1}),
        (outcome("x", "n", {"o": "n"}), {"newest_first": 0}),
        (outcome("anb", "n", {"a": "n", "b": "n"}), {"newest_first": 0.5}),
        (outcome("a", "a"), {"newest_first": None, "n": 1, "p50_ms": 1, "p95_ms": 1}),
    ],
)
def test_one_answer(answered: Outcome, want: dict[str, float | None]):
    check(answered, **want)


def test_graded_relevance_counts_in_ndcg_only():
    answered = Outcome("c", ("low", "high"), {"low": 1.0, "high": 2.0}, {}, True, 1.0)
    got, best = 1 + 3 / math.log2(3), 3 + 1 / math.log2(3)
    check(answered, **{"ndcg@10": got / best, "mrr": 1.0})


def test_classes_and_macro():
    first = [outcome("a", "a", kind="x", took_ms=4.0), outcome("b", "a", kind="y", took_ms=2.0)]
    parts = by_class(first)
    assert list(parts) == ["all", "x", "y"]
    assert [parts[kind]["mrr"] for kind in parts] == [0.5, 1.0, 0.0]
    assert (parts["all"]["p50_ms"], parts["all"]["n"]) == (4.0, 2)
    together = macro([parts["x"], parts["all"]])
    assert (together["mrr"], together["n"], together["abstention"]) == (0.75, 3, None)


def test_nothing_to_count():
    assert set(figures([]).values()) == {0, None}

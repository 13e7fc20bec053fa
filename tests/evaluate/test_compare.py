"""A difference counts only beyond its interval."""

from __future__ import annotations

import pytest

from memo_lsp.evaluate.compare import bootstrap, compare, losses
from memo_lsp.evaluate.metrics import Outcome


def answers(ranks: list[int], kind: str = "c") -> list[Outcome]:
    """Answers whose right hit stands at these places."""
    return [Outcome(kind, (*["x"] * (rank - 1), "a"), {"a": 1.0}, {}, True, 1.0) for rank in ranks]


@pytest.mark.parametrize(
    ("first", "second", "loses", "wins"),
    [
        ([1] * 30, [2] * 30, True, False),
        ([2] * 30, [1] * 30, False, True),
        ([1, 2] * 15, [2, 1] * 15, False, False),
        ([1] * 30, [1] * 30, False, False),
        ([1] * 30, [1] * 29 + [2], False, False),
    ],
)
def test_who_wins(first: list[int], second: list[int], loses: bool, wins: bool):
    found = compare(answers(first), answers(second))["all"]["mrr"]
    assert (found.loses, found.wins) == (loses, wins)


def test_the_same_input_gives_the_same_interval():
    values = [0.1, -0.2, 0.3, 0.0]
    assert bootstrap(values) == bootstrap(values)


def test_a_losing_class_is_named_though_the_whole_set_gains():
    first = answers([2] * 40, "many") + answers([1] * 10, "few")
    second = answers([1] * 40, "many") + answers([3] * 10, "few")
    found = compare(first, second)
    assert found["all"]["mrr"].wins
    assert [line.split(":")[0] for line in losses({"set": found})] == ["set / few"]


def test_questions_with_no_answer_compare_by_silence():
    nothing = [Outcome("n", ("x",), {}, {}, confident, 1.0) for confident in (True, False)]
    found = compare([nothing[1]] * 5, [nothing[0]] * 5)
    assert set(found["all"]) == {"abstention"}
    assert found["all"]["abstention"].loses

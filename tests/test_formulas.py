"""Every number the arithmetic promises."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp import formulas as f


def check(got: float, want: float, places: float = 5e-4) -> None:
    assert got == pytest.approx(want, abs=places)


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (f.similarity(0.0), 1.0),
        (f.similarity(math.sqrt(2)), 0.5),
        (f.similarity(2.0), 0.0),
        (f.similarity(f.distance_of(0.24)), 0.62),
        (f.recency(21), 0.75),
        (f.recency(63), 0.5625),
        (f.recency(0), 1.0),
        (f.rrf(1), 1 / 61),
        (f.rrf(25, 0.7), 0.7 / 85),
        (f.buoyancy(0, 7), 1.0),
        (f.buoyancy(7, 7), 1 / 1.15),
        (f.buoyancy(70, 7), 0.4),
        (f.tide(1.0), 1.0),
        (f.tide(0.4), 0.91),
        (f.tide(0.0), 0.85),
        (f.stability_after(7, 1.0), 7 * (1 + 0.5 * 365 / 372)),
        (f.stability_after(7, 0.5), 8.7171),
        (f.stability_after(7, 1.5), 12.1512),
        (f.stability_after(365, 1.5), 365.0),
        (f.stability_after(300, 1.0), 365.0),
        (f.usage(0, 0, 0), 1.0),
        (f.usage(2, 4, 0), 0.75 + 0.5 * 4 / 5),
        (f.usage(0, 0, 3), 0.75 + 0.5 / 5),
        (f.co_recall(9, 12, 12), 0.6),
        (f.temporal(2), 0.7515),
        (f.belonging(f.co_recall(9, 12, 12), f.temporal(2)), 0.6568),
        (1 - f.belonging(f.co_recall(9, 12, 12), f.temporal(2)), 0.3432),
        (f.belonging(0.0, f.temporal(2)), 0.2818),
        (f.co_recall(0, 0, 0), 0.0),
        (f.widest_gap_days(0.35), 18.956),
        (f.age_days(None, 100.0), 0.0),
        (f.age_days(3 * f.DAY, 0.0), 0.0),
        (f.age_days(0.0, 3 * f.DAY), 3.0),
    ],
)
def test_worked_numbers(got: float, want: float):
    check(got, want)


def test_a_wide_eps_needs_no_time_at_all():
    assert f.widest_gap_days(0.4) == math.inf


@pytest.mark.parametrize(
    ("scores", "want"),
    [
        ([], []),
        ([-3.0], [1.0]),
        ([-2.0, -2.0], [1.0, 1.0]),
        ([-8.0, -6.0, -4.0], [1.0, 0.5, 0.0]),
        ([-4.0, -8.0], [0.0, 1.0]),
    ],
)
def test_keyword_scores_scale_onto_their_own_range(scores: list[float], want: list[float]):
    assert f.scale_keyword(scores) == want


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_idf_is_positive_in_any_store(frequency: int, total: int):
    assert f.idf(frequency, total) > 0


@given(st.floats(0.1, 365), st.sampled_from([0.5, 1.0, 1.5]))
def test_stability_grows_and_stays_within_a_year(stability: float, gain: float):
    assert stability <= f.stability_after(stability, gain) <= 365


@given(st.floats(0, 1e5), st.floats(0.1, 365))
def test_the_tide_turns_no_answer_round(age: float, stability: float):
    assert 0.85 <= f.tide(f.buoyancy(age, stability)) <= 1

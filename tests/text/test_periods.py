"""The calendar: which days a period has, when a day begins, what a period is called."""

from __future__ import annotations

from datetime import UTC, date, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.periods import Size, Span, before, begins, called, day_of, span_of

DAYS = st.dates(date(1975, 1, 1), date(2200, 1, 1))


@pytest.mark.parametrize(
    ("size", "day", "first", "after"),
    [
        ("day", "2026-07-03", "2026-07-03", "2026-07-04"),
        ("week", "2026-07-03", "2026-06-29", "2026-07-06"),
        ("week", "2026-01-01", "2025-12-29", "2026-01-05"),
        ("month", "2026-12-31", "2026-12-01", "2027-01-01"),
        ("month", "2024-02-29", "2024-02-01", "2024-03-01"),
        ("quarter", "2026-07-03", "2026-07-01", "2026-10-01"),
        ("quarter", "2026-12-03", "2026-10-01", "2027-01-01"),
        ("year", "2026-07-03", "2026-01-01", "2027-01-01"),
    ],
)
def test_a_period_by_one_of_its_days(size: Size, day: str, first: str, after: str) -> None:
    expected = Span(size, date.fromisoformat(first), date.fromisoformat(after))
    assert span_of(size, date.fromisoformat(day)) == expected


@given(DAYS, st.sampled_from(("day", "week", "month", "quarter", "year")))
def test_a_day_lies_in_its_period_and_the_next_begins_where_it_ends(day: date, size: Size) -> None:
    span = span_of(size, day)
    assert span.first <= day < span.after
    assert span_of(size, span.after).first == span.after
    assert span_of(size, before(size, day, 1)).after == span.first


@pytest.mark.parametrize(
    ("size", "day", "count", "expected"),
    [
        ("day", "2026-03-01", 1, "2026-02-28"),
        ("week", "2026-03-01", 2, "2026-02-15"),
        ("month", "2026-03-31", 1, "2026-02-28"),
        ("month", "2026-01-15", 14, "2024-11-15"),
        ("quarter", "2026-05-31", 1, "2026-02-28"),
        ("year", "2024-02-29", 1, "2023-02-28"),
    ],
)
def test_so_much_before(size: Size, day: str, count: int, expected: str) -> None:
    assert before(size, date.fromisoformat(day), count) == date.fromisoformat(expected)


@pytest.mark.parametrize(
    ("at", "zone", "day"),
    [
        (0.0, UTC, None),  # no calendar of ours reaches back there
        (1_783_036_800.0, UTC, "2026-07-03"),
        (1_783_036_799.0, UTC, "2026-07-02"),
        (1_783_036_799.0, timezone(timedelta(hours=2)), "2026-07-03"),
        (1e18, UTC, None),
        (-1e18, None, None),
    ],
)
def test_the_day_of_an_instant(at: float, zone: timezone, day: str | None) -> None:
    assert day_of(at, zone) == (None if day is None else date.fromisoformat(day))


@pytest.mark.parametrize("zone", [UTC, None, ZoneInfo("Europe/Berlin"), ZoneInfo("America/St_Johns")])
@given(day=DAYS)
def test_a_day_begins_where_the_day_before_ends(zone: timezone | None, day: date) -> None:
    assert day_of(begins(day, zone), zone) == day
    assert day_of(begins(day, zone) - 0.001, zone) == day - timedelta(days=1)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("day", "Friday 3 July 2026"),
        ("week", "Week 27 of 2026, 29 June to 5 July"),
        ("month", "July 2026"),
    ],
)
def test_what_a_period_is_called(size: Size, expected: str) -> None:
    assert called(span_of(size, date(2026, 7, 3))) == expected

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.times import ago, day, duration, iso, parse_time, time_or_ago

NOON = 1783069920.0  # 2026-07-03T09:12:00Z
DAY = 86400.0


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("2026-07-03T09:12:00Z", NOON),
        ("2026-07-03T09:12:00", NOON),
        ("2026-07-03 09:12", NOON),
        ("2026-07-03T18:12:00+09:00", NOON),
        ("2026-07-03T09:12:00.5Z", NOON + 0.5),
        (" 2026-07-03 ", 1783036800.0),
        ("20260703", 1783036800.0),
        ("2026-07", 1782864000.0),
        ("2026", 1767225600.0),
        (int(NOON), NOON),
        (NOON, NOON),
        (int(NOON * 1000), NOON),
        ("1783069920", NOON),
        ("1783069920000", NOON),
        ("1783069920.5", NOON + 0.5),
        (0, 0.0),
        (-1, -1.0),
        (None, None),
    ],
)
def test_what_people_and_files_write_is_one_instant(written: str | float | None, seconds: float | None) -> None:
    assert parse_time(written) == seconds


@pytest.mark.parametrize(
    "written", ["", "yesterday", "2026-13-01", "12", True, float("nan"), float("inf"), 1e30, [], {}]
)
def test_what_is_no_time_is_named(written: object) -> None:
    with pytest.raises(ValueError, match="not a time"):
        parse_time(written)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("t", "shown"), [(NOON, "2026-07-03T09:12:00Z"), (0.25, "1970-01-01T00:00:00.250000Z"), (None, None)]
)
def test_iso(t: float | None, shown: str | None) -> None:
    assert iso(t) == shown


@given(st.integers(min_value=-2_000_000_000_000_000, max_value=99_000_000_000_000_000))
def test_iso_comes_back(microseconds: int) -> None:
    t = microseconds / 1_000_000
    again = parse_time(iso(t))
    assert again is not None
    assert abs(again - t) < 2e-5
    assert parse_time(iso(again)) == again


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        (0, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (3599, "59 minutes ago"),
        (2 * 3600, "2 hours ago"),
        (DAY, "1 day ago"),
        (6.5 * DAY, "6 days ago"),
        (7 * DAY, "1 week ago"),
        (30 * DAY, "4 weeks ago"),
        (31 * DAY, "1 month ago"),
        (95 * DAY, "3 months ago"),
        (364 * DAY, "11 months ago"),
        (366 * DAY, "1 year ago"),
        (800 * DAY, "2 years ago"),
        (-2 * DAY, "in 2 days"),
    ],
)
def test_ago(before: float, shown: str) -> None:
    assert ago(NOON - before, NOON) == shown


def test_ago_of_the_unknown_is_empty() -> None:
    assert ago(None, NOON) == ""


@pytest.mark.parametrize(
    ("moment", "shown"),
    [("2026-03-03T09:00:00Z", "3 March"), ("2025-12-31T23:59:59Z", "31 December 2025"), (None, "")],
)
def test_day(moment: str | None, shown: str) -> None:
    assert day(parse_time(moment), parse_time("2026-07-01") or 0.0) == shown


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("30m", 1800), ("1h30m", 5400), ("2.5 d", 216000), ("250ms", 0.25), ("7d", 604800), (" 1w ", 604800), ("10s", 10)],
)
def test_duration(text: str, seconds: float) -> None:
    assert duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "soon", "5", "m5", "5x", "1h-", "-5m"])
def test_no_duration_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="not a duration"):
        duration(text)


@pytest.mark.parametrize(
    ("text", "seconds"), [("30d", NOON - 30 * 86_400.0), ("1h30m", NOON - 5_400.0), ("1970-01-02", 86_400.0)]
)
def test_a_time_or_how_long_ago_it_was(text: str, seconds: float) -> None:
    assert time_or_ago(text, NOON) == seconds


@pytest.mark.parametrize("text", ["", "lately", "30 dogs"])
def test_neither_a_time_nor_how_long_ago_it_was(text: str) -> None:
    with pytest.raises(ValueError, match="not a time"):
        time_or_ago(text, NOON)

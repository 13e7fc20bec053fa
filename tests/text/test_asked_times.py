"""Times that questions name, and what only looks like one."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.asked_times import asked_time

WEDNESDAY = date(2026, 7, 8)


def check(text: str, expected: str | None, today: date = WEDNESDAY) -> None:
    """`day 2026-07-07 2026-07-08`, with `+` behind it if the question asks for something else, too."""
    found = asked_time(text, today)
    said = f"{found.span.size} {found.span.first} {found.span.after}{'' if found.alone else ' +'}" if found else None
    assert said == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yesterday", "day 2026-07-07 2026-07-08"),
        ("What did I do today?", "day 2026-07-08 2026-07-09"),
        ("the day before yesterday", "day 2026-07-06 2026-07-07"),
        ("last Tuesday", "day 2026-07-07 2026-07-08"),
        ("what did I do on Monday", "day 2026-07-06 2026-07-07"),
        ("on wednesday", "day 2026-07-01 2026-07-02"),
        ("this Thurs", "day 2026-07-02 2026-07-03"),
        ("2026-07-03", "day 2026-07-03 2026-07-04"),
        ("what happened on 2026-07-03?", "day 2026-07-03 2026-07-04"),
        ("3 July", "day 2026-07-03 2026-07-04"),
        ("the 3rd of July 2025", "day 2025-07-03 2025-07-04"),
        ("July 9th", "day 2025-07-09 2025-07-10"),
        ("Friday, 3 July 2026", "day 2026-07-03 2026-07-04"),
        ("three days ago", "day 2026-07-05 2026-07-06"),
        ("last 3 days", "day 2026-07-05 2026-07-09"),
        ("last week", "week 2026-06-29 2026-07-06"),
        ("last week's decisions", "week 2026-06-29 2026-07-06"),
        ("this week", "week 2026-07-06 2026-07-13"),
        ("the week of June 22", "week 2026-06-22 2026-06-29"),
        ("week 27 of 2026", "week 2026-06-29 2026-07-06"),
        ("2026-W27", "week 2026-06-29 2026-07-06"),
        ("Week 27 of 2026, 29 June to 5 July", "week 2026-06-29 2026-07-06"),
        ("in the last two weeks", "week 2026-06-22 2026-07-09"),
        ("in June", "month 2026-06-01 2026-07-01"),
        ("in august", "month 2025-08-01 2025-09-01"),
        ("June 2025", "month 2025-06-01 2025-07-01"),
        ("sept. 2025", "month 2025-09-01 2025-10-01"),
        ("last July", "month 2025-07-01 2025-08-01"),
        ("this month", "month 2026-07-01 2026-08-01"),
        ("2026-06", "month 2026-06-01 2026-07-01"),
        ("in may", "month 2026-05-01 2026-06-01"),
        ("two months ago", "month 2026-05-01 2026-06-01"),
        ("this quarter", "quarter 2026-07-01 2026-10-01"),
        ("last quarter", "quarter 2026-04-01 2026-07-01"),
        ("Q2", "quarter 2026-04-01 2026-07-01"),
        ("Q4", "quarter 2025-10-01 2026-01-01"),
        ("Q2 2025", "quarter 2025-04-01 2025-07-01"),
        ("2025-Q2", "quarter 2025-04-01 2025-07-01"),
        ("last year", "year 2025-01-01 2026-01-01"),
        ("what happened in 2025", "year 2025-01-01 2026-01-01"),
        ("what broke in billing last week", "week 2026-06-29 2026-07-06 +"),
        ("what did we decide last week about billing", "week 2026-06-29 2026-07-06 +"),
        ("in March we changed rounding", "month 2026-03-01 2026-04-01 +"),
        ("last week's billing fixes", "week 2026-06-29 2026-07-06 +"),
    ],
)
def test_times_that_are_asked_for(text: str, expected: str) -> None:
    check(text, expected)


@pytest.mark.parametrize(
    "text",
    [
        "", "invoice rounding", "test_june_2025", "version 2026.04", "release 2026.4.1", "CVE-2026-06", "error 2025",
        "docs/2026-07-03.md", "2026-07-03T09:12:00Z ERROR connection lost", "2026-07-03-add-users.sql", "`yesterday`",
        "`last week`", "last-week", "last weekly sync", "last week filter shows nothing", "may fail", "june_report",
        "Q2_TOTAL", "train to the coast on sunday", "Deploys go out on Tuesday", "Tuesdays", "june invoices",
        "which openssl version do we use now", "31 June", "2026-13-01", "next week", "tomorrow", "in 2027",
        "the last commit", "from June to July", "yesterday or in May", "x " * 300 + "yesterday",
        "Credit note shows yesterday for customers east of us", "latest", "week 99 of 2026",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_time(text: str) -> None:
    check(text, None)


@pytest.mark.parametrize(
    ("text", "today", "expected"),
    [
        ("last month", "2026-03-31", "month 2026-02-01 2026-03-01"),
        ("last week", "2026-01-01", "week 2025-12-22 2025-12-29"),
        ("on Monday", "2026-07-06", "day 2026-06-29 2026-06-30"),
        ("in June", "2026-06-01", "month 2026-06-01 2026-07-01"),
        ("in December", "2026-01-15", "month 2025-12-01 2026-01-01"),
        ("29 February", "2024-03-01", "day 2024-02-29 2024-03-01"),
        ("29 February", "2026-03-01", None),
    ],
)
def test_as_seen_from_another_day(text: str, today: str, expected: str | None) -> None:
    check(text, expected, date.fromisoformat(today))


@given(st.text(max_size=120), st.dates(date(1980, 1, 1), date(2100, 1, 1)))
def test_any_text_is_read_without_a_complaint(text: str, today: date) -> None:
    for question in (text, f"last week {text}", f"what happened in {text} 2025", f"{text} on 31 {text}"):
        found = asked_time(question, today)
        assert found is None or found.span.first <= today

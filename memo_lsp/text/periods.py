"""Days, weeks, months, quarters and years of the calendar, and where in time they begin and end.

A day is a person's day: that of the machine's own time zone unless another is given. Weeks are those of ISO 8601, from
Monday. Spans hold calendar days; only `begins` and `day_of` know of instants.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Literal

from memo_lsp.text.times import MONTHS

Size = Literal["day", "week", "month", "quarter", "year"]
LAYERS: tuple[Size, ...] = ("month", "week", "day")  # what is summed up, the longest first
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_YEARS = range(1971, 9999)  # beyond them, time zones and calendars give up


@dataclass(frozen=True, slots=True)
class Span:
    """Calendar days from `first` up to, not including, `after`; one day, or as many of `size` as it takes."""

    size: Size
    first: date
    after: date


def span_of(size: Size, day: date) -> Span:
    """The day, week, month, quarter or year a day lies in."""
    if size == "day":
        return Span(size, day, day + timedelta(days=1))
    if size == "week":
        monday = day - timedelta(days=day.weekday())
        return Span(size, monday, monday + timedelta(days=7))
    length = {"month": 1, "quarter": 3, "year": 12}[size]
    month = (day.month - 1) // length * length + 1
    return Span(size, date(day.year, month, 1), _first_of(day.year, month + length))


def before(size: Size, day: date, count: int) -> date:
    """A day that many days, weeks, months, quarters or years before; the last of its month where that is shorter."""
    if size in ("day", "week"):
        return day - timedelta(days=count * (7 if size == "week" else 1))
    back = _first_of(day.year, day.month - count * {"month": 1, "quarter": 3, "year": 12}[size])
    return min(back.replace(day=1) + timedelta(days=day.day - 1), span_of("month", back).after - timedelta(days=1))


def _first_of(year: int, month: int) -> date:
    """The first of a month that may lie beyond its year: the 13th is next year's first."""
    years, rest = divmod(month - 1, 12)
    return date(year + years, rest + 1, 1)


def day_of(at: float, zone: tzinfo | None = None) -> date | None:
    """The day of an instant; None where no calendar reaches. `zone` None is the machine's own."""
    try:
        day = datetime.fromtimestamp(at, zone).date()
    except (OverflowError, ValueError, OSError):
        return None
    return day if day.year in _YEARS else None


def begins(day: date, zone: tzinfo | None = None) -> float:
    """The instant at which a day begins, seconds since the epoch."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()


def called(span: Span) -> str:
    """`Friday 3 July 2026`, `Week 27 of 2026, 29 June to 5 July`, `July 2026`."""
    first, last = span.first, span.after - timedelta(days=1)
    if span.size == "day":
        return f"{WEEKDAYS[first.weekday()]} {_day(first)} {first.year}"
    if span.size == "week":
        year, week, _ = first.isocalendar()
        return f"Week {week} of {year}, {_day(first)} to {_day(last)}"
    return f"{MONTHS[first.month - 1]} {first.year}"


def _day(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]}"

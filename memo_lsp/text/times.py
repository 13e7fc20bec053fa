"""Times in and out. Inside the program a time is a float: seconds since the epoch, UTC; None is unknown."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECONDS_FROM = 1e11  # as seconds this would be the year 5138; as milliseconds it is 1973
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_NUMBER = re.compile(r"[+-]?\d{9,}(?:\.\d+)?|[+-]?\d+\.\d+")  # eight digits are a compact date
_MONTH = re.compile(r"(\d{4})(?:-(\d{2}))?")
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w)\s*")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}
_STEPS = (
    (60.0, 1.0, "second"),
    (3600.0, 60.0, "minute"),
    (86400.0, 3600.0, "hour"),
    (7 * 86400.0, 86400.0, "day"),
    (30.44 * 86400.0, 7 * 86400.0, "week"),
    (365.25 * 86400.0, 30.44 * 86400.0, "month"),
    (math.inf, 365.25 * 86400.0, "year"),
)


def parse_time(value: str | int | float | None) -> float | None:
    """Seconds since the epoch for what people and files write.

    ISO 8601 (without an offset it is UTC; a date, a month or a year alone is its first instant), epoch seconds and
    epoch milliseconds as numbers or digits. None stays None. Raises ValueError that names the value.
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"not a time: {value!r}")
    if isinstance(value, str):
        return _from_text(value)
    return _from_number(value, value)


def _from_text(value: str) -> float:
    text = value.strip()
    if _NUMBER.fullmatch(text):
        return _from_number(float(text), value)
    if part := _MONTH.fullmatch(text):
        text = f"{part[1]}-{part[2] or '01'}-01"
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"not a time: {value!r} (wanted: 2026-07-03T09:12:00Z, or seconds since 1970)") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) / timedelta(seconds=1)


def _from_number(number: float, shown: object) -> float:
    try:
        seconds = number / 1000 if abs(number) >= _MILLISECONDS_FROM else float(number)
        datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        raise ValueError(f"not a time: {shown!r} (out of range)") from None
    return seconds


def iso(t: float | None) -> str | None:
    """`2026-07-03T09:12:00Z`, with a fraction only if there is one; None stays None."""
    if t is None:
        return None
    return (_EPOCH + timedelta(seconds=t)).isoformat().replace("+00:00", "Z")


def ago(t: float | None, now: float) -> str:
    """`3 months ago` as a person would say it; `in 2 days` for what lies ahead, an empty string for the unknown."""
    if t is None:
        return ""
    distance = abs(now - t)
    if distance < 60:
        return "just now"
    size, unit = next((size, unit) for limit, size, unit in _STEPS if distance < limit)
    count = int(distance / size)
    words = f"{count} {unit}{'' if count == 1 else 's'}"
    return f"{words} ago" if t <= now else f"in {words}"


def day(t: float | None, now: float) -> str:
    """`3 March`, with the year if it is not this one; by UTC, an empty string for the unknown."""
    if t is None:
        return ""
    then = _EPOCH + timedelta(seconds=t)
    this_year = (_EPOCH + timedelta(seconds=now)).year
    return f"{then.day} {MONTHS[then.month - 1]}" + ("" if then.year == this_year else f" {then.year}")


def time_or_ago(text: str, now: float) -> float:
    """Seconds since the epoch for a time, or for a stretch of time counted back from now: `30d`.

    Raises ValueError that names the text."""
    try:
        return now - duration(text)
    except ValueError:
        found = parse_time(text)
    if found is None:
        raise ValueError(f"not a time: {text!r}")
    return found


def duration(text: str) -> float:
    """Seconds in `30m`, `1h30m`, `2.5 d` (units: ms s m h d w). Raises ValueError that names the text."""
    found = list(_DURATION.finditer(text.strip()))
    if not found or "".join(match.group() for match in found) != text.strip():
        raise ValueError(f"not a duration: {text!r} (wanted: 30m, 2h, 7d)")
    return sum(float(match[1]) * _SECONDS[match[2]] for match in found)

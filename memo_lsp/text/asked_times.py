"""Times in questions: `last Tuesday`, `in June`, `this quarter`, `2026-07-03`, `3 July`, `two weeks ago`.

A question names a time only where it plainly does. Dates inside identifiers, paths, versions and code say nothing;
neither does a bare month, quarter or year beside other words; and a question that is about something else counts only
if it asks for what was done: `what broke in billing last week` does, `last week filter shows nothing` does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import cast

from memo_lsp.text.periods import WEEKDAYS, Size, Span, before, span_of
from memo_lsp.text.prepare import STOPWORDS
from memo_lsp.text.times import MONTHS

LONGEST = 400  # characters: what is longer is pasted, not asked


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The calendar days a question names. `alone`: it asks for nothing else."""

    span: Span
    alone: bool


def asked_time(text: str, today: date) -> AskedTime | None:
    """The time a question names, as seen from `today`; None if it names none, several apart, or one still to come."""
    if len(text) > LONGEST:
        return None
    plain = _CODE.sub(lambda code: "`" * len(code[0]), text)
    found = sorted(_found(plain, today), key=lambda each: (each.span.first - each.span.after, each.match.start()))
    if not found or any(not _within(each.span, found[0].span) for each in found) or found[0].span.first > today:
        return None
    rest = plain
    for each in found:
        rest = rest.replace(each.match[0], " ")
    alone = _is_alone(rest)
    if not alone and (found[0].bare or not _asks_for_doings(plain, found[0].match)):
        return None
    return AskedTime(found[0].span, alone)


@dataclass(frozen=True, slots=True)
class _Named:
    match: re.Match[str]
    span: Span
    bare: bool


def _found(text: str, today: date) -> Iterator[_Named]:
    """Every time named, those of the earlier forms first; no letter belongs to two."""
    taken: list[re.Match[str]] = []
    for pattern, read, weak in _COMPILED:
        for match in pattern.finditer(text):
            if any(match.start() < other.end() and other.start() < match.end() for other in taken):
                continue
            try:
                span = read(match, today)
            except (ValueError, OverflowError):  # the 31st of June
                continue
            taken.append(match)
            yield _Named(match, span, weak and not _led(match))


def _led(match: re.Match[str]) -> bool:
    """Whether something beside the name says that it is a time: `in`, `last`, a year."""
    named = match.groupdict()
    return any(named.get(group) for group in ("lead", "which")) or bool(named.get("name") and named.get("year"))


def _within(inner: Span, outer: Span) -> bool:
    return outer.first <= inner.first and inner.after <= outer.after


# --- what else the question says
_CODE = re.compile(r"`[^`]*`")
_WORD = re.compile(r"[^\W_]+(?:['’]\w+)?")
_SAYING_NOTHING = """
achieved activities activity all any anything back been bugs built change changed changelog changes code commit commits
committed completed day days dead decide decided decision decisions diary did digest digests do done end ends event
events everything find fix fixed fixes found get give go going got happen happened happening happens history journal
know last learn learned learnt leave left list log made make memories memory merged month new note noted notes people
progress project quarter recap recall remember remembered remind repo repository report review shipped show stand
standup stuff summaries summarise summarize summary team tell things time todo todos touched tried up week what's work
worked working year"""
_GENERAL = STOPWORDS | frozenset(_SAYING_NOTHING.split())
_DOINGS = re.compile(
    r"\b(?:did|done|doing|happened|happening|worked|was|were|decided?|decisions?|fix(?:ed|es)?|chang(?:ed|es)|broke|"
    r"broken|learn(?:ed|t)|shipped|merged|committed|commits?|tried|wrote|written|noted|notes|added|removed|touched|"
    r"released|dead ends?|summar(?:y|ies|i[sz]e)|recap|digest|work|activity|progress|history)\b",
    re.I,
)
# What may follow a time that stands by itself; else it belongs to the next word: `last week filter`.
_GOES_ON = re.compile(
    r"(?<=['’]s)|\s*(?:[,;:.?!)]|$|\s(?:about|around|after|and|are|at|before|by|concerning|did|do|for|from|have|how|i|in|"
    r"is|of|on|or|regarding|so|than|that|they|to|was|we|were|when|where|which|who|why|with|you)\b)",
    re.I,
)


def _is_alone(rest: str) -> bool:
    return "`" not in rest and all(word.casefold() in _GENERAL for word in _WORD.findall(rest))


def _asks_for_doings(text: str, match: re.Match[str]) -> bool:
    return _DOINGS.search(text) is not None and _GOES_ON.match(text, match.end()) is not None


# --- the forms a time has
_BEFORE, _AFTER = r"(?<![\w.:/\\$@#'\"`=<>+-])", r"(?![\w/\\$@(=`]|[.:]\w|-)"
_OWNED = r"(?:['’]s)?"
_MONTH = "|".join(f"{name[:3]}(?:\\.|{name[3:]})?" for name in MONTHS).replace("Sep(?:", "Sep(?:t\\.?|")
_WEEKDAY = "|".join(f"{name[:3]}(?:\\.|{name[3:]})?" for name in WEEKDAYS).replace("Thu(?:", "Thu(?:rs?|")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_YEAR, _NTH = r"(?P<year>(?:19|20)\d\d)", r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_COUNT = rf"(?P<count>an?|\d{{1,3}}|{'|'.join(_NUMBERS)})"
_IN = r"(?:(?P<lead>in|during|of|for|throughout|over|from)\s+(?:early\s+|late\s+|mid[ -]|the\s+)?)?"
_WHICH = r"(?P<which>last|this|past|previous|current)"
_DAY_MONTH = rf"(?:the\s+)?{_NTH}\s+(?:of\s+)?(?P<name>{_MONTH})(?:,?\s+{_YEAR})?"
_MONTH_DAY = rf"(?P<name>{_MONTH})\s+(?:the\s+)?{_NTH}(?:,?\s+{_YEAR})?"
_ON = rf"(?:on\s+)?(?:(?:{_WEEKDAY}),?\s+)?"


def _iso_day(match: re.Match[str], today: date) -> Span:
    return span_of("day", date.fromisoformat(match["iso"]))


def _iso_week(match: re.Match[str], today: date) -> Span:
    return span_of("week", date.fromisocalendar(int(match["year"]), int(match["week"]), 1))


def _iso_month(match: re.Match[str], today: date) -> Span:
    return span_of("month", date(int(match["year"]), int(match["month"]), 1))


def _quarter(match: re.Match[str], today: date) -> Span:
    year = int(match["year"] or today.year)
    span = span_of("quarter", date(year, int(match["quarter"]) * 3, 1))
    return span if match["year"] or span.first <= today else span_of("quarter", date(year - 1, span.first.month, 1))


def _near_day(match: re.Match[str], today: date) -> Span:
    return span_of("day", before("day", today, {"today": 0, "yesterday": 1}.get(match["near"].casefold(), 2)))


def _relative(match: re.Match[str], today: date) -> Span:
    size = cast(Size, match["unit"].casefold())
    return span_of(size, before(size, today, 0 if match["which"].casefold() in ("this", "current") else 1))


def _ago(match: re.Match[str], today: date) -> Span:
    size = cast(Size, match["unit"].casefold())
    return span_of(size, before(size, today, _count(match["count"])))


def _stretch(match: re.Match[str], today: date) -> Span:
    size = cast(Size, match["unit"].casefold())
    return Span(size, span_of(size, before(size, today, _count(match["count"]))).first, today + timedelta(days=1))


def _weekday(match: re.Match[str], today: date) -> Span:
    """The last one that is over: on a Monday, `on Monday` is a week ago."""
    back = (today.weekday() - _place(WEEKDAYS, match["name"])) % 7
    return span_of("day", before("day", today, back or 7))


def _month(match: re.Match[str], today: date) -> Span:
    month = _place(MONTHS, match["name"]) + 1
    if match["year"]:
        return span_of("month", date(int(match["year"]), month, 1))
    if match["name"] == "may" and not _led(match):
        raise ValueError("a verb")
    over = (match["which"] or "").casefold() in ("last", "past", "previous")
    return span_of("month", date(today.year - (month > today.month or (over and month == today.month)), month, 1))


def _date(match: re.Match[str], today: date) -> Span:
    month, day = _place(MONTHS, match["name"]) + 1, int(match["day"])
    year = int(match["year"] or today.year - ((month, day) > (today.month, today.day)))
    return span_of("day", date(year, month, day))


def _week_of(match: re.Match[str], today: date) -> Span:
    return span_of("week", _date(match, today).first)


def _year(match: re.Match[str], today: date) -> Span:
    return span_of("year", date(int(match["year"]), 1, 1))


def _count(text: str) -> int:
    if text.isdigit():
        return int(text)
    return _NUMBERS.index(text.casefold()) + 1 if text.casefold() in _NUMBERS else 1


def _place(names: tuple[str, ...], name: str) -> int:
    return next(place for place, each in enumerate(names) if each[:3].casefold() == name[:3].casefold())


# In the order in which they claim their letters. Weak ones are names that stand for much else: a number, a verb.
_FORMS: tuple[tuple[str, Callable[[re.Match[str], date], Span], bool], ...] = (
    (r"(?:on\s+)?(?P<iso>(?:19|20)\d\d-\d\d-\d\d)", _iso_day, False),
    (rf"{_IN}{_YEAR}-?W(?P<week>\d\d)", _iso_week, False),
    (rf"{_IN}(?:calendar\s+)?week\s+(?P<week>\d\d?)(?:\s+of|,)?\s+{_YEAR}", _iso_week, False),
    (rf"{_IN}{_YEAR}-(?P<month>\d\d)", _iso_month, True),
    (rf"{_IN}Q(?P<quarter>[1-4])(?:[ /-]?{_YEAR})?", _quarter, True),
    (rf"{_IN}{_YEAR}[ -]?Q(?P<quarter>[1-4])", _quarter, True),
    (r"(?P<near>today|(?:the\s+)?day\s+before\s+yesterday|yesterday)", _near_day, False),
    (rf"{_WHICH}\s+(?P<unit>week|month|quarter|year)", _relative, False),
    (rf"{_COUNT}\s+(?P<unit>day|week|month|year)s?\s+ago", _ago, False),
    (rf"(?:last|past|previous)\s+{_COUNT}\s+(?P<unit>day|week|month)s?", _stretch, False),
    (rf"{_IN}(?:the\s+)?week\s+of\s+{_DAY_MONTH}", _week_of, False),
    (rf"{_IN}(?:the\s+)?week\s+of\s+{_MONTH_DAY}", _week_of, False),
    (_ON + _DAY_MONTH, _date, False),
    (_ON + _MONTH_DAY, _date, False),
    (rf"(?:on|last|this|past|previous)\s+(?P<name>{_WEEKDAY})", _weekday, False),
    (rf"{_IN}(?:{_WHICH}\s+)?(?P<name>{_MONTH})(?:,?\s+{_YEAR})?", _month, True),
    (rf"{_IN}{_YEAR}", _year, True),
)
_COMPILED = tuple(
    (re.compile(_BEFORE + form + _OWNED + _AFTER, re.IGNORECASE), read, weak) for form, read, weak in _FORMS
)

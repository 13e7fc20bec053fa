"""What a language model makes up: names, releases and figures in a text that no memory it is written from has."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from memo_lsp.dream.guard import numbers, versions
from memo_lsp.dream.guard.forms import language
from memo_lsp.dream.guard.identifiers import Name, codes, lacks, take
from memo_lsp.dream.guard.lists.units import MONTHS
from memo_lsp.dream.guard.numbers import Figure
from memo_lsp.dream.guard.words import folded, tokens
from memo_lsp.model import Memory
from memo_lsp.text.periods import WEEKDAYS
from memo_lsp.text.times import MONTHS as WHOLE_MONTHS
from memo_lsp.text.times import iso

_LONGEST = 50_000  # characters of a memory's text that are looked through
_NUMBERED = re.compile(r"(?!sha(?:256|384|512)$|iso8601$)[a-z]+\d{3,}\w*")  # ERR-4711; neither 30s nor UTF-8
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_TIMES = re.compile(
    rf"\b(?P<day>{'|'.join(WEEKDAYS)})s?\b"
    rf"|(?i:\b(?:in|since|by|until|till|during|from|before|after|of|early|late|mid|seit|im|ab|bis|en|depuis|desde)[ -])"
    rf"(?P<month>(?i:{_MONTH}))\b|\b(?P<dated>(?i:{_MONTH}))\.?,? (?=\d{{4}}\b)"
)
_DIGITS = re.compile(r"(?<![\w.,])\d+(?![\w.,]*\d)")
_COUNTED = re.compile(  # what a text calls the memories it is written from, and how often they came up
    r"\s(?:[a-z-]+ )?(?:times|notes?|fix(?:es)?|decisions?|changes?|errors?|dead ends?|memories|sessions?|occasions?"
    r"|cases?|reports?|incidents?|bugs?|entries|commits?|people|places|Mal|fois|veces|volte)\b"
)
_RUNS = re.compile(r"(?<![A-Za-z\d])\d{1,15}(?![A-Za-z\d])")
_SIGNED = re.compile(r"(?<=[A-Za-z]/)\d+")  # HTTP/2


@dataclass(frozen=True, slots=True)
class _Numbered:
    """What a text says in numbers. `spelt` are those that stand there in digits and count no memories."""

    figures: frozenset[Figure]
    times: frozenset[int | str]  # minutes of the day, names of months and weekdays
    spelt: frozenset[int]


def invented(text: str, members: Iterable[Memory]) -> list[Name]:
    """The identifiers of a text that none of the memories has, compared as the guard compares them."""
    known: list[Name] = []
    plain: list[str] = []
    for member in members:
        for part in _told(member):
            known += _names(part)
            plain += tokens(folded(part))
    return [name for name in _names(text) if lacks(name, known, plain)]


def invented_versions(text: str, members: Iterable[Memory]) -> frozenset[str]:
    """The releases, and other figures with a point, of a text that none of the memories tells."""
    known = frozenset[str]().union(*(versions.take(part)[0] for member in members for part in _told(member)))
    return versions.take(text)[0] - known


def invented_figures(text: str, members: Collection[Memory], count: int) -> list[Figure | int | str]:
    """The figures, dates, times of day, months and weekdays of a text that none of the memories tells, and on none of
    which one was made. What they are counted by is nobody's figure: the first, twice, three fixes, up to `count`."""
    spoken = language(text, next((member.title for member in members), ""))
    known = [_numbered(part, spoken) for member in members for part in (*_told(member), *_days(member))]
    told = [figure for each in known for figure in each.figures]
    bare = {number for figure in told for number in (figure.value, figure.written)}
    bare |= {float(digits) for member in members for part in _told(member) for digits in _RUNS.findall(part)}
    said = _numbered(text, spoken)
    made_up = [
        figure
        for figure in said.figures
        if (numbers.lacks(figure, (one for one in told if one.measure)) if figure.measure else figure.value not in bare)
        and not _counts(figure, said.spelt, count)
    ]
    return [*made_up, *said.times.difference(*(each.times for each in known))]


def _numbered(text: str, spoken: str) -> _Numbered:
    rest = _SIGNED.sub("", take(folded(text))[1])
    dates, clocks, rest = numbers.take_times(rest)
    _, _, rest = versions.take(rest)
    found, _, _ = numbers.take(rest, spoken, str)
    spelt = (match for match in _DIGITS.finditer(rest) if not _COUNTED.match(rest, match.end()))
    months = (WHOLE_MONTHS[int(day.value) // 100 - 1] for day in dates if day.measure == "date")
    return _Numbered(
        frozenset(found | dates),
        frozenset((*clocks, *months, *map(_time, _TIMES.finditer(text)))),
        frozenset(int(each[0]) for each in spelt),
    )


def _time(match: re.Match[str]) -> str:
    return match["day"] or WHOLE_MONTHS[MONTHS[(match["month"] or match["dated"]).lower()] - 1]


def _counts(figure: Figure, spelt: Collection[int], count: int) -> bool:
    """Whether a number is an order, counts memories or is only a way to say *a*."""
    if figure.measure == "order":
        return True
    if figure.written in spelt:
        return False
    return figure.written == 1 or (figure.measure == "" and figure.value <= count)


def _days(member: Memory) -> Iterator[str]:
    """The day a memory was made on, as a text would tell it."""
    made = iso(member.stored_at if member.created_at is None else member.created_at)
    if made is not None:
        yield f"{WEEKDAYS[date.fromisoformat(made[:10]).weekday()]} {made[:10]}"


def _names(text: str) -> Iterator[Name]:
    """Paths, members, flags and the like; of mere codes and acronyms, the numbers of tickets and errors."""
    names, rest = take(folded(text))
    yield from (name for name in names if not name.weak or _NUMBERED.fullmatch(name.parts[-1]))
    yield from (name for name in codes(rest)[0] if _NUMBERED.fullmatch(name.parts[-1]))


def _told(memory: Memory) -> Iterator[str]:
    yield from (memory.title, memory.description, memory.body[:_LONGEST])
    yield from filter(None, (memory.topic, memory.branch, *memory.tags, *memory.symbols))
    for anchor in memory.anchors:
        yield anchor.path
        if anchor.symbol:
            yield f"{anchor.path}::{anchor.symbol}"

"""Rule 4. Figures with their units and signs: 30s = 30 s, 14 days = two weeks, 30 ms ≠ 30 s. A date is a figure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memo_lsp.dream.guard.lists.units import HAN_DIGITS, MONTHS, NUMBER_WORDS, OFTEN, ORDINALS, UNITS

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DATES = re.compile(
    rf"(?<![\w-])(?P<y1>\d{{4}})[-/.](?P<m1>\d{{1,2}})[-/.](?P<d1>\d{{1,2}})(?:T[\d:.]+Z?)?(?![\w-])"
    rf"|(?<![\w.])(?P<d2>\d{{1,2}})\.(?P<m2>\d{{1,2}})\.(?P<y2>\d{{4}})(?![\w.])"
    rf"|(?P<y3>\d{{4}})?[年년]?\s?(?P<m3>\d{{1,2}})[月월]\s?(?P<d3>\d{{1,2}})[日일]"
    rf"|\b(?P<d4>\d{{1,2}})(?:st|nd|rd|th|\.|er|º)?\s(?:of |de )?(?P<m4>{_MONTH})\b\.?(?:,? (?:de )?(?P<y4>\d{{4}})\b)?"
    rf"|\b(?P<m5>{_MONTH})\.?\s(?P<d5>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (?P<y5>\d{{4}})\b)?",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"(?<![\w:.-])(?P<h>[01]?\d|2[0-4])(?::(?P<m>[0-5]\d)(?::[0-5]\d)?|h(?P<m2>[0-5]\d))\s?(?P<half>[ap]\.?m\b)?(?![\w:])"
    r"|(?<![\w:.-])(?P<h2>\d{1,2})\s?(?P<half2>[ap]\.?m\b|Uhr\b|o'clock\b|時(?!間)|点(?!数)|시(?!간))"
    r"|\b(?P<word>noon|midnight|Mittag|Mitternacht|midi|minuit|mediodía|medianoche)\b",
    re.IGNORECASE,
)
_HAN_UNITS = "|".join(sorted((unit for unit in UNITS if ord(unit[0]) > 0x2FFF), key=len, reverse=True))
_UNIT = rf"(?:{_HAN_UNITS})|[%‰°$€£¥×](?:C\b)?|[^\W\d_]+(?:/s\b)?"
_NUMBER = re.compile(
    rf"(?P<money>[$€£¥])?(?P<sign>(?:(?<=^)|(?<=[\s(\[=:<>≥≤~])|(?<=UTC)|(?<=GMT))[-+])?"
    rf"(?<![^\W\u2e80-\uffef])(?<![.,])"  # after a letter it is part of a name, but not after an ideograph
    rf"(?P<number>\d{{1,3}}(?:[,_'\u00a0\u202f ]\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:[.,]\d+)?(?:e\d+)?)"
    rf"(?P<tail>\s?-?(?P<unit>{_UNIT}))?",
)
_ROMAN = re.compile(r"(?<=[a-z] )(?:II|III|IV|VI|VII|VIII|IX)\b")
_HAN_NUMBER = re.compile(rf"(?<![一-鿿])?([{''.join(HAN_DIGITS)}十百]+)(?={_HAN_UNITS})")
_ROMANS = {"II": 2, "III": 3, "IV": 4, "VI": 6, "VII": 7, "VIII": 8, "IX": 9}


@dataclass(frozen=True, slots=True)
class Figure:
    """How much of what: `measure` is empty for a bare number; `written` is the number as it stood there."""

    measure: str
    value: float
    written: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What a title says in numbers. `counted`: bare numbers by the word right after them."""

    all: frozenset[Figure] = frozenset()
    clocks: frozenset[int] = frozenset()
    counted: tuple[tuple[str, float], ...] = ()


def take_times(text: str) -> tuple[set[Figure], set[int], str]:
    """Dates and clock times (in minutes of the day), and the title without them."""
    dates: set[Figure] = set()
    clocks: set[int] = set()

    def date(match: re.Match[str]) -> str:
        parts = {name[0]: value for name, value in match.groupdict().items() if value}
        month = MONTHS.get(parts["m"].lower()) or int(parts["m"])
        dates.add(Figure("date", month * 100 + int(parts["d"]), 0))
        if "y" in parts:
            dates.add(Figure("", int(parts["y"]), int(parts["y"])))
        return " § "

    def clock(match: re.Match[str]) -> str:
        clocks.add(_minutes(match))
        return " § "

    if any(map(str.isdigit, text)):
        text = _DATES.sub(lambda match: date(match) if _is_date(match) else match[0], text)
    rest = _CLOCK.sub(clock, text)
    return dates, clocks, rest


def _is_date(match: re.Match[str]) -> bool:
    parts = {name[0]: value for name, value in match.groupdict().items() if value}
    month = MONTHS.get(parts["m"].lower()) or (int(parts["m"]) if parts["m"].isdecimal() else 0)
    return 1 <= month <= 12 and 1 <= int(parts["d"]) <= 31


def _minutes(match: re.Match[str]) -> int:
    if match["word"]:
        return 0 if match["word"].lower() in ("midnight", "mitternacht", "minuit", "medianoche") else 720
    hour, minute = int(match["h"] or match["h2"]), int(match["m"] or match["m2"] or 0)
    half = (match["half"] or match["half2"] or "").lower().replace(".", "")
    if half in ("am", "pm"):
        hour = hour % 12 + (12 if half == "pm" else 0)
    return hour * 60 + minute


def take(text: str, language: str, key: Callable[[str], str]) -> tuple[set[Figure], dict[str, float], str]:
    """Numbers with their units, bare numbers by the word after them, and the title without them.

    `key` gives the normal form of a word."""
    text = spelled_out(text, language)
    found: set[Figure] = set()
    counted: dict[str, float] = {}

    def keep(match: re.Match[str]) -> str:
        figure, rest = _figure(match)
        if figure is None:
            return match[0]
        found.add(figure)
        if not figure.measure and (noun := re.match(r"[\s-]*([^\W\d_]{3,})", rest + text_after(match))):
            counted[key(noun[1].lower())] = figure.value
        return f" § {rest}"

    def text_after(match: re.Match[str]) -> str:
        return match.string[match.end() : match.end() + 40]

    text = _ROMAN.sub(lambda match: str(_ROMANS[match[0]]), text)
    rest = _NUMBER.sub(keep, text) if any(map(str.isdigit, text)) else text
    return found, counted, rest


def _figure(match: re.Match[str]) -> tuple[Figure | None, str]:
    """A figure, and what stood behind its number and is no unit."""
    tail, unit = match["tail"] or "", match["unit"] or ""
    number = _value(match["number"])
    if match["sign"] == "-":
        number = -number
    if match["money"]:
        measure, size = UNITS[match["money"]]
        scale = UNITS[unit][1] if unit in ("k", "K", "M", "bn") else 1.0
        return Figure(measure, number * size * scale, number), "" if scale != 1.0 else tail
    known = UNITS.get(unit) or (UNITS.get(unit.lower()) if len(unit) > 2 else None)
    if known is not None:
        return Figure(known[0], round(number * known[1], 9), number), ""
    glued = bool(unit) and tail[0] not in " -" and unit[0].isascii()
    if glued and unit.lower() in ("st", "nd", "rd", "th"):
        return Figure("order", number, number), ""
    if glued and unit[0].isalpha():
        return None, tail  # a code: `3des`, `4xx`
    return Figure("", number, number), tail


def _value(number: str) -> float:
    plain = re.sub(r"(?<=\d)[,_'\u00a0\u202f ](?=\d{3}(?:\D|$))", "", number)
    try:
        return float(plain.replace(",", "."))
    except (ValueError, OverflowError):
        return 0.0


_TIME_UNITS = "|".join(
    sorted((unit for unit in UNITS if len(unit) > 2 and UNITS[unit][0] in ("time", "month")), key=len, reverse=True)
)
_EVERY = re.compile(
    rf"\b(?:every|each|jede[nrs]?|chaque|cada|ogni|elke?|каждый|каждую|каждое)\s(?=(?:{_TIME_UNITS})\b)|每(?={_HAN_UNITS})",
    re.IGNORECASE,
)
_OFTEN = re.compile(rf"\b(?:{'|'.join(OFTEN)})\b", re.IGNORECASE)


def spelled_out(text: str, language: str) -> str:
    """Numbers written as words become digits."""
    if "uart" in text or "Viertel" in text:
        text = _QUARTER.sub("15 minutes", text)
    if "one day" in text:
        text = _ONE_DAY.sub(r"\1 1 day", text)
    text = _EVERY.sub("1 ", text)
    text = _OFTEN.sub(lambda match: OFTEN[match[0].lower()], text)
    text = _HAN_NUMBER.sub(lambda match: str(_han(match[1])), text)
    return _words(language).sub(lambda match: _digits(match, language), text)


def _han(digits: str) -> int:
    total, now = 0, 0
    for char in digits:
        if char in HAN_DIGITS:
            now = HAN_DIGITS[char]
        else:
            total, now = total + (now or 1) * (10 if char == "十" else 100), 0
    return total + now


_QUARTER = re.compile(
    r"\b(?:(?:an?|every) )?quarter (?:of an )?hour\b|\b(?:eine[rn]? |alle |jede )?Viertelstunde\b"
    r"|\b(?:un )?quart d'heure\b|\b(?:un )?cuarto de hora\b|\b(?:un )?quarto d[i']? ?ora\b",
    re.IGNORECASE,
)
_HALF = r"(?:half an? |half a |halbe[nr]? |eine[nr]? halben? |une demi-|demi-|media |mezz'|mezza |meia )"
_NOT_ONE = r"(?<!this )(?<!that )(?<!the )(?<!no )(?<!each )(?<!every )(?<!any )(?<!which )(?<!by )(?<!-)"


_ONE_DAY = re.compile(r"\b(after|within|for|per|in|by|of|than) one day\b", re.IGNORECASE)


@lru_cache(maxsize=32)
def _words(language: str) -> re.Pattern[str]:
    words = "|".join(sorted({*NUMBER_WORDS["english"], *NUMBER_WORDS.get(language, ())}, key=len, reverse=True))
    ordinals = "|".join(sorted(ORDINALS, key=len, reverse=True))
    return re.compile(
        rf"\b(?P<half>{_HALF})(?={_TIME_UNITS})|\b(?:half|an? third|a quarter) (?:of|the)\b(?P<share>)"
        rf"|\b(?P<a>an?|eine[rnm]?|une?|una|uno|um|uma|en|ett)\s(?=(?:{_TIME_UNITS})\b)"
        rf"|\b(?P<word>{words})\b(?!-)|{_NOT_ONE}\b(?P<one>one)\s(?=(?!(?:of|or|by|off|more|another|day|is|can|must)\b)[a-z]{{3}})"
        rf"|(?<!\d )(?<!per )(?<!every )(?<!a )(?<!each )\b(?P<order>{ordinals})(?!\w)",
        re.IGNORECASE,
    )


def _digits(match: re.Match[str], language: str) -> str:
    kind, said = match.lastgroup, match[0]
    if kind == "half":
        return "0.5 "
    if kind == "share":
        return {"half": "50", "a qu": "25"}.get(said[:4].lower(), "33") + " % of "
    if kind == "order":
        return f"{ORDINALS[said.lower()]}th"
    if kind in ("a", "one"):
        return "1 "
    word = said.lower()
    return NUMBER_WORDS.get(language, {}).get(word) or NUMBER_WORDS["english"].get(word, said)


def lacks(figure: Figure, others: Iterable[Figure]) -> bool:
    """Whether no other figure says the same. A number whose unit goes unsaid may be any measure of that number."""
    return not any(_same(figure, other) for other in others)


def _same(one: Figure, other: Figure) -> bool:
    if one.measure == other.measure:
        return abs(one.value - other.value) <= 1e-9 * max(abs(one.value), abs(other.value))
    loose = {one.measure, other.measure} & {""}
    return bool(loose) and one.written == other.written


def own(a: Figures, b: Figures) -> list[Figure]:
    """The figures that the one title states and the other does not."""
    return [figure for figure in a.all if lacks(figure, b.all)]


def differ(a: Figures, b: Figures, same_frame: bool, contained: bool) -> bool:
    """Whether each states a figure that the other lacks, or they count the same thing differently.

    A clock time tells when something was seen, and is no figure, unless it is all that differs (`same_frame`); or, if
    one title's words are `contained` in the other's, both times are round: something is planned for them."""
    if (own(a, b) and own(b, a)) or _counted_differently(a.counted, b.counted):
        return True
    a_own, b_own = a.clocks - b.clocks, b.clocks - a.clocks
    planned = contained and all(minute % 15 == 0 for minute in a_own | b_own)
    return bool(a_own and b_own) and (same_frame or planned)


def _counted_differently(a: Sequence[tuple[str, float]], b: Sequence[tuple[str, float]]) -> bool:
    counts = dict(b)
    return any(noun in counts and counts[noun] != number for noun, number in a)

"""The few lines of a text that say why it was found, with the words that matched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memo_lsp.text.prepare import UNSPACED

Range = tuple[int, int]

_TOKEN = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")
_SUFFIX = re.compile(r"(?:ations?|ingly|edly|ings?|ers?|ies|ied|ed|es|ly|s|e|y)$")
_START = re.compile(r"(?:^|(?<=[.!?:;]\s)|(?<=\n))(?=\S)")
_LEAD = 80  # how far before the first match a sentence or line may begin to be taken whole
_UNSPACED_LETTER = re.compile(rf"[{UNSPACED}]")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a text and the ranges of it that matched, as code points of `text`, in order."""

    text: str
    matches: tuple[Range, ...] = ()


def excerpt(text: str, matches: Sequence[str], span: Range | None = None, limit: int = 320) -> Excerpt:
    """At most `limit` characters of a text, the whole of it if it is no longer.

    Cut from `span` (the window that matched) or, without one, where the words of `matches` stand densest; it begins at
    a word, better at a sentence or line. Words match whole, case folded and without their endings (`rounded`:
    `rounding`); a run of letters of an unspaced script matches anywhere.
    """
    found = tuple(_occurrences(text, matches))
    if len(text) <= limit:
        return Excerpt(text, _merged(found, 0, len(text)))
    low, high = _bounds(span, len(text))
    start = _word_start(text, _best_start(text, found, low, high, limit))
    end = _word_end(text, start, min(len(text), start + limit))
    return Excerpt(text[start:end], _merged(found, start, end))


def _bounds(span: Range | None, length: int) -> Range:
    low, high = span or (0, length)
    low = min(max(low, 0), length - 1)
    return low, min(max(high, low + 1), length)


def _best_start(text: str, found: Sequence[Range], low: int, high: int, limit: int) -> int:
    """Where the most different words fit within the limit; ties go to the earliest."""
    inside = [(start, end) for start, end in found if low <= start < high]
    if not inside:
        return low
    words = [_stem(text[start:end]) for start, end in inside]
    best, most, last, held = 0, (0, 0), 0, 0
    for first, (start, _) in enumerate(inside):
        while last < len(inside) and inside[last][1] <= start + limit:
            last += 1
        held = len(set(words[first:last]))
        if (held, last - first) > most:
            best, most = first, (held, last - first)
    begin = inside[best][0]
    end = inside[max(best, best + most[1] - 1)][1]
    return _lead_in(text, low, begin, max(0, limit - (end - begin)))


def _lead_in(text: str, low: int, begin: int, room: int) -> int:
    """Back from the first match to where its sentence or line begins, if that is near and there is room."""
    earliest = max(low, begin - min(room, _LEAD))
    starts = [match.start() for match in _START.finditer(text, earliest, begin) if match.start() or not earliest]
    return starts[-1] if starts else max(low, begin - min(room, _LEAD // 2))


def _word_start(text: str, start: int) -> int:
    """Forward out of a word that would be cut, and over blanks; a word too long to leave is cut."""
    at = start
    while at < len(text) and at - start < _LEAD and _inside_word(text, at):
        at += 1
    at = start if _inside_word(text, at) else at
    while at < len(text) - 1 and text[at].isspace():
        at += 1
    return at


def _word_end(text: str, start: int, end: int) -> int:
    at = end
    while at > start + (end - start) // 2 and _inside_word(text, at):
        at -= 1
    at = end if _inside_word(text, at) else at
    return start + len(text[start:at].rstrip())


def _inside_word(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    return (
        (before.isalnum() or before == "_")
        and (after.isalnum() or after == "_")
        and not _UNSPACED_LETTER.match(before)
        and not _UNSPACED_LETTER.match(after)
    )


def _occurrences(text: str, words: Sequence[str]) -> Iterator[Range]:
    """Every place of the text where one of the words stands, in order."""
    tokens = {token for word in words for token in _TOKEN.findall(word)}
    runs = [token for token in tokens if _UNSPACED_LETTER.match(token)]
    stems = {_stem(token) for token in tokens if token not in runs}
    for match in _TOKEN.finditer(text):
        if _UNSPACED_LETTER.match(match.group()):
            yield from sorted(_within(match.group(), match.start(), runs))
        elif _stem(match.group()) in stems:
            yield match.span()


def _within(run: str, offset: int, wanted: Sequence[str]) -> Iterator[Range]:
    for word in wanted:
        at = run.find(word)
        while at >= 0:
            yield offset + at, offset + at + len(word)
            at = run.find(word, at + len(word))


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """A word without its ending, near enough to the index's stemming for showing what matched."""
    folded = word.casefold()
    found = _SUFFIX.search(folded) if folded.isascii() and len(folded) > 3 else None
    if found is None or found.start() < 3:
        return folded
    stem = folded[: found.start()]
    return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "aeiouls" else stem


def _merged(found: Sequence[Range], start: int, end: int) -> tuple[Range, ...]:
    """The ranges within a stretch, counted from its start, overlapping ones made one."""
    merged: list[Range] = []
    for first, last in found:
        if first < start or last > end:
            continue
        if merged and first - start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last - start))
        else:
            merged.append((first - start, last - start))
    return tuple(merged)

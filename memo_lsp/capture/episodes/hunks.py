"""What lines one text has instead of another's. Spacing does not count: a line that was only indented is the same."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

MOST_COMPARED = 1_000  # lines of both sides without one that parts them: beyond, all of it is one hunk
LONGEST_SHOWN = 24  # lines of one hunk
LONGEST_LINE = 200
_MARKS = ("#", "//", "/*", "*", "--", ";", "<!--", '"""', "'''")


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines `old_start` to `old_end` (from 0, the end not included) became `new_start` to `new_end`."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int

    def touches(self, first: int, end: int) -> bool:
        """Whether it replaces any of the old lines `first` to `end`, or stands right beside them."""
        return self.old_start <= end and self.old_end >= first


@dataclass(frozen=True, slots=True)
class Replaced:
    """The lines of one hunk, as they were and as they are, with their layout."""

    old: tuple[str, ...]
    new: tuple[str, ...]


class Lines:
    """A text by its lines, and by what of them counts."""

    def __init__(self, text: str):
        self.raw = text.split("\n")
        self.keys = ["".join(line.split()) for line in self.raw]


def hunks(old: Sequence[str], new: Sequence[str]) -> tuple[Hunk, ...]:
    """Where two lists of lines differ, in order.

    Lines that stand once on either side and in the same order part the texts; what lies between is compared line by
    line. So many small changes cost little more than one, and functions are not matched by their braces."""
    return tuple(_hunks(old, new, 0, 0))


def _hunks(old: Sequence[str], new: Sequence[str], old_at: int, new_at: int) -> Iterator[Hunk]:
    start = _shared(old, new)
    tail = _shared(old[start:][::-1], new[start:][::-1])
    a, b = old[start : len(old) - tail], new[start : len(new) - tail]
    old_at, new_at = old_at + start, new_at + start
    if not a or not b:
        if a or b:
            yield Hunk(old_at, old_at + len(a), new_at, new_at + len(b))
        return
    parts = _parting(a, b)
    if parts:
        for (i1, j1), (i2, j2) in pairwise([(-1, -1), *parts, (len(a), len(b))]):
            if (i1 + 1, j1 + 1) != (i2, j2):
                yield from _hunks(a[i1 + 1 : i2], b[j1 + 1 : j2], old_at + i1 + 1, new_at + j1 + 1)
    elif len(a) + len(b) > MOST_COMPARED:
        yield Hunk(old_at, old_at + len(a), new_at, new_at + len(b))
    else:
        for code, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
            if code != "equal":
                yield Hunk(old_at + i1, old_at + i2, new_at + j1, new_at + j2)


def _parting(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """The longest run of lines, by their places, that stand once on either side and in the same order (patience)."""
    once = {line: at for at, line in enumerate(a)}
    counts_a, counts_b = Counter(a), Counter(b)
    pairs = [(once[line], at) for at, line in enumerate(b) if counts_b[line] == 1 == counts_a[line]]
    ends: list[int] = []  # of runs of each length the one whose last line stands first
    last: list[int] = []
    before: dict[int, int] = {}
    for number, (place, _) in enumerate(pairs):
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [number]
        if length:
            before[number] = last[length - 1]
    run = [last[-1]] if last else []
    while run and run[-1] in before:
        run.append(before[run[-1]])
    return [pairs[number] for number in reversed(run)]


def _shared(a: Sequence[str], b: Sequence[str]) -> int:
    """How many elements both begin with."""
    return next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def replaced(old: Sequence[str], gone: Sequence[int], new: Sequence[str], come: Sequence[int]) -> Replaced | None:
    """The lines of a hunk by their numbers in either text; None if it only moves blanks about."""
    pair = Replaced(_text([old[line] for line in gone]), _text([new[line] for line in come]))
    return None if tokens(pair.old) == tokens(pair.new) else pair


def all_replaced(old: Lines, new: Lines, found: Iterable[Hunk]) -> tuple[Replaced, ...]:
    """The lines of hunks that do more than move blanks about."""
    pairs = (
        replaced(old.raw, range(one.old_start, one.old_end), new.raw, range(one.new_start, one.new_end))
        for one in found
    )
    return tuple(pair for pair in pairs if pair is not None)


def _text(lines: Sequence[str]) -> tuple[str, ...]:
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    last = next((at for at, line in enumerate(reversed(lines)) if line.strip()), 0)
    return tuple(lines[first : len(lines) - last])


def tokens(lines: Iterable[str]) -> str:
    """What a run of lines says, however it is broken into lines."""
    return "".join("".join(line.split()) for line in lines)


def is_comment(line: str) -> bool:
    """Whether a line is nothing but a comment, in whatever language."""
    return line.lstrip().startswith(_MARKS)


def shown(pairs: Iterable[Replaced]) -> str:
    """Hunks for a person: lines with `-` and `+`, a few of each, indented no more than needed."""
    return "\n…\n".join("\n".join((*_side("-", pair.old), *_side("+", pair.new))) for pair in pairs)


def _side(sign: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines[:LONGEST_SHOWN]:
        yield f"{sign} {line[:LONGEST_LINE]}".rstrip()
    if len(lines) > LONGEST_SHOWN:
        yield f"{sign} … {len(lines) - LONGEST_SHOWN} more lines"


_WORD = re.compile(r"\w+")


def telling(lines: Sequence[str], beside: Iterable[str] = (), longest: int = 90) -> str:
    """The line that says most of what `beside` does not say: the one with most words that are new; cut to a title."""
    known = {word for line in beside for word in _WORD.findall(line)}
    candidates = [line.strip() for line in lines if _WORD.search(line)]
    if not candidates:
        return ""
    best = max(candidates, key=lambda line: (not is_comment(line), len(set(_WORD.findall(line)) - known)))
    best = " ".join(best.split())
    return best if len(best) <= longest else best[: longest - 2].rstrip() + " …"


class Texts:
    """Texts of one file by number, with the hunks between any two of them, each looked for once."""

    def __init__(self, texts: Iterable[str]):
        self.lines = [Lines(text) for text in texts]
        self._between: dict[tuple[int, int], tuple[Hunk, ...]] = {}

    def __len__(self) -> int:
        return len(self.lines)

    def between(self, one: int, other: int) -> tuple[Hunk, ...]:
        if (one, other) not in self._between:
            self._between[one, other] = hunks(self.lines[one].keys, self.lines[other].keys)
        return self._between[one, other]

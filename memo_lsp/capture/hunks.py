"""What lines one text has instead of another's. Spacing does not count: a line that was only indented is the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

MOST_COMPARED = 3_000  # lines between what both texts begin and end with: beyond, all of it is one hunk
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
    """Where two lists of lines differ, in order."""
    start = _shared(old, new)
    tail = _shared(old[start:][::-1], new[start:][::-1])
    a, b = old[start : len(old) - tail], new[start : len(new) - tail]
    if not a or not b or len(a) + len(b) > MOST_COMPARED:
        return (Hunk(start, start + len(a), start, start + len(b)),) if a or b else ()
    codes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return tuple(
        Hunk(i1 + start, i2 + start, j1 + start, j2 + start) for code, i1, i2, j1, j2 in codes if code != "equal"
    )


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


def steps(texts: Sequence[Lines]) -> tuple[tuple[Hunk, ...], ...]:
    """The hunks from each text to the next."""
    return tuple(hunks(one.keys, following.keys) for one, following in pairwise(texts))

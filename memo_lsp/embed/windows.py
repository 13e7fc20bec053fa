"""A text as the stretches that are embedded one by one, so that its tail is found as surely as its head.

A model blurs what it reads into one vector: a sentence of the last paragraph is found first in 97.0 of 100 texts of
3,000 to 12,000 characters. Windows that overlap across the ends of paragraphs as well find 94 (and are a fifth more),
those of 40 tokens 95, those that end with whole lines only 91. Measured with tests/bench/tail_probe.py.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from memo_lsp.embed.wordpiece import bundled_wordpiece, is_ideograph
from memo_lsp.model import Window

WHOLE = 126  # tokens of one window, [CLS] and [SEP] not counted: 128 with them
LONG = 48  # tokens of a window of a longer text
LEAST = LONG // 3  # a window may end early, from here on, to end with a paragraph or a sentence
OVERLAP = (LONG // 6, LONG // 3, LONG // 2)  # tokens two neighbours share: least, wanted, most
_SURELY_LONG = 20_000  # characters; not worth counting twice

# One ideograph, or letters up to the next space: at most 32, so that text without spaces can be cut as well.
_WIDE = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f"
_UNIT = re.compile(rf"[{_WIDE}]|[^\s{_WIDE}]{{1,32}}")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]}*_`]*\Z")
_WIDE_END = "。！？｡"
_PARAGRAPH, _SENTENCE, _LINE, _WORD, _INSIDE = 4, 3, 2, 1, 0


@dataclass(frozen=True, slots=True)
class _Units:
    """A text's words with the tokens before each, and how good a place before each is to cut (both: one more)."""

    spans: Sequence[tuple[int, int]]
    before: Sequence[int]
    cut: Sequence[int]

    def best(self, low: int, high: int, aim: int) -> int | None:
        """The best place to cut with `low` to `high` tokens before it; among equals, the closest to `aim`."""
        places = range(bisect_left(self.before, low), bisect_right(self.before, high))
        return max(places, key=lambda at: (self.cut[at], -abs(self.before[at] - aim)), default=None)


def cut(text: str) -> list[Window]:
    """The windows of a text: one if it has at most 126 tokens, else overlapping ones of about 48.

    Every character that is not whitespace lies in a window. Services behind HTTP do not tell their tokenizer; BERT's
    measures for them too: its vocabulary is the smallest in use (30,522 pieces; others have 32,000 to 256,000), so it
    seldom counts less than theirs, and even where it counts a third (scripts it does not know), 126 tokens become 378,
    and every service's model reads 512."""
    bare = text.strip()
    if not bare:
        return []
    if len(bare) <= _SURELY_LONG and bundled_wordpiece().count(bare) <= WHOLE:
        start = len(text) - len(text.lstrip())
        return [Window(start, start + len(bare), bare)]
    return [Window(start, end, text[start:end]) for start, end in _spans(_units(text))]


def _spans(units: _Units) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    first = last = 0
    while last < len(units.spans):
        first = _next_start(units, first, last) if last else 0
        last = _end(units, first, last)
        spans.append((units.spans[first][0], units.spans[last - 1][1]))
    return spans


def _end(units: _Units, first: int, done: int) -> int:
    """Where the window that starts at unit `first` ends, as the unit after it; later than `done`, where one did."""
    start = units.before[first]
    if units.before[-1] - start <= LONG:
        return len(units.spans)
    found = units.best(max(start + LEAST, units.before[done] + OVERLAP[0]), start + LONG, start + LONG)
    if found is None:  # one unit reaches across all good places: end before it, or take it alone
        found = bisect_right(units.before, start + LONG) - 1
    return max(found, done + 1, first + 1)


def _next_start(units: _Units, first: int, last: int) -> int:
    """Where the window after the one from `first` to `last` starts: so that what was cut in two stands whole in one.

    The end of a paragraph cuts nothing in two, and what stands before it would only blur what comes."""
    if units.cut[last] == _PARAGRAPH:
        return last
    end = units.before[last]
    least, wanted, most = OVERLAP
    found = units.best(end - most, end - least, end - wanted)
    return found if found is not None and first < found < last else last


def _units(text: str) -> _Units:
    spans = [match.span() for match in _UNIT.finditer(text)]
    before = [0, *accumulate(1 if is_ideograph(text[start]) else _tokens(text[start:end]) for start, end in spans)]
    cuts = [_PARAGRAPH, *(_cut(text, left, right) for left, right in pairwise(spans)), _PARAGRAPH]
    return _Units(spans, before, cuts)


def _cut(text: str, left: tuple[int, int], right: tuple[int, int]) -> int:
    """How good a place between two neighbouring units is for a window to end or start."""
    gap = text[left[1] : right[0]]
    lines = gap.count("\n") or gap.count("\r")
    if lines > 1:
        return _PARAGRAPH
    if text[left[1] - 1] in _WIDE_END or (gap and _SENTENCE_END.search(text, left[0], left[1])):
        return _SENTENCE
    if lines:
        return _LINE
    return _WORD if gap or is_ideograph(text[right[0]]) or is_ideograph(text[left[1] - 1]) else _INSIDE


@lru_cache(maxsize=8192)
def _tokens(unit: str) -> int:
    return bundled_wordpiece().count(unit)

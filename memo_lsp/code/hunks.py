"""Where two texts differ, in lines that count: blank ones and those whose tokens stayed the same do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from memo_lsp.code.tokens import Style, joined_tokens

MOST_COMPARED = 8_000  # lines between what both texts begin and end with: beyond, all of it is one hunk
_NO_LAYOUT = str.maketrans("", "", " \t\f\v\\,'\"#/*-!")  # what no token of a text that is laid out anew need have


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that became others, with the layout they have; blank lines at its ends left out. Starts count from 1."""

    old_start: int
    old: tuple[str, ...]
    new_start: int
    new: tuple[str, ...]

    @property
    def old_numbers(self) -> list[int]:
        """The numbers of its old lines that are not blank."""
        return [self.old_start + at for at, line in enumerate(self.old) if line.strip()]

    @property
    def new_numbers(self) -> list[int]:
        return [self.new_start + at for at, line in enumerate(self.new) if line.strip()]


def is_layout_only(before: str, after: str, hunks: Sequence[Hunk], style: Style | None) -> bool:
    """Whether hunks that each say something say nothing taken together: a file indented anew, lines broken elsewhere.

    All tokens are compared only if the letters of the hunks are the same."""
    if style is None:
        return False
    old, new = ("".join(line for lines in side for line in lines) for side in _sides(hunks))
    return old.translate(_NO_LAYOUT) == new.translate(_NO_LAYOUT) and _same_tokens(before, after, style)


def _sides(hunks: Sequence[Hunk]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    return [hunk.old for hunk in hunks], [hunk.new for hunk in hunks]


def _same_tokens(before: str, after: str, style: Style) -> bool:
    return joined_tokens(before, "", style) == joined_tokens(after, "", style)


def hunks_between(before: str, after: str, style: Style | None) -> tuple[Hunk, ...]:
    """The hunks between two texts (lines end in `\\n`), in order, without those that are layout only."""
    old, new = before.split("\n"), after.split("\n")
    found = (_hunk(old, new, *span) for span in _spans(_Side(old, style), _Side(new, style)))
    return tuple(hunk for hunk in found if not _is_layout(hunk, style))


class _Side:
    """A text's lines that are not blank: their places, and what of each counts."""

    def __init__(self, lines: Sequence[str], style: Style | None):
        self.lines, self.style = lines, style
        self.places = [place for place, line in enumerate(lines) if line.strip()]

    def __len__(self) -> int:
        return len(self.places)

    def line(self, at: int) -> str:
        return self.lines[self.places[at]].rstrip()

    def key(self, at: int) -> str:
        """A line's tokens; where indentation makes blocks, also how far it is indented."""
        line = self.line(at)
        if self.style is None:
            return line
        tokens = joined_tokens(line, "", self.style)
        return f"{_width(line)} {tokens}" if self.style.indented else tokens

    def span(self, first: int, end: int) -> tuple[int, int]:
        """The places (the last not included) of some of its lines; of none, where they would stand."""
        if first < end:
            return self.places[first], self.places[end - 1] + 1
        at = self.places[first] if first < len(self.places) else len(self.lines)
        return at, at


def _width(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(8))


def _spans(old: _Side, new: _Side) -> Iterator[tuple[int, int, int, int]]:
    """Places of old and new lines that differ."""
    head = 0
    while head < min(len(old), len(new)) and old.line(head) == new.line(head):
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old.line(len(old) - 1 - tail) == new.line(len(new) - 1 - tail):
        tail += 1
    ends = len(old) - tail, len(new) - tail
    if not ends[0] - head or not ends[1] - head or sum(ends) - 2 * head > MOST_COMPARED:
        if sum(ends) - 2 * head:
            yield (*old.span(head, ends[0]), *new.span(head, ends[1]))
        return
    befores = [old.key(at) for at in range(head, ends[0])]
    afters = [new.key(at) for at in range(head, ends[1])]
    for code, *where in SequenceMatcher(None, befores, afters).get_opcodes():
        if code != "equal":
            i, j, k, m = (place + head for place in where)
            yield (*old.span(i, j), *new.span(k, m))


def _hunk(old: Sequence[str], new: Sequence[str], i: int, j: int, k: int, m: int) -> Hunk:
    return Hunk(i + 1, tuple(old[i:j]), k + 1, tuple(new[k:m]))


def _is_layout(hunk: Hunk, style: Style | None) -> bool:
    """Whether only the breaking of lines differs, or the spacing within."""
    if not hunk.old or not hunk.new or style is None:
        return False
    if style.indented and _width(hunk.old[0]) != _width(hunk.new[0]):
        return False
    return _same_tokens("\n".join(hunk.old), "\n".join(hunk.new), style)

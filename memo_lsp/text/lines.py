"""Lines and positions as the protocol counts them.

A line ends at `\\n`, `\\r\\n` or a lone `\\r` and nowhere else: form feeds and U+2028 are ordinary characters, which
`str.splitlines` does not know. Columns are counted in the units both sides agreed on; offsets are code points.
"""

from __future__ import annotations

import re
from bisect import bisect_right

Position = tuple[int, int]  # line and character, both from 0, the character in units of the encoding

_END = re.compile(r"\r\n|\n|\r")


class LineTable:
    """Where the lines of a text start. Positions and offsets outside it clamp to the nearest inside."""

    def __init__(self, text: str):
        self.text = text
        self._starts = [0]
        self._ends = []
        for match in _END.finditer(text):
            self._ends.append(match.start())
            self._starts.append(match.end())
        self._ends.append(len(text))

    def __len__(self) -> int:
        return len(self._starts)

    def line(self, number: int) -> str:
        """One line without its end; an empty string outside the text."""
        if not 0 <= number < len(self):
            return ""
        return self.text[self._starts[number] : self._ends[number]]

    def lines(self) -> list[str]:
        """All lines, without their ends."""
        return [self.text[start:end] for start, end in zip(self._starts, self._ends, strict=True)]

    def offset(self, line: int, character: int, encoding: str) -> int:
        """The code-point offset of a position; inside a character it is that character's start."""
        if line < 0:
            return 0
        if line >= len(self):
            return len(self.text)
        start = self._starts[line]
        return start + code_points(self.text[start : self._ends[line]], character, encoding)

    def position(self, offset: int, encoding: str) -> Position:
        """The position of a code-point offset; within a line's end it is where the line's text ends."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset) - 1
        before = self.text[self._starts[line] : min(offset, self._ends[line])]
        return line, units(before, encoding)


def code_points(line: str, character: int, encoding: str) -> int:
    """How many code points of a line stand before `character` units of `utf-8`, `utf-16` or `utf-32`."""
    if character <= 0:
        return 0
    if encoding == "utf-32" or line.isascii():
        return min(character, len(line))
    if encoding == "utf-8":
        return _utf8_points(line, character)
    return _utf16_points(line, character)


def units(text: str, encoding: str) -> int:
    """How many units of the encoding a text takes."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(1 for char in text if char > "\uffff")


def _utf8_points(line: str, character: int) -> int:
    data = line.encode("utf-8", "surrogatepass")
    while character < len(data) and data[character] & 0xC0 == 0x80:  # inside a character: back to its start
        character -= 1
    return len(data[:character].decode("utf-8", "surrogatepass"))


def _utf16_points(line: str, character: int) -> int:
    seen = 0
    for index, char in enumerate(line):
        seen += 2 if char > "\uffff" else 1
        if seen > character:
            return index
    return len(line)


def apply_change(text: str, start: Position, end: Position, new: str, encoding: str) -> str:
    """The text after one incremental change; an end before its start is taken the other way round."""
    table = LineTable(text)
    first, last = sorted((table.offset(*start, encoding), table.offset(*end, encoding)))
    return text[:first] + new + text[last:]


def plain_ends(text: str) -> str:
    """The text with `\\n` as its only line end and no byte order mark: for comparing what travelled differently."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")

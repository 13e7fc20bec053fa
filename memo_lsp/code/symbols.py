"""Symbols of a source text, by tree-sitter: where they stand, what they are called, what they hold.

Only nodes that can hold a definition are walked. A text with errors in it still gives the symbols that could be made
out; `outline` tells the two apart, so that nobody takes a half-typed file for one that lost its functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from memo_lsp.code.languages import grammar
from memo_lsp.code.tokens import CHARS, Style, token_hash
from memo_lsp.code.walk import Definition, definitions
from memo_lsp.text.identifiers import nfc

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

LONGEST_FILE = 1_000_000  # bytes
LONGEST_LINE = 2_000
KEPT = 12  # texts whose symbols are still known: whoever looks at a save asks for the same two or three
_ATTRIBUTES = re.compile(r"^(?:(?:@(?!interface\b)[\w.:]+(?:\([^()]*\))?|#?\[[^\]]*\])\s+)+")
_LONE_RETURN = re.compile(rb"\r(?!\n)")


@dataclass(frozen=True)
class Symbol:
    """One definition. Lines count from 1 and include the last; offsets are code points; decorators belong to it."""

    name: str
    qualified: str  # `Outer.inner`, NFC
    kind: str  # class function method variable interface type enum namespace
    start_line: int
    end_line: int
    start: int
    end: int
    source: str = field(default="", repr=False, compare=False)
    head: str = field(default="", repr=False, compare=False)  # what stands before its body, as it stands
    style: Style = field(default=CHARS, repr=False, compare=False)

    @cached_property
    def hash(self) -> str:
        """Of its tokens without layout and without its own name; made when first asked for."""
        return token_hash(self.source, self.name, self.style)

    @cached_property
    def signature(self) -> str:
        """Its head on one line, without decorators: `def add(self, item)`, `class Cart(Base)`; a variable has none."""
        if self.kind == "variable":
            return ""
        return _ATTRIBUTES.sub("", " ".join(self.head.split())).split("{")[0].rstrip(" :={;")


@dataclass(frozen=True, slots=True)
class Outline:
    """The symbols of a text in order of their start; `broken` if the text did not parse as a whole."""

    symbols: tuple[Symbol, ...]
    broken: bool


def symbols(source: str | bytes, language: str | None) -> tuple[Symbol, ...]:
    """The symbols of a source text; none without a grammar, over 1 MB or with a line over 2,000 bytes."""
    found = outline(source, language)
    return found.symbols if found else ()


@lru_cache(KEPT)
def outline(source: str | bytes, language: str | None) -> Outline | None:
    """Symbols and whether the text parsed; None if it was not looked at (no grammar, too large)."""
    known = grammar(language) if language else None
    data = _data(source)
    tree = parsed(data, language)
    if known is None or tree is None:
        return None
    row, root = known[0], tree.root_node
    text = _Text(data, row.style)
    found = sorted((text.symbol(one) for one in definitions(root, row)), key=lambda symbol: (symbol.start, -symbol.end))
    return Outline(tuple(found), root.has_error)


def parsed(source: str | bytes, language: str | None) -> Tree | None:
    """The syntax tree of a text whose offsets are bytes; None without a grammar, over 1 MB or with too long a line."""
    known = grammar(language) if language else None
    if known is None:
        return None
    data = _data(source)
    if len(data) > LONGEST_FILE or max(map(len, data.split(b"\n"))) > LONGEST_LINE:
        return None
    from tree_sitter import Parser

    return Parser(known[1]).parse(data)


def _data(source: str | bytes) -> bytes:
    data = source.encode("utf-8", "replace") if isinstance(source, str) else source
    return _LONE_RETURN.sub(b"\n", data) if b"\r" in data else data


class _Text:
    """A source text that turns syntax nodes into symbols: bytes into code points."""

    def __init__(self, data: bytes, style: Style) -> None:
        self._data = data
        self._style = style
        self._ascii = data.isascii()
        self._starts = [] if self._ascii else self._line_starts()

    def _line_starts(self) -> list[tuple[int, int]]:
        """Of every line its first byte and its first code point."""
        starts, byte, point = [(0, 0)], 0, 0
        for line in self._data.split(b"\n"):
            byte += len(line) + 1
            point += len(line.decode("utf-8", "replace")) + 1
            starts.append((byte, point))
        return starts

    def _point(self, row: int, byte: int) -> int:
        if self._ascii:
            return byte
        first, point = self._starts[row]
        return point + len(self._data[first:byte].decode("utf-8", "replace"))

    def symbol(self, definition: Definition) -> Symbol:
        node, start, name = definition.node, definition.first, nfc(definition.name)
        first, last = start.start_byte, node.end_byte
        row, (end_row, end_column) = start.start_point[0], node.end_point
        line = self._data.rfind(b"\n", 0, first) + 1
        begin = line if not self._data[line:first].strip() else first
        return Symbol(
            name,
            nfc(".".join((*definition.scope, name))),
            definition.kind,
            row + 1,
            end_row + 1 - (1 if end_column == 0 and end_row > row else 0),
            self._point(row, first),
            self._point(end_row, last),
            self._told(begin, last),
            self._told(node.start_byte, _end_of_head(definition.body) if definition.body is not None else last),
            self._style,
        )

    def _told(self, first: int, last: int) -> str:
        return self._data[first:last].decode("utf-8", "replace")


def _end_of_head(body: Node) -> int:
    """Where what stands before a body ends: before the comments between."""
    end, before = body.start_byte, body.prev_sibling
    while before is not None and before.is_extra:
        end, before = before.start_byte, before.prev_sibling
    return end


def enclosing(symbols: Sequence[Symbol], line: int) -> tuple[Symbol, ...]:
    """The symbols a line (from 1) stands in, innermost first."""
    around = [symbol for symbol in symbols if symbol.start_line <= line <= symbol.end_line]
    return tuple(sorted(around, key=lambda symbol: (symbol.end_line - symbol.start_line, -symbol.start)))


def at(symbols: Sequence[Symbol], name: str, line: int | None = None) -> Symbol | None:
    """The symbol with this name, qualified or bare; of several the one at or nearest to the line, else the first."""
    name = nfc(name)
    same = [symbol for symbol in symbols if symbol.qualified == name] or [
        symbol for symbol in symbols if symbol.name == name
    ]
    if not same or line is None:
        return same[0] if same else None
    return min(
        same, key=lambda symbol: (not symbol.start_line <= line <= symbol.end_line, abs(symbol.start_line - line))
    )


def touched(symbols: Sequence[Symbol], ranges: Iterable[tuple[int, int]]) -> tuple[Symbol, ...]:
    """The symbols whose lines meet any of the ranges (first and last line, from 1, both included)."""
    spans = [(first, last) for first, last in ranges if first <= last]
    return tuple(
        symbol
        for symbol in symbols
        if any(first <= symbol.end_line and symbol.start_line <= last for first, last in spans)
    )

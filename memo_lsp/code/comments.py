"""The comments of a source text, line by line and without their signs, and what each stands by.

By the language's grammar; for a language without one by how its family writes comments. Prose has none, and a
docstring is a string.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from memo_lsp.code.languages import grammar
from memo_lsp.code.symbols import KEPT, LONGEST_FILE, Symbol, enclosing, parsed
from memo_lsp.text.lines import LineTable, plain_ends
from memo_lsp.text.quiet import PROSE, quiet

if TYPE_CHECKING:
    from tree_sitter import Language, Query

_KINDS = ("comment", "line_comment", "block_comment", "html_comment")
_BLOCK = ("/*", "<!--", "--[", "=begin", "{-", "(*")
_OPENS = re.compile(r"(?:/\*+!?|<!--+|--\[=*\[|=begin\b|\{-|\(\*|#+!?|//+!?|--+|;+|%+)[ \t]?")
_CLOSES = re.compile(r"[ \t]*(?:\*+/|--+>|\]=*\]|=end\b|-\}|\*\))\s*$")
_WITHIN = re.compile(r"\*+(?=\s|$)[ \t]?")


@dataclass(frozen=True, slots=True)
class Comment:
    """One line of a comment. Lines count from 1; `column` is where its sign stands, in code points; lines of one
    `block` belong together: a block comment, or line comments right below each other."""

    line: int
    text: str
    column: int = 0
    alone: bool = True  # nothing but it on its line
    block: int = 0


@dataclass(frozen=True, slots=True)
class _Span:
    """A comment as it stands, in code points of the text."""

    start: int
    end: int


@lru_cache(KEPT)
def comments_in(source: str, language: str | None) -> tuple[Comment, ...]:
    """The comment lines of a source text in order, empty ones too; none of prose, of an unknown language, or of a text
    over 1 MB."""
    if language is None or language in PROSE or len(source) > LONGEST_FILE:
        return ()
    source = plain_ends(source)
    spans = _by_grammar(source, language) if grammar(language) else _by_family(source, language)
    return tuple(_numbered(source, spans))


def _by_family(source: str, language: str) -> list[_Span]:
    found = quiet(source, language)
    return [
        _Span(start, end)
        for start, end, comment in zip(found.starts, found.ends, found.comments, strict=True)
        if comment
    ]


def _by_grammar(source: str, language: str) -> list[_Span]:
    tree = parsed(source, language)
    if tree is None:
        return []
    from tree_sitter import QueryCursor

    found = QueryCursor(_query(tree.language)).captures(tree.root_node).get("comment", [])
    table = LineTable(source)
    spans = (_Span(table.offset(*node.start_point, "utf-8"), table.offset(*node.end_point, "utf-8")) for node in found)
    return sorted(spans, key=lambda span: span.start)


@cache
def _query(language: Language) -> Query:
    from tree_sitter import Query

    known = {language.node_kind_for_id(number) for number in range(language.node_kind_count)}
    either = " ".join(f"({kind})" for kind in _KINDS if kind in known)
    return Query(language, f"[{either}] @comment")


def _numbered(source: str, spans: Sequence[_Span]) -> Iterator[Comment]:
    """Comment lines with their block's number."""
    table, number, above = LineTable(source), 0, None
    for span in spans:
        lines = list(_lines(source, span, table))
        if not lines or (source.startswith("#!", span.start) and span.start == 0):
            continue
        if above is None or not _goes_on(above, lines):
            number += 1
        yield from (replace(line, block=number) for line in lines)
        above = lines


def _goes_on(above: Sequence[Comment], lines: Sequence[Comment]) -> bool:
    """Whether a comment of one line goes on where the one above it ended."""
    first, last = lines[0], above[-1]
    same = first.line == last.line + 1 and first.column == last.column and first.alone
    return same and len(lines) == 1 and above[0].line == last.line


def _lines(source: str, span: _Span, table: LineTable) -> Iterator[Comment]:
    text = source[span.start : span.end].rstrip("\n")
    row, column = table.position(span.start, "utf-32")
    before = source[span.start - column : span.start]
    last = table.line(row + text.count("\n"))
    alone = not before.strip() and last.rstrip().endswith(text.rsplit("\n", 1)[-1].rstrip())
    block = text.startswith(_BLOCK)
    for at, line in enumerate(text.split("\n")):
        yield Comment(row + 1 + at, _bare(line, first=at == 0, block=block), column, alone)


def _bare(line: str, *, first: bool, block: bool) -> str:
    line = _CLOSES.sub("", line) if block else line
    line = line.strip()
    opens = _OPENS if first else _WITHIN
    return (found.string[found.end() :] if (found := opens.match(line)) else line).strip()


def owner(symbols: Sequence[Symbol], block: Sequence[Comment]) -> Symbol | None:
    """The symbol the lines of a block belong to: the definition right below them, else the innermost around them;
    where indentation makes blocks, also the one above that they are still indented with."""
    first, last = block[0], block[-1]
    around = enclosing(symbols, first.line)
    if not first.alone:
        return around[0] if around else None
    below = [symbol for symbol in symbols if symbol.start_line == last.line + 1]
    deep = symbols and symbols[0].style.indented
    for symbol in below:
        if not deep or _column(symbol) == first.column:
            return symbol
    inner = around[0] if around else None
    if deep:
        inner = _trailing(symbols, first, inner) or inner
    return inner


def _trailing(symbols: Sequence[Symbol], comment: Comment, inner: Symbol | None) -> Symbol | None:
    """The symbol that ended above a comment which is indented as its body is: its last line, for a reader."""
    above = [
        symbol
        for symbol in symbols
        if symbol.end_line < comment.line
        and _column(symbol) < comment.column
        and (inner is None or symbol.start_line > inner.start_line)
    ]
    ends = max((symbol.end_line for symbol in above), default=0)
    between = any(ends < symbol.start_line < comment.line for symbol in symbols)
    last = [symbol for symbol in above if symbol.end_line == ends and symbol.kind != "variable"]
    return max(last, key=_column, default=None) if last and not between else None


def _column(symbol: Symbol) -> int:
    return len(symbol.source) - len(symbol.source.lstrip(" \t"))

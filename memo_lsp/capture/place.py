"""Where in the code a note belongs: the symbol a selection means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memo_lsp.code.symbols import Symbol, at, enclosing
from memo_lsp.model import Anchor
from memo_lsp.text.identifiers import Ident, identifier_at, keywords, nfc


@dataclass(frozen=True, slots=True)
class Selection:
    """What was marked, in code points: the line (from 0) it starts on, and how much of the text it covers."""

    line: int
    column: int
    text: str  # of that line, without its end
    length: int  # 0: a bare cursor


@dataclass(frozen=True, slots=True)
class Place:
    """An anchor, and the names a note mentions without belonging to them."""

    anchor: Anchor
    mentions: tuple[str, ...] = ()


def place_of(path: str, selection: Selection | None, symbols: Sequence[Symbol], language: str | None) -> Place:
    """The place of a selection in a file (`path` relative to the project).

    An identifier this file defines is the place itself; any other selection belongs to the symbol around it; where
    nothing is around, an identifier stands for itself, and without one the file is the place."""
    path = nfc(path)
    if selection is None:
        return Place(Anchor(path))
    line = selection.line + 1
    name = _name(selection, language)
    defined = at(symbols, name.text, line) if name else None
    if defined is not None:
        return Place(_on(path, defined))
    around = enclosing(symbols, line)
    if around:
        return Place(_on(path, around[0]), (name.text,) if name and _is_all(selection, name) else ())
    if name is not None:
        return Place(Anchor(path, name.text, line))
    return Place(Anchor(path, None, line))


def _name(selection: Selection, language: str | None) -> Ident | None:
    found = identifier_at(selection.text, selection.column, language)
    return None if found is None or found.text in keywords(language) else found


def _is_all(selection: Selection, name: Ident) -> bool:
    """Whether no more than one name was marked."""
    return selection.length <= name.end - name.start


def _on(path: str, symbol: Symbol) -> Anchor:
    return Anchor(path, symbol.qualified, symbol.start_line, symbol.hash)

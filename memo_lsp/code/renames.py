"""Symbols that got another name, or another file, and are otherwise what they were. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from memo_lsp.code.symbols import Symbol


def renamed(before: Sequence[Symbol], after: Sequence[Symbol]) -> tuple[tuple[Symbol, Symbol], ...]:
    """(as it was, as it is) for each symbol of a file that vanished while one with the same body appeared.

    A body that vanished or appeared more than once tells nothing; what lies inside a renamed symbol went with it."""
    there, were = {symbol.qualified for symbol in after}, {symbol.qualified for symbol in before}
    gone = [symbol for symbol in before if symbol.qualified not in there]
    new = [symbol for symbol in after if symbol.qualified not in were]
    return _outermost(_matched(gone, new))


def moved(
    before: Iterable[tuple[str, Sequence[Symbol]]], after: Iterable[tuple[str, Sequence[Symbol]]]
) -> tuple[tuple[str, Symbol, str, Symbol], ...]:
    """(path, symbol, new path, symbol there) for what left one file and stands in another after the same change.

    Both sides list (path, symbols) of the files the change touched."""
    old = {(path, symbol.qualified): symbol for path, symbols in before for symbol in symbols}
    now = {(path, symbol.qualified): symbol for path, symbols in after for symbol in symbols}
    gone = [(place, symbol) for place, symbol in old.items() if place not in now]
    new = [(place, symbol) for place, symbol in now.items() if place not in old]
    lost, found = _once(symbol for _, symbol in gone), _once(symbol for _, symbol in new)
    by_body = {_body(symbol): (path, symbol) for (path, _), symbol in new if _body(symbol) in found}
    return tuple(
        (path, symbol, *by_body[_body(symbol)])
        for (path, _), symbol in gone
        if _body(symbol) in lost and _body(symbol) in by_body and by_body[_body(symbol)][0] != path
    )


def _matched(gone: Sequence[Symbol], new: Sequence[Symbol]) -> list[tuple[Symbol, Symbol]]:
    lost, found = _once(gone), _once(new)
    by_body = {_body(symbol): symbol for symbol in new if _body(symbol) in found}
    return [(symbol, by_body[_body(symbol)]) for symbol in gone if _body(symbol) in lost and _body(symbol) in by_body]


def _body(symbol: Symbol) -> tuple[str, str]:
    return symbol.kind, symbol.hash


def _once(symbols: Iterable[Symbol]) -> set[tuple[str, str]]:
    return {body for body, times in Counter(map(_body, symbols)).items() if times == 1}


def _outermost(pairs: Sequence[tuple[Symbol, Symbol]]) -> tuple[tuple[Symbol, Symbol], ...]:
    """Without those that only went along with what they stand in."""
    names = {old.qualified: new.qualified for old, new in pairs}

    def went_along(old: Symbol, new: Symbol) -> bool:
        outer, _, inner = old.qualified.rpartition(".")
        return outer in names and f"{names[outer]}.{inner}" == new.qualified

    return tuple((old, new) for old, new in pairs if not went_along(old, new))

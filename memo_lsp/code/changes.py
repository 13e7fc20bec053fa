"""Which symbols a change met, from both sides' symbols and the lines it replaced. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memo_lsp.code.symbols import Symbol, touched

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Changed:
    """A symbol a change met, as it stands after it; `now` is None if it is no longer there."""

    qualified: str
    now: Symbol | None = None


def changed(
    old: Sequence[Symbol], new: Sequence[Symbol], old_ranges: Iterable[Range], new_ranges: Iterable[Range]
) -> tuple[Changed, ...]:
    """Symbols whose lines meet a range (first and last line, from 1; last before first is empty), new side first.

    The new side tells what was added or changed, the old side what lost lines; what stands on both comes as it is now.
    """
    met: dict[str, Symbol | None] = {symbol.qualified: symbol for symbol in touched(new, new_ranges)}
    now = {symbol.qualified: symbol for symbol in reversed(new)}
    for symbol in touched(old, old_ranges):
        met.setdefault(symbol.qualified, now.get(symbol.qualified))
    return tuple(Changed(name, symbol) for name, symbol in met.items())

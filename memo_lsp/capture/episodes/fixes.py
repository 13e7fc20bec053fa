"""Errors that went away by an edit: a pure look at the versions of one file and what was said of each.

An error counts as fixed when it was known of one saved text, is not of a later one, and the symbol it stood in has
other tokens there. One that is back at the end was not fixed; one that came with something tried and went with it is
told by the dead end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memo_lsp.capture.episodes.finding import Finding, anchors_at, bounded
from memo_lsp.capture.episodes.hunks import Hunk, Lines, Replaced, all_replaced, hunks, shown
from memo_lsp.capture.episodes.messages import fingerprint
from memo_lsp.capture.episodes.seen import LONGEST_MESSAGE, Said, Seen
from memo_lsp.capture.events import ERROR, Diagnostic
from memo_lsp.code.symbols import Symbol, enclosing, symbols
from memo_lsp.model import Memory, Scope
from memo_lsp.text.secrets import redact

if TYPE_CHECKING:
    from memo_lsp.store import Store

_MOST_FOUND = 50


@dataclass(frozen=True, slots=True)
class Fix:
    """An error and the edit that made it go: versions `known` (with it, before that edit) and `gone` (the first without
    it); the symbol as it stands there, None outside all; its lines before and after."""

    error: Said
    known: int
    gone: int
    symbol: Symbol | None
    hunks: tuple[Replaced, ...]


def fixes(versions: Sequence[Seen], language: str | None) -> tuple[Fix, ...]:
    """The errors fixed within these versions, the first being what the rest counts from; each error once."""
    if not versions or not any(one.severity == ERROR for version in versions for one in version.said):
        return ()
    file = _File([version.text for version in versions], language)
    found: dict[tuple[str | None, str, str, str], Fix] = {}
    for (known, gone), error in _gone(versions):
        fix = file.fixed(error, known, gone)
        if fix is not None:
            found[error.key] = fix
    back = {one.key for one in versions[-1].said}
    return tuple(fix for key, fix in found.items() if key not in back)


def _gone(versions: Sequence[Seen]) -> Iterable[tuple[tuple[range, int], Said]]:
    """Errors with the versions they were known of in a row, and the first that lacks them."""
    since: dict[tuple[str | None, str, str, str], tuple[int, Said]] = {}
    for number, version in enumerate(versions):
        now = {one.key: one for one in version.said if one.severity == ERROR}
        for key in [key for key in since if key not in now]:
            first, error = since.pop(key)
            yield (range(first, number), number), error
        for key, error in now.items():
            since[key] = (since[key][0] if key in since else number, error)


class _File:
    """The versions of a file with their symbols, each looked at once and only if asked for."""

    def __init__(self, texts: Sequence[str], language: str | None):
        self._texts, self._language = texts, language
        self._symbols: dict[int, tuple[Symbol, ...]] = {}

    def fixed(self, error: Said, known: range, gone: int) -> Fix | None:
        """The fix, with the last version before the edit; None if what the error was about was not edited."""
        for number in reversed(known):
            before, after = self._symbol(number, error.symbol), self._symbol(gone, error.symbol)
            if error.symbol is not None and (before is None or after is None or before.hash == after.hash):
                if after is None:
                    return None
                continue
            pairs = self._pairs(number, gone, before, after)
            if pairs:
                return Fix(error, number, gone, after, pairs)
        return None

    def _of(self, number: int) -> tuple[Symbol, ...]:
        if number not in self._symbols:
            self._symbols[number] = symbols(self._texts[number], self._language)
        return self._symbols[number]

    def _symbol(self, number: int, name: str | None) -> Symbol | None:
        return next((one for one in self._of(number) if one.qualified == name), None)

    def _pairs(self, known: int, gone: int, before: Symbol | None, after: Symbol | None) -> tuple[Replaced, ...]:
        """The hunks within the symbol or, for an error outside all, those outside all."""
        old, new = Lines(self._texts[known]), Lines(self._texts[gone])
        found = hunks(old.keys, new.keys)
        if before is not None and after is not None:
            inside = [one for one in found if _meets(one, before, after)]
        else:
            inside = [one for one in found if not self._inside(one, known, gone)]
        return all_replaced(old, new, inside)

    def _inside(self, one: Hunk, known: int, gone: int) -> bool:
        """Whether all a hunk replaced and brought lies in functions or classes."""
        sides = ((known, one.old_start, one.old_end), (gone, one.new_start, one.new_end))
        return all(
            any(s.kind != "variable" for s in enclosing(self._of(number), line + 1))
            for number, first, end in sides
            for line in range(first, end)
        )


def _meets(one: Hunk, before: Symbol, after: Symbol) -> bool:
    old = one.old_start < before.end_line and one.old_end >= before.start_line
    return old or (one.new_start < after.end_line and one.new_end >= after.start_line)


def fix_finding(path: str, fix: Fix, versions: Sequence[Seen]) -> Finding:
    """A fix as it is remembered; the fingerprint among its symbols is what `past_fixes` looks for."""
    error = fix.error
    where = fix.symbol.qualified if fix.symbol else path
    return Finding(
        "fix",
        f"Fixed in {where}: {' '.join(error.message.split())}",
        bounded(f"{error.told()}\n\n{shown(fix.hunks)}"),
        versions[fix.gone].at,
        anchors_at(path, [fix.symbol] if fix.symbol else []),
        (fingerprint(error.message, error.code, error.source),),
    )


def past_fixes(store: Store, project: str | None, diagnostic: Diagnostic, now: float) -> list[Memory]:
    """What mended the same error before, names aside: the very same message first, then the useful, then the newest."""
    name = fingerprint(redact(diagnostic.message[:LONGEST_MESSAGE]).strip(), diagnostic.code, diagnostic.source)
    rows = store.memories.named([name], Scope(project=project, now=now), _MOST_FOUND)
    found = store.memories.by_rows(row for row, _ in rows)
    told = diagnostic.message.strip()
    return sorted(
        (found[row] for row, _ in rows if row in found),
        key=lambda one: (told not in one.body, one.feedback.not_useful - one.feedback.useful),
    )

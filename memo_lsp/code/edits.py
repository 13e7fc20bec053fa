"""What an edit amounts to: a text before, a text after, and between them symbols, signatures, reasons. Pure.

Layout is no change: an edit that leaves every token as it was is empty, and so is a hunk. Every changed line counts for
the innermost symbol it stands in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from memo_lsp.code.comments import Comment, comments_in, owner
from memo_lsp.code.hunks import Hunk, hunks_between, is_layout_only
from memo_lsp.code.languages import grammar
from memo_lsp.code.remarks import is_licence, is_told, tells
from memo_lsp.code.renames import renamed
from memo_lsp.code.symbols import Outline, Symbol, enclosing, outline
from memo_lsp.code.tokens import joined_tokens
from memo_lsp.text.lines import plain_ends
from memo_lsp.text.marks import mark_of


@dataclass(frozen=True, slots=True)
class SymbolEdit:
    """A symbol that is on both sides under one name, and how many of its own lines came and went."""

    before: Symbol
    after: Symbol
    added: int
    removed: int

    @property
    def qualified(self) -> str:
        return self.after.qualified


@dataclass(frozen=True, slots=True)
class Signature:
    """How a symbol's first line read, and how it reads now."""

    qualified: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Reason:
    """A new or changed comment that tells something: its lines as one text, where it begins, whose it is."""

    text: str
    line: int
    symbol: str | None


@dataclass(frozen=True, slots=True)
class Edit:
    """Nothing in it: layout only. `broken`: the text after does not parse as a whole, so that nothing counts as
    removed or renamed."""

    changed: tuple[SymbolEdit, ...] = ()
    added: tuple[Symbol, ...] = ()
    removed: tuple[Symbol, ...] = ()
    renamed: tuple[tuple[Symbol, Symbol], ...] = ()  # without what only went along with what it stands in
    signatures: tuple[Signature, ...] = ()
    reasons: tuple[Reason, ...] = ()
    hunks: tuple[Hunk, ...] = ()
    broken: bool = False

    def __bool__(self) -> bool:
        return bool(self.hunks or self.renamed)


NOTHING = Edit()


def edit_between(before: str, after: str, language: str | None, marks: Sequence[str] = ()) -> Edit:
    """What an edit amounts to. A comment that begins with one of `marks` is a memory of its own: no reason here, and an
    edit of nothing else is none."""
    before, after = plain_ends(before), plain_ends(after)
    known = grammar(language) if language else None
    style = known[0].style if known else None
    hunks = hunks_between(before, after, style) if before != after else ()
    if not hunks or is_layout_only(before, after, hunks, style) or _only_marks(before, after, language, hunks, marks):
        return NOTHING
    old, new = (outline(text, language) or Outline((), False) for text in (before, after))
    sides = _Sides(old.symbols, new.symbols, hunks)
    names = () if new.broken else renamed(old.symbols, new.symbols)
    gone = [
        one for one in sides.only_old if not _within(one, [pair[0] for pair in names]) and _met(one, hunks, old=True)
    ]
    come = [
        one for one in sides.only_new if not _within(one, [pair[1] for pair in names]) and _met(one, hunks, old=False)
    ]
    return Edit(
        changed=sides.changed,
        added=tuple(come),
        removed=() if new.broken else tuple(gone),
        renamed=names,
        signatures=tuple(_signatures(sides.changed)),
        reasons=tuple(_reasons(before, after, language, hunks, new.symbols, marks)),
        hunks=hunks,
        broken=new.broken,
    )


def _only_marks(before: str, after: str, language: str | None, hunks: Sequence[Hunk], marks: Sequence[str]) -> bool:
    """Whether both sides read alike but for comments with a mark."""
    changed = [line for hunk in hunks for line in (*hunk.old, *hunk.new)]
    if not any(word in line for line in changed for word in marks):
        return False
    old = _unmarked(before, language, [line for hunk in hunks for line in hunk.old_numbers], marks)
    return old == _unmarked(after, language, [line for hunk in hunks for line in hunk.new_numbers], marks)


def _unmarked(text: str, language: str | None, numbers: Iterable[int], marks: Sequence[str]) -> list[str]:
    """Lines without the comments that have a mark in them, blank ones left out."""
    cut: dict[int, int] = {}
    for _, lines in groupby(comments_in(text, language), key=lambda comment: comment.block):
        block = list(lines)
        for comment in block[_before_marks(block, marks) :]:
            cut[comment.line] = 0 if comment.alone else comment.column
    there = text.split("\n")
    kept = (there[number - 1][: cut.get(number)] for number in numbers)
    return [told for line in kept if (told := " ".join(line.split()))]


def _before_marks(block: Sequence[Comment], marks: Sequence[str]) -> int:
    """How many lines of a comment stand above its first mark; what comes below belongs to marks."""
    return next((at for at, comment in enumerate(block) if mark_of(comment.text, marks)), len(block))


class _Sides:
    """The symbols of both sides told apart by name and by the lines that changed."""

    def __init__(self, old: Sequence[Symbol], new: Sequence[Symbol], hunks: Sequence[Hunk]) -> None:
        self._removed = _counted(old, (line for hunk in hunks for line in hunk.old_numbers))
        self._added = _counted(new, (line for hunk in hunks for line in hunk.new_numbers))
        pairs = list(_pairs(old, new))
        paired_old, paired_new = {id(one) for one, _ in pairs}, {id(other) for _, other in pairs}
        self.changed = tuple(self._changed(pairs))
        self.only_old = tuple(one for one in old if id(one) not in paired_old)
        self.only_new = tuple(one for one in new if id(one) not in paired_new)

    def _changed(self, pairs: Iterable[tuple[Symbol, Symbol]]) -> Iterator[SymbolEdit]:
        for before, after in sorted(pairs, key=lambda pair: pair[1].start):
            added, removed = self._added[id(after)], self._removed[id(before)]
            if (added or removed) and before.hash != after.hash:
                yield SymbolEdit(before, after, added, removed)


def _counted(symbols: Sequence[Symbol], lines: Iterable[int]) -> Counter[int]:
    """Of each symbol how many of the lines are its own."""
    counts: Counter[int] = Counter()
    for line in lines:
        for symbol in enclosing(symbols, line)[:1]:
            counts[id(symbol)] += 1
    return counts


def _met(symbol: Symbol, hunks: Sequence[Hunk], *, old: bool) -> bool:
    numbers = (hunk.old_numbers if old else hunk.new_numbers for hunk in hunks)
    return any(symbol.start_line <= line <= symbol.end_line for lines in numbers for line in lines)


def _within(symbol: Symbol, renamed: Iterable[Symbol]) -> bool:
    """Whether it is one of the renamed symbols, or went along with one."""
    return any(f"{symbol.qualified}.".startswith(f"{outer.qualified}.") for outer in renamed)


def _pairs(old: Sequence[Symbol], new: Sequence[Symbol]) -> Iterator[tuple[Symbol, Symbol]]:
    """The symbols of one name on both sides; of overloads those with the same tokens first, then in order."""
    by_name: dict[str, list[Symbol]] = {}
    for symbol in new:
        by_name.setdefault(symbol.qualified, []).append(symbol)
    for qualified, ones in groupby(sorted(old, key=lambda one: one.qualified), key=lambda one: one.qualified):
        others, waiting = by_name.get(qualified, []), list(ones)
        if len(waiting) > 1 or len(others) > 1:
            for one in list(waiting):
                same = next((other for other in others if other.hash == one.hash), None)
                if same is not None:
                    waiting.remove(one)
                    others.remove(same)
                    yield one, same
        yield from zip(waiting, others, strict=False)


def _signatures(changed: Iterable[SymbolEdit]) -> Iterator[Signature]:
    for one in changed:
        old, new = one.before.signature, one.after.signature
        style = one.after.style
        if old and new and joined_tokens(old, "", style) != joined_tokens(new, "", style):
            yield Signature(one.qualified, old, new)


def _reasons(
    before: str,
    after: str,
    language: str | None,
    hunks: Sequence[Hunk],
    symbols: Sequence[Symbol],
    marks: Sequence[str],
) -> Iterator[Reason]:
    touched = {line for hunk in hunks for line in hunk.new_numbers}
    comments = comments_in(after, language)
    if not any(comment.line in touched for comment in comments):
        return
    known = {_words(comment.text) for comment in comments_in(before, language)}
    for _, lines in groupby(comments, key=lambda comment: comment.block):
        block = list(lines)
        if any(is_licence(comment.text) for comment in block):
            continue
        block = block[: _before_marks(block, marks)]
        new = [one for one in block if one.line in touched and _words(one.text) not in known and is_told(one.text)]
        text = " ".join(_words(comment.text) for comment in new)
        if new and tells(text):
            home = owner(symbols, block)
            yield Reason(text, new[0].line, home.qualified if home else None)


def _words(text: str) -> str:
    return " ".join(text.split())

"""What a stretch of work amounts to, in words: which symbols, how much of each, why. Pure.

One file or five hundred: a title a person would look for, and a text that stays short.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from memo_lsp.capture.episodes.finding import bounded
from memo_lsp.capture.episodes.hunks import telling
from memo_lsp.code.edits import Edit, Reason, Signature, SymbolEdit, edit_between
from memo_lsp.code.symbols import Symbol
from memo_lsp.model import Anchor

ANCHORED_SYMBOLS = 40
ANCHORED_PATHS = 400
LISTED_SYMBOLS = 30
LISTED_FILES = 30
LISTED_REASONS = 12
LISTED_SIGNATURES = 12
_LONGEST_GIST = 90
_LONGEST_REASON = 400


@dataclass(frozen=True, slots=True)
class Worked:
    """A symbol that was worked on: `symbol` as it stands now, None if it is gone."""

    name: str
    added: int
    removed: int
    symbol: Symbol | None
    note: str = ""  # `new`, `gone`, `was Cart.total`

    @property
    def weight(self) -> int:
        return self.added + self.removed

    def told(self) -> str:
        """`Cart.add (+1 −1)`."""
        return f"{self.name} (+{self.added} −{self.removed}){', ' if self.note else ''}{self.note}"


@dataclass(frozen=True, slots=True)
class FileWork:
    """What was done to one file. `added` and `removed` count all lines; `gist` is the line that says most."""

    path: str
    worked: tuple[Worked, ...] = ()
    added: int = 0
    removed: int = 0
    reasons: tuple[Reason, ...] = ()
    signatures: tuple[Signature, ...] = ()
    gist: str = ""

    @property
    def weight(self) -> int:
        return self.added + self.removed

    def told(self) -> str:
        return f"{self.path} (+{self.added} −{self.removed})"


def file_work(path: str, texts: Sequence[tuple[str, str]], language: str | None, marks: Sequence[str]) -> FileWork:
    """The work on one file: for each stretch of editing its text before and after, oldest first."""
    edits = [edit for before, after in texts if (edit := edit_between(before, after, language, marks))]
    worked: dict[str, Worked] = {}
    for edit in edits:
        for one in _worked(edit):
            known = worked.get(one.name, Worked(one.name, 0, 0, None))
            note = known.note if known.note == "new" and one.symbol else one.note
            worked[one.name] = Worked(one.name, known.added + one.added, known.removed + one.removed, one.symbol, note)
    hunks = [hunk for edit in edits for hunk in edit.hunks]
    new, old = [line for hunk in hunks for line in hunk.new], [line for hunk in hunks for line in hunk.old]
    return FileWork(
        path,
        tuple(worked.values()),
        sum(len(hunk.new_numbers) for hunk in hunks),
        sum(len(hunk.old_numbers) for hunk in hunks),
        tuple(reason for edit in edits for reason in edit.reasons),
        tuple(signature for edit in edits for signature in edit.signatures),
        telling(new, old, _LONGEST_GIST) or telling(old, new, _LONGEST_GIST),
    )


def _worked(edit: Edit) -> Iterable[Worked]:
    yield from map(_changed, edit.changed)
    for one in _outermost(edit.added):
        yield Worked(one.qualified, _lines(one), 0, one, "new")
    for one in _outermost(edit.removed):
        yield Worked(one.qualified, 0, _lines(one), None, "gone")
    for old, new in edit.renamed:
        yield Worked(new.qualified, 1, 1, new, f"was {old.qualified}")


def _changed(one: SymbolEdit) -> Worked:
    return Worked(one.qualified, one.added, one.removed, one.after)


def _lines(symbol: Symbol) -> int:
    return sum(1 for line in symbol.source.split("\n") if line.strip())


def _outermost(symbols: Iterable[Symbol]) -> list[Symbol]:
    kept: list[Symbol] = []
    for symbol in sorted(symbols, key=lambda one: (one.start_line, -one.end_line)):
        if not kept or symbol.start_line > kept[-1].end_line:
            kept.append(symbol)
    return kept


class Work:
    """The work on all files of a stretch, the most worked on first; files where only layout changed are not in it."""

    def __init__(self, files: Iterable[FileWork]):
        told = (one for one in files if one.weight or one.worked)
        self.files = tuple(sorted(told, key=lambda one: (-one.weight, one.path)))
        pairs = ((one, worked) for one in self.files for worked in one.worked)
        self.ranked = tuple(sorted(pairs, key=lambda pair: -pair[1].weight))

    def __bool__(self) -> bool:
        return bool(self.files)

    @property
    def paths(self) -> list[str]:
        return [one.path for one in self.files]

    @property
    def title(self) -> str:
        """`Cart.add and Cart.count in src/cart.py: newest first`."""
        gist = self._gist()
        return f"{self._subject()}: {gist}" if gist else self._subject()

    def _subject(self) -> str:
        names = list(dict.fromkeys(worked.name for _, worked in self.ranked))
        where = self.files[0].path if len(self.files) == 1 else f"{len(self.files)} files"
        if not names:
            rest = len(self.files) - 1
            return self.files[0].path + (f" and {rest} more file{'s' if rest > 1 else ''}" if rest else "")
        if len(self.files) > 1:
            where = f"{self.ranked[0][0].path} and {len(self.files) - 1} more file{'s' if len(self.files) > 2 else ''}"
        return f"{_listed(names)} in {where}"

    def _gist(self) -> str:
        reasons = [reason.text for one in self.files for reason in one.reasons]
        if reasons:
            return _cut(reasons[0], _LONGEST_GIST)
        signatures = [signature.new for one in self.files for signature in one.signatures]
        if len(signatures) == 1:
            return _cut(signatures[0], _LONGEST_GIST)
        return self.files[0].gist

    @property
    def body(self) -> str:
        parts = (self.told, "" if len(self.files) == 1 else "Files: " + _some(self.paths, LISTED_FILES, ", "))
        return bounded("\n\n".join(part for part in parts if part))

    @property
    def told(self) -> str:
        """How much of what, why, and what reads otherwise now."""
        lines = [worked.told() for _, worked in self.ranked]
        lines += [one.told() for one in self.files if not one.worked]
        reasons = [_cut(reason.text, _LONGEST_REASON) for one in self.files for reason in one.reasons]
        signatures = [f"{one.old} → {one.new}" for file in self.files for one in file.signatures]
        parts = (
            _some(lines, LISTED_SYMBOLS, "\n"),
            "\n".join(f"Why: {reason}" for reason in dict.fromkeys(reasons[:LISTED_REASONS])),
            "\n".join(signatures[:LISTED_SIGNATURES]),
        )
        return "\n\n".join(part for part in parts if part)

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """At the symbols most worked on, and at every file."""
        chosen = self.ranked[:ANCHORED_SYMBOLS]
        found = [_anchor(file.path, worked) for file, worked in chosen]
        held = {anchor.path for anchor in found}
        return (*found, *(Anchor(path) for path in self.paths[:ANCHORED_PATHS] if path not in held))

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of what there was no room to anchor at."""
        return tuple(dict.fromkeys(worked.name for _, worked in self.ranked[ANCHORED_SYMBOLS : ANCHORED_SYMBOLS * 5]))


def _anchor(path: str, worked: Worked) -> Anchor:
    if worked.symbol is None:
        return Anchor(path, worked.name, state="gone")
    return Anchor(path, worked.name, worked.symbol.start_line, worked.symbol.hash)


def _listed(names: Sequence[str]) -> str:
    if len(names) <= 2:
        return " and ".join(names)
    return f"{names[0]}, {names[1]} and {len(names) - 2} more"


def _some(lines: Sequence[str], most: int, between: str) -> str:
    rest = len(lines) - most
    return between.join((*islice(lines, most), *([f"and {rest} more"] if rest > 0 else [])))


def _cut(text: str, longest: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 2].rstrip() + " …"

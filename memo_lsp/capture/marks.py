"""Marks: comments that begin with a word like TODO or WHY, what they say and where they stand; and what became of them
from one save to the next. Pure.

A mark is the same mark as long as its word and text are the same in that file, wherever it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from memo_lsp.code.comments import Comment, comments_in, owner
from memo_lsp.code.remarks import is_instruction
from memo_lsp.code.symbols import Outline, Symbol, outline
from memo_lsp.text.identifiers import nfc
from memo_lsp.text.marks import mark_of
from memo_lsp.text.secrets import redact

TRUST, CONFIDENCE = "owner", "high"  # somebody wrote it into their own code
LONGEST_TEXT = 2_000
LONGEST_TITLE = 120
LONGEST_KEY = 300
ALIKE = 0.7  # of two texts of one mark: a word put in or a typo mended, not another thought
_TELLING = 40  # letters by which a text is found again
_KINDS = {
    "DECISION": "decision", "WHY": "decision",
    "NOTE": "note", "WARNING": "note", "SAFETY": "note",
    "TODO": "todo", "FIXME": "todo", "HACK": "todo", "XXX": "todo",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark: its text without secrets, the line (from 1) it begins on, the symbol it belongs to."""

    word: str
    text: str
    line: int
    symbol: Symbol | None = None

    @property
    def key(self) -> str:
        """By which it is known again: the word, and the text without regard to case, spacing and its full stop."""
        return f"{self.word} {' '.join(self.text.casefold().split()).strip(' .,;:!')}"[:LONGEST_KEY]

    @property
    def place(self) -> str | None:
        return self.symbol.qualified if self.symbol else None

    @property
    def kind(self) -> str:
        return kind_of(self.word)

    @property
    def title(self) -> str:
        """Its text, or as much of it as a title holds."""
        first = self.text.split("\n")[0]
        if len(first) <= LONGEST_TITLE:
            return first
        end = first.find(". ", 0, LONGEST_TITLE)
        return first[: end + 1] if end > 0 else first[:LONGEST_TITLE].rsplit(" ", 1)[0] + " …"

    @property
    def body(self) -> str:
        """All of it, where the title does not hold it."""
        return "" if self.text == self.title else self.text


def kind_of(word: str) -> str:
    """What a word's marks are; a word of somebody's own makes notes."""
    return _KINDS.get(word, "note")


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a text in order. `doubted` is the text itself, on one line, where it does not parse: what is missing
    may only be out of sight, and what moved may not have."""

    found: tuple[Mark, ...] = ()
    doubted: str = ""

    def __iter__(self) -> Iterator[Mark]:
        return iter(self.found)

    def hides(self, key: str) -> bool:
        """Whether a mark that is missing still stands somewhere in the text."""
        return key.partition(" ")[2][:_TELLING] in self.doubted


def marks_in(source: str, language: str | None, words: Sequence[str]) -> Marks:
    """The marks of a source text, from comments of code only; one without a text is none."""
    around = outline(source, language) or Outline((), False)
    blocks = (list(lines) for _, lines in groupby(comments_in(source, language), key=lambda comment: comment.block))
    found = (mark for block in blocks for mark in _of_block(block, words, around.symbols))
    return Marks(tuple(found), " ".join(source.casefold().split()) if around.broken else "")


def _of_block(block: Sequence[Comment], words: Sequence[str], around: Sequence[Symbol]) -> Iterable[Mark]:
    found: list[tuple[str, int, list[str]]] = []
    going_on = True
    for comment in block:
        if begun := mark_of(comment.text, words):
            found.append((begun[0], comment.line, [begun[1]]))
            going_on = True
        elif is_instruction(comment.text):
            going_on = False
        elif found and going_on:
            found[-1][2].append(comment.text)
    home = owner(around, block) if found else None
    for word, line, lines in found:
        if text := _joined(lines):
            yield Mark(word, text, line, home)


def _joined(lines: Iterable[str]) -> str:
    """Lines of a paragraph as one, paragraphs below each other; no secrets, no more than a mark may hold."""
    paragraphs = [" ".join(part) for told, part in groupby(lines, key=lambda line: bool(line.strip())) if told]
    return redact(nfc("\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)))[:LONGEST_TEXT].strip()


@dataclass(frozen=True, slots=True)
class Settled:
    """What a save did to the marks of a file. `gone` are keys; `moved` stand in another symbol than remembered;
    `reworded` are the key as it was, and the mark as it is."""

    new: tuple[Mark, ...] = ()
    gone: tuple[str, ...] = ()
    moved: tuple[Mark, ...] = ()
    reworded: tuple[tuple[str, Mark], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.gone or self.moved or self.reworded)


def settle(before: Iterable[Mark], known: Mapping[str, str | None], now: Marks) -> Settled:
    """What became of a file's marks: `before` in the text the save counts from, `known` the remembered ones of this
    file by key, with the symbol each is anchored at.

    A mark that was there before anybody remembered it stays unremembered; one that only changed its wording, as while
    it is being typed, is the same one."""
    there: dict[str, list[Mark]] = {}
    for mark in now:
        there.setdefault(mark.key, []).append(mark)
    old = {mark.key for mark in before}
    fresh = [marks[0] for key, marks in there.items() if key not in known and key not in old]
    lost = [key for key in known if key not in there and not now.hides(key)]
    reworded = _reworded(lost, known, fresh)
    again = {mark.key for _, mark in reworded}
    return Settled(
        tuple(mark for mark in fresh if mark.key not in again),
        tuple(key for key in lost if key not in [old_key for old_key, _ in reworded]),
        () if now.doubted else tuple(_moved(there, known)),
        reworded,
    )


def _moved(there: Mapping[str, Sequence[Mark]], known: Mapping[str, str | None]) -> Iterator[Mark]:
    """The marks none of which stands where it is remembered."""
    for key, marks in there.items():
        if key in known and known[key] not in [mark.place for mark in marks]:
            yield marks[0]


def _reworded(
    lost: Sequence[str], known: Mapping[str, str | None], fresh: Sequence[Mark]
) -> tuple[tuple[str, Mark], ...]:
    """Pairs of a lost key and a fresh mark of the same word in the same place whose texts are alike, likest first."""
    ranked = sorted(
        ((likeness, -there, key, mark) for key in lost for there, mark in enumerate(fresh)
         if known[key] == mark.place and (likeness := _likeness(key, mark)) >= ALIKE),
        key=lambda pair: pair[:2],
        reverse=True,
    )  # fmt: skip
    pairs: dict[str, Mark] = {}
    for _, _, key, mark in ranked:
        if key not in pairs and mark not in pairs.values():
            pairs[key] = mark
    return tuple(pairs.items())


def _likeness(key: str, mark: Mark) -> float:
    """From 0 to 1; one that goes on where the other ended is the same."""
    word, _, was = key.partition(" ")
    text = mark.key.partition(" ")[2]
    if word != mark.word:
        return 0.0
    if text.startswith(was) or was.startswith(text):
        return 1.0
    return SequenceMatcher(None, was, text, autojunk=False).ratio()

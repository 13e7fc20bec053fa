"""What speaks for a memory beyond the legs: it names the identifier, holds the rare word, is of this branch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import ClassVar

from memo_lsp.model import Memory
from memo_lsp.recall.pool import Asked, Pool
from memo_lsp.text.identifiers import code_tokens, contains_identifier, identifiers_in, nfc
from memo_lsp.text.prepare import clean, rare_words, words_in

_BLANKS = re.compile(r"\s")
_REACH = 256
_MOST_NAMES = 64  # of a pasted log; a few already reach the cap

Holds = Callable[[str], bool]


def holder(name: str) -> Holds:
    """A test whether a text (NFC) holds `name` as a whole identifier, and not inside a longer one."""
    name = nfc(name)

    def holds(text: str) -> bool:
        return any(_stands_in(_word_at(text, start, start + len(name)), name) for start in _places(text, name))

    return holds


def _places(text: str, name: str) -> Iterator[int]:
    """Where a name begins that no letter or digit stands beside."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        alone = not (_in_word(text[at - 1 : at]) or _in_word(text[end : end + 1]))
        if alone:
            yield at
        at = text.find(name, end if alone else at + 1)


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _word_at(text: str, start: int, end: int) -> str:
    """The text between blanks around a place: an identifier never reaches over a blank."""
    before = _BLANKS.split(text[max(0, start - _REACH) : start])[-1]
    after = _BLANKS.split(text[end : end + _REACH], maxsplit=1)[0]
    return before + text[start:end] + after


@lru_cache(maxsize=4096)
def _stands_in(word: str, name: str) -> bool:
    return contains_identifier(identifiers_in(word), name)


def evidence_of(memory: Memory) -> str:
    """All the words of a memory an identifier may stand in: its text, its symbols, its code."""
    anchors = (part for anchor in memory.anchors for part in (anchor.path, anchor.symbol) if part)
    return nfc("\n".join((memory.title, memory.description, memory.body, *memory.symbols, *anchors)))


@dataclass(frozen=True, slots=True)
class IdentifierBoost:
    """`1 + each` a distinct identifier of the question (code-shaped, or under the cursor) it holds, up to `most`."""

    name: ClassVar[str] = "identifier"
    each: float = 0.3
    most: float = 2.0

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        wanted = dict.fromkeys((*asked.symbols, *code_tokens(asked.text)))
        names = [holder(name) for name in islice(filter(None, wanted), _MOST_NAMES)]
        if not names:
            return pool
        return tuple(c.times(self.name, self._factor(evidence_of(c.memory), names)) for c in pool)

    def _factor(self, text: str, names: list[Holds]) -> float:
        held = sum(holds(text) for holds in names)
        return max(0.0, min(self.most, 1.0 + self.each * held))


@dataclass(frozen=True, slots=True)
class RareTokenBoost:
    """For holding a distinctive plain word of the question as a whole word, case folded; once however many."""

    name: ClassVar[str] = "rare_token"
    by: float = 1.15

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        words = frozenset(rare_words(asked.text))
        if not words:
            return pool
        return tuple(c.times(self.name, self.by) if _any_of(words, evidence_of(c.memory)) else c for c in pool)


def _any_of(words: frozenset[str], text: str) -> bool:
    """Whether one of these stands whole in a text; most texts hold none in any way, and need not be taken apart."""
    folded = clean(text).casefold()
    return any(word in folded for word in words) and not words.isdisjoint(words_in(text))


@dataclass(frozen=True, slots=True)
class BranchBoost:
    """For having been written on the branch asked from."""

    name: ClassVar[str] = "branch"
    by: float = 1.1

    def __call__(self, pool: Pool, asked: Asked) -> Pool:
        if asked.branch is None:
            return pool
        return tuple(c.times(self.name, self.by) if c.memory.branch == asked.branch else c for c in pool)

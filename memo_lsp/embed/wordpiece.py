"""BERT's uncased tokenizer: text to words, words to the ids of vocabulary pieces.

It gives the ids the `tokenizers` library gives, without that library: no special token is read out of a person's text,
so `[CLS]` in a memory stays five characters. Classes of characters follow Python's own Unicode tables.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

VOCABULARY = Path(__file__).with_name("vocab.txt")
LONGEST_WORD = 100  # characters; BERT reads a longer word as unknown
_KEPT_REACH = 3  # pieces are indexed by this many first characters
_REMEMBERED = 32_768  # character classes kept by a table; a hostile text must not grow it without end

_PLAIN = re.compile(r"[a-z0-9]+|[^\s\x00-\x1f\x7fa-z0-9]")
_CONTROLS = dict.fromkeys((*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F))
_IDEOGRAPHS = (  # the blocks BERT sets apart, one word a character
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip


class _Table(dict[int, str]):
    """A table for `str.translate` that finds a character's replacement when it first meets it."""

    def __missing__(self, code: int) -> str:
        found = self.replacement(chr(code))
        if len(self) < _REMEMBERED:
            self[code] = found
        return found

    def replacement(self, char: str) -> str:
        raise NotImplementedError


class _Clean(_Table):
    """Controls out, every kind of space to a space, ideographs apart. Before accents are taken off."""

    def replacement(self, char: str) -> str:
        if char in "\t\n\r":
            return " "
        if char == "\ufffd" or unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs"):
            return ""
        if unicodedata.category(char)[0] == "Z":
            return " "
        return f" {char} " if is_ideograph(char) else char


class _Fold(_Table):
    """Accents off, letters small (one by one: a final sigma is a sigma), punctuation apart. After decomposition."""

    def replacement(self, char: str) -> str:
        if unicodedata.category(char) == "Mn":
            return ""
        return f" {char} " if is_punctuation(char) else char.lower()


_CLEAN, _FOLD = _Clean(), _Fold()


def is_ideograph(char: str) -> bool:
    """Whether a character is a word by itself to BERT."""
    return char >= "\u3400" and any(low <= ord(char) <= high for low, high in _IDEOGRAPHS)


def is_punctuation(char: str) -> bool:
    """Unicode's punctuation, and all ASCII signs: `$`, `+` and `~` stand alone too."""
    return unicodedata.category(char)[0] == "P" or ("!" <= char <= "~" and not char.isalnum())


def words(text: str) -> list[str]:
    """A text as BERT's words: small letters without accents, punctuation and ideographs apart."""
    if text.isascii():
        return _PLAIN.findall(text.translate(_CONTROLS).lower())
    return unicodedata.normalize("NFD", text.translate(_CLEAN)).translate(_FOLD).split(" ")


class WordPiece:
    """Words to ids, the longest known piece first. `ids("…")` leaves [CLS] and [SEP] to the model's caller."""

    def __init__(self, pieces: Mapping[str, int]) -> None:
        self.unknown = pieces["[UNK]"]
        self.first, self.last = pieces["[CLS]"], pieces["[SEP]"]
        self._whole = dict(pieces)
        self._inner = {piece[2:]: number for piece, number in pieces.items() if piece.startswith("##")}
        self._whole_reach, self._inner_reach = _reaches(self._whole), _reaches(self._inner)
        self.word = lru_cache(maxsize=16384)(self._word)

    def ids(self, text: str) -> list[int]:
        """The piece ids of a text, without special tokens."""
        return [number for word in words(text) if word for number in self.word(word)]

    def count(self, text: str) -> int:
        """How many pieces a text has."""
        return sum(len(self.word(word)) for word in words(text) if word)

    def _word(self, word: str) -> tuple[int, ...]:
        known = self._whole.get(word)
        if known is not None:
            return (known,)
        if len(word) > LONGEST_WORD:
            return (self.unknown,)
        found: list[int] = []
        at = 0
        while at < len(word):
            piece = self._longest(word, at)
            if piece is None:
                return (self.unknown,)
            number, at = piece
            found.append(number)
        return tuple(found)

    def _longest(self, word: str, at: int) -> tuple[int, int] | None:
        """The longest piece that stands at `at`, as its id and its end."""
        pieces, reaches = (self._inner, self._inner_reach) if at else (self._whole, self._whole_reach)
        # No piece with these first characters is longer: random letters would else be tried at every length.
        reach = reaches.get(word[at : at + _KEPT_REACH], _KEPT_REACH - 1)
        for end in range(min(len(word), at + reach), at, -1):
            number = pieces.get(word[at:end])
            if number is not None:
                return number, end
        return None


def _reaches(pieces: Mapping[str, int]) -> dict[str, int]:
    reaches: dict[str, int] = {}
    for piece in pieces:
        head = piece[:_KEPT_REACH]
        reaches[head] = max(len(piece), reaches.get(head, 0))
    return reaches


@lru_cache(maxsize=1)
def bundled_wordpiece() -> WordPiece:
    """The tokenizer with the vocabulary in the package, read once."""
    pieces = VOCABULARY.read_text(encoding="utf-8").splitlines()
    return WordPiece({piece: number for number, piece in enumerate(pieces)})

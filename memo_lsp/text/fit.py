"""Text that has to fit a picture, where no font can be asked: how wide it will be, roughly, and what of it fits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# What XML cannot hold or what steers a terminal or the direction of text: C0, DEL, C1, bidi marks, lone surrogates
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_NARROW, _WIDE = frozenset("iljftrI.,:;'|!()[]{}/\\`\"- "), frozenset("mwMW@%&—…")
_JOINER = "\u200d"
_FIRST_EMOJI = "\U0001f000"


def plain(text: str) -> str:
    """Text as one line, without characters that a document cannot hold or that turn what follows."""
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def width(text: str) -> float:
    """How wide a line is in a common sans-serif font, in em: a little more rather than less."""
    return sum(_whole_width(whole) for whole in _characters(text))


def fitted(text: str, most: float) -> str:
    """The line as far as it fits into `most` em, with an ellipsis where it was cut; never inside a character as a
    reader sees it (an emoji of several parts, a letter and its accents)."""
    if width(text) <= most:
        return text
    left, kept = most - _width("…"), ""
    for whole in _characters(text):
        left -= _whole_width(whole)
        if left < 0:
            break
        kept += whole
    return kept.rstrip() + "…"


def from_right(text: str) -> bool:
    """Whether a line is read from the right: its first letter is."""
    strong = (unicodedata.bidirectional(char) for char in text)
    return next((kind in ("R", "AL") for kind in strong if kind in ("L", "R", "AL")), False)


def _characters(text: str) -> Iterator[str]:
    """What a reader takes for one character: with all that joins or marks it."""
    whole = text[:1]
    for char in text[1:]:
        if _joins(char) or whole.endswith(_JOINER) or _half_a_flag(whole, char):
            whole += char
        else:
            yield whole
            whole = char
    yield whole


def _joins(char: str) -> bool:
    return char == _JOINER or unicodedata.category(char) in ("Mn", "Mc", "Me") or "\U0001f3fb" <= char <= "\U0001f3ff"


def _half_a_flag(whole: str, char: str) -> bool:
    return len(whole) == 1 and all("\U0001f1e6" <= each <= "\U0001f1ff" for each in (whole, char))


def _whole_width(whole: str) -> float:
    return max(map(_width, whole), default=0.0)


def _width(char: str) -> float:
    if char in _NARROW:
        return 0.34
    if char in _WIDE:
        return 0.95
    if char >= _FIRST_EMOJI:
        return 1.3
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(char) in ("W", "F"):
        return 1.02
    return 0.68 if char.isupper() else 0.57

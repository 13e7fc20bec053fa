"""Does a text hold a quoted phrase? Compared in NFC, without case, any run of white space being one space."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """The form in which phrases are compared."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def holds(text: str, folded_phrase: str) -> bool:
    """Whether `text` contains the phrase, which was folded already."""
    return folded_phrase in fold(text)

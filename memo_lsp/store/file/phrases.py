"""Does a text hold a quoted phrase? Compared in NFC, without case, any run of white space being one space."""

from __future__ import annotations

import unicodedata
from typing import Any


def fold(text: str) -> str:
    """The form in which phrases are compared."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def holds(*given: Any) -> bool:
    """Whether a text contains a phrase that was folded already; SQLite calls it with the two."""
    text, folded_phrase = given
    return str(folded_phrase) in fold(str(text))

"""Marks in comments: a word in capitals that a comment begins with, and what it says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_BRACKETED = r"(?:\([^()\n]{0,80}\)|\[[^\[\]\n]{0,80}\])"
_ABOUT = rf"(?:{_BRACKETED}|[ \t]{_BRACKETED}(?=[ \t]*:))?"  # whose it is, which issue
_NO_MARK = r"(?!\w|[-/.']\w|[ \t]*[=,)])"  # a longer word, an assignment, one of a list of such words


def mark_of(comment: str, words: Sequence[str]) -> tuple[str, str] | None:
    """The mark a comment line begins with, and its text: `TODO(ann): round` gives TODO, round. None if it has none.

    The comment comes without its signs; one within another (`noqa  # NOTE …`) counts too."""
    found = _pattern(tuple(words)).match(comment) if words else None
    return (found["word"], found["text"].strip()) if found else None


@lru_cache(maxsize=32)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(
        rf"(?:.*?(?:#|//)[ \t]*)?[ \t@\\*]*(?P<word>{either}){_NO_MARK}{_ABOUT}"
        r"[ \t]*(?:[:.!?]+|[-–—]+(?=\s|$))?(?P<text>.*)",
        re.DOTALL,
    )

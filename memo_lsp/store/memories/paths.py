"""Paths that move: a file's own, or those of all files beneath a folder."""

from __future__ import annotations

from memo_lsp.store.memories.rows import sound
from memo_lsp.text.identifiers import nfc


def beneath(column: str) -> str:
    """A condition: the path is the given one or lies beneath it. Takes the given path three times; uses an index."""
    return f"({column} = ? OR ({column} > ? || '/' AND {column} < ? || '0'))"  # `0` is the sign after `/`


def moved(path: str, old: str, new: str) -> str:
    """A path after the file or folder `old` became `new`, as it is stored."""
    return sound(nfc(new)) + path[len(sound(nfc(old))) :]

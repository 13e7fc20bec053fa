"""Names and releases that a text claims and no memory it is written from has: what a language model makes up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memo_lsp.dream.guard import versions
from memo_lsp.dream.guard.identifiers import Name, codes, lacks, take
from memo_lsp.dream.guard.words import folded, tokens
from memo_lsp.model import Memory

_LONGEST = 50_000  # characters of a memory's text that are looked through
_NUMBERED = re.compile(r"(?!sha(?:256|384|512)$|iso8601$)[a-z]+\d{3,}\w*")  # ERR-4711; neither 30s nor UTF-8


def invented(text: str, members: Iterable[Memory]) -> list[Name]:
    """The identifiers of a text that none of the memories has, compared as the guard compares them."""
    known: list[Name] = []
    plain: list[str] = []
    for member in members:
        for part in _told(member):
            known += _names(part)
            plain += tokens(folded(part))
    return [name for name in _names(text) if lacks(name, known, plain)]


def invented_versions(text: str, members: Iterable[Memory]) -> frozenset[str]:
    """The releases, and other figures with a point, of a text that none of the memories tells."""
    known = frozenset[str]().union(*(versions.take(part)[0] for member in members for part in _told(member)))
    return versions.take(text)[0] - known


def _names(text: str) -> Iterator[Name]:
    """Paths, members, flags and the like; of mere codes and acronyms, the numbers of tickets and errors."""
    names, rest = take(folded(text))
    yield from (name for name in names if not name.weak or _NUMBERED.fullmatch(name.parts[-1]))
    yield from (name for name in codes(rest)[0] if _NUMBERED.fullmatch(name.parts[-1]))


def _told(memory: Memory) -> Iterator[str]:
    yield from (memory.title, memory.description, memory.body[:_LONGEST])
    yield from filter(None, (memory.topic, memory.branch, *memory.tags, *memory.symbols))
    for anchor in memory.anchors:
        yield anchor.path
        if anchor.symbol:
            yield f"{anchor.path}::{anchor.symbol}"

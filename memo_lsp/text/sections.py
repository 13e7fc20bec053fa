"""A markdown document taken apart: its front matter, and what stands under each of its headings."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memo_lsp.model import EMPTY

if TYPE_CHECKING:
    from markdown_it.token import Token

_MOST_FRONT = 20_000  # characters of front matter
_FENCE = "---"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with text of its own. `above` are the headings it stands under, outermost first; `key` names it within
    its document, whatever its text; `line` from 1."""

    key: str
    title: str
    above: tuple[str, ...]
    body: str
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """`front` is what the front matter says, empty if there is none or it is not a YAML mapping."""

    front: Mapping[str, Any]
    sections: tuple[Section, ...]


def document(text: str, name: str) -> Document:
    """The parts of a document; text before the first heading goes under `name`, the file's own."""
    front, lines, first = _front(text.split("\n"))
    return Document(front, tuple(_sections(lines, first, name)))


def _front(lines: list[str]) -> tuple[Mapping[str, Any], list[str], int]:
    """Front matter, the lines after it, and the number (from 1) of the first of them."""
    if lines[0].rstrip() != _FENCE:
        return EMPTY, lines, 1
    end = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() in (_FENCE, "...")), None)
    if end is None:
        return EMPTY, lines, 1
    return _mapping("\n".join(lines[1:end])), lines[end + 1 :], end + 2


def _mapping(text: str) -> Mapping[str, Any]:
    import yaml

    if len(text) > _MOST_FRONT:
        return EMPTY
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return EMPTY
    return {str(name): value for name, value in found.items()} if isinstance(found, dict) else EMPTY


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    title: str
    start: int  # the line it begins on, from 0
    end: int  # the line after it


def _sections(lines: Sequence[str], first: int, name: str) -> Iterator[Section]:
    headings = [_Heading(0, name, 0, 0), *_headings("\n".join(lines))]
    above: list[_Heading] = []
    seen: Counter[tuple[str, ...]] = Counter()
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        while above and above[-1].level >= heading.level:
            above.pop()
        path = tuple(one.title for one in above if one.level)
        body = "\n".join(lines[heading.end : following.start if following else len(lines)]).strip("\n").rstrip()
        seen[(*path, heading.title)] += 1
        nth = seen[(*path, heading.title)]
        if body.strip() and heading.title:
            key = "\n".join((*path, heading.title)) + (f"\n#{nth}" if nth > 1 else "")
            yield Section(key, heading.title, path, body, first + heading.start)
        above.append(heading)


def _headings(text: str) -> Iterator[_Heading]:
    """Headings of the document itself: not those in fences, quotes or lists."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").parse(text)
    for token, inline in itertools.pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map is not None:
            yield _Heading(int(token.tag[1:]), _words(inline), token.map[0], token.map[1])


def _words(inline: Token) -> str:
    """A heading's text without its markup."""
    parts = (child.content if child.content else " " for child in inline.children or () if child.type != "html_inline")
    return " ".join("".join(parts).split())

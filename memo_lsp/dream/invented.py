"""Names that a text claims and no memory it is written from has: what a language model makes up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memo_lsp.model import Memory
from memo_lsp.text.identifiers import code_tokens

_WORD = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_QUOTED = re.compile(r"`([^`\s]{2,100})`")
_CALLED = re.compile(r"([A-Za-z_][\w.]*)\(\)")
_CODE = re.compile(r"#\d+\b|\b[A-Z]{1,8}-?\d{3,}\b")
_STANDARDS = frozenset(("sha256", "sha384", "sha512", "iso8601", "http200", "utf16", "utf32"))
_EITHER = re.compile(r"[A-Za-z]{1,14}/[A-Za-z]{1,14}")  # prose: client/server, read/write
_ENDING = re.compile(
    r"\.(?:py[iwx]?|[cm]?[jt]sx?|vue|svelte|go|rs|java|kts?|[ch](?:c|pp|xx|s)?|rb|php|lua|sh|swift|scala|exs?|erl|hs|sql|"
    r"md|rst|txt|html?|s?css|json[lc5]?|ya?ml|toml|ini|cfg|conf|env|lock|xml|csv|proto|gradle|tf|ipynb|log|service)$",
    re.IGNORECASE,
)
_PARTS = re.compile(r"::|->|[./\\#]")


def invented(text: str, members: Iterable[Memory]) -> list[str]:
    """The identifiers of a text that none of the memories has, in one normal form."""
    known = frozenset(form for member in members for form in _known(member))
    return [token for token in _claimed(text) if not _forms(token) & known]


def _claimed(text: str) -> Iterator[str]:
    seen = dict.fromkeys((*code_tokens(text), *_QUOTED.findall(text), *_CALLED.findall(text), *_CODE.findall(text)))
    return (token for token in seen if not _EITHER.fullmatch(token) and _folded(token) not in _STANDARDS)


def _known(memory: Memory) -> Iterator[str]:
    anchors = (part for anchor in memory.anchors for part in (anchor.path, anchor.symbol) if part)
    texts = (memory.title, memory.description, memory.body, memory.topic, memory.branch, *memory.tags, *anchors)
    for text in (*filter(None, texts), *memory.symbols):
        for token in (text, *code_tokens(text), *_CODE.findall(text)):
            yield from _forms(token)
            yield from (_folded(part) for part in _PARTS.split(token))
        yield from (_folded(word) for word in _WORD.findall(text))


def _forms(token: str) -> set[str]:
    """What an identifier is compared by: its last name; a file's with and without the ending."""
    name = re.split(r"[/\\]", token.rstrip("()/\\"))[-1]
    if _ENDING.search(name):
        return {_folded(name), _folded(_ENDING.sub("", name))} - {""}
    return {_folded(_PARTS.split(name)[-1])} - {""}


def _folded(name: str) -> str:
    return re.sub(r"[_\-`()]", "", name).casefold()

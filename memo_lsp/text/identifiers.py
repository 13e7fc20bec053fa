"""Names in source lines and in prose: where one stands, whether a word is shaped like code, what it is made of.

Identifiers compare in NFC, with case. A *chain* is names joined as code joins them (`std::vector`, `self.items`,
`src/billing.py`, `kebab-case-id`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memo_lsp.text.keywords import keywords

__all__ = ["Ident", "code_tokens", "contains_identifier", "identifier_at", "identifiers_in", "is_code_shaped",
           "is_version", "keywords", "nfc", "split_humps"]  # fmt: skip

_REACH = 256  # a name longer than this is data, and a minified line must not be walked to its ends
_LONG_CHAIN = 12  # of more parts, only the whole and the parts are kept

_DOLLAR = frozenset(
    (
        "javascript", "javascriptreact", "typescript", "typescriptreact", "vue", "svelte", "php", "java", "kotlin",
        "scala", "groovy", "dart", "perl", "powershell", "nginx", "scss", "less", "tcl",
    )
)  # fmt: skip
_LISP = frozenset(("lisp", "commonlisp", "elisp", "emacs-lisp", "scheme", "racket", "clojure", "fennel"))
_KEBAB = frozenset(("css", "scss", "sass", "less", "html", "xml", "vue", "svelte", "kdl"))
_ASKING = frozenset(("ruby", "elixir", "crystal"))  # names may end in ? or !
_AT = frozenset(("ruby", "crystal", "less"))  # @name, @@name


@dataclass(frozen=True, slots=True)
class Ident:
    """The name under a cursor: its NFC text, its code-point columns, and the whole chain it is part of."""

    text: str
    start: int
    end: int
    whole: str


def nfc(text: str) -> str:
    """The composed form: how names, paths and words are compared and stored."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


@lru_cache(maxsize=4096)
def _continues(char: str) -> bool:
    return ("a" + char).isidentifier()


def identifier_at(line: str, column: int, language: str | None) -> Ident | None:
    """The identifier that covers a code-point column of a line, or that ends just there.

    Whitespace, numbers and punctuation with no name before it give None; a column at the very end of the line looks
    back one character. `text` is the name under the cursor, `whole` the chain around it (`std::vector` for `vector`).
    """
    if not 0 <= column <= len(line) or (column < len(line) and line[column].isspace()):
        return None
    low = max(0, column - _REACH)
    shadow = _shadow(line[low : column + _REACH])
    spans = [(low + match.start(), low + match.end()) for match in _names(language).finditer(shadow)]
    at = next((index for index, (start, end) in enumerate(spans) if start <= column < end), None)
    if at is None:
        at = next((index for index, (_, end) in enumerate(spans) if end == column), None)
    if at is None or line[spans[at][0]].isdigit():
        return None
    start, end = spans[at]
    first, last = _chain(line, spans, at)
    return Ident(nfc(line[start:end]), start, end, nfc(line[first:last]).replace("?.", "."))


def _shadow(text: str) -> str:
    """The text with other scripts' letters and marks as `a`, judged as Python judges identifiers."""
    if text.isascii():
        return text
    return "".join("a" if char > "\x7f" and _continues(char) else char for char in text)


@lru_cache(maxsize=128)
def _names(language: str | None) -> re.Pattern[str]:
    """What one name looks like in a language. Other scripts' letters have been turned into `a` before."""
    letters = r"[A-Za-z0-9_]"
    if language in _DOLLAR or language is None:
        letters = r"[A-Za-z0-9_$]"
    body = rf"{letters}+"
    if language in _LISP:
        body = rf"[-+*<>=]*{letters}(?:[-+*<>=?!]|{letters})*"
    elif language in _KEBAB:
        body = rf"-{{0,2}}{letters}+(?:-+{letters}+)*"
    if language in _ASKING:
        body += r"(?:[?!](?!=))?"
    if language in _AT:
        body = rf"@{{0,2}}{body}"
    return re.compile(body)


_LINK = re.compile(r"\.|::|->|\?\.|#|\\")


def _chain(line: str, spans: list[tuple[int, int]], at: int) -> tuple[int, int]:
    """Start and end of the chain around a name: neighbours with nothing but a link between them."""
    first = last = at
    while first > 0 and _LINK.fullmatch(line, spans[first - 1][1], spans[first][0]):
        first -= 1
    while last + 1 < len(spans) and _LINK.fullmatch(line, spans[last][1], spans[last + 1][0]):
        last += 1
    return spans[first][0], spans[last][1]


def _shape(text: str) -> str:
    """The text with other scripts' letters as `a` or `A` and digits as `0`: patterns then need ASCII classes only."""
    if text.isascii():
        return text
    return "".join(char if char < "\x80" else _shape_of(char) for char in text)


@lru_cache(maxsize=4096)
def _shape_of(char: str) -> str:
    if char.isupper():
        return "A"
    if char.isdigit():
        return "0"
    return "a" if _continues(char) else " "


_WORD = r"[A-Za-z0-9_]+"
_CHAIN = re.compile(rf"\$?{_WORD}(?:(?:::|->|[-./#\\])\$?{_WORD})*")
_PARTS = re.compile(rf"\$?{_WORD}")
_TRIM = ".,;:!?()[]{}<>'\"`"
_HUMP = re.compile(r"[a-z]\d*[A-Z]|[A-Z][A-Z][a-z]")
_PLURAL_CAPS = re.compile(r"[A-Z]+s")
_VERSION = re.compile(r"[vV]?\d+(?:\.(?:\d+|[xX*]))*(?:[-.+]?(?:a|b|c|rc|alpha|beta|dev|post|pre|preview)[-.]?\d*)*")
_NOT_CODE = frozenset(("e.g", "i.e", "a.m", "p.m", "u.s", "u.k", "a.k.a", "w.r.t", "and/or", "he/she", "s/he", "n/a",
                       "w/o"))  # fmt: skip


def is_version(token: str) -> bool:
    """Whether a token is a version or a number: `1.2.3`, `v3.11`, `2.x`, `1.0rc1`."""
    return _VERSION.fullmatch(token) is not None


@lru_cache(maxsize=8192)
def is_code_shaped(token: str) -> bool:
    """Whether a word looks like code: `_`, `.`, `/` or `::` inside it, or an inner camelCase hump.

    Plain words, ALL-CAPS words (also in the plural), versions, dates and a few abbreviations (`e.g.`) do not.
    """
    token = token.strip(_TRIM)
    shape = _shape(token)
    if not any(char.isalpha() for char in shape) or is_version(token) or token.casefold() in _NOT_CODE:
        return False
    if _PLURAL_CAPS.fullmatch(shape):
        return False
    return bool(re.search(r"[A-Za-z0-9](?:_+|\.|/|::)[A-Za-z0-9]|^_+[A-Za-z0-9]|[A-Za-z0-9]_+$", shape)) or bool(
        _HUMP.search(shape)
    )


def _chains(text: str) -> Iterator[str]:
    shape = _shape(text)
    return (text[match.start() : match.end()] for match in _CHAIN.finditer(shape))


def code_tokens(text: str) -> tuple[str, ...]:
    """The distinct code-shaped tokens of a text, NFC, in order; of a hyphenated chain its code-shaped parts."""
    found: dict[str, None] = {}
    for chain in _chains(nfc(text)):
        for token in chain.split("-") if "-" in chain and "/" not in chain else (chain,):
            if is_code_shaped(token):
                found.setdefault(token.lstrip(">"))
    return tuple(found)


_HUMPS = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+[a-z]*")


def split_humps(name: str) -> tuple[str, ...]:
    """The words a name is made of, lower case: `parseHTTPBody` gives parse, http, body; `a.b_c` gives a, b, c."""
    name = nfc(name)
    shape = _shape(name)
    return tuple(name[match.start() : match.end()].lower() for match in _HUMPS.finditer(shape))


def identifiers_in(text: str) -> set[str]:
    """Every whole identifier that stands in a text, NFC, with case.

    `Basket.add` gives `Basket.add`, `Basket` and `add`; of longer chains also what they begin and end with. A word of
    a hyphenated chain counts by itself only if it is code-shaped, so `pre-commit` does not name `commit`.
    """
    found: set[str] = set()
    for chain in _chains(nfc(text)):
        found.add(chain)
        if not chain.isidentifier():
            found |= _links_of(chain)
    return {name for name in found if not name.isdigit()}


def _links_of(chain: str) -> set[str]:
    """The shorter names within a chain."""
    shape = _shape(chain)
    spans = [(match.start(), match.end()) for match in _PARTS.finditer(shape)]
    hyphens = [index for index, (start, _) in enumerate(spans) if start and chain[start - 1] == "-"]
    found = {part for start, end in spans for part in _spellings(chain[start:end])}
    if hyphens:
        return {part for part in found if is_code_shaped(part)} | _unhyphenated(chain)
    if len(spans) <= _LONG_CHAIN:
        found |= {chain[start:] for start, _ in spans} | {chain[:end] for _, end in spans}
    return found


def _spellings(part: str) -> tuple[str, ...]:
    return (part, part[1:]) if part.startswith("$") else (part,)


def _unhyphenated(chain: str) -> set[str]:
    """Of a path with hyphens in it (`my-lib/price.py`), the pieces between the other links."""
    pieces = [piece for piece in re.split(r"::|->|[./#\\]", chain) if piece]
    return set(pieces) if len(pieces) > 1 else set()


def contains_identifier(identifiers: set[str] | frozenset[str], name: str) -> bool:
    """Whether `identifiers_in` of a text holds a name."""
    return nfc(name) in identifiers


def written_as_code(word: str, text: str) -> bool:
    """Whether a plain word stands in a text as an identifier would: in backticks, called, assigned, part of a dotted
    name or of a path."""
    one = rf"(?<![\w]){re.escape(word)}(?!\w)"
    return re.search(rf"`[^`\n]*{one}[^`\n]*`|{one}(?:\(|\s?=\s?|[.:/]+\w)|\w[.:/]+{one}", text) is not None

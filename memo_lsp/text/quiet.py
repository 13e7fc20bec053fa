"""Which stretches of source code are comments and which are literals: where a plain word names nothing.

One regular expression a family of languages, tried wherever a comment or literal can begin: good enough to tell a word
of a comment from a name, in languages that have no grammar here too. What is interpolated into a string is code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

PROSE = frozenset(("markdown", "plaintext", "restructuredtext", "asciidoc", "latex", "git-commit", "gitcommit", "text"))

_LINE_ENDS = r"[^\r\n]*"
_DOUBLE = r'"(?:[^"\\\r\n]|\\.)*"?'
_SINGLE = r"'(?:[^'\\\r\n]|\\.)*'?"
_CHARACTER = r"'(?:[^'\\\r\n]|\\[^\r\n]{1,8}?)'"  # no lifetime, no digit separator
_BACKTICK = r"`(?:[^`\\]|\\.)*`?"
_RAW_BACKTICK = r"`[^`]*`?"
_TRIPLES = r'"""(?:[^\\]|\\.)*?(?:"""|\Z)|\'\'\'(?:[^\\]|\\.)*?(?:\'\'\'|\Z)'
_BLOCK = r"/\*.*?(?:\*/|\Z)"
_LONG = r"\[(?P<level>=*)\[.*?(?:\](?P=level)\]|\Z)"

# family: (comments, strings)
_FAMILIES: dict[str, tuple[str, str]] = {
    "python": (rf"\#{_LINE_ENDS}", rf"{_TRIPLES}|{_DOUBLE}|{_SINGLE}"),
    "hash": (rf"(?<![\w$])\#{_LINE_ENDS}", rf"{_DOUBLE}|{_SINGLE}|{_RAW_BACKTICK}"),
    "script": (rf"//{_LINE_ENDS}|{_BLOCK}", rf"{_DOUBLE}|{_SINGLE}|{_BACKTICK}"),
    "go": (rf"//{_LINE_ENDS}|{_BLOCK}", rf"{_DOUBLE}|{_CHARACTER}|{_RAW_BACKTICK}"),
    "c": (rf"//{_LINE_ENDS}|{_BLOCK}", rf'"""(?:.*?)(?:"""|\Z)|{_DOUBLE}|{_CHARACTER}'),
    "php": (rf"//{_LINE_ENDS}|\#{_LINE_ENDS}|{_BLOCK}", rf"{_DOUBLE}|{_SINGLE}"),
    "css": (_BLOCK, rf"{_DOUBLE}|{_SINGLE}"),
    "lua": (rf"--{_LONG}|--{_LINE_ENDS}", rf"{_DOUBLE}|{_SINGLE}"),
    "sql": (rf"--{_LINE_ENDS}|{_BLOCK}", _SINGLE),
    "lisp": (rf";{_LINE_ENDS}", _DOUBLE),
    "markup": (r"<!--.*?(?:-->|\Z)", r"(?!)"),
}
_FAMILY_OF = {
    name: family
    for family, names in {
        "python": "python starlark",
        "hash": "ruby shellscript bash sh zsh fish yaml toml perl r makefile dockerfile elixir julia cmake",
        "script": "javascript javascriptreact typescript typescriptreact dart vue svelte jsonc less scss groovy",
        "go": "go",
        "c": "c cpp csharp java kotlin rust swift scala objective-c zig d cuda-cpp",
        "php": "php",
        "css": "css",
        "lua": "lua",
        "sql": "sql",
        "lisp": "clojure commonlisp lisp scheme elisp emacs-lisp",
        "markup": "html xml svg",
    }.items()
    for name in names.split()
}
_BEGINS = {
    family: re.compile(begins)
    for family, begins in {
        "python": "[\"'#]", "hash": "[\"'`#]", "script": "[\"'`/]", "go": "[\"'`/]", "c": "[\"'/]", "php": "[\"'/#]",
        "css": "[\"'/]", "lua": "[\"'-]", "sql": "['/-]", "lisp": '[";]', "markup": "<",
    }.items()
}  # fmt: skip
_FORMAT_PREFIX = re.compile(r"(?<!\w)(?:[fF][rR]?|[rR][fF])\Z")
_INTERPOLATED = re.compile(r"\$\{([^{}]*)\}")
_FORMATTED = re.compile(r"(?<!\{)\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Quiet:
    """Comments and literals of a text, in order, as code-point offsets."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    comments: tuple[bool, ...]

    def kind(self, offset: int) -> str | None:
        """`comment`, `literal`, or None where code stands."""
        at = bisect_right(self.starts, offset) - 1
        if at < 0 or offset >= self.ends[at]:
            return None
        return "comment" if self.comments[at] else "literal"


def quiet(text: str, language: str | None) -> Quiet:
    """Comments and literals of a source text; of an unknown language, none; prose is one long comment."""
    if language in PROSE:
        return Quiet((0,), (len(text) + 1,), (True,))
    family = _FAMILY_OF.get(language or "")
    if family is None:
        return Quiet((), (), ())
    found: list[tuple[int, int, bool]] = []
    for match in _tokens(text, family):
        if match.lastgroup == "comment":
            found.append((match.start(), match.end(), True))
        else:
            found += ((start, end, False) for start, end in _literal(match, family))
    return Quiet(*map(tuple, zip(*found, strict=True))) if found else Quiet((), (), ())


def _tokens(text: str, family: str) -> Iterator[re.Match[str]]:
    """Comments and literals one after the other; only where one may begin is the whole pattern tried."""
    begins, pattern = _BEGINS[family], _pattern(family)
    at = 0
    while begin := begins.search(text, at):
        token = pattern.match(text, begin.start())
        at = max(token.end(), begin.end()) if token else begin.end()
        if token:
            yield token


@cache
def _pattern(family: str) -> re.Pattern[str]:
    comments, strings = _FAMILIES[family]
    return re.compile(rf"(?P<literal>{strings})|(?P<comment>{comments})", re.DOTALL)


def _literal(match: re.Match[str], family: str) -> list[tuple[int, int]]:
    """A literal without what is interpolated into it."""
    text, at = match[0], match.start()
    holes = None
    if family == "script" and text[0] == "`":
        holes = _INTERPOLATED
    elif family == "python" and _FORMAT_PREFIX.search(match.string, max(0, at - 3), at):
        holes = _FORMATTED
    spans, start = [], 0
    for hole in holes.finditer(text) if holes else ():
        spans.append((at + start, at + hole.start(1)))
        start = hole.end(1)
    return [*spans, (at + start, at + len(text))]

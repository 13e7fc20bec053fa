"""A symbol's content as a hash of its tokens: layout does not count, a changed token does.

The symbol's own name is left out, so a renamed symbol with the same body keeps its hash. Where blocks are made by
indentation, stepping in and out are tokens; how wide a step is, is layout. So is what formatters do: a comma before a
closing bracket, which quotes a plain string has, where a comment breaks its lines. Comments count without spacing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

from memo_lsp.text.lines import plain_ends

_DOUBLE, _SINGLE, _BACKTICK = r'"(?:[^"\\\n]|\\.)*"', r"'(?:[^'\\\n]|\\.)*'", r"`(?:[^`\\]|\\.)*`"
_TRIPLE = r'"{3}(?:[^\\]|\\.)*?"{3}|' + r"'{3}(?:[^\\]|\\.)*?'{3}"
_TRIPLE_RAW = r'"{3}.*?"{3}'
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,8}?)'"  # no lifetime, no digit separator
_SLASHES, _HASHES = r"//[^\n]*|/\*.*?\*/", r"#[^\n]*"
_LONG = r"\[(?P<level>=*)\[.*?\](?P=level)\]"
_WORD = r"[\w$]+|[^\w\s]"


@dataclass(frozen=True, slots=True)
class Style:
    """How a family of languages writes: its tokens, what comments begin with, whether blocks are made by indentation,
    whether either quote makes the same string."""

    tokens: str  # a regular expression, compiled when it is first needed
    comments: tuple[str, ...]
    indented: bool = False
    quotes: bool = False


def _style(tokens: str, *comments: str, indented: bool = False, quotes: bool = False) -> Style:
    return Style(tokens, comments, indented, quotes)


@cache
def _pattern(tokens: str) -> re.Pattern[str]:
    return re.compile(tokens, re.DOTALL)


INDENTED = _style(
    rf"(?P<joined>\\\n)|(?P<newline>\n)|[rbfuRBFU]{{0,2}}(?:{_TRIPLE}|{_DOUBLE}|{_SINGLE})|{_HASHES}|\w+|[^\w\s]",
    "#", indented=True, quotes=True,
)  # fmt: skip
SCRIPT = _style(rf"{_DOUBLE}|{_SINGLE}|{_BACKTICK}|{_SLASHES}|{_WORD}", "//", "/*", quotes=True)
CHARS = _style(rf"{_TRIPLE_RAW}|{_DOUBLE}|{_CHARACTER}|{_BACKTICK}|{_SLASHES}|{_WORD}", "//", "/*")
PHP_LIKE = _style(rf"{_DOUBLE}|{_SINGLE}|{_SLASHES}|#(?!\[)[^\n]*|{_WORD}", "//", "/*", "#")
HASH = _style(rf"{_DOUBLE}|{_SINGLE}|{_BACKTICK}|(?<![\w$]){_HASHES}|{_WORD}", "#")
DASHES = _style(rf"{_DOUBLE}|{_SINGLE}|--{_LONG}|--[^\n]*|{_LONG.replace('level', 'depth')}|{_WORD}", "--", quotes=True)

_DEEPER = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_STEP_IN, _STEP_OUT, _SELF, _COMMENT, _ENDED, _BETWEEN = "\x02", "\x03", "\x04", "\x05", "\x06", "\x1f"
_TRAILING = re.compile(rf",{_BETWEEN}(?:(?:{_COMMENT}[^{_ENDED}]*{_ENDED}|[{_STEP_IN}{_STEP_OUT}]){_BETWEEN})*[)\]}}]")
_SINGLE_QUOTED = re.compile(r"([rbfuRBFU]{0,2})'([^'\"\\]*)'", re.DOTALL)
_COMMENT_SIGNS = re.compile(r"^[ \t]*[#/*!-]*[ \t]*|[ \t]*\*/$", re.MULTILINE)


def token_hash(source: str, name: str, style: Style) -> str:
    """Sixteen hex digits for the tokens of a symbol's source, which begins with its first line's indentation."""
    joined = joined_tokens(source, name, style)
    return blake2b(joined.encode("utf-8", "replace"), digest_size=8).hexdigest()


def joined_tokens(source: str, name: str, style: Style) -> str:
    """The tokens that count, as one string; equal for two texts that differ in layout only."""
    source = plain_ends(source)
    found = (
        _indented(source, style) if style.indented else [match[0] for match in _pattern(style.tokens).finditer(source)]
    )
    calm = [_calm(token, style) for token in found]
    if name in found:
        calm = [_SELF if token == name and _is_own(found, at) else calm[at] for at, token in enumerate(found)]
    joined = _BETWEEN.join(calm)
    if _TRAILING.search(joined):
        joined = _BETWEEN.join(_without_trailing_commas(calm, _CALLABLE[style.indented]))
    return joined.replace(f"{_ENDED}{_BETWEEN}{_COMMENT}", "")


_OWNERS = frozenset(("self", "this", "cls", "Self", "$this"))


def _is_own(tokens: list[str], at: int) -> bool:
    """Whether a name is the symbol's own and not that of another thing's member: `self.take`, not `shelf.take`."""
    return at < 2 or tokens[at - 1] != "." or tokens[at - 2] in _OWNERS


def _calm(token: str, style: Style) -> str:
    """A comment without signs and spacing, a plain string in double quotes; anything else as it stands."""
    if token.startswith(style.comments):
        return _COMMENT + "".join(_COMMENT_SIGNS.sub("", token).split()) + _ENDED
    if style.quotes and token.endswith("'") and (quoted := _SINGLE_QUOTED.fullmatch(token)):
        return f'{quoted[1]}"{quoted[2]}"'
    return token


_CALLABLE = {True: (")", "]"), False: (")", "]", ">")}  # `f<T>(x,)` is a call where `a > (x,)` is no tuple


def _without_trailing_commas(tokens: list[str], callable_: tuple[str, ...]) -> list[str]:
    """Commas that stand before a closing bracket and say nothing: not the one that makes `(x,)` a tuple."""
    kept = [""]
    open_at: list[list[bool]] = []  # of every open bracket: whether it follows a name, whether it holds two things
    for at, token in enumerate(tokens):
        deeper = _DEEPER.get(token, 0)
        if token == "," and open_at:
            if _closes(tokens, at + 1):
                if any(open_at[-1]):
                    continue
            else:
                open_at[-1][1] = True
        elif deeper > 0:
            after_value = kept[-1][-1:].isidentifier() or kept[-1] in (*callable_, _SELF)
            open_at.append([token == "{" or after_value is (token == "("), False])
        elif deeper < 0 and open_at:
            open_at.pop()
        kept.append(token)
    return kept[1:]


def _closes(tokens: list[str], at: int) -> bool:
    """Whether nothing but comments and steps stands before the next closing bracket."""
    while at < len(tokens) and tokens[at][:1] in (_COMMENT, _STEP_IN, _STEP_OUT):
        at += 1
    return at < len(tokens) and _DEEPER.get(tokens[at], 0) < 0


def _indented(source: str, style: Style) -> list[str]:
    """Tokens with a mark wherever a logical line steps in or out."""
    found: list[str] = []
    widths, depth, fresh = [_width(source, len(source) - len(source.lstrip(" \t")))], 0, False
    for match in _pattern(style.tokens).finditer(source):
        token = match.group()
        if match.lastgroup:
            fresh = match.lastgroup == "newline" and depth == 0
            continue
        if fresh and not token.startswith("#"):
            found += _steps(widths, _width(source, match.start()))
            fresh = False
        depth = max(0, depth + _DEEPER.get(token, 0))
        found.append(token)
    return found


def _width(source: str, at: int) -> int:
    return len(source[source.rfind("\n", 0, at) + 1 : at].expandtabs(8))


def _steps(widths: list[int], width: int) -> list[str]:
    """The marks for a line of this width; `widths` are those of the open blocks and follow."""
    if width > widths[-1]:
        widths.append(width)
        return [_STEP_IN]
    marks = []
    while width < widths[-1] and len(widths) > 1:
        widths.pop()
        marks.append(_STEP_OUT)
    return marks

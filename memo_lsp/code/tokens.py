"""A symbol's content as a hash of its tokens: layout does not count, a changed token does.

The symbol's own name is left out, so a renamed symbol with the same body keeps its hash. Where blocks are made by
indentation, stepping in and out are tokens; how wide a step is, is layout. Comments count without their spacing.
"""

from __future__ import annotations

import re
from hashlib import blake2b

from memo_lsp.text.lines import plain_ends

_DOUBLE, _SINGLE = r'"(?:[^"\\\n]|\\.)*"', r"'(?:[^'\\\n]|\\.)*'"
_TRIPLE = r'"{3}(?:[^\\]|\\.)*?"{3}|' + r"'{3}(?:[^\\]|\\.)*?'{3}"
_INDENTED = re.compile(
    rf"(?P<joined>\\\n)|(?P<newline>\n)|[rbfuRBFU]{{0,2}}(?:{_TRIPLE}|{_DOUBLE}|{_SINGLE})|#[^\n]*|\w+|[^\w\s]",
    re.DOTALL,
)
_BRACED = re.compile(rf"{_DOUBLE}|{_SINGLE}|`(?:[^`\\]|\\.)*`|//[^\n]*|/\*.*?\*/|[\w$]+|[^\w\s]", re.DOTALL)
_DEEPER = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_STEP_IN, _STEP_OUT, _SELF = "\x02", "\x03", "\x04"


def token_hash(source: str, name: str, indented: bool) -> str:
    """Sixteen hex digits for the tokens of a symbol's source, which begins with its first line's indentation.

    `indented`: blocks are made by indentation and comments begin with `#`; else braces and `//`, `/* */`.
    """
    source = plain_ends(source)
    tokens = _indented(source) if indented else _BRACED.findall(source)
    joined = "\x1f".join(_SELF if token == name else _calm(token) for token in tokens)
    return blake2b(joined.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _calm(token: str) -> str:
    """A comment without its spacing; anything else as it stands."""
    return "".join(token.split()) if token.startswith(("#", "//", "/*")) else token


def _indented(source: str) -> list[str]:
    """Tokens with a mark wherever a logical line steps in or out."""
    found: list[str] = []
    widths, depth, fresh = [_width(source, len(source) - len(source.lstrip(" \t")))], 0, False
    for match in _INDENTED.finditer(source):
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

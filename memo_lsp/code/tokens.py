"""A symbol's content as a hash of its tokens: layout does not count, a changed token does.

The symbol's own name is left out, so a renamed symbol with the same body keeps its hash. Where blocks are made by
indentation, stepping in and out are tokens; how wide a step is, is layout. So is what formatters do: a comma before a
closing bracket, which quotes a plain string has, where a comment breaks its lines. Comments count without spacing.

A text is taken apart line by line, and what a line holds is remembered: of two versions of a file, of a class and its
methods, nearly every line is the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import accumulate
from typing import NamedTuple

from memo_lsp.text.lines import plain_ends

_DOUBLE, _SINGLE, _BACKTICK = r'"(?:[^"\\\n]|\\.)*"', r"'(?:[^'\\\n]|\\.)*'", r"`(?:[^`\\]|\\.)*`"
_TRIPLE = r'"{3}(?:[^\\]|\\.)*?"{3}|' + r"'{3}(?:[^\\]|\\.)*?'{3}"
_TRIPLE_RAW = r'"{3}.*?"{3}'
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,8}?)'"  # no lifetime, no digit separator
_SLASHES, _HASHES = r"//[^\n]*|/\*.*?\*/", r"#[^\n]*"
_LONG = r"\[(?P<level>=*)\[.*?\](?P=level)\]"
_WORD = r"[\w$]+|[^\w\s]"


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """How a family of languages writes: its tokens, what comments begin with, what begins a token that may reach across
    lines (beside a `\\` at the end of one), whether blocks are made by indentation, whether either quote makes the same
    string."""

    tokens: str  # a regular expression, compiled when it is first needed
    comments: tuple[str, ...]
    openers: tuple[str, ...]
    indented: bool = False
    quotes: bool = False


def _style(tokens: str, comments: str, openers: str, *, indented: bool = False, quotes: bool = False) -> Style:
    return Style(tokens, tuple(comments.split()), tuple(openers.split()), indented, quotes)


@cache
def _pattern(tokens: str) -> re.Pattern[str]:
    return re.compile(tokens, re.DOTALL)


INDENTED = _style(
    rf"\\\n|[rbfuRBFU]{{0,2}}(?:{_TRIPLE}|{_DOUBLE}|{_SINGLE})|{_HASHES}|\w+|[^\w\s]",
    "#", "\"\"\" '''", indented=True, quotes=True,
)  # fmt: skip
SCRIPT = _style(rf"{_DOUBLE}|{_SINGLE}|{_BACKTICK}|{_SLASHES}|{_WORD}", "// /*", "` /*", quotes=True)
CHARS = _style(rf"{_TRIPLE_RAW}|{_DOUBLE}|{_CHARACTER}|{_BACKTICK}|{_SLASHES}|{_WORD}", "// /*", '""" ` /*')
PHP_LIKE = _style(rf"{_DOUBLE}|{_SINGLE}|{_SLASHES}|#(?!\[)[^\n]*|{_WORD}", "// /* #", "/*")
HASH = _style(rf"{_DOUBLE}|{_SINGLE}|{_BACKTICK}|(?<![\w$]){_HASHES}|{_WORD}", "#", "`")
DASHES = _style(
    rf"{_DOUBLE}|{_SINGLE}|--{_LONG}|--[^\n]*|{_LONG.replace('level', 'depth')}|{_WORD}", "--", "[[ [=", quotes=True
)

_LONGEST = 1_000  # tokens and gaps of a line that are taken apart at once
_REMEMBERED, _WORTH_KEEPING = 4_096, 200  # lines of a style, characters of one
_JOINED = "\\\n"
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
    found, calm = _taken_apart(plain_ends(source), style)
    for at in _places(found, name):
        if _is_own(found, at):
            calm[at] = _SELF
    joined = _BETWEEN.join(calm)
    if _TRAILING.search(joined):
        joined = _BETWEEN.join(_without_trailing_commas(calm, _CALLABLE[style.indented]))
    return joined.replace(f"{_ENDED}{_BETWEEN}{_COMMENT}", "")


def _places(tokens: list[str], name: str) -> Iterator[int]:
    at = -1
    with suppress(ValueError):
        while True:
            at = tokens.index(name, at + 1)
            yield at


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


class _Line(NamedTuple):
    """Tokens up to the end of a line that no token reaches across, as they stand and as they count. `width` is that of
    the indentation, None where nothing steps in or out by it; by how much brackets are `deeper` afterwards, and by how
    much they were at the `lowest` on the way."""

    tokens: Sequence[str]
    calm: Sequence[str]
    width: int | None
    deeper: int
    lowest: int


class _Lines(dict[str, _Line]):
    """Lines of a style that no token reaches across, by their text."""

    def __init__(self, style: Style):
        super().__init__()
        self._style = style
        self._reaching = re.compile(rf"(?:{style.tokens}|[^\S\n]+){{0,{_LONGEST}}}\n?", re.DOTALL)

    def at(self, source: str, start: int) -> tuple[_Line, int]:
        """The line that starts there, and where the next one does."""
        end = source.find("\n", start) + 1 or len(source)
        text = source[start:end]
        if (known := self.get(text)) is not None:
            return known, end
        if text.endswith(_JOINED) or any(opener in text for opener in self._style.openers):
            reaching = self._reaching.match(source, start)
            end = reaching.end() if reaching else end
            return self._line(source[start:end]), end
        line = self._line(text)
        if len(text) <= _WORTH_KEEPING:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = line
        return line, end

    def _line(self, text: str) -> _Line:
        style = self._style
        tokens = [match[0] for match in _pattern(style.tokens).finditer(text)]
        steps = style.indented and tokens and tokens[0] != _JOINED and not tokens[0].startswith("#")
        width = _width(text[: len(text) - len(text.lstrip())]) if steps else None
        if _JOINED in text:
            tokens = [token for token in tokens if token != _JOINED]
        told = any(sign in text for sign in (*style.comments, "'"))
        calm = [_calm(token, style) for token in tokens] if told else tokens
        depths = list(accumulate([_DEEPER[token] for token in tokens if token in _DEEPER], initial=0))
        return _Line(tokens, calm, width, depths[-1], min(depths))


@cache
def _lines(style: Style) -> _Lines:
    return _Lines(style)


def _taken_apart(source: str, style: Style) -> tuple[list[str], list[str]]:
    """Tokens as they stand and as they count; where blocks are indented, with a mark wherever a logical line steps in
    or out."""
    found: list[str] = []
    calm: list[str] = []
    lines = _lines(style)
    widths, depth, fresh = [_width(source[: len(source) - len(source.lstrip(" \t"))])], 0, False
    at, end = 0, len(source)
    while at < end:
        (tokens, counted, width, deeper, lowest), at = lines.at(source, at)
        if fresh and width is not None:
            steps = _steps(widths, width)
            found += steps
            calm += steps
        found += tokens
        calm += counted
        depth = max(depth + deeper, deeper - lowest)  # a bracket too many closes nothing
        fresh = depth == 0 and source[at - 1] == "\n"
    return found, calm


def _width(indentation: str) -> int:
    return len(indentation.expandtabs(8))


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

"""Rule 3. Names in code: paths, files, members, codes, flags. Compared in one form, however they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memo_lsp.dream.guard.lists.names import ACRONYMS, EXTENSIONS, PRODUCTS
from memo_lsp.dream.guard.lists.units import UNITS
from memo_lsp.text.identifiers import is_code_shaped, is_version, split_humps

_TICKED = re.compile(r"'([^\s']*[\w)][^\s']*)'")
_URL = re.compile(r"\bhttps?://([^\s)>\]]+)", re.IGNORECASE)
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*")
_PATH = re.compile(
    r"(?<![\w/])(?:@|~|\.{1,2}|[A-Z]:)?[\w.{}<>*@+-]*(?:[/\\][\w.{}<>*@:+-]*[\w}*>])+(?:::[\w.]+)*(?:\(\))?/?"
)
_ISSUE = re.compile(r"(?<!\w)(?:[\w./-]*#|GH-|!)\d+\b")
_HASH = re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b")
_IP = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b")
_FLAG = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
_LOCALE = re.compile(r"\b[a-z]{2,3}[-_][A-Z]{2}\b")
_CHAIN = re.compile(r"[@$]?\w+(?:(?:::|->|\.|-)\w+)*(?:\(\))?")
_LETTER_FIRST = re.compile(r"(?![vV]\d)[A-Za-z]+\d[A-Za-z0-9]*|[A-Z]+(?:-[A-Z0-9]+)*-\d[\w-]*|[A-Za-z]\d+-\w+")
_MEASURE = re.compile(r"\d[\d.]*([^\W\d_]+)")
_DIGIT_FIRST = re.compile(r"\d+[A-Za-z][A-Za-z0-9]*")
_CAPS = re.compile(r"[A-Z][A-Z0-9]+")
_LONE = re.compile(r"(?<=[a-z] )[A-Z](?![\w'.+#])")
_DOCUMENT = re.compile(r"[A-Z]{4,}$|(?i:makefile|dockerfile|changelog|readme|license)$")
_LINKS = re.compile(r"::|->|[/\\#:]")
_SKIPPED = frozenset(("", ".", "..", "~", "self", "this", "cls", "http", "https", "www"))

Parts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """One identifier: its parts in their normal form, and the words it is made of."""

    parts: Parts
    words: Parts
    weak: bool = False  # a code or an abbreviation: it may be one word among others


def take(text: str) -> tuple[tuple[Name, ...], str]:
    """The identifiers of a title, and the title without them."""
    found: dict[Name, None] = {}

    def keep(match: re.Match[str]) -> str:
        text = match[1] if match.re in (_TICKED, _URL) else match[0]
        name = _name(text, weak=_LETTER_FIRST.fullmatch(text) is not None)
        if name is None:
            return match[0]
        found[name] = None
        return " § "

    for pattern in (_URL, _ADDRESS):
        text = pattern.sub(keep, text)
    text = _TICKED.sub(lambda match: keep(match) if _is_name(match[1]) else match[0], text)
    text = _PATH.sub(lambda match: keep(match) if _is_path(match[0]) else match[0], text)
    for pattern in (_ISSUE, _HASH, _IP, _FLAG, _LOCALE):
        text = pattern.sub(keep, text)
    text = _CHAIN.sub(lambda match: keep(match) if _is_chain(match[0]) and not _is_unit(match) else match[0], text)
    return tuple(found), text


def codes(text: str) -> tuple[tuple[Name, ...], str]:
    """Letter-digit codes, ALL CAPS and lone capitals: what is left for them once figures are out."""
    found: dict[Name, None] = {}
    shouted = not any(char.islower() for char in text)

    def keep(match: re.Match[str]) -> str:
        word = match[0]
        if not (_is_code(word) or (not shouted and _is_caps(word))):
            return word
        name = _name(word.removesuffix("s") if _is_caps(word) else word, weak=True)
        if name is None:
            return word
        found[name] = None
        return " § "

    text = _CHAIN.sub(keep, text)
    if not shouted:
        for match in _LONE.finditer(text):
            found[Name((match[0].lower(),), (match[0].lower(),), weak=True)] = None
        text = _LONE.sub("§", text)
    return tuple(found), text


def _is_name(ticked: str) -> bool:
    return not ticked.isdigit() and not re.fullmatch(r"v?\d+(\.\d+)+", ticked)


def _is_path(text: str) -> bool:
    """A path, and not two words with a stroke between them (`read/write`), a rate, a date or a fraction."""
    if (
        not any(char.isalpha() for char in text)
        or text.lower() in PRODUCTS
        or re.fullmatch(r"[A-Z]+(/[A-Z\d]+)+", text)
    ):
        return False
    plain = [part for part in re.split(r"[/\\]", text) if part]
    marked = text[0] in "/~.@\\" or "." in text or "_" in text or len(plain) > 2 or any(map(str.isdigit, text))
    return marked and not all(part.isdigit() for part in plain)


def _is_chain(text: str) -> bool:
    if text.lower() in PRODUCTS or text.lower().rstrip("s") in PRODUCTS:
        return False
    if is_version(text):
        return False
    if _LETTER_FIRST.fullmatch(text):
        return True
    pieces = text.split("-") if "-" in text and "->" not in text else (text,)
    return (
        text.endswith("()")
        or text[0] in "@$"
        or any(is_code_shaped(piece) and piece.lower() not in PRODUCTS for piece in pieces)
    )


def _is_unit(match: re.Match[str]) -> bool:
    """`400 kHz` is a measure, and so is `16.6ms`."""
    if measure := _MEASURE.fullmatch(match[0]):
        return measure[1] in UNITS
    return match[0] in UNITS and match.string[: match.start()].rstrip()[-1:].isdigit()


def _is_code(word: str) -> bool:
    return word.isascii() and _DIGIT_FIRST.fullmatch(word) is not None and word.lower() not in PRODUCTS


def _is_caps(word: str) -> bool:
    bare = word[:-1] if word.endswith("s") else word
    return len(bare) > 1 and _CAPS.fullmatch(bare) is not None and bare not in ACRONYMS


def _name(text: str, weak: bool = False) -> Name | None:
    bare = text.strip("'\"").removesuffix("()").rstrip("/.:,;")
    parts = tuple(part for piece in _LINKS.split(bare) for part in _members(piece) if part not in _SKIPPED)
    if not parts:
        return None
    words = split_humps(bare.rpartition("/")[2])
    return Name(parts, words, weak)


def _members(piece: str) -> Iterator[str]:
    """A file name is one part, a chain of members several."""
    stem, dot, ending = piece.rpartition(".")
    if dot and stem and ending.lower() in EXTENSIONS:
        yield _normal(stem) if _DOCUMENT.match(stem) else f"{_normal(stem)}.{ending.lower()}"
        return
    for member in piece.split("."):
        yield _normal(member)


def _normal(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum() or char in "+*{}<>")


def same(one: Name, other: Name) -> bool:
    """Whether two names can be one: the shorter ends the longer, or names the file the longer lies in."""
    short, long = sorted((one.parts, other.parts), key=len)
    if long[len(long) - len(short) :] == short or (
        _stem(long[-1]) == _stem(short[-1]) != "" and _one_bare(long[-1], short[-1])
    ):
        return True
    return len(short) == 1 and "." in short[0] and short[0] in long


def _stem(part: str) -> str:
    return part.partition(".")[0]


def _one_bare(one: str, other: str) -> bool:
    return ("." in one) != ("." in other)


def lacks(name: Name, others: Sequence[Name], plain: Sequence[str]) -> bool:
    """Whether a title without this name: neither among its identifiers nor written out in its words."""
    if any(same(name, other) for other in others):
        return False
    words, last = name.words, name.parts[-1].partition(".")[0]
    if last in plain:
        return False
    run = len(words)
    return not (run > 1 and any(tuple(plain[at : at + run]) == words for at in range(len(plain) - run + 1)))


def own(a: Sequence[Name], b: Sequence[Name], b_plain: Sequence[str]) -> list[Name]:
    """What the one title names and the other does not."""
    return [name for name in a if lacks(name, b, b_plain)]


def differ(a_own: Sequence[Name], b_own: Sequence[Name], related: bool) -> bool:
    """Whether each title names something that the other does not. Codes and abbreviations alone tell nothing of
    titles that are not related at all."""
    if not (a_own and b_own):
        return False
    return related or (any(not name.weak for name in a_own) and any(not name.weak for name in b_own))

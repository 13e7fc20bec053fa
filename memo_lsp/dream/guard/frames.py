"""Two titles laid side by side, small words and all: where they say the same, and where one says something else.

A value put into a template leaves the rest as it was; a fact told again has other small words in other places. A title
that is the other word for word and something more narrows it down, or tells of something done with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memo_lsp.dream.guard.lists.frames import (
    DROPPED,
    FIXED,
    LIGHT,
    MAKING,
    MUTUAL,
    OF,
    PARTICLES,
    PURPOSE,
    REASONS,
    ROLES,
)
from memo_lsp.dream.guard.lists.small import ENGLISH, IGNORED, SMALL
from memo_lsp.dream.guard.words import key

_FEW = 2  # places that differ, at most, in one template
_LONGEST = 40  # words of a title that are laid side by side
_ELSE = 5  # a purpose may be added to a title of so many content words
_TOPIC = re.compile(r"^[^:：]{1,40}[:：]\s")
_UNSPACED = re.compile("[\u3400-\u9fff\uf900-\ufaff々〆\u30a0-\u30ff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")


@dataclass(frozen=True, slots=True)
class Said:
    """A title's words as they are compared: `keys` in order, and which of them are content."""

    keys: tuple[str, ...]
    content: tuple[bool, ...]
    topic: bool  # it names what it is about before a colon
    fixed: bool  # the order of its words tells who does what


@dataclass(frozen=True, slots=True)
class Place:
    """Where two titles differ: the stretches of each, one of them may be empty."""

    a: tuple[int, int]
    b: tuple[int, int]


def said(text: str, words: Iterable[str], language: str) -> Said:
    """Read it from a folded title and its words. Articles and forms of `be` are left out, characters of scripts
    without spaces stand each by itself."""
    small = ENGLISH | SMALL[language] if language != "english" else ENGLISH
    dropped = DROPPED["english"] | DROPPED.get(language, frozenset())
    keys: list[str] = []
    content: list[bool] = []
    for token in words:
        if _UNSPACED.match(token):
            keys += token
            content += [char not in PARTICLES for char in token]
        elif token not in dropped and token not in IGNORED:
            keys.append(token if token in small else key(token, language))
            content.append(token not in small and not "\u3040" <= token[0] <= "\u309f")
    return Said(tuple(keys[:_LONGEST]), tuple(content[:_LONGEST]), _TOPIC.match(text) is not None, language in FIXED)


def places(a: Said, b: Said) -> list[Place]:
    """Where two titles differ, in order; what lies between is their longest common sequence."""
    ones, others = a.keys, b.keys
    common = _common(ones, others)
    found: list[Place] = []
    i = j = from_a = from_b = 0
    while i < len(ones) and j < len(others):
        if ones[i] == others[j]:
            if i > from_a or j > from_b:
                found.append(Place((from_a, i), (from_b, j)))
            i, j = i + 1, j + 1
            from_a, from_b = i, j
        elif common[i + 1][j] >= common[i][j + 1]:
            i += 1
        else:
            j += 1
    if from_a < len(ones) or from_b < len(others):
        found.append(Place((from_a, len(ones)), (from_b, len(others))))
    return found


def _common(a: Sequence[str], b: Sequence[str]) -> list[list[int]]:
    """How many words the longest common sequence has, of what begins at each two of them."""
    found = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        row, below = found[i], found[i + 1]
        for j in range(len(b) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if a[i] == b[j] else max(below[j], row[j + 1])
    return found


def one_template(a: Said, b: Said) -> bool:
    """Whether titles differ in one place, or in two that both hold words of content. In more places, or in one and some
    small words, they are worded differently."""
    found = places(a, b)
    if len(found) > _FEW or _moved(a, b, found):
        return False
    return len(found) < _FEW or all(any(a.content[slice(*at.a)]) or any(b.content[slice(*at.b)]) for at in found)


def _moved(a: Said, b: Said, found: Sequence[Place]) -> bool:
    """Whether a word of content stands in one place in the one title, and in another in the other."""
    gone = {word for at in found for word, content in _words(a, at.a) if content}
    return any(content and word in gone for at in found for word, content in _words(b, at.b))


def _words(said: Said, place: tuple[int, int]) -> Iterator[tuple[str, bool]]:
    return zip(said.keys[slice(*place)], said.content[slice(*place)], strict=True)


def narrower(short: Said, long: Said) -> bool:
    """Whether the one title is the other, word for word, and more: of whom, where, when; or what is done with it. Not
    if that is only why, or what it is about, or the kind of thing that it names."""
    found = places(short, long)
    return all(at.a[0] == at.a[1] for at in found) and any(_adds(short, long, at.b) for at in found)


def _adds(short: Said, long: Said, at: tuple[int, int]) -> bool:
    start, end = at
    words = long.keys[start:end]
    new = {word for word, content in _words(long, at) if content} - set(short.keys) - LIGHT
    if not new or (start == 0 and (long.topic or new <= MAKING)):
        return False
    if start > 0 and words[0] in REASONS:
        return False
    if start == 0 and words[-1] in OF and any(map(str.isdigit, short.keys)):
        return False  # what is measured: `the size of pages is 8 KB`
    return not (end == len(long.keys) and words[0] in PURPOSE and sum(short.content) >= _ELSE)


def swapped(a: Said, b: Said) -> bool:
    """Whether two things have changed their parts: who pays whom. All else is the same, in the same order."""
    if not a.fixed or len(a.keys) != len(b.keys) or a.keys == b.keys or sorted(a.keys) != sorted(b.keys):
        return False
    head = next(at for at, (one, other) in enumerate(zip(a.keys, b.keys, strict=True)) if one != other)
    tail = next(at for at, (one, other) in enumerate(zip(a.keys[::-1], b.keys[::-1], strict=True)) if one != other)
    one, other = a.keys[head : len(a.keys) - tail], b.keys[head : len(b.keys) - tail]
    content = a.content[head : len(a.keys) - tail]
    size = len(one)
    for first in range(1, size - 1):
        for last in range(1, size - first):
            middle = one[first : size - last]
            if other == one[size - last :] + middle + one[:first]:
                return content[0] and content[size - last] and _parts(middle, content[first : size - last])
    return False


def _parts(middle: Sequence[str], content: Sequence[bool]) -> bool:
    """Whether what stands between two things gives each its part: a verb, and none that holds both ways."""
    if not MUTUAL.isdisjoint(middle):
        return False
    return any(content) or (len(middle) == 1 and middle[0] in ROLES)

"""A title taken apart once, for all rules: names, versions, figures, content words, and what it states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from memo_lsp.dream.guard import identifiers, numbers, own_words, polarity, relations, versions, words
from memo_lsp.dream.guard.identifiers import Name
from memo_lsp.dream.guard.numbers import Figures
from memo_lsp.dream.guard.own_words import Lead
from memo_lsp.dream.guard.polarity import Stance
from memo_lsp.dream.guard.words import Words

_PRIOR = 0.75  # what speaks for English before anything is read
LONGEST = 400  # characters of a title that are looked at


@dataclass(frozen=True, slots=True)
class Form:
    """What the rules compare of one title, read in one language."""

    names: tuple[Name, ...]
    excused: frozenset[str]  # words it says in its names, or in two pieces
    plain: tuple[str, ...]  # all words but its names, as a name could be written out in them
    versions: frozenset[str]
    left: frozenset[str]  # versions that something moves away from
    figures: Figures
    words: Words
    frame: tuple[str, ...]  # all tokens once dates and times are out
    stance: Stance
    lead: Lead


@lru_cache(maxsize=16_384)
def spelled(title: str) -> tuple[str, tuple[str, ...], tuple[tuple[str, float], ...]]:
    """A title in one spelling, its tokens, and the votes for its language."""
    text = words.folded(title[:LONGEST]).strip()
    found = words.tokens(text)
    return text, tuple(found), tuple(words.votes(found, text).items())


def language(a: str, b: str) -> str:
    """The language of a pair: the one most of whose small words stand in the two; English where none does."""
    votes = {"english": _PRIOR}
    for title in (a, b):
        for name, count in spelled(title)[2]:
            votes[name] = votes.get(name, 0) + count
    return min(votes, key=lambda name: (-votes[name], name != "english", name))


@lru_cache(maxsize=16_384)
def form(title: str, language: str) -> Form:
    """A title's form. Names come out first, then dates and times, versions, figures, codes; what is left are words."""
    text, tokens, _ = spelled(title)

    def keys(part: str) -> frozenset[str]:
        return frozenset(words.content(part, language).keys)

    names, rest = identifiers.take(text)
    dates, clocks, rest = numbers.take_times(rest)
    frame = tuple(words.tokens(rest))
    releases, left, rest = versions.take(rest)
    found, counted, rest = numbers.take(rest, language, lambda word: words.key(word, language))
    codes, rest = identifiers.codes(rest)
    names = (*names, *(code for code in codes if code not in names))
    return Form(
        names,
        frozenset(word for name in names for word in name.words) | _joined(tokens, language),
        tuple(words.tokens(rest)),
        releases,
        left,
        Figures(frozenset(found | dates), frozenset(clocks), tuple(counted.items())),
        words.content(rest, language),
        frame,
        polarity.read(text, language, relations.read(text, keys)),
        own_words.lead(text, language),
    )


def _joined(tokens: Sequence[str], language: str) -> frozenset[str]:
    """Neighbours written as one word: `cleaned up` is a cleanup."""
    return frozenset(words.stem(one, language) + other for one, other in pairwise(tokens))

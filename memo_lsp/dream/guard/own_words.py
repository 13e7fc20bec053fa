"""Rule 5. One template, two values: the titles say the same words in the same order, and each has one of its own; or
the one says all that the other says, and something more.

Alternatives of one kind (two weekdays, two databases) and stages of work (design, implement) are two values in any
order of the words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memo_lsp.dream.guard import stages
from memo_lsp.dream.guard.frames import Said, narrower, one_template, said
from memo_lsp.dream.guard.lists.names import ACRONYMS, ALTERNATIVES, DEEDS, GENERIC
from memo_lsp.dream.guard.stages import TYPE, Stage
from memo_lsp.dream.guard.words import Words, akin, stem, tokens, untyped

SHARE = 0.4  # of the shorter title's words that the other must have, for one template
_CAPITAL = re.compile(r"[A-Z][^\W\d_]+")
_BARE = re.compile(r"[^\W\d_]+")
_ENDS = ("up", "out", "in", "off", "down", "back", "over")  # `cleaned up` and `cleanup`
_SUFFIXES = ("wide", "ward", "wards")  # `country` and `countrywide`


@dataclass(frozen=True, slots=True)
class Shared:
    """How two titles' content words lie to each other."""

    in_order: bool
    a_own: tuple[str, ...]  # words without a counterpart, as they were written
    b_own: tuple[str, ...]
    of_shorter: float  # 0 … 1: of the shorter title's words, those that both have
    of_both: float  # 0 … 1: twice what both have, by all words


def compare(a: Words, b: Words, a_excused: frozenset[str], b_excused: frozenset[str], figures: int = 0) -> Shared:
    """What is common and what is own. `excused` are words that a title says in another way, in its names for
    example; `figures` is how many names and numbers both state."""
    a_keys, b_keys = tuple(dict.fromkeys(a.keys)), tuple(dict.fromkeys(b.keys))
    common = tuple(key for key in a_keys if key in b_keys)
    order = tuple(key for key in b_keys if key in common)
    shorter = min(len(a_keys), len(b_keys)) + figures
    everything = len(a_keys) + len(b_keys) + 2 * figures
    of_shorter = (len(common) + figures) / shorter if shorter else 0.0
    of_both = 2 * (len(common) + figures) / everything if everything else 0.0
    if of_shorter < SHARE:  # no rule asks what is own in titles that share so little
        return Shared(False, a.plain, b.plain, of_shorter, of_both)
    return Shared(common == order, _own(a, b, b_excused), _own(b, a, a_excused), of_shorter, of_both)


def _own(words: Words, others: Words, excused: frozenset[str]) -> tuple[str, ...]:
    """Words with no counterpart: not in another form, not written as one word or as two. Of scripts without spaces, a
    pair of characters that both stand there only lies across two words."""
    known = {char for key in others.keys for char in key if char > "\u2e7f"}
    return tuple(
        word
        for at, (key, word) in enumerate(zip(words.keys, words.plain, strict=True))
        if key not in others.keys
        and word not in excused
        and not known.issuperset(word)
        and not _joined(words.plain, at, others.plain)
        and not (words.inflected and any(akin(word, other) for other in others.plain))
    )


def _joined(plain: Sequence[str], at: int, others: Sequence[str]) -> bool:
    """Whether a word and its neighbour are one word there: `roll back`, `rollback`."""
    word = plain[at]
    if any(stem(word, "english") + end in others for end in _ENDS):
        return True
    if any(word + end in others or (word.endswith(end) and word.removesuffix(end) in others) for end in _SUFFIXES):
        return True
    return (at > 0 and plain[at - 1] + word in others) or (at + 1 < len(plain) and word + plain[at + 1] in others)


@dataclass(frozen=True, slots=True)
class Lead:
    """What rule 5 knows of a title besides its content words."""

    stage: Stage | None
    deed: str  # the stem of its first word
    proper: frozenset[str]  # its words with a capital, but the first
    first: str  # the first, if it has a capital
    when: str  # of what time it tells
    said: Said


def lead(text: str, language: str) -> Lead:
    """Read it from a folded title. Where nouns have capitals, they say nothing, nor in A Title Like This."""
    found = _CAPITAL.findall(text)
    rest = _BARE.findall(text)[1:]
    telling = language != "german" and 2 * sum(word[0].isupper() for word in rest) < len(rest)
    names = (word.lower() for word in rest if word[0].isupper() and word not in ACRONYMS)
    proper = frozenset(names) if telling else frozenset()
    words = tokens(untyped(text))
    typed = TYPE.match(text)
    bare = tokens(text[typed.end() :]) if typed else words
    first = found[0].lower() if telling and found and text.startswith(found[0]) else ""
    deed = stem(bare[0], "english") if bare else ""
    told = stages.stage(text, words, language)
    return Lead(told, deed, proper, first, stages.when(text, words), said(text, words, language))


def differ(shared: Shared, a: Lead, b: Lead, a_values: bool, b_values: bool) -> bool:
    """Whether one template holds two values. `values`: a title has a name or a figure of its own; beside a word of the
    other's own that is a value, too (two names or two figures are the business of other rules)."""
    if shared.of_shorter < SHARE:
        return False
    if stages.differ(a.stage, b.stage, a.said.keys, b.said.keys) or (a.when and b.when and a.when != b.when):
        return True
    if _other_deed(a, b, shared.b_own) or _other_deed(b, a, shared.a_own):
        return True
    if not (shared.a_own or a_values):
        return bool(shared.b_own) and narrower(a.said, b.said)
    if not (shared.b_own or b_values):
        return bool(shared.a_own) and narrower(b.said, a.said)
    if shared.in_order and one_template(a.said, b.said):
        return True
    return _alternatives(shared.a_own, shared.b_own) or _two_names(shared, a, b)


def _other_deed(generic: Lead, other: Lead, own: Sequence[str]) -> bool:
    """Whether one only says `add` or `fix`, and the other tells a deed of its own."""
    return generic.deed in GENERIC and other.deed in DEEDS and bool(own)


def _two_names(shared: Shared, a: Lead, b: Lead) -> bool:
    """Whether each has a name of its own: with a capital, and one of them not only because it comes first."""
    a_own = {word for word in shared.a_own if not any(akin(word, other) for other in shared.b_own)}
    b_own = {word for word in shared.b_own if not any(akin(word, other) for other in shared.a_own)}
    a_first, b_first = a_own & {a.first}, b_own & {b.first}
    a_own, b_own = a_own & a.proper, b_own & b.proper
    return bool((a_own and (b_own or b_first)) or (b_own and a_first))


def _alternatives(a: Sequence[str], b: Sequence[str]) -> bool:
    return any(not kind.isdisjoint(_singular(a)) and not kind.isdisjoint(_singular(b)) for kind in ALTERNATIVES)


def _singular(words: Sequence[str]) -> set[str]:
    return {*words, *(word.removesuffix("s") for word in words)}

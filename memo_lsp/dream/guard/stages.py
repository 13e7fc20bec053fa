"""Which stage of work a title tells: a plan, the making, its tests, what is written of it; and of what time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memo_lsp.dream.guard.lists import words as listed
from memo_lsp.dream.guard.lists.names import ENDS, STAGES
from memo_lsp.dream.guard.words import key, stem

TYPE = re.compile(r"^(?P<type>[a-z]+)(?:\([^)]*\))?!?:\s", re.IGNORECASE)
_WANTED = re.compile(
    r"^consider(?:ing)?\b|\b(?:we|i|they) (?:plan(?:ned)? to|want to|intend to|hope to|might|could|should consider)\b"
    r"|\bwir (?:wollen|planen)\b|\bon (?:envisage|prévoit|veut|voudrait)\b|\b(?:queremos|planeamos|se planea)\b"
    r"|^(?:next steps?|nächste[rs]? schritte?|prochaine étape|próximo paso)\b|^(?:下一步|次に)"
    r"|打算|计划|予定|するつもり",
    re.IGNORECASE,
)
_WHEN = (
    (
        "will",
        r"\b(?:we|i|they)(?: will|'ll| shall| are going to)\b|\bwill be \w+ed\b|\bwir werden\b|\bon va\b|\bvamos a\b",
    ),
    (
        "once",
        r"(?<!is )(?<!are )(?<!be )(?<!was )\bused to\b|\bformerly\b|\buntil recently\b|\bfrüher\b",
    ),
    (
        "now",
        r"\b(?:has|have) been\b|(?<!\bright )\bnow\b|\balready\b|\bwurden?\b|\ba été\b|\bha sido\b",
    ),
)
# A title without any of these says nothing of time; that is asked first, it costs least.
_TELLING = listed(
    """
    we i they wir on vamos queremos planeamos se will we'll i'll they'll used formerly recently früher been
    now already wurde wurden été sido consider considering next nächste nächster nächstes prochaine próximo"""
)
_TIMES = tuple((when, re.compile(said, re.IGNORECASE)) for when, said in _WHEN)
_LEADING = 3  # words at the beginning of a title that may tell its stage
_PARTIAL = {"make": ("test", "explain")}  # `add tests for …` tells a stage of its own
_ABOUT = ("plan", "test", "explain")  # not the thing itself, but something about it
_ONE = ({"make", "finish"}, {"finish", "ship"})  # stages that are told of one event


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of work: its name, the word that tells it, as it is compared, and whether it begins the title."""

    name: str
    word: str
    leads: bool


def stage(text: str, words: Sequence[str], language: str) -> Stage | None:
    """Which stage a title tells: by the type of a conventional commit, its first words, or its last."""
    if commit := TYPE.match(text):
        return _stage(commit["type"].lower(), STAGES, language, leads=True)
    if _may_tell(text, words) and _WANTED.search(text):
        return Stage("plan", "", True)
    lead = [found for word in words[:_LEADING] if (found := _stage(word, STAGES, language, leads=True))]
    if not lead or stem(words[0], "english") not in STAGES:
        ends = (_stage(word, ENDS, language, leads=False) for word in words[-_LEADING:])
        return next((found for found in ends if found), None)
    return next((found for found in lead[1:] if found.name in _PARTIAL.get(lead[0].name, ())), lead[0])


def _stage(word: str, names: dict[str, str], language: str, *, leads: bool) -> Stage | None:
    name = names.get(stem(word, "english"))
    return Stage(name, key(word, language), leads) if name else None


def _may_tell(text: str, words: Sequence[str]) -> bool:
    return not text.isascii() or not _TELLING.isdisjoint(words)


def when(text: str, words: Sequence[str]) -> str:
    """Whether a title tells what will be, was once, or has come to be now; empty: none of them."""
    if not _may_tell(text, words):
        return ""
    return next((when for when, said in _TIMES if said.search(text)), "")


def differ(a: Stage | None, b: Stage | None, a_keys: tuple[str, ...], b_keys: tuple[str, ...]) -> bool:
    """Whether titles tell two stages of one work, or the one only something about it. What tells a stage must be a word
    that the other has not. `keys`: the titles' words as they are compared."""
    if a and b:
        apart = a.name != b.name and {a.name, b.name} not in _ONE
        return apart and a.word not in b_keys and b.word not in a_keys
    return _only_about(a, b_keys) or _only_about(b, a_keys)


def _only_about(one: Stage | None, others: tuple[str, ...]) -> bool:
    return one is not None and one.leads and one.name in _ABOUT and one.word not in others

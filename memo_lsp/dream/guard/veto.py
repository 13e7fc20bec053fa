"""The veto: five rules, asked in order; the first that speaks names itself."""

from __future__ import annotations

from typing import Literal, get_args

from memo_lsp.dream.guard import frames, identifiers, numbers, own_words, polarity, versions
from memo_lsp.dream.guard.forms import Form, form, language
from memo_lsp.dream.guard.own_words import Shared

Rule = Literal["polarity", "versions", "identifiers", "numbers", "own words"]
RULES: tuple[Rule, ...] = get_args(Rule)


def veto(a_title: str, b_title: str, *, own_words: bool = True) -> Rule | None:
    """The rule that keeps two titles apart, or None if they may tell one fact.

    `own_words=False` leaves the fifth rule out: members of a theme share few words. Any text is welcome, in any
    order of the two; a title is read once and kept."""
    if a_title == b_title:
        return None
    low, high = sorted((a_title, b_title))
    spoken_in = language(low, high)
    return _veto(form(low, spoken_in), form(high, spoken_in), own_words)


def _veto(a: Form, b: Form, with_own_words: bool) -> Rule | None:
    a_names, b_names = identifiers.own(a.names, b.names, b.plain), identifiers.own(b.names, a.names, a.plain)
    in_both = len(a.names) - len(a_names) + len(a.figures.all & b.figures.all) + len(a.versions & b.versions)
    shared = own_words.compare(a.words, b.words, a.excused, b.excused, in_both)
    contained = not (shared.a_own and shared.b_own)
    if polarity.differ(a.stance, b.stance, shared.of_both, contained) or frames.swapped(a.lead.said, b.lead.said):
        return "polarity"
    if versions.differ(a.versions, a.left, b.versions, b.left):
        return "versions"
    if identifiers.differ(a_names, b_names, _related(a, b, shared)):
        return "identifiers"
    if numbers.differ(a.figures, b.figures, a.frame == b.frame, contained and shared.of_shorter > own_words.SHARE):
        return "numbers"
    if with_own_words and not polarity.turned(a.stance, b.stance):
        a_values = bool(a_names or numbers.own(a.figures, b.figures))
        b_values = bool(b_names or numbers.own(b.figures, a.figures))
        if own_words.differ(shared, a.lead, b.lead, a_values, b_values):
            return "own words"
    return None


def _related(a: Form, b: Form, shared: Shared) -> bool:
    """Whether two titles have a word in common, or too few for that to say anything."""
    return shared.of_shorter > 0 or min(len(a.words.keys), len(b.words.keys)) < 2

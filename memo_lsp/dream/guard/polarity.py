"""Rule 1. One title says that something is so, the other that it is not, or the opposite, or the other way round.

Symptom and remedy of one fact differ in polarity by chance, so the rule listens only to titles that share at least
half of their content words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memo_lsp.dream.guard.lists import negations as lists
from memo_lsp.dream.guard.lists import words
from memo_lsp.dream.guard.lists.opposites import NOT_OPPOSED, PAIRS, PART_PAIRS, PREFIXES, WITH_IN
from memo_lsp.dream.guard.relations import Relation, reversed_in, same_way
from memo_lsp.dream.guard.words import base, phrased, phrases, same

_HARMLESS = re.compile(lists.HARMLESS, re.IGNORECASE)
_CONTRAST = re.compile(lists.CONTRAST, re.IGNORECASE)
_INSTEAD = re.compile(lists.INSTEAD, re.IGNORECASE)
_APPARENT = re.compile("|".join(map(re.escape, sorted(lists.APPARENT, key=len, reverse=True))))
_PARTS = re.compile("|".join(map(re.escape, sorted(lists.PARTS, key=len, reverse=True))))
_NOT = r"(?:(?:may|must|can|should|will|do|does) ?(?:not|n't|never)|mustn't|can't|never|not to)"
_MORE = r"(?:more|longer|larger|bigger|greater|higher|later)"
_ENDS = r"(?:ever )?(?:stop|cease|end)(?:s|ped|ping)?"
# Several words that say one thing, and the word that stands for them.
_PHRASES = phrases((
    ("no longer", r"\bno longer\b", " not "),
    ("out", r"\bout[ -]of[ -](?:stock|memory|space|disk)\b", " unset "),
    ("out of", r"\b(?:stays?|keep(?:s|ing)?|kept)\b(?: (?!that|which|is|are)[^ ,;.]+){0,8} out of\b", " not "),
    ("exceed", rf"\b{_NOT} exceed\b", " under "),
    (" than", rf"\b(?:no|not|{_NOT} be) {_MORE} than\b", " most "),
    (" than", rf"\b(?:no|not|{_NOT} be) (?:less|fewer|smaller|shorter|earlier|sooner) than\b", " least "),
    ("more", r"\bany ?more\b", " "),
    ("with no", r"\bwith no\b", " without "),
    (" down", r"\b(?:go(?:es|ing)?|went|is|are|was) down\b", " fails "),
    ("not ", rf"\b(?:do|does|did|will|would|can) ?not {_ENDS}\b", " continue "),
    ("n't ", rf"\b(?:do|does|did|wo|would|ca)n't {_ENDS}\b", " continue "),
    ("never ", rf"\bnever {_ENDS}\b", " continue "),
    ("on ", r"\bon (?:request|demand)\b", " manual "),
    ("hand", r"\bby hand\b", " manual "),
    (" own", r"\b(?:its|their|his|her) own\b", " separate "),
    ("gone", r"\b(?:is|are|was|were|be|been) gone\b", " lost "),
    ("back", r"\broll(?:s|ed|ing)? back\b", " rollback "),
    (" out", r"\b(?:leav(?:e|es|ing)|left) out\b", " omit "),
    ("out of", r"\bout of (?:order|sync|date|scope|bounds|place|range|service)\b", " unset "),
    ("opt", r"\bopt(?:s|ed|ing)?[- ]in\b", " opt-in "),
    ("opt", r"\bopt(?:s|ed|ing)?[- ]out\b", " opt-out "),
    (" off", r"\b(?:turn|switch)(?:s|es|ed)? off\b", " off "),
    (" on", r"\b(?:turn|switch)(?:s|es|ed)? on\b", " on "),
))  # fmt: skip
SHARE = 0.5
_BESIDE = 3  # words from a negation to what it negates, at most
_SHORTEST = 4  # letters a word must have for `unX` to be its opposite


@dataclass(frozen=True, slots=True)
class Stance:
    """What a title states or denies."""

    negators: int = 0
    contrasts: int = 0  # negations that only say which of two is meant
    instead: bool = False
    only: bool = False
    needs: bool = False
    states: frozenset[str] = frozenset()  # stems of failure and absence
    names: frozenset[str] = frozenset()  # such stems in phrases that state nothing: `undo stack`, `line break`
    stems: frozenset[str] = frozenset()  # of every word, small ones too
    alike: frozenset[str] = frozenset()  # the stems that stand for them and their synonyms
    free_of: frozenset[str] = frozenset()  # stems that `-less` stands behind
    parts: frozenset[int] = frozenset()  # which halves of the opposed pairs of unspaced scripts stand in it
    relations: tuple[Relation, ...] = ()
    mends: bool = False  # it takes a fault away
    undone: bool = False  # one negation, right beside one failure or absence: `never deleted`, `fails without`


def read(text: str, language: str, relations: tuple[Relation, ...]) -> Stance:
    """What a title states; `text` is folded."""
    harmless = _WORD.findall(" ".join(match[0] for match in _HARMLESS.finditer(text.lower())))
    plain = _HARMLESS.sub(" ", text.lower())
    contrasts = len(_CONTRAST.findall(plain))
    tokens = _phrased(plain)
    stems = frozenset(base(token, language) for token in tokens)
    only = not lists.ONLY.isdisjoint(tokens)
    negators, states = _negators(tokens, plain, language) - contrasts, _states(stems, tokens, language)
    return Stance(
        negators,
        contrasts,
        _INSTEAD.search(plain) is not None,
        only,
        only or not lists.NEED.isdisjoint(tokens) or any(part in plain for part in lists.NEED_PARTS),
        states,
        frozenset(same(base(word, language)) for word in harmless),
        stems,
        frozenset(same(stem) for stem in stems),
        frozenset(base(token.removesuffix("less"), language) for token in tokens if token.endswith("less")),
        _parts(text),
        relations,
        not lists.MENDS.isdisjoint(stems),
        negators == 1 and bool(states) and _undone(tokens, language),
    )


def _undone(tokens: Sequence[str], language: str) -> bool:
    """Whether a negation and what it may take back stand close together, and there is one of each."""
    negators = _known(language)
    no = [at for at, token in enumerate(tokens) if token in negators or token.endswith("n't")]
    lost = [at for at, token in enumerate(tokens) if _states(frozenset((base(token, language),)), (token,), language)]
    return len(no) == len(lost) == 1 and abs(no[0] - lost[0]) <= _BESIDE


_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


def _phrased(plain: str) -> list[str]:
    """Tokens, with the phrases that say one thing as one; hyphenated ones as well as their parts."""
    tokens: list[str] = []
    for word in _WORD.findall(phrased(plain, _PHRASES)):
        tokens.append(word)
        if "-" in word:
            tokens.extend(word.split("-"))
    return tokens


def _negators(tokens: Iterable[str], plain: str, language: str) -> int:
    known = _known(language)
    count = sum(token in known or token.endswith("n't") or token.startswith("n'") for token in tokens)
    if language == "french" and count > 1 and re.search(r"\bn['e]\b", plain):
        count -= 1  # ne … pas
    endings = lists.ENDINGS.get(language)
    if endings:
        count += sum(token.endswith(endings) and len(token) > 6 for token in tokens)
    if not plain.isascii():
        count += len(_PARTS.findall(_APPARENT.sub(" ", plain)))
    return count


@lru_cache(maxsize=32)
def _known(language: str) -> frozenset[str]:
    english = lists.NEGATORS["english"] - ({"no"} if language == "portuguese" else frozenset())
    return english | lists.NEGATORS.get(language, frozenset()) | lists.EVERYWHERE


def _states(stems: frozenset[str], tokens: Sequence[str], language: str) -> frozenset[str]:
    found = {"fail" if stem in lists.FAULTS else same(stem) for stem in stems & lists.STATES}
    if language == "english":
        return frozenset(found)
    return frozenset(found | {token for token in tokens if token.startswith(lists.STATE_STARTS)})


def _parts(text: str) -> frozenset[int]:
    """Even numbers for the first of a pair, odd ones for the second; a part inside its own opposite does not count."""
    if text.isascii():
        return frozenset()
    found = set()
    for at, (one, other) in enumerate(PART_PAIRS):
        rest = text.replace(one, " ") if other in one else text
        if other in rest:
            found.add(2 * at + 1)
        rest = text.replace(other, " ") if one in other else text
        if one in rest:
            found.add(2 * at)
    return frozenset(found)


def differ(a: Stance, b: Stance, share: float, contained: bool) -> bool:
    """Whether two titles cannot both be true. `share`: of their content words, those they have in common, 0 … 1;
    `contained`: the shorter has no content word of its own."""
    if share < SHARE or turned(a, b):
        return False
    # `without spaces` is `with the spaces stripped`
    said = _DENYING if (a.negators and b.states - a.states) or (b.negators and a.states - b.states) else frozenset()
    return reversed_in(a.relations, b.relations) or _opposed(a, b, besides=said) or _denies(a, b, contained)


def turned(a: Stance, b: Stance) -> bool:
    """Whether one denies the opposite of what the other states: `not public` is private."""
    if bool(a.negators) == bool(b.negators) or a.parts != b.parts:
        return False
    return _opposed(a, b, besides=_DENYING)


def _denies(a: Stance, b: Stance, contained: bool) -> bool:
    a_states, b_states = a.states | (b.states & a.alike), b.states | (a.states & b.alike)
    a_states = frozenset(state for state in a_states if not (b.negators and _free(state, b)))
    b_states = frozenset(state for state in b_states if not (a.negators and _free(state, a)))
    both_weigh = (a.contrasts or a.instead or a.only) and (b.contrasts or b.instead or b.only)
    a_said, b_said = (s.negators + (0 if both_weigh else s.contrasts) for s in (a, b))
    a_negators = a_said + bool(b_said and a.free_of & b.stems)  # `passwordless` is `without a password`
    b_negators = b_said + bool(a_said and b.free_of & a.stems)
    if a_states == b_states and a.mends != b.mends:  # `fixed the crash` is `no longer crashes`
        a_negators += a.mends and b_negators > a_negators
        b_negators += b.mends and a_negators > b_negators
    if (a.needs and not a_negators and b_negators == 2) or (b.needs and not b_negators and a_negators == 2):
        return False  # `only with` and `needs` are `not without`
    a_denies, b_denies = bool(a_negators or a_states - b.names), bool(b_negators or b_states - a.names)
    if a_denies != b_denies:
        return not (a.undone or b.undone)
    a_more, b_more = a_negators - b_negators, b_negators - a_negators
    return contained and (a_more > 0 or bool(a_states - b_states)) != (b_more > 0 or bool(b_states - a_states))


def _free(state: str, other: Stance) -> bool:
    """Whether a state is said in the other title with a negation: `useless`, `of no use`."""
    return state.endswith("less") and base(state.removesuffix("less"), "english") in other.stems


def _opposed(a: Stance, b: Stance, besides: frozenset[str] = frozenset()) -> bool:
    """Whether one holds one half of an opposed pair, and the other the other half alone; but for some words."""
    a_own, b_own = a.stems - b.stems - besides, b.stems - a.stems - besides
    turned = same_way(a.relations, b.relations)
    for one in a_own & _HALVES.keys():
        if not _HALVES[one].isdisjoint(b_own) and not (turned and one in _ORDER):
            return True
    a_alike, b_alike = a.alike - b.alike - besides, b.alike - a.alike - besides
    if any(not _ALIKE[one].isdisjoint(b_alike) for one in a_alike & _ALIKE.keys()):
        return True
    if any(at ^ 1 in b.parts and at not in b.parts and at ^ 1 not in a.parts for at in a.parts):
        return True
    return _prefixed(a_own, b_own) or _prefixed(b_own, a_own)


def _prefixed(plain: frozenset[str], others: frozenset[str]) -> bool:
    """Whether one of the others is a plain word with a beginning that makes it its opposite."""
    for word in others - NOT_OPPOSED:
        for prefix in PREFIXES:
            bare = word.removeprefix(prefix)
            if bare != word and len(bare) >= _SHORTEST and bare in plain:
                return True
        if word[:2] in ("in", "im", "il", "ir") and word[2:] in WITH_IN and word[2:] in plain:
            return True
    return False


def _halves(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {half: frozenset(others) for half, others in found.items()}


_HALVES = _halves(PAIRS)
_DENYING = frozenset(_HALVES) & {word for listed in lists.NEGATORS.values() for word in listed}
_ALIKE = _halves((same(one), same(other)) for one, other in PAIRS if same(one) != same(other))
_ORDER = words("before after vor nach avant après antes después depois prima dopo voor na före efter før przed po до "
                   "после önce sonra")  # fmt: skip

"""What stands on which side of `before`, `from … to`, `rather than`: the same words, the other way round, are another
fact; told from the other end they are the same one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memo_lsp.dream.guard.lists import negations as lists


@dataclass(frozen=True, slots=True)
class Relation:
    """Content words on both sides of a mark, turned so that `first` comes first, is preferred, or is left."""

    kind: str
    first: frozenset[str]
    second: frozenset[str]


_BEFORE = r"\b(?:before|prior to|bevor|vor|avant|antes (?:de|do|da|que)|voordat|před|przed|перед)\b|\bprima d"
_AFTER = (
    r"\bafter\b|\bonce\b|\bnachdem\b|\bnach\b|\baprès\b|\bdespués de\b|\bdopo\b|\bdepois d|\bnadat\b|\bpo\b|\bпосле\b"
)
_MARKS: tuple[tuple[str, re.Pattern[str], bool], ...] = (
    # kind, mark, whether what stands left of it is the first
    ("order", re.compile(_BEFORE, re.IGNORECASE), True),
    ("order", re.compile(_AFTER, re.IGNORECASE), False),
    ("choice", re.compile(rf"{lists.INSTEAD}|{lists.CONTRAST}", re.IGNORECASE), True),
    ("choice", re.compile(r"(?<=\w) over (?=\w)", re.IGNORECASE), True),
    ("way", re.compile(r"(?<!-)-+>|→|⇒|=>"), True),
    ("deed", re.compile(
        r"\b(?:calls|depends on|imports|overrides|extends|wraps|replaces|waits for|blocks|outranks|owns|precedes|"
        r"triggers|inherits from|delegates to|notifies|includes|contains|polls|listens to|subscribes to|points to|"
        r"links to|talks to|pulls from|pushes to|beats|follows|takes precedence over|has priority over|hängt von|"
        r"appelle|llama a)\b(?! (?:of|is|are|was|were|for|from)\b)", re.IGNORECASE), True),
)  # fmt: skip
_CHOSEN = re.compile(r"\b(?:prefer|favou?r|choose|chose|pick|picked|take|value)\w*\b", re.IGNORECASE)
_FROM_TO = re.compile(
    r"\b(?:from|von|vom|de|del|du|da|dal|dalla|do|desde|van|från|z|с|со|iz)\s(?P<first>[^,;]+?)\s(?:to|into|nach|auf|aufs|"
    r"ans|zu|zum|zur|in|ins|à|vers|au|aux|a|al|alla|ao|hasta|naar|till|do|на|в)\s(?P<second>[^,;:]+)|从(?P<first2>[^,;，]+?)[到至](?P<second2>[^,;，]+)",
    re.IGNORECASE,
)
_INTO = re.compile(
    r"\b(?:convert|translat|migrat|mov|switch|chang|map|cast|copy|copi|sync|forward|redirect|renam|port)\w*\s"
    r"(?P<first>[^,;:]+?)\s(?:to|into|onto)\s(?P<second>[^,;:]+)",
    re.IGNORECASE,
)
_FIRST_THEN = re.compile(
    r"(?:^|[,;:]\s)(?P<first>[^,;:]+?) first,? (?:and )?(?:then )?(?P<second>[^,;:]+?)"
    r" (?:later|afterwards|next|second)\b"
    r"|\bfirst (?P<first2>[^,;:]+?),? (?:and )?then (?P<second2>[^,;:]+)"
    r"|先(?P<first3>[^,;，。]+?)[,，]?再(?P<second3>[^,;，。]+)|まず(?P<first4>.+?)、?(?:次に|それから)(?P<second4>.+)",
    re.IGNORECASE,
)
_STOPS = re.compile(r"[,;:.]")


def read(text: str, keys: Callable[[str], frozenset[str]]) -> tuple[Relation, ...]:
    """The relations a title states; `keys` gives the content words of a part of it."""
    found = []
    for kind, mark, left_first in _MARKS:
        match = mark.search(text)
        if match is None or (" over " in match[0].lower() and not _CHOSEN.search(text)):
            continue
        left, right = _sides(text, match)
        sides = (keys(left), keys(right))
        if all(sides):
            found.append(Relation(kind, *(sides if left_first else sides[::-1])))
    for kind, pattern in (("way", _FROM_TO), ("way", _INTO), ("order", _FIRST_THEN)):
        if match := pattern.search(text):
            first, second = (part for part in match.groups() if part is not None)
            sides = keys(first), keys(second)
            if all(sides):
                found.append(Relation(kind, *sides))
    return tuple(found)


def _sides(text: str, mark: re.Match[str]) -> tuple[str, str]:
    """What stands left and right of a mark. One that begins the title has its left side behind the next comma."""
    left, right = text[: mark.start()], text[mark.end() :]
    stop = _STOPS.search(right)
    if not left.strip() and stop:
        return right[stop.end() :], right[: stop.start()]
    return left, right[: stop.start()] if stop else right


def _pairs(a: tuple[Relation, ...], b: tuple[Relation, ...]) -> Iterator[tuple[Relation, Relation]]:
    """What both titles state of one kind, without the words that stand on both sides within one title."""
    for one in a:
        for other in b:
            if one.kind == other.kind:
                both = (one.first & one.second) | (other.first & other.second)
                yield (
                    Relation(one.kind, one.first - both, one.second - both),
                    Relation(other.kind, other.first - both, other.second - both),
                )


def reversed_in(a: tuple[Relation, ...], b: tuple[Relation, ...]) -> bool:
    """Whether what comes first in one title comes second in the other, and the other way round."""
    return any(one.first & other.second and one.second & other.first for one, other in _pairs(a, b))


def same_way(a: tuple[Relation, ...], b: tuple[Relation, ...]) -> bool:
    """Whether both tell one order, though perhaps from its two ends."""
    return any(one.first & other.first and one.second & other.second for one, other in _pairs(a, b))

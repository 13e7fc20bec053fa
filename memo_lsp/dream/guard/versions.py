"""Rule 2. Releases: `v1.30` is `1.30`, and `1.3` is not. A number with a unit is a measure, and no release."""

from __future__ import annotations

import re

from memo_lsp.dream.guard.lists.units import UNITS

_TAIL = r"(?:\.[xX*])?(?:[-.+]?(?:a|b|rc|alpha|beta|dev|post|pre|preview|snapshot)[-.]?\d*)?"
_VERSION = re.compile(
    rf"(?<![^\W\u2e80-\uffef])(?<![.$€£¥/-])"  # after a letter it is part of a name, but not after an ideograph
    rf"(?P<from>(?:from|von|de|da|van|från|z|с|从)\s+)?(?:version |release |rev(?:ision)? )?"
    rf"(?P<number>[vV]?\d+(?:\.\d+)+{_TAIL}|[vV]\d+{_TAIL}|(?<=version )\d+|\d+\.[xX])(?![\w%°])(?!\.\d)",
    re.IGNORECASE,
)
_UNIT = re.compile(r"\s?([^\W\d_]+|[%‰°$€£¥×])")


def take(text: str) -> tuple[frozenset[str], frozenset[str], str]:
    """The versions a title names, those of them that something moves away from, and the title without them."""
    found: set[str] = set()
    left: set[str] = set()

    def keep(match: re.Match[str]) -> str:
        unit = _UNIT.match(match.string, match.end())
        if unit and unit[1] in UNITS and match["number"][0] not in "vV":
            return match[0]  # a measure
        version = match["number"].lower().removeprefix("v")
        found.add(version)
        if match["from"]:
            left.add(version)
        return " § "

    rest = _VERSION.sub(keep, text) if any(map(str.isdigit, text)) else text
    return frozenset(found), frozenset(left), rest


def differ(a: frozenset[str], a_left: frozenset[str], b: frozenset[str], b_left: frozenset[str]) -> bool:
    """Whether both name versions, and not the same. What is moved away from may go unsaid in one of them."""
    if not (a and b) or a == b:
        return False
    return (a - a_left or a) != (b - b_left or b) or bool(a_left and b_left and a_left != b_left)

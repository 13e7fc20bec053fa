"""What a person typed, told apart: plain words, filters, and phrases that must or must not occur.

Any text is a question. What does not read as a filter (an unknown field, a time that is none) stays plain text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memo_lsp.model import Filter, Query, Scope
from memo_lsp.text.times import time_or_ago

FIELDS = ("project", "kind", "branch", "path", "topic", "tag", "by", "trust", "since", "until", "is")
STATES = ("pinned", "archived", "superseded")
EVERY_PROJECT = "*"
MOST_CONDITIONS = 32  # more is a pasted text, not a question

_TOKEN = re.compile(
    rf"""(?<!\S)(?P<minus>-?)
    (?: (?P<field>{"|".join(FIELDS)}):(?: "(?P<quoted>[^"\n]+)" | (?P<bare>[^\s"]+) )(?!\S)
      | "(?P<phrase>[^"\n]*)" )""",
    re.X,
)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A question taken apart. `text` still holds the words of the phrases asked for."""

    text: str = ""
    filters: tuple[Filter, ...] = ()
    phrases: tuple[tuple[str, bool], ...] = ()

    @property
    def narrows(self) -> bool:
        """Whether anything but words says what is wanted."""
        return bool(self.filters or self.phrases)


def parse(text: str, now: float) -> Parsed:
    """Filters and phrases out of a search text; `now` is what `since:30d` counts from, epoch seconds."""
    filters: dict[Filter, None] = {}
    phrases: dict[tuple[str, bool], None] = {}

    def take(match: re.Match[str]) -> str:
        negated = bool(match["minus"])
        if len(filters) + len(phrases) >= MOST_CONDITIONS:
            return match[0]
        if match["phrase"] is not None:
            phrase = match["phrase"].strip()
            if phrase:
                phrases[phrase, not negated] = None
            return "" if negated else phrase
        found = _filter(match["field"], match["quoted"] or match["bare"], negated, now)
        if found is None:
            return match[0]
        filters[found] = None
        return ""

    plain = _TOKEN.sub(take, text)
    return Parsed(plain.strip(), tuple(filters), tuple(phrases))


def _filter(field: str, value: str, negated: bool, now: float) -> Filter | None:
    """The filter, or None if its value cannot be one."""
    if field in ("since", "until"):
        at = _instant(value, now)
        return None if at is None else Filter(field, at, negated)
    if field == "is" and value not in STATES:
        return None
    return Filter(field, value, negated)


def _instant(value: str, now: float) -> float | None:
    """A time, or a stretch of time counted back from now."""
    try:
        return time_or_ago(value, now)
    except ValueError:
        return None


def scope_of(query: Query, parsed: Parsed, now: float, *, dormant: bool = True) -> Scope:
    """Which memories may compete: the question's project and those of none, unless `project:` says otherwise."""
    named = [f for f in parsed.filters if f.field == "project" and not f.negated]
    kept = tuple(f for f in parsed.filters if f.field != "project" or f.value != EVERY_PROJECT)
    return Scope(
        project=None if named else query.project,
        as_of=query.as_of,
        now=now,
        filters=kept,
        phrases=parsed.phrases,
        dormant=dormant,
    )

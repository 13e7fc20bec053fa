"""Questions about a time: which digests tell of it, and what else was done in it.

A digest of the size asked for comes first, of a quarter or a year its months; where there is none (the time is not
over, or too little was done for one) those of the next smaller size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from memo_lsp.model import Filter, Query, Scope
from memo_lsp.recall.query import Parsed
from memo_lsp.store.store import Store
from memo_lsp.text.asked_times import asked_time
from memo_lsp.text.periods import LAYERS, Span, begins, day_of

ASKS = ("search", "mcp")  # surfaces on which a person or a tool puts a question in words
_JUST_BEFORE = 0.001  # seconds by which one day ends before the next begins


@dataclass(frozen=True, slots=True)
class Period:
    """The time a question is about: rows of its digests, best first. `scope`: what was done in it may compete, and
    nothing else; None where the question also asks for something else. `empty`: nothing is known of that time."""

    digests: tuple[int, ...] = ()
    scope: Scope | None = None
    empty: bool = False


def period_of(store: Store, query: Query, parsed: Parsed, scope: Scope, now: float) -> Period | None:
    """The time a question names; None where it names none, or asks for something else and no digest tells of it."""
    today = day_of(now)
    asked = asked_time(parsed.text, today) if query.surface in ASKS and today and not parsed.phrases else None
    if asked is None:
        return None
    digests = tuple(_digests(store, asked.span, scope, query.k))
    if not asked.alone:
        return Period(digests) if digests else None
    within = _within(scope, asked.span)
    known = digests or store.memories.recent(within, 1)
    return Period(digests, within) if known else Period(empty=True)


def _digests(store: Store, span: Span, scope: Scope, most: int) -> Iterable[int]:
    kinds = {item.value for item in scope.filters if item.field == "kind" and not item.negated}
    if kinds and "summary" not in kinds:
        return ()
    sizes = LAYERS[LAYERS.index(span.size) if span.size in LAYERS else 0 :]
    found = (store.memories.digests(size, span.first, span.after, scope, most) for size in sizes)
    return next((rows for rows in found if rows), ())


def _within(scope: Scope, span: Span) -> Scope:
    since, until = begins(span.first), begins(span.after) - _JUST_BEFORE
    return replace(scope, filters=(*scope.filters, Filter("since", since), Filter("until", until)))

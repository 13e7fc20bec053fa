"""What was used together: how often each memory was, how often each pair was, and in how many sessions.

Both numbers count the same events, those in which a memory was used. Passive surfacings would bind whatever shares a
name.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle

from memo_lsp.model import RecallEvent

SAME_QUESTION_SECONDS = 600.0
_BREATH = 500  # uses between two breaths: a few milliseconds


@dataclass(frozen=True, slots=True)
class Use:
    """What one question led to. `at` in seconds since the epoch."""

    at: float
    session: str | None
    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pair:
    """How often two memories were used together, and in how many sessions."""

    together: int
    sessions: int


@dataclass(frozen=True, slots=True)
class Together:
    """How often each memory was used, and each pair (the smaller id first) that ever was used together."""

    surfaced: Mapping[str, int]
    pairs: Mapping[tuple[str, str], Pair]


def uses(
    events: Iterable[RecallEvent],
    survivors: Mapping[str, str],
    *,
    every: bool = False,
    breathe: Callable[[], None] = lambda: None,
) -> list[Use]:
    """What was used (`every`: what came up at all), oldest first, archived ones as what they live on in.

    The same question in the same session counts once in ten minutes, with all that it led to.
    """
    found: list[Use] = []
    asked: dict[Hashable, int] = {}
    rest = _every(_BREATH, breathe)
    for event in sorted(events, key=lambda event: event.at):
        rest()
        ids = frozenset(survivors.get(uid, uid) for uid in (event.hits if every else event.used))
        if not ids:
            continue
        place = asked.get(question := _question(event))
        if place is not None and event.at - found[place].at < SAME_QUESTION_SECONDS:
            found[place] = Use(found[place].at, event.session, found[place].ids | ids)
        else:
            asked[question] = len(found)
            found.append(Use(event.at, event.session, ids))
    return found


def _question(event: RecallEvent) -> Hashable:
    """What makes two events the same question: the words; without words the name asked about; else what came."""
    if words := tuple(event.text.casefold().split()):
        return event.session, event.project, words
    return event.session, event.project, event.path, event.symbols or event.hits


def together(uses: Iterable[Use], breathe: Callable[[], None] = lambda: None) -> Together:
    """Counts over these uses. Uses without a session count as one session, and only if no other is known."""
    rest = _every(_BREATH, breathe)
    groups = []
    for use in uses:
        rest()
        groups.append((use.session, sorted(use.ids)))
    groups.sort(key=lambda group: group[0] or "")
    places: dict[str, list[int]] = {}
    for number, (_, ids) in enumerate(groups):
        rest()
        for uid in ids:
            places.setdefault(uid, []).append(number)
    pair_of = cache(Pair)  # most pairs were together once: they share one value
    pairs: dict[tuple[str, str], Pair] = {}
    for uid, numbers in places.items():
        times, sessions = _partners(uid, (groups[number] for number in numbers), rest)
        for other, count in times.items():
            pairs[uid, other] = pair_of(count, sessions.get(other, 1))
    return Together({uid: len(numbers) for uid, numbers in places.items()}, pairs)


def _partners(
    uid: str, groups: Iterable[tuple[str | None, Sequence[str]]], rest: Callable[[], None]
) -> tuple[dict[str, int], dict[str, int]]:
    """How often the later ids of these groups were used with this one, and in how many sessions.

    A session's groups lie together."""
    times: dict[str, int] = {}
    sessions: dict[str, int] = {}
    last: dict[str, str] = {}
    for session, ids in groups:
        rest()
        for other in ids[bisect_right(ids, uid) :]:
            times[other] = times.get(other, 0) + 1
            if session is not None and last.get(other) != session:
                last[other] = session
                sessions[other] = sessions.get(other, 0) + 1
    return times, sessions


def _every(count: int, breathe: Callable[[], None]) -> Callable[[], None]:
    """Something to call at each step that breathes once in so many, the first time at once."""
    turns = cycle(range(count))

    def step() -> None:
        if next(turns) == 0:
            breathe()

    return step

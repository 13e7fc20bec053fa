"""Proof before keep: the real questions are asked before and after an edit, and nothing may be harder to find.

Asked are the questions of the recall log that brought these memories up, and always each one's own title. Wherever
one of them stood in the first ten, what it lives on in must stand there afterwards; and where people went on to use
one, the best answer may not sink. Between two questions a pass can be ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from memo_lsp.dream.plan import Breathe, Fold, Link, Theme
from memo_lsp.model import Memory, RecallEvent
from memo_lsp.store import Store

DEPTH = 10
MOST_LOGGED = 20
_LOOKED_AT = 5 * MOST_LOGGED  # events, for as many different questions: people ask the same again
SECONDS = 2.0  # for one edit; titles are asked whatever they take, of the log's questions as many as fit


class Ask(Protocol):
    """Gives the ids of the first ten answers to a question. With `by_own_words`, nothing is found for the sake of what
    lives on in it."""

    def __call__(self, event: RecallEvent, *, by_own_words: bool = False) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what came: `used` are members that people went on to use."""

    event: RecallEvent
    before: tuple[str, ...]
    used: frozenset[str]


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found before an edit, and what has to be found after it: for each member, any of these. `told` are the
    members' titles that found one of them before. By what it says itself, a `theme` has to answer half of these, or it
    is about something else, and would only hide its members."""

    questions: tuple[Question, ...]
    living: Mapping[str, frozenset[str]]
    theme: str | None = None
    told: tuple[RecallEvent, ...] = ()

    def holds(self, ask: Ask, breathe: Breathe) -> bool:
        """Whether nothing is harder to find now. Raises Interrupted where `breathe` does."""
        sunk = 0.0
        for question in self.questions:
            breathe()
            after = tuple(ask(question.event))[:DEPTH]
            if not all(self.living[uid] & set(after) for uid in question.before if uid in self.living):
                return False
            if question.used:
                sunk += _best(question.before, question.used) - _best(after, self._lives(question.used))
        return sunk <= 1e-9 and self._speaks_for_itself(ask, breathe)

    def _speaks_for_itself(self, ask: Ask, breathe: Breathe) -> bool:
        answered = 0
        for title in self.told:
            breathe()
            answered += self.theme in ask(title, by_own_words=True)[:DEPTH]
        return 2 * answered >= len(self.told)

    def _lives(self, members: Iterable[str]) -> frozenset[str]:
        return frozenset[str]().union(*(self.living[uid] for uid in members))


def questions(
    store: Store, edit: Fold | Theme | Link, ask: Ask, breathe: Breathe, clock: Callable[[], float] = time.monotonic
) -> Proof:
    """Ask before an edit is made. Raises Interrupted where `breathe` does."""
    living = lives_on(edit)
    until = clock() + SECONDS / 2
    members = store.memories.get_many(living)
    found = [_asked(_titled(memory), living, ask, breathe) for memory in members.values()]
    for event in _once(store.log.surfacing(living, _LOOKED_AT)):
        if clock() >= until:
            break
        found.append(_asked(event, living, ask, breathe))
    if not isinstance(edit, Theme):
        return Proof(tuple(found), living)
    told = [title.event for title in found[: len(members)] if not living.keys().isdisjoint(title.before)]
    return Proof(tuple(found), living, edit.memory.id, tuple(told))


def _once(events: Iterable[RecallEvent]) -> list[RecallEvent]:
    """The newest questions, each once, with whatever was used of it whenever it was asked."""
    found: dict[tuple[str, ...], RecallEvent] = {}
    for event in events:
        key = (event.text, event.project or "", event.branch or "", event.path or "", *event.symbols)
        if key in found:
            found[key] = replace(found[key], used=(*found[key].used, *event.used))
        elif len(found) < MOST_LOGGED:
            found[key] = event
    return list(found.values())


def lives_on(edit: Fold | Theme | Link) -> Mapping[str, frozenset[str]]:
    """For each memory that an edit touches, which of them may stand for it afterwards."""
    match edit:
        case Fold(survivor, members):
            return {uid: frozenset((survivor,)) for uid in (survivor, *members)}
        case Theme(memory, archived, cited):
            return {uid: frozenset((memory.id,)) for uid in archived} | {
                uid: frozenset((uid, memory.id)) for uid in cited
            }
        case Link(edge):
            return {edge.source: frozenset((edge.source,)), edge.target: frozenset((edge.source, edge.target))}


def _asked(event: RecallEvent, living: Mapping[str, frozenset[str]], ask: Ask, breathe: Breathe) -> Question:
    breathe()
    return Question(event, tuple(ask(event))[:DEPTH], frozenset(event.used) & living.keys())


def _titled(memory: Memory) -> RecallEvent:
    return RecallEvent(0, 0.0, "search", memory.title, project=memory.project, branch=memory.branch, k=DEPTH)


def _best(ranked: Sequence[str], wanted: frozenset[str]) -> float:
    """1 over the place of the first that is wanted; 0 if none is there."""
    return next((1.0 / place for place, uid in enumerate(ranked, 1) if uid in wanted), 0.0)

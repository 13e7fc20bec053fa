"""What a pass wants done: edits as values. A pass plans them, the runner alone takes them, and can take them back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Literal, Protocol, TypeAlias, get_args

from memo_lsp.dream.view import View
from memo_lsp.model import EMPTY, Edge, Memory

PassName = Literal["dedup", "supersede", "fold", "theme", "digest", "tide", "tend"]
PASSES: tuple[PassName, ...] = get_args(PassName)
Breathe: TypeAlias = Callable[[], None]  # called every few milliseconds of work; raises Interrupted to end the pass


class Interrupted(Exception):
    """Somebody came back: what is committed stays, the rest comes next time."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Memories that say one thing: `members` are archived into the survivor."""

    survivor: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """A new memory over memories that belong together: `archived` go beneath it, `cited` stay where they are."""

    memory: Memory
    archived: tuple[str, ...]
    cited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """An edge to make."""

    edge: Edge


@dataclass(frozen=True, slots=True)
class Sink:
    """A memory that becomes dormant."""

    memory: str


@dataclass(frozen=True, slots=True)
class Digest:
    """A summary of a period, new or in the place of the one with its id."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Chore:
    """Upkeep that says nothing about any memory: done, never journalled, never undone. `work` returns how much it did,
    which the run tells under this name; it may raise Interrupted where it breathes."""

    name: str
    work: Callable[[Breathe], int]


Edit: TypeAlias = Fold | Theme | Link | Sink | Digest | Chore


@dataclass(frozen=True, slots=True)
class Plan:
    """What a pass looked at and what it wants done, best first. `vetoed` counts pairs by the rule that spoke."""

    considered: int = 0
    edits: tuple[Edit, ...] = ()
    vetoed: Mapping[str, int] = field(default_factory=lambda: EMPTY)
    refused: int = 0  # what a judge declined or answered badly
    skipped: str | None = None  # why it did not look at all: no embedder, no summarizer, the log is off


class Pass(Protocol):
    """One pass. `needs_idle`: waits until nobody works; else it runs every hour, in the first lull."""

    @property
    def name(self) -> PassName: ...

    @property
    def needs_idle(self) -> bool: ...

    def plan(self, view: View, breathe: Breathe) -> Plan:
        """Edits, from what the view shows. Raises Interrupted where `breathe` does."""
        ...


def joined(edit: Edit) -> Sequence[tuple[str, str]]:
    """The pairs an edit joins, the smaller id first: what is marked if a person takes it back."""
    match edit:
        case Fold(survivor, members):
            pairs = list(combinations((survivor, *members), 2))
        case Theme(_, archived, cited):
            pairs = list(combinations(sorted({*archived, *cited}), 2))
        case Link(edge):
            pairs = [(edge.source, edge.target)]
        case Sink(memory):
            pairs = [(memory, memory)]
        case Digest(memory):
            pairs = [(memory.id, memory.id)]
        case Chore():
            pairs = []
    return [(min(pair), max(pair)) for pair in pairs]


def archives(edit: Edit) -> tuple[str, ...]:
    """The memories that an edit archives."""
    return edit.members if isinstance(edit, Fold) else edit.archived if isinstance(edit, Theme) else ()


def left(plan: Plan, gone: Collection[str]) -> Plan:
    """What there is left to do of a plan once these memories were archived by another pass."""
    edits = (_left(edit, gone) for edit in plan.edits)
    return replace(plan, edits=tuple(edit for edit in edits if edit is not None))


def _left(edit: Edit, gone: Collection[str]) -> Edit | None:
    match edit:
        case Fold(survivor, members):
            members = tuple(uid for uid in members if uid not in gone)
            return Fold(survivor, members) if members and survivor not in gone else None
        case Link() | Sink():
            return edit if not any(uid in gone for pair in joined(edit) for uid in pair) else None
        case _:
            return edit

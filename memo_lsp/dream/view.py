"""What a pass is shown of the store: read-only, gathered for it, cheap to ask for a hundred thousand memories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from memo_lsp.model import Edge, Memory, RecallEvent, Subject


@dataclass(frozen=True, slots=True)
class Near:
    """Two memories of one project and branch that lie close, and the cosine of their texts (title and body)."""

    a: Subject
    b: Subject
    cosine: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Cosines of the embedder in use from which on two memories may be one, may replace, may share a theme."""

    duplicate_title: float
    duplicate_memory: float
    supersede: float
    theme: float


class View(Protocol):
    """One look at the store."""

    @property
    def now(self) -> float: ...

    @property
    def backlog(self) -> bool:
        """Whether memories that never reached anybody are looked at, too."""
        ...

    @property
    def limits(self) -> Limits | None:
        """None where no embedder is configured, or nobody measured it: nothing can be joined by likeness."""
        ...

    def subjects(self) -> Sequence[Subject]:
        """Every memory that is neither archived nor invalidated, oldest first."""
        ...

    def archived(self) -> Sequence[Subject]:
        """Every memory that was archived and is not invalidated, oldest first: it happened all the same."""
        ...

    def reached(self, subject: Subject) -> bool:
        """Whether a memory ever reached somebody: stands in a recall event, or has a counter above 0."""
        ...

    def near(
        self,
        wanted: Sequence[Subject],
        least: float,
        most: int = 16,
        *,
        among: Sequence[Subject] | None = None,
        by_session: bool = False,
    ) -> Iterator[Near]:
        """For each wanted memory its nearest others of the same project and branch (`by_session`: also of the same
        single session), from the index; each pair once. `among`: only of these, wanted ones included (None: of all).
        Memories without vectors are left out."""
        ...

    def cosines(self, pairs: Sequence[tuple[Subject, Subject]]) -> list[float | None]:
        """Cosine of the whole texts of each pair; None where one has no vector yet."""
        ...

    def title_cosines(self, pairs: Sequence[tuple[Subject, Subject]]) -> list[float | None]:
        """Cosine of the titles alone: made on demand, a few milliseconds a title. Raises MemoError if the embedder
        does not work right now."""
        ...

    def apart(self, a: str, b: str) -> bool:
        """Whether a pair is joined by an edge already, or was taken apart by a person."""
        ...

    def memories(self, ids: Iterable[str]) -> Mapping[str, Memory]:
        """Whole memories, archived ones too."""
        ...

    def edges(self, ids: Iterable[str]) -> Sequence[Edge]:
        """The live edges that begin or end at these."""
        ...

    def events(self, since: float) -> Iterable[RecallEvent]:
        """The recall log, oldest first; hits as they were, archived ones not yet replaced by what they live on in."""
        ...

    def survivors(self, ids: Iterable[str]) -> Mapping[str, str]:
        """For each archived one, what it lives on in."""
        ...

    @property
    def log_on(self) -> bool:
        """Whether the recall log is kept."""
        ...

    def let_go(self) -> None:
        """Nobody looks any more: what was gathered goes, bit by bit."""
        ...

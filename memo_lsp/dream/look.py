"""The view a pass gets of a store: read when it is asked for, kept for as long as the pass runs."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from memo_lsp.background import take_down
from memo_lsp.dream.elsewhere import Elsewhere, outcome
from memo_lsp.dream.nearest import nearest, units
from memo_lsp.dream.view import Limits, Near
from memo_lsp.embed.port import Failure
from memo_lsp.model import Edge, Memory, RecallEvent, Subject

if TYPE_CHECKING:
    from memo_lsp.embed.port import Embedder, Vector
    from memo_lsp.store.search.means import Means
    from memo_lsp.store.store import Store

_LOT = 5_000  # memories whose vectors are read at once for many small groups
_TITLES = 4  # embedded between two breaths
_PAIRS = 2_048
_IDS = 1_000
_MEANWHILE = 0.0005  # seconds in which others have the processor
Pairs = Sequence[tuple[Subject, Subject]]


class Look:
    """One look at a store. Nothing is written, and nothing is held between two calls of `breathe`.

    `limits` are those of the embedder, None where there is no embedder or nobody measured it; `elsewhere` is where
    titles are embedded."""

    def __init__(
        self,
        store: Store,
        now: float,
        breathe: Callable[[], None],
        *,
        embedder: Embedder | None = None,
        limits: Limits | None = None,
        backlog: bool = False,
        elsewhere: Elsewhere | None = None,
    ):
        self._store = store
        self._breathe = breathe
        self._embedder = embedder
        self._elsewhere = elsewhere or Elsewhere()
        self._titles: dict[str, Vector | None] = {}
        self.now = now
        self.limits = limits
        self.backlog = backlog

    @cached_property
    def _number(self) -> int | None:
        return None if self._embedder is None else self._store.vectors.measured(self._embedder.fingerprint)

    @cached_property
    def _standing(self) -> list[Subject]:
        return self._store.subjects.standing(self._number, self._breathe)

    @cached_property
    def _archived(self) -> list[Subject]:
        return self._store.subjects.archived(self._number, self._breathe)

    @cached_property
    def _logged(self) -> set[int]:
        return self._store.subjects.reached(self._breathe)

    @property
    def log_on(self) -> bool:
        return self._store.log.enabled

    def subjects(self) -> Sequence[Subject]:
        return self._standing

    def archived(self) -> Sequence[Subject]:
        return self._archived

    def reached(self, subject: Subject) -> bool:
        told = subject.feedback
        return subject.surfaced.total + told.useful + told.not_useful > 0 or subject.row in self._logged

    def near(
        self,
        wanted: Sequence[Subject],
        least: float,
        most: int = 16,
        *,
        among: Sequence[Subject] | None = None,
        by_session: bool = False,
    ) -> Iterator[Near]:
        if self._number is None:
            return
        asked = {subject.row for subject in wanted}
        groups = self._groups(self._standing if among is None else among, _session if by_session else _branch)
        for lot in _lots(group for group in groups if len(group) > 1 and self._any(group, asked)):
            means = self._store.means.of(self._number, (one.row for group in lot for one in group), self._breathe)
            for group in lot:
                yield from self._near_in(group, means, asked, least, most)

    def _groups(self, subjects: Sequence[Subject], key: Callable[[Subject], Any]) -> Iterable[list[Subject]]:
        """Those that may lie near one another."""
        groups: dict[Any, list[Subject]] = defaultdict(list)
        for subject in subjects:
            self._breathe()
            if subject.embedded and (at := key(subject)) is not None:
                groups[at].append(subject)
        return groups.values()

    def _any(self, group: Sequence[Subject], asked: set[int]) -> bool:
        self._breathe()
        return any(subject.row in asked for subject in group)

    def _near_in(
        self, group: Sequence[Subject], means: Means, asked: set[int], least: float, most: int
    ) -> Iterator[Near]:
        import numpy as np

        held: list[Subject] = []
        places: list[int] = []
        wanted: list[int] = []
        for subject in group:
            self._breathe()
            if (place := means.place.get(subject.row)) is not None:
                wanted += [len(held)] if subject.row in asked else []
                held.append(subject)
                places.append(place)
        vectors, rows = means.vectors[places], np.array(wanted, dtype=np.int64)
        for a, b, cosines in nearest(vectors, rows, least, most, self._breathe):
            for one, other, cosine in zip(a.tolist(), b.tolist(), cosines.tolist(), strict=True):
                yield Near(held[one], held[other], cosine)

    def cosines(self, pairs: Pairs) -> list[float | None]:
        found: list[float | None] = []
        for at in range(0, len(pairs) if self._number is not None else 0, _PAIRS):
            part = pairs[at : at + _PAIRS]
            means = self._means({subject.row for pair in part for subject in pair})
            found += self._dots(part, means)
        return found or [None] * len(pairs)

    def _means(self, rows: Iterable[int]) -> Mapping[int, Vector]:
        """Unit vectors of whole memories by their rows."""
        if self._number is None:
            return {}
        means = self._store.means.of(self._number, rows, self._breathe)
        vectors = units(means.vectors)
        return {row: vectors[place] for row, place in means.place.items()}

    def _dots(self, pairs: Pairs, vectors: Mapping[int, Vector]) -> Iterator[float | None]:
        for a, b in pairs:
            both = a.row in vectors and b.row in vectors
            yield float(vectors[a.row] @ vectors[b.row]) if both else None

    def title_cosines(self, pairs: Pairs) -> list[float | None]:
        self._read_titles([subject for a, b in pairs if a.title != b.title for subject in (a, b)])
        return [1.0 if a.title == b.title else _dot(self._titles.get(a.title), self._titles.get(b.title))
                for a, b in pairs]  # fmt: skip

    def _read_titles(self, subjects: Sequence[Subject]) -> None:
        """Vectors of titles that are not there yet. Of a memory that is its title alone it is the memory's own."""
        missing = {subject.title: subject for subject in subjects if subject.title not in self._titles}
        bare = self._store.subjects.titled_only(subject.row for subject in missing.values())
        own = self._means(bare)
        self._titles |= {title: own[subject.row] for title, subject in missing.items() if subject.row in own}
        rest = [title for title in missing if title not in self._titles]
        for at in range(0, len(rest) if self._embedder is not None else 0, _TITLES):
            self._breathe()
            part = rest[at : at + _TITLES]
            self._titles |= dict(zip(part, self._embedded(part), strict=True))

    def _embedded(self, titles: list[str]) -> list[Vector | None]:
        assert self._embedder is not None
        made = outcome(self._elsewhere.begin(partial(self._embedder.embed, titles)), self._breathe)
        return [None if isinstance(vector, Failure) else vector for vector in made]

    def apart(self, a: str, b: str) -> bool:
        return self._store.subjects.apart(a, b)

    def memories(self, ids: Iterable[str]) -> Mapping[str, Memory]:
        return self._store.memories.get_many(ids)

    def edges(self, ids: Iterable[str]) -> Sequence[Edge]:
        return self._store.graph.edges_among(ids)

    def events(self, since: float) -> Iterable[RecallEvent]:
        for event in self._store.log.events(since):
            self._breathe()
            yield event

    def survivors(self, ids: Iterable[str]) -> Mapping[str, str]:
        found: dict[str, str] = {}
        wanted = list(ids)
        for at in range(0, len(wanted), _IDS):
            self._breathe()
            found |= self._store.graph.survivors(wanted[at : at + _IDS])
        return found

    def let_go(self) -> None:
        self._titles.clear()
        gathered = [self.__dict__.pop(name, []) for name in ("_standing", "_archived")]
        try:
            take_down(gathered, self._breathe)
        except BaseException:  # somebody came back: they do not wait for this either
            self._elsewhere.begin(partial(take_down, gathered, lambda: time.sleep(_MEANWHILE)))
            raise


def _branch(subject: Subject) -> Any:
    return subject.project, subject.branch


def _session(subject: Subject) -> Any:
    return (subject.project, subject.branch, subject.sessions) if len(subject.sessions) == 1 else None


def _lots(groups: Iterable[list[Subject]]) -> Iterator[list[list[Subject]]]:
    """Groups, as many at once as have some thousand members together."""
    lot: list[list[Subject]] = []
    count = 0
    for group in groups:
        lot.append(group)
        count += len(group)
        if count >= _LOT:
            yield lot
            lot, count = [], 0
    if lot:
        yield lot


def _dot(a: Vector | None, b: Vector | None) -> float | None:
    return None if a is None or b is None else float(a @ b)

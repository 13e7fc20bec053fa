"""The links commits make between memories: what was reverted, mended, raised to a newer version. Pure.

The result depends on the set of memories alone, not on the order they came in: an import that goes on later, newest
first, ends with the links of one that did everything at once.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memo_lsp.model import Edge, EdgeType, Memory
from memo_lsp.text.titles import (
    Bump,
    VersionKey,
    fix_trailers,
    reverted_hash,
    reverted_title,
    same_title,
    title_key,
    version_bump,
    version_key,
)

_SHORTEST_HASH = 7
_SHARED = 20  # letters two titles must begin with alike before one may stand for the other


@dataclass(frozen=True, slots=True)
class Links:
    """`edges` to make, and `invalid`: what was reverted, by a revert that still holds, and from when on (seconds)."""

    edges: tuple[Edge, ...] = ()
    invalid: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Signs:
    """What one memory's words say about earlier ones."""

    hash: str | None = None
    title: str | None = None
    bump: Bump | None = None
    fixes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.hash or self.title or self.bump or self.fixes)


def signs_of(memory: Memory) -> Signs:
    title = reverted_title(memory.title)
    named = reverted_hash(memory.body) or reverted_hash(memory.title)
    bump = version_bump(memory.title) if title is None else None
    return Signs(named, title, bump, fix_trailers(memory.body))


def links(memories: Iterable[Memory], maker: str = "import") -> Links:
    """Edges and validity among memories of one project.

    - `This reverts commit H`, else `Revert "S"` (the latest earlier memory titled S) → `reverts`, and S is invalid from
      then on, unless the revert was itself reverted.
    - `bump K from A to B` → the newest `supersedes` every earlier memory of K whose version is not above its own.
    - a `Fixes: H` trailer → `fixes`.
    """
    known = sorted(memories, key=_age)
    signs = {memory.id: found for memory in known if (found := signs_of(memory))}
    named = Named(known)
    reverts = {
        memory.id: target
        for memory in known
        if memory.id in signs and (target := _reverted(memory, signs[memory.id], named)) is not None
    }
    by_id = {memory.id: memory for memory in known}
    invalid = invalid_by(reverts, by_id)
    edges = [_edge("reverts", by_id[source], target, maker) for source, target in reverts.items()]
    for memory in known:
        for sha in signs[memory.id].fixes if memory.id in signs else ():
            mended = named.commit(sha)
            if mended is not None and mended.id != memory.id:
                edges.append(_edge("fixes", memory, mended.id, maker))
    edges += _bumps([(m, signs[m.id].bump) for m in known if m.id in signs and m.id not in invalid], maker)
    return Links(tuple(dict.fromkeys(edges)), invalid)


def _age(memory: Memory) -> tuple[float, str]:
    return (-math.inf if memory.created_at is None else memory.created_at), memory.id


def _edge(kind: EdgeType, source: Memory, target: str, maker: str) -> Edge:
    return Edge(kind, source.id, target, maker=maker, made_at=_since(source))


def _since(memory: Memory) -> float:
    return memory.stored_at if memory.created_at is None else memory.created_at


def _is_commit(memory: Memory) -> bool:
    """Whether this is the commit it names, and not something seen while at it."""
    return memory.origin == "git" or memory.session is None


class Named:
    """Memories by commit (a prefix of seven digits is enough) and by title."""

    def __init__(self, memories: Sequence[Memory]):
        self._commits: dict[str, list[Memory]] = defaultdict(list)
        self._titles: dict[str, list[Memory]] = defaultdict(list)
        self._beginnings: dict[str, list[Memory]] = defaultdict(list)
        for memory in memories:
            if memory.commit and len(memory.commit) >= _SHORTEST_HASH and _is_commit(memory):
                self._commits[memory.commit[:_SHORTEST_HASH].lower()].append(memory)
            key = title_key(memory.title)
            self._titles[key].append(memory)
            if len(key) >= _SHARED:
                self._beginnings[key[:_SHARED]].append(memory)

    def commit(self, sha: str) -> Memory | None:
        """The memory of a commit, given by as much of its id as was written down."""
        for memory in self._commits.get(sha[:_SHORTEST_HASH].lower(), ()):
            own = (memory.commit or "").lower()
            if own.startswith(sha) or sha.startswith(own):
                return memory
        return None

    def titled(self, title: str, before: Memory) -> Memory | None:
        """The latest memory not younger than `before` with this title, or one that either title is the start of."""
        key = title_key(title)
        return _latest(self._titles.get(key, ()), before) or _latest(
            self._beginnings.get(key[:_SHARED], ()), before, lambda memory: same_title(memory.title, title)
        )


def _latest(
    memories: Sequence[Memory], before: Memory, fits: Callable[[Memory], bool] = lambda memory: True
) -> Memory | None:
    limit = _age(before)[0]
    for memory in reversed(memories):
        if memory.id != before.id and _age(memory)[0] <= limit and fits(memory):
            return memory
    return None


def _reverted(memory: Memory, signs: Signs, named: Named) -> str | None:
    found = named.commit(signs.hash) if signs.hash else None
    if (found is None or found.id == memory.id) and signs.title is not None:
        found = named.titled(signs.title, memory)
    return found.id if found is not None and found.id != memory.id else None


def invalid_by(reverts: Mapping[str, str], memories: Mapping[str, Memory]) -> dict[str, float]:
    """What reverts (source: target) take away, and from when on. Only one that still holds takes anything away: the
    revert of a revert restores the first."""
    undone_by: dict[str, list[str]] = defaultdict(list)
    for source, target in reverts.items():
        undone_by[target].append(source)
    holds = _holding(undone_by)
    invalid = {}
    for target, sources in undone_by.items():
        standing = [_since(memories[source]) for source in sources if holds[source]]
        if standing:
            invalid[target] = min(standing)
    return invalid


def _holding(undone_by: Mapping[str, Sequence[str]]) -> dict[str, bool]:
    """Whether each memory stands: it does unless one that stands reverts it. A circle is cut where it is entered."""
    holds: dict[str, bool] = {}
    for start in sorted({source for sources in undone_by.values() for source in sources}):
        path = [start]
        while path:
            last = path[-1]
            open_ones = [s for s in undone_by.get(last, ()) if s not in holds and s not in path]
            if open_ones:
                path.append(open_ones[0])
                continue
            holds.setdefault(last, not any(holds.get(source, False) for source in undone_by.get(last, ())))
            path.pop()
    return holds


def _bumps(candidates: Iterable[tuple[Memory, Bump | None]], maker: str) -> list[Edge]:
    subjects: dict[str, list[tuple[float, VersionKey, str, Memory]]] = defaultdict(list)
    for memory, bump in candidates:
        if bump is not None:
            age, uid = _age(memory)
            subjects[bump.subject].append((age, version_key(bump.new), uid, memory))
    return [edge for group in subjects.values() for edge in _newest(group, maker)]


def _newest(group: list[tuple[float, VersionKey, str, Memory]], maker: str) -> list[Edge]:
    """Each memory below the newest one whose version is not under its own (a downgrade replaces nothing above it), and
    below the next such one, if that is another: so a question as of any instant finds what held then."""
    edges: list[Edge] = []
    versions: list[VersionKey] = []  # rising, from the newest memory back: only these can replace anything
    holders: list[Memory] = []
    nexts: list[tuple[VersionKey, Memory]] = []  # the last is the next one up; versions fall towards it
    for _, version, _, memory in sorted(group, key=lambda entry: entry[:3], reverse=True):
        while nexts and nexts[-1][0] < version:
            nexts.pop()
        place = bisect_left(versions, version)
        if place < len(holders):
            above = {one.id: one for one in (holders[place], nexts[-1][1])}
            edges += [_edge("supersedes", one, memory.id, maker) for one in above.values()]
        else:
            versions.append(version)
            holders.append(memory)
        nexts.append((version, memory))
    return edges

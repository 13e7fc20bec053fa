"""A project's links brought up to date after an import: what commits say is linked, what no longer follows is unmade.

Only memories that say something about others, and those they name, are held at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from memo_lsp.capture.commits.links import Links, links, signs_of
from memo_lsp.model import Edge, Memory
from memo_lsp.store.store import Store
from memo_lsp.text.titles import title_key

_BATCH = 200
_SHORT = 7
_SHARED = 20
_KINDS = ("reverts", "supersedes", "fixes")


def relink(store: Store, project: str | None, maker: str) -> int:
    """Make the links of a project's memories as capture would have; how many were new.

    A link a person unmade stays unmade, and a validity that is not a revert's own is left alone.
    """
    memories = _concerned(store, project)
    if not memories:
        return 0
    found = links(memories, maker)
    existing: dict[tuple[str, str, str], list[Edge]] = defaultdict(list)
    for batch in _slices([memory.id for memory in memories]):
        for edge in store.graph.edges_among(batch, unmade=True):
            if edge not in existing[_triple(edge)]:
                existing[_triple(edge)].append(edge)
    made = _make(store, found, existing)
    _unmake(store, found, existing)
    _validate(store, found, {memory.id: memory for memory in memories}, existing)
    return made


def _triple(edge: Edge) -> tuple[str, str, str]:
    return edge.type, edge.source, edge.target


def _slices(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), _BATCH):
        yield ids[start : start + _BATCH]


def _concerned(store: Store, project: str | None) -> list[Memory]:
    """Those that say something about others, and those they may mean; two passes over the project, few held."""
    telling: dict[str, Memory] = {}
    hashes: set[str] = set()
    titles: set[str] = set()
    for memory in _all(store, project):
        signs = signs_of(memory)
        if signs:
            telling[memory.id] = memory
            hashes.update(sha[:_SHORT] for sha in (signs.hash, *signs.fixes) if sha)
            titles.update([title_key(signs.title)[:_SHARED]] if signs.title else [])
    if not hashes and not titles:
        return list(telling.values())
    for memory in _all(store, project):
        by_hash = memory.commit is not None and memory.commit[:_SHORT].lower() in hashes
        if by_hash or title_key(memory.title)[:_SHARED] in titles:
            telling.setdefault(memory.id, memory)
    return list(telling.values())


def _all(store: Store, project: str | None) -> Iterator[Memory]:
    return (memory for memory in store.memories.export(project) if memory.project == project)


def _make(store: Store, found: Links, existing: dict[tuple[str, str, str], list[Edge]]) -> int:
    missing = [edge for edge in found.edges if all(map(_was_never, existing.get(_triple(edge), ())))]
    for start in range(0, len(missing), _BATCH):
        store.memories.add((), missing[start : start + _BATCH])
    return len(missing)


def _was_never(edge: Edge) -> bool:
    """Unmade as of the instant it was made: by a later import that knew better, not by a person."""
    return edge.unmade_at is not None and edge.unmade_at <= edge.made_at


def _unmake(store: Store, found: Links, existing: dict[tuple[str, str, str], list[Edge]]) -> None:
    wanted = {_triple(edge) for edge in found.edges}
    for triple, edges in existing.items():
        if triple in wanted or triple[0] not in _KINDS:
            continue
        for edge in edges:
            if edge.unmade_at is None and edge.maker.startswith("import"):
                store.graph.unmake([edge], edge.made_at)


def _validate(
    store: Store, found: Links, memories: dict[str, Memory], existing: dict[tuple[str, str, str], list[Edge]]
) -> None:
    """A `valid_to` that is the instant of a revert is ours to set, move and take away; any other is not."""
    ours: dict[str, set[float]] = defaultdict(set)
    for edge in (*found.edges, *(edge for edges in existing.values() for edge in edges)):
        if edge.type == "reverts" and edge.target in memories:
            ours[edge.target].add(edge.made_at)
    for uid, instants in ours.items():
        now, wanted = memories[uid].valid_to, found.invalid.get(uid)
        if now == wanted or (now is not None and now not in instants):
            continue
        if wanted is None:
            store.memories.revalidate(uid)
        else:
            store.memories.invalidate(uid, wanted)

"""A project's links brought up to date: what commits say is linked, what no longer follows is unmade.

After an import all of a project is looked at; only memories that say something about others, and those they name, are
held at once. After a commit only what it says and what that hangs together with.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from memo_lsp.capture.commits.links import Links, Signs, invalid_by, links, signs_of
from memo_lsp.model import Edge, Filter, Memory, Scope
from memo_lsp.store.store import Store
from memo_lsp.text.prepare import query_words
from memo_lsp.text.titles import same_title, title_key, version_bump

_BATCH = 200
_SHORT = 7
_SHARED = 20
_KINDS = ("reverts", "supersedes", "fixes")
_NEAR = 60  # memories whose words come closest to a title that is looked for
_TOGETHER = 1_000  # memories that hang together, at most
CAPTURE = "capture:git"  # the maker of the links of a commit just made
Existing = dict[tuple[str, str, str], list[Edge]]


def relink(store: Store, project: str | None, maker: str) -> int:
    """Make the links of a project's memories as capture would have; how many were new.

    A link a person unmade stays unmade, and a validity that is not a revert's own is left alone.
    """
    memories = _concerned(store, project)
    if not memories:
        return 0
    found = links(memories, maker)
    existing = _existing(store, [memory.id for memory in memories])
    made = _make(store, found, existing)
    _unmake(store, found, existing)
    _validate(store, found, {memory.id: memory for memory in memories}, existing)
    return made


def relink_new(store: Store, project: str, fresh: Iterable[Memory]) -> None:
    """The same for memories just stored or changed, without reading all of a project."""
    own = {memory.id: memory for memory in fresh}
    memories = _together(store, project, own)
    if len(memories) < 2:
        return
    existing = _existing(store, list(memories))
    found = links(memories.values(), CAPTURE)
    told = [edge for edges in existing.values() for edge in edges if edge.unmade_at is None]
    reverts = {edge.source: edge.target for edge in (*told, *found.edges) if edge.type == "reverts"}
    known = {source: target for source, target in reverts.items() if {source, target} <= memories.keys()}
    found = replace(found, invalid=invalid_by(known, memories))
    _make(store, found, existing)
    decided = {key: edges for key, edges in existing.items() if key[0] == "supersedes" or key[1] in own}
    _unmake(store, found, decided)
    _validate(store, found, memories, existing)


def _existing(store: Store, ids: Sequence[str]) -> Existing:
    existing: Existing = defaultdict(list)
    for batch in _slices(ids):
        for edge in store.graph.edges_among(batch, unmade=True):
            if edge not in existing[_triple(edge)]:
                existing[_triple(edge)].append(edge)
    return existing


def _together(store: Store, project: str, own: dict[str, Memory]) -> dict[str, Memory]:
    """These memories, those their words mean, and whatever is linked with any of them by such words."""
    memories = dict(own)
    for memory in own.values():
        memories |= {one.id: one for one in _meant(store, project, signs_of(memory))}
    asked: set[str] = set()
    while len(memories) < _TOGETHER and (waiting := memories.keys() - asked):
        asked |= waiting
        edges = [edge for edge in store.graph.edges_among(waiting) if edge.type in _KINDS]
        ends = {end for edge in edges for end in (edge.source, edge.target)} - memories.keys()
        memories |= store.memories.get_many(ends)
    return memories


def _meant(store: Store, project: str, signs: Signs) -> list[Memory]:
    """The memories that some words may mean: by a commit's id, by a title, by what was raised to another version."""
    shas = [sha for sha in (signs.hash, *signs.fixes) if sha and len(sha) >= _SHORT]
    found = store.memories.get_many([uid for sha in shas if (uid := store.memories.at_commit(project, sha))])
    meant = list(found.values())
    if signs.title is not None:
        title = signs.title
        meant += [memory for memory in _near(store, project, title) if same_title(memory.title, title)]
    if signs.bump is not None:
        subject = signs.bump.subject
        meant += [memory for memory in _near(store, project, subject) if _raises(memory, subject)]
    return meant


def _raises(memory: Memory, subject: str) -> bool:
    bump = version_bump(memory.title)
    return bump is not None and bump.subject == subject


def _near(store: Store, project: str, title: str) -> list[Memory]:
    """Memories of a project, reverted ones too, whose words come close to a title."""
    scopes = (Scope(project=project), Scope(project=project, filters=(Filter("is", "superseded"),)))
    words = query_words(title)
    rows = [row for scope in scopes for row, _ in store.lexical.search(words, scope, _NEAR, columns="curated")]
    return [memory for memory in store.memories.by_rows(rows).values() if memory.project == project]


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


def _make(store: Store, found: Links, existing: Existing) -> int:
    missing = [edge for edge in found.edges if all(map(_was_never, existing.get(_triple(edge), ())))]
    for start in range(0, len(missing), _BATCH):
        store.memories.add((), missing[start : start + _BATCH])
    return len(missing)


def _was_never(edge: Edge) -> bool:
    """Unmade as of the instant it was made: by a later import that knew better, not by a person."""
    return edge.unmade_at is not None and edge.unmade_at <= edge.made_at


def _unmake(store: Store, found: Links, existing: Existing) -> None:
    wanted = {_triple(edge) for edge in found.edges}
    for triple, edges in existing.items():
        if triple in wanted or triple[0] not in _KINDS:
            continue
        for edge in edges:
            if edge.unmade_at is None and edge.maker.startswith(("import", CAPTURE)):
                store.graph.unmake([edge], edge.made_at)


def _validate(store: Store, found: Links, memories: dict[str, Memory], existing: Existing) -> None:
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

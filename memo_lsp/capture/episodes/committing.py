"""A commit takes from an open episode what it holds: the saves that led to it become part of its memory.

Of a file that was saved beyond what was committed the rest goes on. Episodes that were closed by then stay, and are
linked to the commit that holds their files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha1, sha256
from itertools import takewhile
from typing import TYPE_CHECKING

from memo_lsp.capture.commits.memory import with_way
from memo_lsp.capture.episodes.closing import saves, work_of
from memo_lsp.capture.episodes.finding import bounded
from memo_lsp.capture.episodes.telling import Work
from memo_lsp.capture.source import Save
from memo_lsp.errors import UnknownId
from memo_lsp.git.history import Commit, contents
from memo_lsp.git.repository import Repository
from memo_lsp.model import Edge, Memory, Scope
from memo_lsp.store.captured.episodes import Episode, EpisodeFile
from memo_lsp.store.captured.episodes import Save as Kept
from memo_lsp.text.identifiers import nfc
from memo_lsp.text.lines import plain_ends
from memo_lsp.text.secrets import redact

if TYPE_CHECKING:
    from memo_lsp.capture.desk import Desk

MOST_PATHS = 400  # of one commit
_LINKED_PATHS = 20
_LOOKED_AT = 60  # anchors at one path


class Committed:
    """What the newest commits hold, for saves that were still on their way when their commit was seen."""

    def __init__(self) -> None:
        self._blobs: dict[str, tuple[float, dict[str, str]]] = {}

    def add(self, project: str, commits: Iterable[Commit], at: float) -> None:
        files = [change for commit in commits for change in commit.files[:MOST_PATHS]]
        self._blobs[project] = (at, {nfc(one.path): one.new_blob for one in files if one.new_blob})

    def holds(self, project: str, save: Save) -> bool:
        """Whether a save from before the commit was seen is what the commit holds."""
        at, blobs = self._blobs.get(project, (0.0, {}))
        blob = blobs.get(save.path)
        return blob is not None and save.at <= at and is_blob(save.after, blob)


def is_blob(text: str, blob: str) -> bool:
    """Whether git would name a file with this text so, however its lines end and whatever mark it begins with."""
    hashed = sha1 if len(blob) == 40 else sha256
    forms = (text, text.replace("\n", "\r\n"))
    candidates = (mark + form.encode("utf-8", "surrogatepass") for form in forms for mark in (b"", b"\xef\xbb\xbf"))
    return any(hashed(b"blob %d\0" % len(data) + data).hexdigest() == blob for data in candidates)


@dataclass(frozen=True, slots=True)
class Taken:
    """The text a commit holds of a file (None: the file is gone, or no text) and the commit's memory."""

    text: str | None
    memory: str | None


def taken(repo: Repository, commits: Sequence[tuple[Commit, str | None]], paths: Iterable[str]) -> dict[str, Taken]:
    """What commits, oldest first, hold of these files; without secrets. Starts git once."""
    wanted, found = set(paths), {}
    for commit, memory in commits:
        for change in commit.files:
            if (path := nfc(change.path)) in wanted:
                found[path] = (change.new_blob, memory)
    blobs = list(dict.fromkeys(blob for blob, _ in found.values() if blob))
    texts = {blob: _text(data) for blob, data in contents(repo, blobs)}
    return {path: Taken(texts.get(blob) if blob else None, memory) for path, (blob, memory) in found.items()}


def _text(data: bytes | None) -> str | None:
    return None if data is None else redact(plain_ends(data.decode("utf-8", "replace")))


def left(episode: Episode, held: Mapping[str, Taken]) -> list[Kept]:
    """What of an episode goes on: of each file the text it counts from now, and the newest."""
    rest = (_left(episode, file, held.get(file.path)) for file in episode.files)
    return [save for saved in rest for save in saved]


def _left(episode: Episode, file: EpisodeFile, commit: Taken | None) -> list[Kept]:
    newest = file.versions[-1]
    before = file.before if commit is None else commit.text
    if before is None or before == newest.text:
        return []
    known = {name: value for name, value in newest.facts.items() if name != "run"}
    if commit is None and "known" in file.versions[0].facts:
        known["known"] = file.versions[0].facts["known"]
    return saves(episode, file, before, [replace(newest, facts=known)])


def tell_the_way(desk: Desk, episode: Episode, held: Mapping[str, Taken], marks: Sequence[str]) -> None:
    """Add to the memory of each commit what was saved on the way to it."""
    for memory in dict.fromkeys(one.memory for one in held.values() if one.memory):
        work = Work(
            work_of(file, marks, until=one.text)
            for file in episode.files
            if (one := held.get(file.path)) and one.memory == memory and one.text is not None
        )
        if work:
            with suppress(UnknownId):  # it waits in the spool
                _add(desk, desk.store.memories.get(memory), work.told)


def _add(desk: Desk, memory: Memory, told: str) -> None:
    body = bounded(with_way(memory.body, told))
    desk.store.memories.update(memory.id, body=body, updated_at=memory.updated_at)


def link_closed(desk: Desk, commits: Iterable[tuple[Commit, str | None]], branch: str | None) -> None:
    """Link the closed episodes of a branch to the commit that holds their files."""
    edges = [
        Edge("part_of", episode, memory, maker="capture", made_at=desk.clock.now())
        for commit, memory in commits
        if memory is not None
        for episode in _closed(desk, commit, memory, branch)
    ]
    if edges:
        desk.store.graph.add(edges)


def _closed(desk: Desk, commit: Commit, memory: str, branch: str | None) -> list[str]:
    """Episodes at a commit's files since the commit before that touched them."""
    found: dict[str, None] = {}
    memories, scope = desk.store.memories, Scope(project=desk.project, now=desk.clock.now())
    for change in commit.files[:_LINKED_PATHS]:
        rows = [row for row, _ in memories.anchored(desk.project, nfc(change.path), (), scope, _LOOKED_AT)]
        there = memories.by_rows(rows)
        since = takewhile(lambda one: one.origin != "git", (there[row] for row in rows if there[row].id != memory))
        found |= dict.fromkeys(one.id for one in since if _is_episode(one) and one.branch == branch)
    return list(found)


def _is_episode(memory: Memory) -> bool:
    return memory.kind == "change" and memory.channel == "observation" and memory.session is not None

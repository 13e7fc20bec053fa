"""How memories stand to the working copy: is the anchored code the same, changed, or gone; is the branch merged?

Worked out from the hash of the symbol's tokens in today's file. Two ways to ask: as recall's facts, which are ready at
hand and wait for nothing (what is missing is found in the background, for the next time), and `renewed`, which looks.
"""

from __future__ import annotations

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from memo_lsp.code.languages import language_of
from memo_lsp.code.symbols import Outline, Symbol, outline
from memo_lsp.git.merged import Merged
from memo_lsp.git.project import ProjectInfo
from memo_lsp.model import Anchor, AnchorState, Memory
from memo_lsp.text.identifiers import nfc

LARGEST = 1_000_000  # bytes: larger files have no symbols
KEPT = 512  # files of some 40 kB each: the newest memories of a project are anchored in hundreds, and asked for again
FRESH_SECONDS = 2.0  # a file looked at this recently is not looked at again in the background
MISSED_SECONDS = 30.0  # a file that is gone is told of once in this time

_WORD = re.compile(r"[\w$]+")
LaterChanges = Callable[[str | None, str, str | None, float], int]  # project, path, symbol, after → commits
Background = Callable[[Callable[[], object]], object]  # runs a job off the caller's thread
H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file's symbols by qualified name, and all words that stand in it. `broken`: it did not parse as a whole."""

    symbols: Mapping[str, Symbol]
    words: frozenset[str] = frozenset()
    broken: bool = False

    @classmethod
    def of(cls, outline: Outline | None, words: frozenset[str] = frozenset()) -> FileFacts:
        if outline is None:
            return cls({}, words, broken=True)
        return cls({symbol.qualified: symbol for symbol in outline.symbols}, words, outline.broken)


@dataclass(frozen=True, slots=True)
class _Looked:
    stamp: tuple[int, int] | None  # None: the file is not there
    facts: FileFacts | None
    at: float


class Standing:
    """Facts about memories of the projects it was told of. Safe from any thread."""

    def __init__(self, later_changes: LaterChanges, merged: Merged, background: Background):
        self.missing: Callable[[Path], object] = lambda file: None  # told of an anchored file that is not there
        self._later_changes = later_changes
        self._merged = merged
        self._background = background
        self._projects: dict[str, ProjectInfo] = {}
        self._files: OrderedDict[Path, _Looked] = OrderedDict()
        self._asked: set[Path] = set()
        self._missed: dict[Path, float] = {}
        self._lock = threading.Lock()

    def know(self, info: ProjectInfo) -> None:
        """Where a project's files are."""
        self._projects[info.key] = info

    @property
    def known(self) -> tuple[ProjectInfo, ...]:
        """The projects it was told of."""
        return tuple(self._projects.values())

    # --- ready at hand
    def anchor_states(self, memories: Sequence[Memory]) -> Mapping[str, tuple[Anchor, ...]]:
        """The anchors by the last look at their files; never waits."""
        stale: dict[Path, None] = {}
        states = {memory.id: self._anchors(memory, lambda path: self._known(path, stale)) for memory in memories}
        self._look_later(stale)
        return states

    def merged(self, memory: Memory, branch: str | None, *, wait: bool = False) -> bool | None:
        """Whether what was noted on the memory's branch is part of what is checked out; None if not known."""
        if memory.branch is None or memory.branch == branch:
            return True
        info = self._projects.get(memory.project or "")
        if info is None or info.repo is None:
            return None
        return self._merged.of(info.repo, memory.branch, memory.commit, wait=wait)

    # --- looking
    def anchors(self, memory: Memory) -> tuple[Anchor, ...]:
        """The anchors as the files are now."""
        return self._anchors(memory, self.look)

    def renewed(self, hits: Sequence[H], branch: str | None) -> tuple[H, ...]:
        """Hits (anything with `memory`, `anchors` and `merged`) with what files and git say now."""
        return tuple(self._renewed(hit, branch) for hit in hits)

    def _renewed(self, hit: Any, branch: str | None) -> Any:
        return replace(hit, anchors=self.anchors(hit.memory), merged=self.merged(hit.memory, branch, wait=True))

    def look(self, path: Path) -> FileFacts | None:
        """What stands in a file now; None if it is gone."""
        stamp = stamp_of(path)
        known = self._files.get(path)
        if known is None or known.stamp != stamp:
            known = _Looked(stamp, _read(path, stamp), time.monotonic())
        with self._lock:
            self._files[path] = replace(known, at=time.monotonic())
            self._files.move_to_end(path)
            while len(self._files) > KEPT:
                self._files.popitem(last=False)
        return known.facts

    def compare(self, memory: Memory, anchor: Anchor, facts: FileFacts | None) -> Anchor:
        """One anchor against the facts of its file (None: there is no such file)."""
        state, line = _state(anchor, facts)
        since = 0
        if state != "gone" and anchor.symbol is not None and (state == "changed" or anchor.hash is None):
            since = self._later_changes(memory.project, anchor.path, anchor.symbol, memory.created_at or 0.0)
            state = "changed" if since else state
        return replace(anchor, state=state, line=line or anchor.line, commits_since=since)

    def _anchors(self, memory: Memory, ask: Callable[[Path], Any]) -> tuple[Anchor, ...]:
        info = self._projects.get(memory.project or "")
        if info is None:
            return memory.anchors
        found = []
        for anchor in memory.anchors:
            facts = ask(info.root / anchor.path)
            if facts is None and anchor.state != "gone":
                self._miss(info.root / anchor.path)
            found.append(anchor if facts is _UNKNOWN else self.compare(memory, anchor, facts))
        return tuple(found)

    def _miss(self, file: Path) -> None:
        now = time.monotonic()
        if now - self._missed.get(file, float("-inf")) > MISSED_SECONDS:
            self._missed[file] = now
            self.missing(file)

    def _known(self, path: Path, stale: dict[Path, None]) -> FileFacts | object | None:
        known = self._files.get(path)
        if known is None or time.monotonic() - known.at > FRESH_SECONDS:
            stale[path] = None
        return known.facts if known is not None else _UNKNOWN

    def _look_later(self, paths: Iterable[Path]) -> None:
        """One job for all of them: an answer's hits are anchored in many files."""
        with self._lock:
            wanted = [path for path in paths if path not in self._asked]
            self._asked.update(wanted)
        if wanted:
            self._background(lambda: self._look_now(wanted))

    def _look_now(self, paths: Sequence[Path]) -> None:
        for path in paths:
            with self._lock:
                self._asked.discard(path)
            self.look(path)


_UNKNOWN = object()


def facts_of(text: str, language: str | None) -> FileFacts:
    """The facts of a source text."""
    return FileFacts.of(outline(text, language), frozenset(_WORD.findall(nfc(text))))


def stamp_of(path: Path) -> tuple[int, int] | None:
    """When a file was last written and how long it is; None if it is not there."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return None
    return stat.st_mtime_ns, stat.st_size


def _read(path: Path, stamp: tuple[int, int] | None) -> FileFacts | None:
    if stamp is None:
        return None
    if stamp[1] > LARGEST:
        return FileFacts({}, broken=True)
    try:
        return facts_of(path.read_bytes().decode("utf-8-sig", "replace"), language_of(str(path)))
    except OSError:  # a folder, or ours no more: it is there, and says nothing
        return FileFacts({}, broken=True)


def _state(anchor: Anchor, facts: FileFacts | None) -> tuple[AnchorState, int | None]:
    if facts is None:
        return "gone", None
    if anchor.symbol is None:
        return "same", None
    found = facts.symbols.get(nfc(anchor.symbol))
    if found is not None:
        return ("same" if anchor.hash in (None, found.hash) else "changed"), found.start_line
    if anchor.hash is not None and not facts.broken:
        return "gone", None
    stands = not facts.words or facts.words.issuperset(_WORD.findall(nfc(anchor.symbol)))
    return ("same" if stands else "gone"), None

"""What sources work on: one work tree, its last known texts, and the one way by which a capture is stored."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from memo_lsp.capture.events import Diagnostic
from memo_lsp.capture.gate import KEPT, judge
from memo_lsp.capture.notes import cleaned
from memo_lsp.clock import Clock
from memo_lsp.errors import WrongArgument
from memo_lsp.git.glance import Glance, glance
from memo_lsp.git.project import ProjectInfo, head_commit
from memo_lsp.model import Edge, Memory
from memo_lsp.text.identifiers import nfc

if TYPE_CHECKING:
    from memo_lsp.settings import Settings
    from memo_lsp.store import Store

KEPT_CHARACTERS = 16_000_000  # of last known texts, all files together
NEIGHBOURS = 40


@dataclass(slots=True)
class Session:
    """What all desks of one server share."""

    id: str
    store: Store
    clock: Clock
    settings: Callable[[], Settings]
    origin: Callable[[], str]
    new_id: Callable[[], str]
    paused: Callable[[str], bool] = lambda project: False
    remembered: Callable[[Iterable[str]], None] = lambda ids: None  # told of what was stored
    breathe: Callable[[], None] = lambda: None  # called between two pieces of work


class Texts:
    """The last known text of each file of a work tree, the least recently touched forgotten first."""

    def __init__(self, most: int = KEPT_CHARACTERS):
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._most, self._held = most, 0

    def get(self, path: str) -> str | None:
        return self._texts.get(path)

    def put(self, path: str, text: str) -> None:
        self.drop(path)
        self._texts[path] = text
        self._held += len(text)
        while self._held > self._most and len(self._texts) > 1:
            self.drop(next(iter(self._texts)))

    def drop(self, path: str) -> None:
        self._held -= len(self._texts.pop(path, ""))

    def move(self, old: str, new: str) -> None:
        """A file or everything beneath a folder has another path now."""
        for path in [path for path in self._texts if path == old or path.startswith(f"{old}/")]:
            text = self._texts[path]
            self.drop(path)
            self.put(new + path[len(old) :], text)


@dataclass(slots=True)
class Desk:
    """One work tree in one session. `branch` is the one of the HEAD processed last, so that what was saved before a
    switch still belongs to where it was made."""

    session: Session
    info: ProjectInfo
    branch: str | None
    seen: Glance | None = None  # HEAD when it was looked at last
    texts: Texts = field(default_factory=Texts)
    diagnostics: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)

    @property
    def store(self) -> Store:
        return self.session.store

    @property
    def clock(self) -> Clock:
        return self.session.clock

    @property
    def settings(self) -> Settings:
        return self.session.settings()

    @property
    def paused(self) -> bool:
        """Whether nothing may be captured of this project right now."""
        return self.session.paused(self.project)

    @property
    def project(self) -> str:
        return self.info.key

    def glance(self) -> None:
        """Note HEAD as it is before somebody looks at it closely."""
        self.seen = glance(self.info.repo) if self.info.repo else None

    def path_of(self, file: Path) -> str | None:
        """A file as anchors name it; None if it lies outside this work tree."""
        if not file.is_relative_to(self.info.root):
            return None
        return nfc(file.relative_to(self.info.root).as_posix())

    def draft(self, title: str, *, at: float | None = None, branch: str | None = None, **fields: object) -> Memory:
        """A capture of this desk, with what all captures share filled in; `branch` defaults to the desk's."""
        now = self.clock.now()
        shared: dict[str, object] = {
            "created_at": now if at is None else at,
            "stored_at": now,
            "project": self.project,
            "branch": self.branch if branch is None else branch,
            "commit": head_commit(self.info.repo) if self.info.repo else None,
            "session": self.session.id,
            "origin": self.session.origin(),
            "trust": "self",
            "confidence": "medium",
        }
        return Memory(id=self.session.new_id(), title=title, **(shared | fields))  # type: ignore[arg-type]

    def keep(self, draft: Memory, edges: Iterable[Edge] = (), *, judged: bool = True) -> str | None:
        """Store a capture unless the gate has a reason not to; its id, or that of the memory it repeats, or None.

        Secrets go first. A store that cannot be written now is no reason to lose it: it waits in the spool."""
        try:
            memory = cleaned(draft)
        except WrongArgument:
            return None
        if judged:
            verdict = judge(memory, self._neighbours(memory), self.clock.now())
            self._count(KEPT if verdict.keep else verdict.reason)
            if not verdict.keep:
                return self._repeated(verdict.first)
        self.store.spool.add([memory], edges)
        self.session.remembered([memory.id])
        return memory.id

    def _neighbours(self, memory: Memory) -> list[Memory]:
        """What is remembered of the same code already, newest first."""
        memories = self.store.memories
        places = dict.fromkeys((anchor.path, anchor.symbol) for anchor in memory.anchors[:4])
        near = [one for path, symbol in places for one in memories.timeline(self.project, path, symbol, NEIGHBOURS)]
        same = memories.find_same(self.project, memory.title, memory.body)
        return [*([memories.get(same)] if same else []), *near]

    def _count(self, reason: str) -> None:
        self.store.gate.count(self.project, reason)

    def _repeated(self, first: str | None) -> str | None:
        if first is not None:
            self.store.memories.repeated(first, self.clock.now())
        return first

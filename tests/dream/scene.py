"""A store that passes work on, and what of it can be seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from memo_lsp.dream.apply import Applied, Embedded, Running, apply
from memo_lsp.dream.plan import Breathe, Digest, Edit, Fold, Link, Plan, Sink, Theme
from memo_lsp.dream.proof import Ask
from memo_lsp.dream.runner import Runner
from memo_lsp.dream.undo import Taken, chosen, undo
from memo_lsp.model import Edge, Memory, RecallEvent, Scope
from memo_lsp.store import Store
from memo_lsp.store.dreamt.edits import Selectors
from memo_lsp.store.dreamt.journal import Run
from tests.dream.looks import Looked
from tests.store.making import DAY, NOW, StillClock, found, memory

PASS_OF = {Fold: "fold", Theme: "theme", Link: "supersede", Sink: "tide", Digest: "digest"}


@dataclass
class Planned:
    """A pass that wants what it is told to want."""

    edits: Sequence[Edit] = ()
    name: Any = "fold"
    needs_idle: bool = False
    skipped: str | None = None
    considered: int = 7
    at_work: Callable[[Breathe], None] = lambda breathe: None

    def plan(self, view: Any, breathe: Breathe) -> Plan:
        self.at_work(breathe)
        return Plan(self.considered, tuple(self.edits), {"polarity": 1}, skipped=self.skipped)


@dataclass
class Scene:
    """A store and the hands on it: passes, persons, undo."""

    store: Store
    clock: StillClock
    numbers: dict[str, int] = field(default_factory=dict)

    def put(self, *memories: Memory) -> None:
        self.store.memories.add(memories)

    # --- passes
    def make(self, edit: Applied, vectors: Embedded | None = None) -> int | None:
        """One edit of a run of its own, kept; its number."""
        name = PASS_OF[type(edit)]
        run = self.store.runs.begin(name, "manual")
        self.clock.at += 1
        done = apply(self.store, Running(run, name, self.clock.at), edit, vectors)
        if done is not None:
            self.store.edits.proven(done[0])
        self.store.runs.end(run, changed=int(done is not None))
        return None if done is None else done[0]

    def run(self, edits: Sequence[Edit], *, name: str = "fold", **how: Any) -> Run:
        return self.runner().run(Planned(edits, name, **how), "manual", breathe=lambda: None)

    def runner(self, ask: Ask | None = None) -> Runner:
        view = Looked(self.clock.at)
        asked = ask or self.ask
        return Runner(self.store, lambda backlog, breathe: view, asked, lambda memory, breathe: None, self.clock)

    def ask(self, event: RecallEvent, **_: bool) -> list[str]:
        return found(self.store, event.text, Scope(project=event.project), 10)

    def undo(self, **selectors: Any) -> list[Taken]:
        self.clock.at += 1
        taken = chosen(self.store, Selectors(**selectors))
        undo(self.store, taken)
        return taken

    # --- what can be seen
    def states(self) -> dict[str, str]:
        return {one.id: one.state for one in self.store.memories.export()}

    def links(self) -> set[tuple[str, str, str, str]]:
        ids = [one.id for one in self.store.memories.export()]
        return {(e.type, e.source, e.target, e.maker) for e in self.store.graph.edges_among(ids)}


def visible(scene: Scene, words: Sequence[str] = ()) -> Any:
    """A store as whoever looks sees it: every memory whole, the live edges, the answers to some words."""
    memories = {one.id: one for one in scene.store.memories.export()}
    return memories, scene.links(), {word: found(scene.store, word) for word in words}


def old(uid: str, title: str = "", **values: Any) -> Memory:
    """A memory that nobody is at any more."""
    return memory(uid, title, **{"created_at": NOW - 2 * DAY, "stored_at": NOW - DAY, **values})


def theme(uid: str, *archived: str, cited: Sequence[str] = (), title: str = "") -> Theme:
    made = memory(uid, title or f"theme {uid}", kind="theme", origin="dream", created_at=NOW - DAY, stored_at=NOW)
    return Theme(made, archived, tuple(cited))


def link(newer: str, older: str, kind: Any = "supersedes") -> Link:
    return Link(Edge(kind, newer, older, confidence=0.8))


def digest(uid: str, body: str, beneath: Sequence[str] = ()) -> Digest:
    period: dict[str, Any] = {"layer": "day", "label": "2026-01-01", "from": "2026-01-01", "to": "2026-01-02"}
    period |= {"beneath": list(beneath), "quotes": list(beneath)}
    made = memory(uid, f"day {uid}", body=body, kind="summary", origin="dream", stored_at=NOW, extra={"period": period})
    return Digest(made)

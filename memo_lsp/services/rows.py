"""Memories as rows of JSON, with their anchors as the code is now: what `show` and `timeline` answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from memo_lsp.exchange.rows import to_row
from memo_lsp.model import Edge, Memory, is_digest
from memo_lsp.recall.answer import links_json
from memo_lsp.recall.beneath import beneath
from memo_lsp.text.periods import day_of
from memo_lsp.text.projects import among
from memo_lsp.text.times import iso

if TYPE_CHECKING:
    from memo_lsp.capture.standing import Standing
    from memo_lsp.clock import Clock
    from memo_lsp.store import Store
    from memo_lsp.store.dreamt.journal import Mark, Run


CARD = (
    "id", "title", "kind", "channel", "created_at", "valid_to", "project", "branch", "origin", "author", "trust",
    "confidence", "topic", "tags", "anchors", "pinned", "state", "superseded_by",
)  # fmt: skip


class Rows:
    """Reads one store."""

    def __init__(self, store: Store, standing: Standing, clock: Clock):
        self._store, self._standing, self._clock = store, standing, clock

    def row(self, uid: str) -> dict[str, Any]:
        """One memory. Raises UnknownId."""
        (row,) = self._rows([self._store.memories.get(uid)])
        return row

    def whole(self, uid: str) -> dict[str, Any]:
        """One memory with its edges both ways, what lies beneath it, and the runs that touched it. Raises UnknownId."""
        memory = self._store.memories.get(uid)
        (row,) = self._rows([memory])
        edges = self._store.graph.edges_of(uid)
        titles = self._titles(edges)
        row["edges"] = [_edge(edge, uid, titles) for edge in edges]
        row["beneath"] = links_json(beneath(self._store, (memory,)).get(uid, ()))
        row["history"] = [run_row(run) for run in self._store.runs.history(uid)]
        return row

    def timeline(self, project: str | None, path: str | None, symbol: str | None, limit: int) -> list[dict[str, Any]]:
        """Memories by date, newest first: of a file, of a symbol in it, or of the whole project."""
        return self._rows(self._store.memories.timeline(project, path, symbol, limit))

    def marks(self) -> list[dict[str, Any]]:
        """The pairs that no pass joins again, the newest mark first, with what these memories are called: null for one
        that is not there any more, for a summary that was taken back its time."""
        marks = self._store.marks.every()
        titles = self.called({uid for mark in marks for uid in (mark.a, mark.b)})
        return [_mark_row(mark) | {"titles": [titles.get(mark.a), titles.get(mark.b)]} for mark in marks]

    def called(self, ids: set[str]) -> dict[str, str]:
        """What these memories are called in a list over all projects: a summary by its project, too, where there are
        several, and one that was taken back by its time."""
        from memo_lsp.dream.passes.digest import periods_of

        found, projects = self._store.memories.get_many(ids), self._store.memories.projects()
        titles = {uid: digest_among(memory, projects) for uid, memory in found.items()}
        today = day_of(self._clock.now())
        gone = ids - titles.keys()
        told = periods_of(gone, projects, today) if gone and today else {}
        return titles | {uid: among(f"the summary of {when}", of, projects) for uid, (when, of) in told.items()}

    def card(self, memory: Memory) -> dict[str, Any]:
        """What a line of a list is made from: a row without what the memory says at length."""
        (row,) = self._rows([memory])
        return {name: row[name] for name in CARD if name in row}

    def _rows(self, memories: Sequence[Memory]) -> list[dict[str, Any]]:
        successors = self._store.graph.successors(memory.id for memory in memories)
        return [self._row(memory, successors.get(memory.id)) for memory in memories]

    def _row(self, memory: Memory, successor: tuple[str, str] | None) -> dict[str, Any]:
        row = to_row(memory)
        if successor:
            row["superseded_by"] = {"id": successor[0], "title": successor[1]}
        row["anchors"] = [
            {
                "path": anchor.path,
                "symbol": anchor.symbol,
                "line": anchor.line,
                "state": anchor.state,
                "commits_since": anchor.commits_since,
            }
            for anchor in self._standing.anchors(memory)
        ]
        return row

    def _titles(self, edges: Iterable[Edge]) -> dict[str, str]:
        known = self._store.memories.get_many({uid for edge in edges for uid in (edge.source, edge.target)})
        return {uid: memory.title for uid, memory in known.items()}


def digest_among(memory: Memory, projects: Collection[str]) -> str:
    """A memory's title; of a summary with its project, where there are several."""
    return among(memory.title, memory.project, projects) if is_digest(memory) else memory.title


def _edge(edge: Edge, of: str, titles: dict[str, str]) -> dict[str, Any]:
    """An edge as it is seen from one of its ends: `title` is that of the memory at the other one."""
    return {
        "type": edge.type,
        "from": edge.source,
        "to": edge.target,
        "title": titles.get(edge.target if edge.source == of else edge.source, ""),
        "maker": edge.maker,
        "confidence": edge.confidence,
        "made_at": iso(edge.made_at),
        "unmade_at": iso(edge.unmade_at),
    }


def run_row(run: Run) -> dict[str, Any]:
    """A run of a pass, as every surface shows it."""
    return {
        "run": run.id,
        "pass": run.pass_name,
        "cause": run.cause,
        "started_at": iso(run.started_at),
        "ended_at": iso(run.ended_at),
        "considered": run.considered,
        "changed": run.changed,
        "vetoed": run.vetoed,
        "refused": run.refused,
        "skipped": run.skipped,
        "undone_at": iso(run.undone_at),
        "chores": run.chores,
    }


def _mark_row(mark: Mark) -> dict[str, Any]:
    return {"pair": [mark.a, mark.b], "pass": mark.pass_name, "at": iso(mark.at), "cause": mark.cause}

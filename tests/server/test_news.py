"""Whatever changes memories is told to the client, with their ids: so that every view can follow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.model import Edge, Memory
from memo_lsp.server import protocol, served
from memo_lsp.store.dreamt.journal import Run
from tests.conftest import Scratch
from tests.dream.scene import Scene, digest, link, theme
from tests.store.making import StillClock

from .desk import NOW, Desk

HOUR = 3600.0


@dataclass
class Case:
    """A command with its argument, what a pass did before it, and which of the memories a, b, c and others it writes,
    changes or removes."""

    command: protocol.Command
    argument: dict[str, Any]
    before: Any = None
    written: int = 0
    changed: str = ""
    removed: tuple[str, ...] = field(default=())


ALL = {"all": True}
CASES = (
    Case(protocol.REMEMBER, {"title": "new"}, written=1),
    Case(protocol.REMEMBER, {"title": "newer", "supersedes": "a"}, written=1, changed="a"),
    Case(protocol.FEEDBACK, {"id": "a", "useful": True}, changed="a"),
    Case(protocol.PIN, {"id": "a"}, changed="a"),
    Case(protocol.EDIT, {"id": "a", "title": "other"}, changed="a"),
    Case(protocol.SUPERSEDE, {"old": "a", "new": "b"}, changed="ab"),
    Case(protocol.SUPERSEDE, {"old": "b", "new": "a"}, link("b", "a"), changed="ab"),
    Case(protocol.FORGET, {"id": "a"}, removed=("a",)),
    Case(protocol.FORGET, {"id": "a"}, link("b", "a"), changed="b", removed=("a",)),
    Case(protocol.FORGET, {"id": "a"}, digest("day", "a and b", ["a", "b"]), removed=("a", "day")),
    Case(protocol.CONSOLIDATE, {"passes": ["dedup"]}, changed="a"),
    Case(protocol.UNDO, ALL, link("b", "a"), changed="ab"),
    Case(protocol.UNDO, ALL, link("b", "a", "refines"), changed="ab"),
    Case(protocol.UNDO, ALL, theme("t", "a", "b"), changed="ab", removed=("t",)),
    Case(protocol.UNDO, ALL, digest("day", "a and b", ["a", "b"]), removed=("day",)),
    Case(protocol.KEEP_APART, {"pairs": [["b", "a"], ["a", "c"]]}, changed="abc"),
    Case(protocol.KEEP_APART, {"pairs": [["b", "a"]]}, link("b", "a", "contradicts"), changed="ab"),
    Case(protocol.ALLOW_REFOLD, {"pairs": [["b", "a"]]}, changed="ab"),
    Case(protocol.ALLOW_REFOLD, ALL, changed="ab"),
    Case(protocol.IMPORT, {"path": "in.jsonl", "format": "jsonl"}, written=1, changed="a"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.command.name} {case.changed}{case.removed}")
async def test_what_a_command_changes_is_told(tmp_path: Path, scratch: Scratch, case: Case):
    scratch.write("in.jsonl", json.dumps({"id": "in", "title": "in", "edges": [{"type": "refines", "to": "a"}]}))
    async with Desk(tmp_path / "store", scratch.root) as desk:
        store = desk.services.store
        store.memories.add([Memory(uid, f"title of {uid}", created_at=NOW - HOUR) for uid in "abc"])
        store.marks.add([("a", "b")], "fold")
        if case.before is not None:
            store.marks.lift()
            assert Scene(store, StillClock()).make(case.before)
        desk.services.dreaming.consolidate = _passes(desk)  # type: ignore[method-assign]
        told = await _told(desk, lambda: desk.command(case.command.name, **case.argument))
    assert (len(told["written"]), "".join(sorted(told["changed"])), tuple(sorted(told["removed"]))) == (
        case.written, case.changed, case.removed,
    )  # fmt: skip


def test_every_command_that_changes_memories_stands_here():
    assert {case.command for case in CASES} == set(served.CHANGES)


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.memories.invalidate("a", NOW),
        lambda store: store.memories.repeated("a", NOW),
        lambda store: store.graph.unmake([Edge("refines", "a", "a")], NOW),
        lambda store: store.marks.add([("a", "a")], "tide"),
    ],
)
async def test_what_anybody_else_changes_is_told_too(tmp_path: Path, scratch: Scratch, change: Callable[[Any], Any]):
    async with Desk(tmp_path / "store", scratch.root) as desk:
        store = desk.services.store
        store.memories.add([Memory("a", "title of a")], [Edge("refines", "a", "a")])
        told = await _told(desk, lambda: asyncio.to_thread(change, store))
    assert told == {"written": [], "changed": ["a"], "removed": []}


def _passes(desk: Desk) -> Callable[..., list[Run]]:
    """In the place of the passes themselves: one that lets a memory sink."""

    def consolidate(*_: Any, **__: Any) -> list[Run]:
        store = desk.services.store
        run = store.runs.begin("tide", "manual")
        store.edits.set_state(store.edits.begin(run, "tide", "sink", "a", proven=True), "a", "dormant")
        return [store.runs.end(run, changed=1)]

    return consolidate


async def _told(desk: Desk, doing: Callable[[], Awaitable[Any]]) -> dict[str, list[str]]:
    """What the client hears while something is done, from a moment at which it has heard everything."""
    await desk.server.news.look()
    desk.told.clear()
    await doing()
    await desk.server.news.look()
    heard = [message["params"] for message in desk.told if message["method"] == protocol.DID_CHANGE_MEMORY]
    return {what: [uid for news in heard for uid in news[what]] for what in ("written", "changed", "removed")}

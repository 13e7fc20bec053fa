"""Upkeep: what is handed in is done, in order, and the run says how much that was."""

from __future__ import annotations

import pytest

from memo_lsp.dream.passes.tend import Tend
from memo_lsp.dream.plan import Chore, Interrupted
from memo_lsp.dream.runner import INTERRUPTED, Runner
from memo_lsp.store import Store

from .looks import Looked


def runner(store: Store) -> Runner:
    return Runner(store, lambda *_: Looked(0.0), lambda event: [], lambda memory, breathe: None, store.memories._clock)


def test_a_run_tells_what_was_done(store: Store) -> None:
    order: list[str] = []

    def chore(name: str, done: int) -> Chore:
        return Chore(name, lambda breathe: order.append(name) or done)

    tend = Tend((chore("anchors", 3), chore("log", 0)))
    run = runner(store).run(tend, "idle", breathe=lambda: None)
    assert order == ["anchors", "log"]
    assert (run.chores, run.considered, run.changed) == ({"anchors": 3, "log": 0}, 2, 0)
    assert store.edits.about(run.id) == []


def test_it_stops_where_somebody_comes_back(store: Store) -> None:
    def work(breathe) -> int:
        raise Interrupted

    run = runner(store).run(Tend((Chore("log", work), Chore("rows", lambda _: 1))), "idle", breathe=lambda: None)
    assert (run.chores, run.skipped) == ({}, INTERRUPTED)


def test_a_preview_does_nothing(store: Store) -> None:
    plan = runner(store).preview(Tend((Chore("log", lambda _: pytest.fail("done")),)), breathe=lambda: None)
    assert [chore.name for chore in plan.edits] == ["log"]

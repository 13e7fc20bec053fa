"""Runs, their changes, marks, and the lease."""

from __future__ import annotations

import pytest

from memo_lsp.store import Store, lease
from memo_lsp.store.edits import Change
from memo_lsp.store.journal import Mark, Run
from tests.store.making import NOW, StillClock, memory


def test_a_run_from_beginning_to_undone(store: Store, clock: StillClock) -> None:
    store.memories.add([memory("a"), memory("b"), memory("c")])
    number = store.runs.begin("fold", "idle")
    changes = [Change("archive", "a", "b", {"state": "active"}, {"state": "archived"}), Change("gain", "b")]
    edit = store.edits.begin(number, "fold", "fold", "b", [("a", "b")])
    store.edits.note(edit, changes[:1])
    store.edits.note(edit, changes[1:])
    clock.at += 5
    store.runs.end(number, considered=120, changed=2, vetoed={"polarity": 3}, refused=1)
    run = Run(number, "fold", "idle", NOW, NOW + 5, 120, 2, {"polarity": 3}, 1, None, None)
    other = store.runs.begin("theme", "hand")
    store.runs.end(other, skipped="no summarizer")
    assert [r.id for r in store.runs.newest()] == [other, number]
    assert (store.runs.newest()[0].skipped, store.runs.newest(1)[0].id) == ("no summarizer", other)
    assert store.edits.changes(number) == changes
    assert [store.runs.history(uid) for uid in "abc"] == [[run], [run], []]
    store.runs.undone(number)
    assert store.runs.newest()[1].undone_at == clock.at


def test_forgetting_takes_a_memory_out_of_the_journal(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    number = store.runs.begin("fold", "idle")
    edit = store.edits.begin(number, "fold", "fold", "b", [("a", "b")])
    store.edits.note(edit, [Change("archive", "a", "b", {"title": "secret words"})])
    store.marks.add([("b", "a")], "fold")
    store.memories.forget("a")
    assert (store.edits.changes(number), store.marks.every()) == ([], [])


def test_marks(store: Store) -> None:
    store.marks.add([("b", "a"), ("a", "b"), ("c", "d"), ("e", "f")], "fold")
    assert store.marks.every() == [
        Mark("a", "b", "fold", NOW),
        Mark("c", "d", "fold", NOW),
        Mark("e", "f", "fold", NOW),
    ]
    assert store.marks.lift([("d", "c"), ("x", "y")]) == 1
    assert store.marks.lift() == 2
    assert store.marks.every() == []


def test_one_holder_at_a_time(store: Store) -> None:
    assert store.lease.take("one", 60)
    assert store.lease.take("one", 60)
    assert not store.lease.take("two", 60)
    assert store.lease.take("two", 60, name="other")
    held = store.lease.held()
    assert held is not None
    assert (held.holder, 55 < held.seconds_left <= 60) == ("one", True)
    assert not store.lease.release("two")
    assert store.lease.release("one")
    assert store.lease.held() is None
    assert store.lease.take("two", 60)


def test_a_lease_runs_out(store: Store) -> None:
    assert store.lease.take("killed", -0.001)
    assert store.lease.held() is None
    assert store.lease.take("next", 60)


def test_a_clock_set_back_makes_no_lease_last(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store.lease.take("one", 60)
    at = lease.time.time() - 3600
    monkeypatch.setattr(lease.time, "time", lambda: at)
    assert store.lease.take("two", 60)
    assert not store.lease.take("one", 60)

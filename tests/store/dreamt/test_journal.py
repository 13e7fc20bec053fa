"""Runs, marks, watermarks and the lease."""

from __future__ import annotations

import pytest

from memo_lsp.store import Store
from memo_lsp.store.dreamt import lease
from memo_lsp.store.dreamt.journal import Mark, Run
from memo_lsp.store.memories.memories import Reinforcement
from tests.store.making import NOW, StillClock, axis, embedded, memory


def test_a_run_from_beginning_to_end(store: Store, clock: StillClock) -> None:
    number = store.runs.begin("fold", "idle")
    assert store.runs.get(number) == Run(number, "fold", "idle", NOW, None, 0, 0, {}, 0, None, None)
    clock.at += 5
    ended = store.runs.end(number, considered=120, changed=2, vetoed={"polarity": 3}, refused=1, chores={"embedded": 4})
    assert ended == Run(number, "fold", "idle", NOW, NOW + 5, 120, 2, {"polarity": 3}, 1, None, None, {"embedded": 4})
    assert store.runs.newest() == [ended]
    assert store.runs.get(number + 1) is None


def test_a_run_nobody_ended(store: Store) -> None:
    number, ended = store.runs.begin("fold", "idle"), store.runs.begin("tide", "hour")
    store.runs.end(ended)
    for proven in (True, True, False):
        store.edits.begin(number, "fold", "fold", "a", proven=proven)
    assert store.runs.cut_short("its process ended") == [number]
    run = store.runs.get(number)
    assert run is not None
    assert (run.changed, run.skipped, run.ended_at) == (2, "its process ended", NOW)
    assert store.runs.cut_short("again") == []


@pytest.mark.parametrize(
    ("runs", "left"),
    [
        ([("theme", "idle", "no log"), ("theme", "idle", "no log"), ("theme", "idle", "no log")], 1),
        ([("theme", "idle", "no log"), ("theme", "idle", "no summarizer")], 2),
        ([("theme", "idle", "no log"), ("fold", "idle", "no log"), ("theme", "idle", "no log")], 2),
        ([("theme", "manual", "no log"), ("theme", "idle", "no log")], 2),
        ([("theme", "idle", None), ("theme", "idle", None)], 2),
        ([("theme", "idle", "no log"), ("theme", "idle", None), ("theme", "idle", "no log")], 3),
    ],
)
def test_one_record_of_what_is_skipped_again_and_again(
    store: Store, runs: list[tuple[str, str, str | None]], left: int
) -> None:
    for name, cause, skipped in runs:
        store.runs.end(store.runs.begin(name, cause), skipped=skipped)
    assert len(store.runs.newest()) == left


def test_marks(store: Store) -> None:
    store.marks.add([("b", "a"), ("a", "b"), ("c", "d")], "fold")
    store.marks.add([("e", "f")], "theme", "lost recall")
    assert store.marks.every() == [
        Mark("a", "b", "fold", NOW),
        Mark("c", "d", "fold", NOW),
        Mark("e", "f", "theme", NOW, "lost recall"),
    ]
    assert store.marks.any_of([("x", "y"), ("d", "c")])
    assert not store.marks.any_of([("a", "c"), ("a", "a")])
    assert not store.marks.any_of([])
    assert store.marks.lift([("d", "c"), ("x", "y")]) == 1
    assert store.marks.lift() == 2
    assert store.marks.every() == []


def test_a_watermark_is_passed_by_what_is_new(store: Store, clock: StillClock) -> None:
    store.memories.add([memory("a")])
    seen = store.watermarks.here()
    store.watermarks.note("fold", seen)
    clock.at += 60
    store.runs.end(store.runs.begin("fold", "idle"))
    assert (store.watermarks.of("fold"), store.watermarks.of("theme")) == (seen, None)
    assert store.watermarks.holds(seen)
    store.memories.surfaced([Reinforcement("a", NOW, search=1)])
    surfaced = store.watermarks.here()
    store.memories.add([memory("b")])
    written = store.watermarks.here()
    embedded(store, {"a": axis(1)})
    store.marks.add([("a", "b")], "fold")
    marked = store.watermarks.here()
    store.marks.lift([("b", "a")])  # they may be joined again: it is worth another look
    assert not any(store.watermarks.holds(before) for before in (seen, surfaced, written, marked))
    here = store.watermarks.here()
    assert store.marks.lift([("b", "a")]) == 0
    assert store.watermarks.holds(here)


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

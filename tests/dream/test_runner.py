"""A pass from its plan to its record: kept, refused, interrupted, cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.dream.plan import Chore, Fold, Interrupted, Sink
from memo_lsp.dream.runner import INTERRUPTED
from memo_lsp.errors import MemoError, StoreTrouble
from memo_lsp.model import RecallEvent
from memo_lsp.store import open_store
from memo_lsp.store.dreamt.journal import CUT_SHORT, Mark, Run
from tests.dream.scene import Planned, Scene, digest, link, old, theme, visible
from tests.store.making import NOW, StillClock


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    clock = StillClock()
    store = open_store(tmp_path, clock=clock)
    made = Scene(store, clock)
    made.put(*(old(uid, f"same words {uid}{uid}") for uid in "abcdef"))
    yield made
    store.close()


def test_a_run(scene: Scene) -> None:
    seen: list[tuple[int, int]] = []
    edits = [Fold("a", ("b", "c")), Sink("d"), link("e", "f"), digest("D", "words", ["a"])]
    run = scene.runner().run(
        Planned(edits), "idle", breathe=lambda: None, progress=lambda done, total: seen.append((done, total))
    )
    assert run == Run(run.id, "fold", "idle", NOW, NOW, 7, 5, {"polarity": 1}, 0, None, None)
    assert scene.states() | {"D": ""} == dict(
        zip("abcdefD", ("active", *["archived"] * 2, "dormant", "active", "active", ""), strict=True)
    )
    assert (seen[0], seen[-1]) == ((0, 4), (4, 4))
    assert scene.store.edits.unproven() == []
    assert scene.store.edits.totals() == {"fold": {"standing": 5, "undone": 0}}
    assert scene.store.watermarks.of("fold") is None


def hide(*hidden: str) -> Any:
    """Questions that these no longer answer once something was archived or replaced."""

    def asking(scene: Scene) -> Any:
        def ask(event: RecallEvent, **_: bool) -> Sequence[str]:
            changed = bool(scene.links())
            return [uid for uid in ("a", "b", "c", "T") if not (changed and uid in hidden)]

        return ask

    return asking


@pytest.mark.parametrize(
    ("edit", "hidden", "marks"),
    [
        (Fold("a", ("b",)), "a", ["ab"]),
        (theme("T", "a", "b", "c"), "T", ["ab", "ac", "bc"]),
        (link("a", "b"), "a", ["ab"]),
    ],
)
def test_what_loses_recall_is_taken_back_and_marked(scene: Scene, edit: Any, hidden: str, marks: list[str]) -> None:
    before = visible(scene)
    runner = scene.runner(hide(*hidden)(scene))
    run = runner.run(Planned([edit]), "idle", breathe=lambda: None)
    assert (run.changed, run.refused, visible(scene)) == (0, 1, before)
    assert scene.store.marks.every() == [Mark(a, b, "fold", NOW, "lost recall") for a, b in marks]
    with scene.store.database.read() as connection:
        assert connection.value("SELECT count(*) FROM edges") + connection.value("SELECT count(*) FROM changes") == 0
    again = runner.run(Planned([edit]), "idle", breathe=lambda: None)
    assert (again.changed, again.refused) == (0, 0)


def test_of_a_refused_fold_each_is_tried_by_itself(scene: Scene) -> None:
    def ask(event: RecallEvent, **_: bool) -> Sequence[str]:
        gone = ("archived_into", "b", "a", "fold") in scene.links()
        return [] if gone else ["a", "b", "c"]

    run = scene.runner(ask).run(Planned([Fold("a", ("b", "c"))]), "idle", breathe=lambda: None)
    assert (run.changed, run.refused) == (1, 1)
    assert scene.states()["c"] == "archived"
    assert [(mark.a, mark.b) for mark in scene.store.marks.every()] == [("a", "b")]


@pytest.mark.parametrize("breaths", range(1, 16))
def test_whenever_somebody_comes_back_nothing_is_half_done(scene: Scene, breaths: int) -> None:
    left = iter(range(breaths))

    def breathe() -> None:
        if next(left, None) is None:
            raise Interrupted

    edits = [Fold("a", ("b",)), theme("T", "c", "d", title="same words cc and dd")]
    run = scene.runner().run(Planned(edits), "idle", breathe=breathe)
    states = scene.states()
    assert run.skipped in (None, INTERRUPTED)
    assert run.ended_at is not None
    assert scene.store.edits.unproven() == []
    assert run.changed == (states["b"] == "archived") + ("T" in states)
    assert scene.store.marks.every() == []
    assert scene.store.watermarks.of("fold") is None
    finished = scene.runner().run(Planned(edits), "idle", breathe=lambda: None)
    assert run.changed + finished.changed == 2


def test_what_a_killed_process_left_is_taken_back(scene: Scene) -> None:
    before = visible(scene)
    number = scene.store.runs.begin("fold", "idle")
    edit = scene.store.edits.begin(number, "fold", "fold", "a", proven=False)
    scene.store.edits.set_state(edit, "b", "archived")
    assert scene.runner().settle() == 1
    assert visible(scene) == before
    run = scene.store.runs.get(number)
    assert run is not None
    assert (run.ended_at, run.changed, run.skipped) == (NOW, 0, CUT_SHORT)
    assert scene.runner().settle() == 0


def raising(trouble: Exception) -> Any:
    def at_work(breathe: Any) -> None:
        raise trouble

    return at_work


def test_trouble_is_a_record(scene: Scene) -> None:
    run = scene.runner().run(Planned(at_work=raising(MemoError("no embedder"))), "idle", breathe=lambda: None)
    assert (run.skipped, run.ended_at) == ("no embedder", NOW)


def test_a_store_that_fails_is_a_record_and_is_raised(scene: Scene) -> None:
    with pytest.raises(StoreTrouble):
        scene.runner().run(Planned(at_work=raising(StoreTrouble("the disk is full"))), "idle", breathe=lambda: None)
    assert scene.store.runs.newest()[0].skipped == "the disk is full"


def test_a_surprise_is_a_record_and_is_raised(scene: Scene) -> None:
    with pytest.raises(ZeroDivisionError):
        scene.runner().run(Planned(at_work=raising(ZeroDivisionError("oh"))), "idle", breathe=lambda: None)
    assert scene.store.runs.newest(1)[0].skipped == "it failed: ZeroDivisionError('oh')"


@pytest.mark.parametrize(
    ("planned", "told"),
    [
        (Planned(), (0, None, True)),
        (Planned(skipped="no summarizer"), (0, "no summarizer", False)),
        (Planned([Fold("a", ("gone",))]), (0, None, True)),
        (Planned([Fold("a", ("b",))]), (1, None, False)),
        (Planned([Chore("embedded", lambda breathe: 0)]), (0, None, True)),
        (Planned([Chore("embedded", lambda breathe: 3)]), (0, None, False)),
    ],
)
def test_found_nothing_and_never_looked_are_not_the_same(scene: Scene, planned: Planned, told: Any) -> None:
    run = scene.runner().run(planned, "idle", breathe=lambda: None)
    assert (run.changed, run.skipped, scene.store.watermarks.of("fold") is not None) == told


def test_what_came_while_it_looked_is_new(scene: Scene) -> None:
    arriving = Planned(at_work=lambda breathe: scene.put(old("new")))
    scene.runner().run(arriving, "idle", breathe=lambda: None)
    seen = scene.store.watermarks.of("fold")
    assert seen is not None
    assert not scene.store.watermarks.holds(seen)


def test_chores_are_told_by_name(scene: Scene) -> None:
    chores = [
        Chore("embedded", lambda breathe: 3),
        Chore("log", lambda breathe: 2),
        Chore("embedded", lambda breathe: 1),
    ]
    assert scene.run(chores).chores == {"embedded": 4, "log": 2}


def test_many_sink_in_few_transactions(scene: Scene) -> None:
    scene.put(*(old(f"m{n}") for n in range(100)))
    commits: list[None] = []
    scene.store.database.after_commit = lambda: commits.append(None)
    run = scene.run([Sink(f"m{n}") for n in range(100)])
    assert run.changed == 100
    assert len(commits) < 10


def test_a_preview_writes_nothing(scene: Scene) -> None:
    generation = scene.store.generation()
    plan = scene.runner().preview(Planned([Sink("a")]), breathe=lambda: None)
    assert plan.edits == (Sink("a"),)
    assert (scene.store.generation(), scene.store.runs.newest()) == (generation, [])

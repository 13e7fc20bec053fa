"""Pauses, the history offer and the gate's counts: small facts that all windows share."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from memo_lsp.store import Store, open_store
from memo_lsp.store.captured.gate import KEPT
from memo_lsp.store.captured.pauses import PauseScope
from tests.store.making import StillClock


@pytest.mark.parametrize(
    ("orders", "here", "there", "nowhere"),
    [
        ([], None, None, None),
        ([("workspace", "p", True)], "workspace", None, None),
        ([("global", None, True)], "global", "global", "global"),
        ([("workspace", "p", True), ("global", "p", True)], "global", "global", "global"),
        ([("workspace", "p", True), ("global", None, True), ("global", None, False)], "workspace", None, None),
        ([("workspace", "p", True), ("workspace", "p", False)], None, None, None),
        ([("workspace", None, True)], None, None, None),
    ],
)
def test_what_pauses(
    store: Store, orders: list[tuple[PauseScope, str | None, bool]], here: str, there: str, nowhere: str
) -> None:
    for order in orders:
        store.pauses.set(*order)
    assert [store.pauses.paused(project) for project in ("p", "q", None)] == [here, there, nowhere]


def test_a_pause_is_seen_by_other_windows_and_by_the_next_start(store: Store, tmp_path: Path) -> None:
    other = open_store(tmp_path / "home", clock=StillClock())
    seen = other.generation()
    assert store.pauses.set("workspace", "p", True)
    assert (other.generation() > seen, other.pauses.paused("p")) == (True, "workspace")
    seen = other.generation()
    assert not store.pauses.set("workspace", "p", True)
    assert other.generation() == seen
    assert store.pauses.set("workspace", "p", False)
    assert other.pauses.paused("p") is None
    other.close()


def test_an_offer_is_made_once(tmp_path: Path) -> None:
    stores = [open_store(tmp_path / "home", clock=StillClock()) for _ in range(4)]
    made: list[bool] = []
    threads = [threading.Thread(target=lambda s=s: made.append(s.offers.offer("p"))) for s in stores]
    assert not stores[0].offers.offered("p")
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [False, False, False, True]
    assert (stores[1].offers.offered("p"), stores[1].offers.offered("q")) == (True, False)
    for store in stores:
        store.close()


def test_the_gates_counts(store: Store) -> None:
    assert store.gate.counts() == (0, {})
    for project, reason, n in (
        ("p", KEPT, 2),
        ("p", "repeat", 1),
        ("p", "repeat", 4),
        ("q", "alike", 3),
        (None, "x", 1),
    ):
        store.gate.count(project, reason, n)
    store.gate.count("q", KEPT)
    assert store.gate.counts("p") == (2, {"repeat": 5})
    assert store.gate.counts("q") == (1, {"alike": 3})
    assert store.gate.counts() == (3, {"repeat": 5, "alike": 3, "x": 1})
    assert store.gate.counts("never") == (0, {})

"""Whether a pass has seen all there is: some find something new because a day went by."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.dream.plan import PassName
from memo_lsp.errors import MemoError, StoreTrouble
from memo_lsp.model import Memory
from memo_lsp.services import open_services


@pytest.mark.parametrize(("name", "next_day"), [("digest", False), ("tide", False), ("tend", False), ("dedup", True)])
def test_a_new_day_is_new_to_some(tmp_path: Path, name: PassName, next_day: bool) -> None:
    clock = MovableClock(datetime(2027, 1, 15, 18, 0).timestamp(), lambda: 0.0)
    services = open_services(tmp_path, {}, {"embed": {"provider": "none"}}, clock)
    try:
        services.dreaming.consolidate([name], breathe=lambda: None)
        services.store.watermarks.note(name, services.store.watermarks.here())
        assert services.dreamer.settled(name)
        clock.move(datetime(2027, 1, 15, 23, 59).timestamp())
        assert services.dreamer.settled(name)
        clock.move(datetime(2027, 1, 16, 0, 1).timestamp())
        assert services.dreamer.settled(name) == next_day
    finally:
        services.close()


HOUR = 3600.0


@pytest.mark.parametrize(
    ("age", "later", "settled"),
    [(2 * HOUR, 5 * HOUR, True), (HOUR / 2, 0.4 * HOUR, True), (HOUR / 2, 0.6 * HOUR, False)],
)
def test_what_was_too_young_is_new_once_it_is_not(tmp_path: Path, age: float, later: float, settled: bool) -> None:
    clock = MovableClock(1_800_000_000.0, lambda: 0.0)
    services = open_services(tmp_path, {}, {"embed": {"provider": "none"}}, clock)
    services.store.memories.add([Memory("a", "a", stored_at=clock.now() - age)])
    services.store.watermarks.note("fold", services.store.watermarks.here())
    clock.move(clock.now() + later)
    assert services.dreamer.settled("fold") == settled
    services.store.watermarks.note("fold", services.store.watermarks.here())
    assert services.dreamer.settled("fold")
    services.store.memories.add([Memory("b", "b", stored_at=clock.now())])
    assert not services.dreamer.settled("fold")
    services.close()


def test_what_passes_go_by_was_changed(tmp_path: Path) -> None:
    """Each runs once more, as after a start; a setting of something else changes nothing."""
    clock = MovableClock(1_800_000_000.0, lambda: 0.0)
    services = open_services(tmp_path, {}, {"embed": {"provider": "none"}}, clock)
    schedule = services.dreamer.schedule
    for settings, afresh in (({"lens": {"enabled": True}}, False), ({"summarize": {"provider": "http"}}, True)):
        schedule.take_turn()
        services.store.runs.end(services.store.runs.begin("fold", "manual"))
        schedule.take_turn()
        services.configure({"embed": {"provider": "none"}} | settings)
        clock.move(clock.now() + HOUR / 2)
        services.dreamer.schedule.take_turn()
        assert ("fold" in [run.pass_name for run in services.store.runs.newest(4) if run.cause == "idle"]) == afresh
    services.close()


def test_rounds_by_hand_wait_for_something_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memo_lsp.services.dreamer.LOOK", 0.01)
    services = open_services(tmp_path, {}, {"embed": {"provider": "none"}}, MovableClock(1_800_000_000.0))
    looks = iter(range(1000))

    def stop() -> bool:
        look = next(looks)
        if look == 20:
            services.store.memories.add([Memory("a", "a")])
        return look > 60

    runs = services.dreamer.by_hand(["tide"], minutes=10, stop=stop)
    assert [run.pass_name for run in runs] == ["tide", "tide"]
    assert next(looks) < 100
    services.close()


def test_what_kept_a_pass_from_its_end_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass that could not even begin has no record, least of all that of an earlier run."""
    services = open_services(tmp_path, {}, {"embed": {"provider": "none"}}, MovableClock(1_800_000_000.0, lambda: 0.0))
    assert len(services.dreamer.by_hand(["tide"])) == 1 and services.dreamer.trouble is None

    def full(*_: object, **__: object) -> int:
        raise StoreTrouble("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(services.store.runs, "begin", full)
        assert services.dreamer.by_hand(["tide"]) == []
    assert str(services.dreamer.trouble) == "the disk is full"
    assert len(services.dreamer.by_hand(["tide"])) == 1 and services.dreamer.trouble is None
    services.close()


def test_a_person_waits_for_another_ones_pass_and_may_give_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memo_lsp.services.dreamer.PATIENCE", 0.05)
    one, two = (open_services(tmp_path, {}, {"embed": {"provider": "none"}}, MovableClock(1.8e9)) for _ in range(2))
    with one.dreamer.turn():
        with pytest.raises(MemoError, match="started by hand"):
            two.dreamer.by_hand(["tide"])
        with pytest.raises(MemoError, match="started by hand"):
            two.undoing.undo({"all": True})
        assert two.undoing.undo({"all": True, "dryRun": True})["put_back"] == 0
        assert two.dreamer.by_hand(["tide"], stop=lambda: True) == []
    assert [run.pass_name for run in two.dreamer.by_hand(["tide"])] == ["tide"]
    one.close()
    two.close()

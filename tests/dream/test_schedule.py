"""The dreaming thread over a real store, taken step by step: who dreams, what runs when, what ends it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.dream.idle import ANOTHER_DREAMS, NOTHING_NEW, Activity
from memo_lsp.dream.plan import Breathe, Interrupted
from memo_lsp.dream.presence import BY_HAND, IMPORT, RUN, Presence
from memo_lsp.dream.schedule import LEASE, QUEUED, Schedule, Scheduled
from memo_lsp.errors import StoreTrouble
from memo_lsp.store import open_store
from memo_lsp.store.dreamt.journal import CUT_SHORT

NOW = 1_800_000_000.0
MINUTE, HOUR = 60.0, 3600.0
PASSES = (Scheduled("dedup", False), Scheduled("tide", False), Scheduled("fold", True), Scheduled("theme", True))


class Window:
    """One window: its clock, its thread's turns by hand, and what it dreamt."""

    def __init__(self, home: Path, name: str):
        self.clock = MovableClock(NOW, lambda: 5.0)
        self.store = store = open_store(home, clock=self.clock)
        self.activity = Activity(self.clock)
        self.presence = Presence(store, name, self.activity, self.clock)
        self.passes: tuple[Scheduled, ...] = PASSES
        self.dreamt: list[str] = []
        self.work: Callable[[Breathe], None] = lambda breathe: breathe()
        self.calm: set[str] = set()
        self.waits = False
        self.schedule = Schedule(store, self.clock, self.presence, self)
        self.turn()

    def scheduled(self) -> tuple[Scheduled, ...]:
        return self.passes

    def idle_seconds(self) -> float:
        return 30 * MINUTE

    def queued(self) -> bool:
        return self.waits

    def busy(self) -> bool:
        return False

    def settled(self, name: str) -> bool:
        return name in self.calm

    def dream(self, name: str, cause: str, breathe: Breathe) -> None:
        run = self.store.runs.begin(name, cause)
        self.dreamt.append(f"{name} {cause}")
        try:
            self.work(breathe)
        except Interrupted:
            self.dreamt.append("ended")
        self.store.runs.end(run)

    def turn(self) -> list[str]:
        """What runs now."""
        self.dreamt.clear()
        self.schedule.take_turn()
        return list(self.dreamt)

    def later(self, seconds: float) -> list[str]:
        """What runs once that time went by."""
        self.clock.move(self.clock.now() + seconds)
        self.presence.beat()
        return self.turn()

    @property
    def held(self) -> tuple[str, ...]:
        coming = self.schedule.next()
        assert coming is not None
        return coming.held_by


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[Callable[[str], Window]]:
    made: list[Window] = []

    def make(name: str) -> Window:
        made.append(Window(tmp_path / "home", name))
        return made[-1]

    yield make
    for window in made:
        window.presence.end(1)
        window.store.close()


ALL = ["dedup hourly", "tide hourly", "fold idle", "theme idle"]


def test_a_start_runs_each_pass_once(windows: Callable[[str], Window]):
    window = windows("a")
    assert window.later(59) == []
    assert window.later(1) == ALL[:2]
    assert window.later(29 * MINUTE) == ALL[2:]
    assert window.turn() == []
    again = windows("b")
    window.presence.leases.give_back(LEASE)
    window.passes = ()
    assert again.later(40 * MINUTE) == ALL


def test_what_a_killed_window_did_not_finish_is_due_in_the_next_one(windows: Callable[[str], Window]):
    killed, other = windows("a"), windows("b")
    for name in ("dedup", "tide"):
        killed.store.runs.end(killed.store.runs.begin(name, "hourly"))
    killed.store.runs.begin("fold", "idle")
    assert other.turn() == []
    killed.presence.leases.give_back(LEASE)
    killed.passes = ()
    other.store.runs.cut_short(CUT_SHORT)
    assert other.later(40 * MINUTE) == [ALL[2], ALL[3]]


def test_each_in_its_time(windows: Callable[[str], Window]):
    window = windows("a")
    assert window.later(40 * MINUTE) == ALL
    assert window.later(59 * MINUTE) == []
    assert window.later(MINUTE) == ALL
    window.activity.happened()
    assert window.later(HOUR) == ALL
    window.calm = {"dedup", "fold"}
    assert window.later(HOUR) == ["tide hourly", "theme idle"]
    window.calm |= {"tide", "theme"}
    assert (window.later(HOUR), window.held) == ([], (NOTHING_NEW,))
    window.calm = set()
    assert window.later(1) == ALL


@pytest.mark.parametrize("on", [(), PASSES[:1], PASSES[2:]])
def test_what_is_off_does_not_run(windows: Callable[[str], Window], on: tuple[Scheduled, ...]):
    window = windows("a")
    window.passes = on
    assert window.later(HOUR) == [name for name in ALL if name.split()[0] in {one.name for one in on}]
    assert window.presence.leases.held(LEASE) == bool(on)
    assert (window.schedule.next() is None) == (not on)


def test_one_window_dreams_for_all(windows: Callable[[str], Window]):
    one, two = windows("a"), windows("b")
    for window in (one, two):
        window.clock.move(NOW + HOUR)
        window.presence.beat()
    assert (one.turn(), two.turn()) == (ALL, [])
    assert ANOTHER_DREAMS in two.held
    one.presence.end(1)
    one.presence.leases.give_back(LEASE)
    assert two.turn() == []  # the other one has just done it
    assert two.later(HOUR) == ALL


def test_activity_in_another_window_counts(windows: Callable[[str], Window]):
    one, two = windows("a"), windows("b")
    two.presence.beat()
    two.clock.move(NOW + 20 * MINUTE)
    two.activity.happened()
    two.presence.beat()
    assert one.later(40 * MINUTE) == ALL[:2]
    assert one.held == ("activity in another window: 10 min left",)
    two.presence.end(1)
    two.store.attendance.gone("b")
    assert one.turn() == ALL[2:]


def test_queued_work_and_imports_hold_idle_passes(windows: Callable[[str], Window]):
    one, two = windows("a"), windows("b")
    one.waits = True
    assert (one.later(40 * MINUTE), one.held) == (ALL[:2], (QUEUED,))
    one.waits = False
    two.clock.move(NOW + 40 * MINUTE)
    with two.presence.doing(IMPORT):
        two.presence.beat()
        assert (one.turn(), one.held) == ([], ("an import",))
    two.presence.beat()
    assert one.turn() == ALL[2:]


def breaths(window: Window, until: int, disturb: Callable[[], object]) -> list[int]:
    """A pass that breathes for ever, disturbed at one of its breaths: which it ended at."""
    count: list[int] = []

    def work(breathe: Breathe) -> None:
        for number in range(1, 10_000):
            count[:] = [number]
            if number == until:
                disturb()
            breathe()
            if number > until + 50:
                return

    window.work = work
    return count


@pytest.mark.parametrize("passes", [PASSES[:1], PASSES[2:3]], ids=["hourly", "idle"])
@pytest.mark.parametrize("disturbance", ["active", "cancelled", "by hand", "lease lost"])
def test_what_ends_a_pass_ends_it_at_its_next_breath(
    windows: Callable[[str], Window], passes: tuple[Scheduled, ...], disturbance: str
):
    window, hand = windows("a"), ExitStack()
    window.passes = passes
    disturb: dict[str, Callable[[], object]] = {
        "active": window.activity.happened,
        "cancelled": window.schedule.cancel,
        "by hand": lambda: hand.enter_context(window.presence.doing(BY_HAND)),
        "lease lost": lambda: window.presence.leases.give_back(LEASE),
    }
    window.clock.move(NOW + HOUR)
    count = breaths(window, 7, lambda: (window.clock.move(window.clock.now() + 1), disturb[disturbance]()))
    window.turn()
    goes_on = disturbance == "active" and not passes[0].needs_idle
    assert count == ([58] if goes_on else [7])
    assert ("ended" in window.dreamt) != goes_on


def test_another_window_ends_an_idle_pass(windows: Callable[[str], Window], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("memo_lsp.dream.schedule.LOOK", 0.0)
    one, two = windows("a"), windows("b")
    for window in (one, two):
        window.clock.move(NOW + HOUR)
        window.presence.beat()

    def elsewhere() -> None:
        one.clock.move(one.clock.now() + 2)
        two.clock.move(two.clock.now() + 2)
        two.activity.happened()
        two.presence.beat()

    one.passes = PASSES[2:3]
    count = breaths(one, 7, elsewhere)
    assert (one.turn(), count) == (["fold idle", "ended"], [7])
    one.work = lambda breathe: breathe()
    assert (one.later(29 * MINUTE), one.later(2 * MINUTE)) == ([], ["fold idle"])  # the rest comes next time


@pytest.mark.parametrize("trouble", [StoreTrouble("the disk is full"), KeyError("surprise")])
def test_a_pass_that_fails_stops_no_other(windows: Callable[[str], Window], trouble: Exception):
    window = windows("a")

    def fails(breathe: Breathe) -> None:
        raise trouble

    window.work = fails
    assert window.later(HOUR) == ALL
    assert window.turn() == []
    assert window.later(HOUR) == ALL


def test_setting_the_wall_clock_back_neither_fires_nor_blocks(windows: Callable[[str], Window]):
    window = windows("a")
    window.clock.move(NOW - 24 * HOUR)
    assert window.turn() == []
    assert window.later(HOUR) == ALL


def test_one_pass_at_a_time(windows: Callable[[str], Window]):
    one, two = windows("a"), windows("b")
    with one.presence.alone() as mine, two.presence.alone() as theirs, one.presence.alone(0.05) as again:
        assert (mine, theirs, again) == (True, False, False)
        assert one.store.lease.held(name=RUN)
    with two.presence.alone() as mine:
        assert mine
    with pytest.raises(Interrupted), one.presence.alone(), two.presence.alone(5, interrupted):
        pass


def interrupted() -> None:
    raise Interrupted


def test_what_is_due_has_run_when_it_is_settled(windows: Callable[[str], Window]):
    window = windows("a")
    window.schedule.start()
    window.presence.begin()
    window.waits = True
    window.clock.move(NOW + HOUR)
    threading.Timer(0.1, setattr, (window, "waits", False)).start()
    assert window.schedule.settle(10)
    assert window.dreamt == ALL
    assert window.schedule.settle(10)
    window.schedule.stop(5)
    assert window.schedule.settle(0)

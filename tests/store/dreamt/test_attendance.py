"""Who is at the store: for how long each window rested, by whichever clock; who is gone runs out."""

from __future__ import annotations

import pytest

from memo_lsp.store import Store
from memo_lsp.store.dreamt import attendance
from memo_lsp.store.dreamt.attendance import Attendant
from tests.store.making import NOW, StillClock


class Machine:
    """The machine's monotonic time."""

    def __init__(self) -> None:
        self.at = 1000.0

    def monotonic(self) -> float:
        return self.at


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(attendance, "time", machine)
    return machine


@pytest.mark.parametrize(
    ("active", "clock_moves", "machine_moves", "idle"),
    [
        (NOW, 0, 0, 0),
        (NOW - 50, 0, 0, 50),
        (NOW - 50, 10, 10, 60),
        (NOW - 50, 1800, 0, 1850),  # a replay moved this window's clock
        (NOW - 50, 0, 10, 60),  # time went by, and this clock stands still
        (NOW + 500, 0, 0, 0),  # a replay moved the other window's clock ahead of this one's
    ],
)
def test_how_long_another_window_rests(
    store: Store,
    clock: StillClock,
    machine: Machine,
    active: float,
    clock_moves: float,
    machine_moves: float,
    idle: float,
) -> None:
    store.attendance.here("other", active, 30, "import")
    store.attendance.here("mine", NOW, 30)
    clock.at += clock_moves
    machine.at += machine_moves
    assert store.attendance.others("mine") == [Attendant("other", idle, "import")]


@pytest.mark.parametrize(("later", "there"), [(0, True), (30, True), (31, False), (-1, False), (-900, False)])
def test_a_row_runs_out(store: Store, machine: Machine, later: float, there: bool) -> None:
    """Also one from before the machine was started anew, whose time lies ahead."""
    store.attendance.here("other", NOW, 30)
    machine.at += later
    assert bool(store.attendance.others("mine")) == there
    store.attendance.here("mine", NOW, 30)
    assert len(store.attendance.others("nobody")) == 1 + there


def test_the_last_word_counts_and_a_closed_window_is_gone(store: Store, machine: Machine) -> None:
    store.attendance.here("other", NOW - 60, 30)
    store.attendance.here("other", NOW - 5, 30, "import")
    assert store.attendance.others("mine") == [Attendant("other", 5, "import")]
    store.attendance.gone("other")
    store.attendance.gone("nobody")
    assert store.attendance.others("mine") == []

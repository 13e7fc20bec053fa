"""When passes run and what holds them back, on a clock in hand: minutes since the start, and who did what when."""

from __future__ import annotations

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.dream.idle import NOTHING_NEW, Activity, Next, Situation, Waiting, next_of

MINUTE, HOUR = 60.0, 3600.0
START = 10_000.0


def minutes(value: float | None) -> float | None:
    return None if value is None else START + value * MINUTE


def check(
    passes: list[Waiting],
    *,
    now: float,
    active: float = 0.0,
    name: str,
    at: float,
    held: tuple[str, ...] = (),
    **more: object,
) -> None:
    """Times in minutes since the start; the next pass, when it may run, and what holds it."""
    situation = Situation(
        now=START + now * MINUTE,
        started_at=START,
        active_at=START + active * MINUTE,
        idle_seconds=30 * MINUTE,
        **more,  # type: ignore[arg-type]
    )
    coming = next_of(passes, situation)
    assert coming is not None
    assert (coming.name, (coming.at - START) / MINUTE, coming.held_by) == (name, pytest.approx(at), held)
    assert coming.due(situation.now) == (at <= now and not held)


def hourly(ran: float | None = None, name: str = "dedup", settled: bool = False) -> Waiting:
    return Waiting(name, False, minutes(ran), settled)


def idle(ran: float | None = None, name: str = "fold", settled: bool = False) -> Waiting:
    return Waiting(name, True, minutes(ran), settled)


@pytest.mark.parametrize(
    ("ran", "active", "now", "at", "held"),
    [
        (None, 0, 0, 1, "activity: 60 s left"),  # the first lull after a start
        (None, 0, 1, 1, None),
        (None, 0.5, 1, 1.5, "activity: 30 s left"),
        (None, 239.5, 239.7, 240, "activity: 18 s left"),  # no lull in four hours
        (None, 240, 240, 240, None),
        (5, 6, 30, 65, None),  # not due yet: nothing holds it
        (5, 64.5, 65, 65.5, "activity: 30 s left"),
        (5, 64, 65, 65, None),
        (5, 244.5, 245, 245, None),
        (5, 7, 500, 65, None),
    ],
)
def test_an_hourly_pass_waits_for_a_lull_but_not_for_ever(
    ran: float | None, active: float, now: float, at: float, held: str | None
):
    check([hourly(ran)], now=now, active=active, name="dedup", at=at, held=(held,) if held else ())


@pytest.mark.parametrize(
    ("ran", "active", "now", "at", "held"),
    [
        (None, 0, 0, 30, ("activity: 30 min left",)),
        (None, 0, 17.5, 30, ("activity: 13 min left",)),
        (None, 0, 29.9, 30, ("activity: 6 s left",)),
        (None, 0, 30, 30, ()),
        (30, 0, 31, 90, ()),  # once in one rest, and again when that lasts an hour
        (30, 31, 32, 61, ("activity: 29 min left",)),  # stopped by somebody: the rest comes next time
        (30, 31, 61, 61, ()),
    ],
)
def test_an_idle_pass_waits_until_nobody_works(
    ran: float | None, active: float, now: float, at: float, held: tuple[str, ...]
):
    check([idle(ran)], now=now, active=active, name="fold", at=at, held=held)


def test_what_holds_back_is_told():
    more = {"elsewhere": True, "holds": ("another window dreams",), "busy": ("queued work", "an import")}
    held = ("another window dreams", "activity in another window: 10 min left", "queued work", "an import")
    check([idle()], now=20, name="fold", at=30, held=held, **more)
    check([hourly(5)], now=70, name="dedup", at=65, held=("another window dreams",), **more)
    check([idle()], now=31, name="fold", at=30, held=("queued work",), busy=("queued work",))


def test_the_one_that_can_run_first():
    check([hourly(), idle()], now=0, name="dedup", at=1, held=("activity: 60 s left",))
    check([hourly(1), hourly(1, "tide"), idle()], now=2, name="fold", at=30, held=("activity: 28 min left",))
    check([hourly(1), hourly(0, "tide"), idle(1)], now=2, active=1.5, name="fold", at=31.5,
          held=("activity: 30 min left",))  # fmt: skip
    check([hourly(), hourly(None, "tide")], now=2, name="dedup", at=1)
    check([idle(name="tend"), hourly(0)], now=61, name="dedup", at=60, busy=("an import",))


def test_what_found_nothing_is_not_looked_at_again():
    check([hourly(1, settled=True), idle(1, settled=True)], now=100, name="dedup", at=float("inf"), held=(NOTHING_NEW,))
    check([hourly(1, settled=True), idle()], now=100, name="fold", at=30)
    assert next_of([], Situation(START, START, START, 1)) is None


@pytest.mark.parametrize(
    ("at", "seconds"), [(float("inf"), None), (START, 0), (START - 5, 0), (START + 0.2, 1), (START + 60, 60)]
)
def test_as_the_status_has_it(at: float, seconds: int | None):
    assert Next("fold", at, ("x",)).to_json(START) == {"pass": "fold", "inSeconds": seconds, "heldBy": ["x"]}


def test_activity_moves_with_a_replay_and_never_back():
    clock, told = MovableClock(1_000_000.0, lambda: 5.0), []
    activity = Activity(clock)
    activity.stirred = lambda: told.append(activity.at)
    clock.move(1_000_000.0 + HOUR)
    assert clock.monotonic() - activity.at == HOUR
    clock.move(900_000.0)
    assert clock.monotonic() - activity.at == HOUR
    activity.happened()
    activity.happened()
    assert (clock.monotonic() - activity.at, told) == (0, [activity.at])

"""Time that can be held in the hand."""

from __future__ import annotations

from memo_lsp.clock import MovableClock


def test_a_moved_clock_runs_on_and_its_timers_never_run_back():
    ticks = [100.0]
    clock = MovableClock(1_000_000.0, tick=lambda: ticks[0])
    assert clock.now() == 1_000_000.0
    ticks[0] += 5
    assert clock.now() == 1_000_005.0
    before = clock.monotonic()
    clock.move(1_000_065.0)
    assert clock.now() == 1_000_065.0
    assert clock.monotonic() - before == 60.0
    clock.move(900_000.0)
    assert clock.now() == 900_000.0
    assert clock.monotonic() - before == 60.0

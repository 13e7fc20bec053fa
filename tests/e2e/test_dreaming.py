"""Real windows on one store: one dreams for all, another takes over when it is killed, a start runs each pass once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.dream.idle import ANOTHER_DREAMS
from memo_lsp.dream.plan import PASSES

from .scratch import Scratch
from .windows import Window


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    scratch, opened = Scratch.make(tmp_path), list[Window]()

    def open_one(**more: Any) -> Window:
        opened.append(Window(scratch, **more))
        return opened[-1]

    yield open_one
    for window in opened:
        if window.editor.process.poll() is None:
            window.editor.check()


ONCE = sorted(PASSES)


def test_two_windows_dream_once_and_a_start_runs_each_pass_once_more(windows: Callable[..., Window]) -> None:
    one, two = windows(), windows()
    assert (one.runs(), ANOTHER_DREAMS in one.held(), ANOTHER_DREAMS in two.held()) == ([], False, True)
    for window in (one, two):
        window.later(minutes=40)
    one.editor.until(lambda: one.runs() == ONCE)
    for window in (one, two):
        window.later(minutes=5)
    assert two.runs() == ONCE
    states = [status["state"] for status in one.editor.heard("memo/status")]
    assert "dreaming" in states
    assert "dreaming" not in [status["state"] for status in two.editor.heard("memo/status")]
    for window in (one, two):
        window.editor.check()
    again = windows()
    again.later(minutes=40)
    assert again.runs(after=len(ONCE)) == ONCE


def test_closing_one_does_not_stop_the_other(windows: Callable[..., Window]) -> None:
    one, two = windows(), windows()
    one.editor.check()
    two.editor.until(lambda: ANOTHER_DREAMS not in two.held())
    two.later(minutes=40)
    assert two.runs() == ONCE


def test_another_window_takes_over_from_one_that_was_killed(windows: Callable[..., Window]) -> None:
    one, two = windows(), windows()
    assert ANOTHER_DREAMS in two.held()
    one.editor.process.send_signal(signal.SIGKILL)
    one.editor.process.wait()
    two.later(minutes=40)
    two.editor.until(lambda: two.runs() == ONCE)
    assert ANOTHER_DREAMS not in two.held()


def test_work_in_one_window_keeps_the_other_from_dreaming(windows: Callable[..., Window]) -> None:
    one, two = windows(), windows()
    two.later(minutes=40)
    two.editor.command("memo.search", text="basket")
    one.later(minutes=40)
    assert one.runs() == []  # no lull yet
    one.later(minutes=2)
    assert one.runs() == ["dedup", "supersede", "tide"]
    assert any(held.startswith("activity in another window") for held in one.held())

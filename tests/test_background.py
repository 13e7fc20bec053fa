"""One thread, in order, nothing lost."""

from __future__ import annotations

import itertools
import logging
import threading

import pytest

from memo_lsp.background import Background, Turns
from memo_lsp.errors import StoreTrouble


def test_jobs_run_in_order_and_a_failing_one_stops_nothing():
    done: list[int] = []
    background = Background("test")
    for number in range(20):
        background.submit(lambda number=number: done.append(number))
        if number == 5:
            background.submit(lambda: 1 / 0)
    assert background.close()
    assert done == list(range(20))


def test_expected_trouble_is_one_line(caplog: pytest.LogCaptureFixture):
    def full() -> None:
        raise StoreTrouble("the disk is full; make room")

    background = Background("test")
    background.submit(full)
    background.close()
    assert [(record.levelno, record.message, record.exc_info) for record in caplog.records] == [
        (logging.WARNING, "the disk is full; make room", None)
    ]


def test_pending_counts_what_waits_and_what_runs():
    gate, started = threading.Event(), threading.Event()
    background = Background("test")
    background.submit(lambda: (started.set(), gate.wait(5)))
    background.submit(lambda: None)
    assert started.wait(5)
    assert background.pending == 2
    assert not background.drain(0.01)
    gate.set()
    assert background.drain()
    assert background.pending == 0


def test_after_the_end_a_job_still_runs():
    background = Background("test")
    background.close()
    done: list[str] = []
    background.submit(lambda: done.append("late"))
    assert done == ["late"]


def test_between_two_pieces_who_waits_for_an_answer_goes_first():
    asked = iter([True, True, False])
    Turns(lambda: next(asked))()
    assert list(asked) == []


def test_who_never_gets_an_answer_holds_a_piece_up_only_for_a_moment():
    asked = itertools.count()
    Turns(lambda: next(asked) >= 0)()
    assert next(asked) > 1

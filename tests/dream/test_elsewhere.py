"""What cannot be ended half-way is left behind by a pass that is to end."""

from __future__ import annotations

import threading

import pytest

from memo_lsp.dream.elsewhere import Elsewhere, outcome
from memo_lsp.dream.plan import Interrupted


def breathe() -> None:
    """Nobody came back."""


def test_what_comes_of_it_comes_back():
    assert outcome(Elsewhere().begin(lambda: 7), breathe) == 7


def test_what_it_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        outcome(Elsewhere().begin(lambda: 1 // 0), breathe)


def test_a_pass_that_is_to_end_does_not_wait_for_it():
    stalled, breaths = threading.Event(), iter((None, None, Interrupted))

    def ends() -> None:
        if (raised := next(breaths)) is not None:
            raise raised

    elsewhere = Elsewhere()
    coming = elsewhere.begin(lambda: stalled.wait(30))
    with pytest.raises(Interrupted):
        outcome(coming, ends)
    assert not coming.done()
    elsewhere.finish(0.01)
    assert not coming.done()
    stalled.set()
    elsewhere.finish(30)
    assert coming.result(0)

"""How a pass breathes: in slices, behind open requests, and not any longer once it is to end."""

from __future__ import annotations

import gc

import pytest

from memo_lsp.dream.breath import REST, SLICE, Breath, unswept
from memo_lsp.dream.plan import Interrupted


class Seconds:
    """A clock on which each look takes a millisecond."""

    def __init__(self) -> None:
        self.at = 100.0
        self.rests: list[float] = []

    def monotonic(self) -> float:
        self.at += 0.001
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds
        self.rests.append(seconds)


def test_it_rests_between_two_slices():
    seconds = Seconds()
    breath = Breath(lambda: False, lambda: False, seconds)
    for _ in range(25):
        seconds.at += 0.02
        breath()
    assert seconds.rests == [REST] * (round(25 * 0.021 / SLICE))


def test_it_ends_at_the_next_breath():
    over = False
    breath = Breath(lambda: over, lambda: False, Seconds())
    breath()
    assert not breath.interrupted
    over = True
    with pytest.raises(Interrupted):
        breath()
    assert breath.interrupted


def test_an_open_request_goes_first():
    looks = iter([True, True, True, False])
    breath = Breath(lambda: False, lambda: next(looks, False), Seconds())
    breath()
    assert next(looks, None) is None


def test_no_request_keeps_a_pass_from_ending():
    asked: list[bool] = []

    def ends() -> bool:
        asked.append(True)
        return len(asked) > 2

    with pytest.raises(Interrupted):
        Breath(ends, lambda: True, Seconds())()
    assert len(asked) <= 4


def test_a_pass_is_never_held_up_by_a_look_through_everything():
    before = gc.get_threshold()
    with pytest.raises(RuntimeError), unswept():
        full = gc.get_stats()[2]["collections"]
        kept = [[number] for number in range(400_000)]
        assert gc.get_stats()[2]["collections"] == full
        assert len(kept) == 400_000
        raise RuntimeError
    assert gc.get_threshold() == before

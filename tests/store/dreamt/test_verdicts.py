"""Answers of a language model that joined nothing, by digest."""

from __future__ import annotations

from memo_lsp.store import Store
from memo_lsp.store.dreamt.verdicts import KEPT_SECONDS
from tests.store.making import NOW, StillClock


def test_an_answer_is_kept_and_replaced(store: Store, clock: StillClock):
    assert store.verdicts.of("d") is None
    store.verdicts.remember("d", "declined")
    clock.at += 5
    assert store.verdicts.of("d") == ("declined", NOW)
    store.verdicts.remember("d", "unrelated")
    assert store.verdicts.of("d") == ("unrelated", NOW + 5)


def test_what_was_kept_too_long_goes(store: Store, clock: StillClock):
    store.verdicts.remember("old", "unrelated")
    clock.at += KEPT_SECONDS
    store.verdicts.remember("edge", "unrelated")
    assert store.verdicts.of("old") is not None
    clock.at += 1
    store.verdicts.remember("new", "unrelated")
    assert store.verdicts.of("old") is None
    assert store.verdicts.of("edge") is not None

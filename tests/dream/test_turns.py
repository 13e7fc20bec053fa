"""One pass at a time, in all windows; one that was killed is not waited for."""

from __future__ import annotations

from pathlib import Path

import pytest
from filelock import FileLock

from memo_lsp.dream.idle import Activity
from memo_lsp.dream.leases import LASTS
from memo_lsp.dream.presence import RUN, Presence
from memo_lsp.store import Store
from tests.store.making import StillClock


def window(store: Store, name: str) -> Presence:
    clock = StillClock()
    return Presence(store, name, Activity(clock), clock)


def test_one_at_a_time(store: Store) -> None:
    one, two = window(store, "one"), window(store, "two")
    with one.alone() as mine:
        assert mine
        with two.alone(0.05) as theirs:
            assert not theirs
        with one.alone(0.05) as again:
            assert not again
    with two.alone() as theirs:
        assert theirs
    with one.alone() as mine:
        assert mine


def test_one_that_was_killed_is_not_waited_for(store: Store) -> None:
    store.lease.take("killed", LASTS, name=RUN)
    with window(store, "one").alone() as mine:
        assert mine


def test_one_that_lives_is_waited_for(store: Store, tmp_path: Path) -> None:
    with FileLock(tmp_path / f"{RUN}.lock"):
        breaths: list[None] = []
        with window(store, "one").alone(0.1, lambda: breaths.append(None)) as mine:
            assert not mine
    assert breaths


def test_where_files_cannot_be_locked_the_lease_says_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(FileLock, "acquire", refuse)
    store.lease.take("another", LASTS, name=RUN)
    with window(store, "one").alone() as mine:
        assert not mine
    store.lease.release("another", name=RUN)
    with window(store, "one").alone() as mine:
        assert mine

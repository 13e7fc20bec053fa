"""What one process at a time may do: who is gone is not waited for, and where files cannot be locked, not for long."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from filelock import FileLock

from memo_lsp.dream import leases
from memo_lsp.dream.leases import LASTS, Leases
from memo_lsp.store import Store
from memo_lsp.store.dreamt import lease


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the machine's clocks."""

    class Machine:
        at = 1_000_000.0

        def time(self) -> float:
            return self.at

        monotonic = time

    machine = Machine()
    monkeypatch.setattr(lease, "time", machine)
    monkeypatch.setattr(leases, "time", machine)
    return lambda seconds: setattr(machine, "at", machine.at + seconds)


def test_one_has_it_until_it_is_given_back(store: Store) -> None:
    one, two = Leases(store, "one"), Leases(store, "two")
    assert [one.take("dream"), one.take("dream"), two.take("dream"), two.take("other")] == [True, True, False, True]
    assert (one.held("dream"), two.held("dream"), one.held("other")) == (True, False, False)
    two.give_back("dream")
    assert not two.take("dream")
    one.give_all_back()
    assert (one.held("dream"), two.take("dream"), one.take("dream")) == (False, True, False)


def test_who_was_killed_is_not_waited_for(store: Store) -> None:
    store.lease.take("killed", LASTS, name="dream")
    assert Leases(store, "one").take("dream")
    assert store.lease.held(name="dream").holder == "one"  # type: ignore[union-attr]


@pytest.mark.parametrize("renews", [True, False])
def test_where_files_cannot_be_locked_a_lease_runs_out(
    store: Store, monkeypatch: pytest.MonkeyPatch, later: Callable[[float], None], renews: bool
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(FileLock, "acquire", refuse)
    one, two = Leases(store, "one"), Leases(store, "two")
    assert one.take("dream")
    for _ in range(4):
        later(LASTS / 3)
        if renews:
            one.renew()
    assert (one.held("dream"), two.take("dream")) == (renews, not renews)
    one.renew()
    assert one.held("dream") == renews

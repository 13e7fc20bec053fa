from __future__ import annotations

from pathlib import Path

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.store.opening import open_store

NOW = 1_800_000_000.0


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock(NOW, lambda: 0.0)


@pytest.fixture
def new_store(tmp_path: Path, clock: MovableClock):
    """Makes stores of their own."""
    opened = []

    def make():
        store = open_store(tmp_path / f"store{len(opened)}", clock=clock)
        opened.append(store)
        return store

    yield make
    for store in opened:
        store.close()


@pytest.fixture
def store(new_store):
    return new_store()

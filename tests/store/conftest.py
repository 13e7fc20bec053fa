"""A store in a temporary folder, a clock that stands still, and memories that need only what a test is about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memo_lsp.store import Store, open_store
from tests.store.making import StillClock


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def store(tmp_path: Path, clock: StillClock) -> Iterator[Store]:
    opened = open_store(tmp_path / "home", clock=clock)
    yield opened
    opened.close()

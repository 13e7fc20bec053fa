"""A store in a temporary folder, and a judge over it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memo_lsp.store import Store, open_store
from tests.dream.court import Court, held
from tests.store.making import StillClock
from tests.summarize.chat_stub import chatting, says


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path, clock=StillClock())
    yield opened
    opened.close()


@pytest.fixture
def court(store: Store) -> Iterator[Court]:
    with chatting(lambda _: says("nothing")) as stub:
        yield held(stub, store)

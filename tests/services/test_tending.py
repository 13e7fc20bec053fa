"""Upkeep over the services: what each chore came to, done by hand as from a command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.dream.plan import Interrupted
from memo_lsp.model import Anchor, Memory
from memo_lsp.recall.indexer import Indexer
from memo_lsp.services import Services, open_services
from tests.recall.tiny import REJECTED, Down, Tiny


@pytest.fixture
def services(tmp_path: Path, clock: MovableClock) -> Iterator[Services]:
    opened = open_services(tmp_path / "home", {}, {"embed": {"provider": "none"}}, clock)
    opened.store.memories.add([Memory(f"m{n}", f"memory {n}", anchors=(Anchor("gone.py"),)) for n in range(70)])
    yield opened
    opened.close()


def did(services: Services) -> dict[str, int]:
    (run,) = services.dreaming.consolidate(["tend"], breathe=lambda: None)
    return {name: done for name, done in run.chores.items() if done}


def with_embedder(services: Services, embedder: Tiny) -> None:
    services.indexer = Indexer(services.store, lambda: embedder, services.clock)


def test_what_waits_is_embedded(services: Services) -> None:
    assert did(services) == {}
    with_embedder(services, Tiny())
    assert did(services)["embedded"] == 70
    assert services.indexer.waiting() == 0
    assert "embedded" not in did(services)


def test_an_embedder_that_is_down_holds_nothing_up(services: Services) -> None:
    with_embedder(services, Down(REJECTED))
    assert "embedded" not in did(services)
    (run,) = services.store.runs.newest(1)
    assert run.skipped is None


def test_embedding_stops_where_somebody_comes_back(services: Services) -> None:
    with_embedder(services, Tiny())

    def breathe() -> None:
        raise Interrupted

    embed = services.dreaming.chores[0].work
    with pytest.raises(Interrupted):
        embed(breathe)
    embed(lambda: None)
    assert services.indexer.waiting() == 0


def test_chores_know_what_they_saw(services: Services) -> None:
    assert services.dreaming.chores is services.dreaming.chores

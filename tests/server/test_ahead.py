"""Vectors made ahead for a document's names."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from memo_lsp.embed.port import EmbedderDown
from memo_lsp.server.ahead import AT_ONCE, MOST_NAMES, prepare


def services(made: list[str], provider: str = "bundled", memories: int = 1, down: bool = False) -> Any:
    def make(names: list[str]) -> None:
        if down:
            raise EmbedderDown("no model")
        made.extend(names)

    return SimpleNamespace(
        settings=SimpleNamespace(embed=SimpleNamespace(provider=provider)),
        store=SimpleNamespace(memories=SimpleNamespace(count=lambda: memories)),
        recall=SimpleNamespace(vectors=SimpleNamespace(prepare=make)),
    )


NAMES = [f"name_{number % (MOST_NAMES + 20)}" for number in range(MOST_NAMES * 3)]


@pytest.mark.parametrize(
    ("options", "count"),
    [({}, MOST_NAMES), ({"provider": "http"}, 0), ({"provider": "none"}, 0), ({"memories": 0}, 0), ({"down": True}, 0)],
)
def test_prepare(options: dict[str, Any], count: int):
    made: list[str] = []
    prepare(services(made, **options), NAMES, lambda: False, threading.Event())
    assert made == NAMES[:count]


def test_it_gives_way_and_stops():
    made: list[str] = []
    looks = iter([True, True, False, True, True])
    stop = threading.Event()

    def busy() -> bool:
        if (look := next(looks, None)) is None:
            stop.set()
        return look is not False

    prepare(services(made), NAMES, busy, stop)
    assert len(made) == AT_ONCE

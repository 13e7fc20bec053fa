"""The status as clients read it, and how seldom it is told."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from memo_lsp.model import Degraded
from memo_lsp.server.status import Doings, Teller, snapshot

DOWN = Degraded("embedder", "key rejected")


@pytest.mark.parametrize(
    ("doings", "facts", "state"),
    [
        (Doings(), {}, "starting"),
        (Doings(ready=True), {}, "idle"),
        (Doings(ready=True), {"degraded": [DOWN]}, "degraded"),
        (Doings(ready=True, trouble=[DOWN]), {}, "degraded"),
        (Doings(ready=True, importing=1), {"degraded": [DOWN]}, "importing"),
        (Doings(ready=True, importing=1), {"paused": True}, "importing"),
        (Doings(ready=True, capturing=True), {"degraded": [DOWN]}, "capturing"),
        (Doings(ready=True, capturing=True), {"paused": True}, "paused"),
        (Doings(ready=True, trusted=False), {}, "paused"),
    ],
)
def test_states(doings: Doings, facts: dict[str, Any], state: str):
    assert snapshot(doings, facts, 0)["state"] == state


def test_the_whole_of_it():
    doings = Doings(ready=True, importing=1, percent=42, skipped=("file:///a.js", "long lines"))
    gate = {"kept": 3, "dropped": {"says nothing": 1}}
    found = snapshot(doings, {"memories": 7, "waiting": 3, "quarantined": 1, "degraded": [DOWN], "gate": gate}, 2)
    assert found == {
        "state": "importing", "memories": 7, "pending": 2, "lastRun": None, "next": None,
        "degraded": [{"part": "embedder", "reason": "key rejected"}], "summarizer": "none",
        "gate": gate, "embedding": {"waiting": 3, "quarantined": 1},
        "skipped": {"uri": "file:///a.js", "reason": "long lines"}, "progress": {"pass": "import", "percent": 42},
    }  # fmt: skip


async def test_told_on_change_and_not_too_often():
    now, told = {"n": 0}, []

    async def ask() -> dict[str, Any]:
        return dict(now)

    teller = Teller(ask, told.append, least=0.02)
    for _ in range(50):
        now["n"] += 1
        teller.changed()
    await asyncio.sleep(0.1)
    teller.changed()
    await asyncio.sleep(0.05)
    assert told == [{"n": 50}]

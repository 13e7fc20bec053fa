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
        (Doings(ready=True, importing=1), {"paused_in": ["global"]}, "importing"),
        (Doings(ready=True, capturing=True), {"degraded": [DOWN]}, "capturing"),
        (Doings(ready=True, capturing=True), {"paused_in": ["global"]}, "paused"),
        (Doings(ready=True, trusted=False), {}, "paused"),
        (Doings(ready=True, dreaming=("fold", None)), {"degraded": [DOWN]}, "dreaming"),
        (Doings(ready=True, dreaming=("fold", 3), capturing=True), {}, "dreaming"),
        (Doings(ready=True, dreaming=("fold", 3), importing=1), {}, "importing"),
        (Doings(ready=True, dreaming=("fold", 3)), {"paused_in": ["global"]}, "paused"),
    ],
)
def test_states(doings: Doings, facts: dict[str, Any], state: str):
    assert snapshot(doings, facts, 0)["state"] == state


def test_the_whole_of_it():
    doings = Doings(ready=True, importing=1, percent=42, skipped=("file:///a.js", "long lines"))
    gate = {"kept": 3, "dropped": {"says nothing": 1}}
    found = snapshot(doings, {"memories": 7, "waiting": 3, "quarantined": 1, "degraded": [DOWN], "gate": gate}, 2)
    assert found == {
        "state": "importing", "pausedIn": [], "memories": 7, "pending": 2, "lastRun": None, "next": None,
        "degraded": [{"part": "embedder", "reason": "key rejected"}], "summarizer": "none",
        "gate": gate, "embedding": {"waiting": 3, "quarantined": 1},
        "skipped": {"uri": "file:///a.js", "reason": "long lines"}, "progress": {"pass": "import", "percent": 42},
    }  # fmt: skip


def test_what_consolidation_is_about():
    coming = {"pass": "tide", "inSeconds": 9, "heldBy": []}
    last = {"pass": "fold", "endedAt": "2026-07-03T09:00:00Z", "changed": 2, "skipped": None}
    found = snapshot(
        Doings(ready=True, dreaming=("fold", 40)), {"last_run": last, "next": coming, "summarizer": "http"}, 0
    )
    told = {name: found[name] for name in ("lastRun", "next", "summarizer", "progress")}
    assert told == {"lastRun": last, "next": coming, "summarizer": "http", "progress": {"pass": "fold", "percent": 40}}


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


async def test_what_is_over_in_a_moment_is_told_all_the_same():
    now, told = {"state": "idle"}, []

    async def ask() -> dict[str, Any]:
        return dict(now)

    teller = Teller(ask, told.append, least=0.01)
    for state in ("idle", "importing"):
        now["state"] = state
        teller.passing(state="dreaming", progress=1)
        await asyncio.sleep(0.1)
    assert told == [{"state": "dreaming", "progress": 1}, {"state": "idle"}, {"state": "importing"}]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"pass": "fold", "inSeconds": 90, "heldBy": ["activity: 2 min left"]},
         {"pass": "fold", "inSeconds": 60, "heldBy": ["activity: 1 min left"]}, False),
        ({"pass": "fold", "inSeconds": 0, "heldBy": ["queued work"]},
         {"pass": "fold", "inSeconds": 0, "heldBy": []}, True),
        ({"pass": "fold", "inSeconds": 9, "heldBy": []}, {"pass": "tide", "inSeconds": 9, "heldBy": []}, True),
        (None, {"pass": "tide", "inSeconds": 9, "heldBy": []}, True),
    ],
)  # fmt: skip
async def test_that_time_goes_by_is_no_news(before: Any, after: Any, told: bool):
    now, heard = {"state": "idle", "next": before}, []

    async def ask() -> dict[str, Any]:
        return dict(now)

    teller = Teller(ask, heard.append, least=0.01)
    for value in (before, after):
        now["next"] = value
        teller.changed()
        await asyncio.sleep(0.05)
    assert len(heard) == 1 + told

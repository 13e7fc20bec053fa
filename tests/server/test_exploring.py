"""`memo.dream`: the explorer's result and its picture, over a real store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException

from memo_lsp.model import Memory, RecallEvent

from .desk import NOW, Desk

DAY = 86_400.0


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with Desk(tmp_path / "store", tmp_path) as desk:
        store = desk.services.store
        store.memories.add([
            Memory("a", "Mirrors are read once", created_at=NOW - 4 * DAY, session="s1", origin="git"),
            Memory("b", "<b>Mirrors</b> are cached", created_at=NOW - 2 * DAY, session="s2", origin="git"),
        ])  # fmt: skip
        for number, ids in enumerate([("a", "b")] * 9 + [("a",)] * 3 + [("b",)] * 3):
            store.log.record(
                RecallEvent(number, NOW - DAY + number, "search", f"q {number}", "s", hits=("a", "b"), used=ids)
            )
        yield desk


async def dream(desk: Desk, **argument: Any) -> dict[str, Any]:
    found: dict[str, Any] = await desk.command("memo.dream", **argument)
    return found


async def test_figures_and_picture(desk: Desk):
    found = await dream(desk, minPts=2)
    assert [[member["id"] for member in cluster["members"]] for cluster in found["clusters"]] == [["a", "b"]]
    assert found["clusters"][0]["together"] == 9 and found["would_archive"] == 2 and found["max_gap_days"] == 19.0
    assert found["svg"].startswith("<svg") and "&lt;b&gt;Mirrors" in found["svg"] and "<b>" not in found["svg"]


@pytest.mark.parametrize(
    ("argument", "params", "clusters"),
    [
        ({}, {"eps": 0.35, "min_pts": 3, "tau_days": 7.0, "since_days": 14.0, "events": "used"}, 0),
        ({"eps": 0.3, "minPts": 2}, {"eps": 0.3, "min_pts": 2}, 0),
        ({"minPts": 2, "tauDays": 30}, {"tau_days": 30.0}, 1),
        ({"minPts": 2, "since": "2026-09-19T14:13:20Z"}, {"since_days": pytest.approx(2, abs=0.01)}, 1),
        ({"minPts": 2, "since": "2030-01-01"}, {"since_days": 0.0}, 0),
    ],
)
async def test_parameters(desk: Desk, argument: dict[str, Any], params: dict[str, Any], clusters: int):
    found = await dream(desk, **argument)
    assert {name: found["params"][name] for name in params} == params
    assert len(found["clusters"]) == clusters


@pytest.mark.parametrize(
    "argument", [{"minPts": 0}, {"tauDays": 0}, {"eps": -1}, {"eps": 2}, {"eps": "wide"}, {"since": "soon"}]
)
async def test_what_cannot_be_is_refused_by_name(desk: Desk, argument: dict[str, Any]):
    with pytest.raises(JsonRpcException) as caught:
        await dream(desk, **argument)
    assert caught.value.code == -32602 and next(iter(argument)) in caught.value.message


async def test_nothing_changes(desk: Desk):
    store = desk.services.store
    before = (store.generation(), store.log.info(), list(store.memories.export()))
    await dream(desk, minPts=2)
    assert (store.generation(), store.log.info(), list(store.memories.export())) == before


async def test_the_log_is_off(tmp_path: Path):
    async with Desk(tmp_path / "store", settings={"recall": {"log": False}}) as desk:
        desk.services.store.log.enabled = False
        found = await dream(desk)
        assert found["log"]["on"] is False and any("recall log is off" in hint for hint in found["hints"])

"""The store is opened when first needed; where that fails, the status says so and the next to need it tries again."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException

from memo_lsp.errors import StoreTrouble

from .desk import Desk


async def test_a_store_that_did_not_open_is_tried_again(tmp_path: Path):
    desk = Desk(tmp_path / "store", tmp_path)
    opener, tries = desk.server._opener, []

    def stubborn(raw: object):
        tries.append(raw)
        if len(tries) == 1:
            raise StoreTrouble("the disk is full; make room")
        return opener(raw)

    desk.server._opener = stubborn
    with pytest.raises(JsonRpcException, match="the disk is full"):
        await desk.command("memo.search", text="x")
    status = await desk.command("memo.status")
    assert status["state"] == "degraded"
    assert status["degraded"] == [{"part": "store", "reason": "the disk is full; make room"}]
    async with desk:
        assert (await desk.command("memo.search", text="x"))["hits"] == []
        assert (await desk.command("memo.status"))["state"] == "idle"

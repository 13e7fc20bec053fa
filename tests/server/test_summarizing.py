"""The editor's language model, asked from a thread: the client answers, refuses, is silent, or leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException

from memo_lsp.model import Memory, RecallEvent
from memo_lsp.server.summarizing import asking
from memo_lsp.services import Services
from memo_lsp.summarize.editor import EditorSummarizer
from memo_lsp.summarize.port import Declined, SummarizerDown
from tests.server.desk import NOW, Desk

QUESTION = {"system": "s", "prompt": "p", "maxTokens": 7}


async def ask(home: Path, answer: Callable[[Any], dict[str, Any] | None], seconds: float = 5.0) -> tuple[Any, Desk]:
    """What the thread that asked got, from a client that answers so."""
    async with Desk(home, able={"summarize": True}) as desk:
        question = asking(desk.server)
        assert question is not None
        coming = asyncio.create_task(asyncio.to_thread(question, QUESTION, seconds))
        while not (told := [one for one in desk.told if one["method"] == "memo/summarize"]):
            await asyncio.sleep(0.001)
        (request,) = told
        assert request["params"] == QUESTION
        reply = answer(request)
        if reply is not None:
            desk.server.protocol.receive(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}).encode())
        return await coming, desk


async def test_the_client_answers(tmp_path: Path):
    found, _ = await ask(tmp_path, lambda _: {"result": {"text": "yes"}})
    assert found == {"text": "yes"}


async def test_the_client_refuses(tmp_path: Path):
    with pytest.raises(JsonRpcException, match="not now"):
        await ask(tmp_path, lambda _: {"error": {"code": -32803, "message": "not now"}})


async def test_a_silent_client_is_told_that_nobody_waits_any_more(tmp_path: Path):
    async with Desk(tmp_path, able={"summarize": True}) as desk:
        question = asking(desk.server)
        assert question is not None
        with pytest.raises(TimeoutError):
            await asyncio.to_thread(question, QUESTION, 0.05)
        asked, taken_back = [one for one in desk.told if one["method"] in ("memo/summarize", "$/cancelRequest")]
        assert taken_back["params"] == {"id": asked["id"]}
        late = {"jsonrpc": "2.0", "id": asked["id"], "result": {"text": "late"}}
        desk.server.protocol.receive(json.dumps(late).encode())  # and breaks nothing


async def test_who_leaves_does_not_answer(tmp_path: Path):
    async with Desk(tmp_path, able={"summarize": True}) as desk:
        question = asking(desk.server)
        assert question is not None
        desk.server.loop = None
        with pytest.raises(SummarizerDown, match="left"):
            await asyncio.to_thread(question, QUESTION, 1.0)
        with pytest.raises(SummarizerDown):  # and that is held against no memory
            await asyncio.to_thread(EditorSummarizer(question, 1.0).write, "s", "p", 7)


@pytest.mark.parametrize(
    ("provider", "able", "told"),
    [
        ("editor", {"summarize": True}, "editor"),
        ("editor", {}, "none"),
        ("none", {"summarize": True}, "none"),
        ("http", {"summarize": True}, "http"),
    ],
)
async def test_who_is_asked_stands_in_the_status(tmp_path: Path, provider: str, able: Any, told: str):
    settings = {"summarize": {"provider": provider, "url": "http://127.0.0.1:1"}}
    async with Desk(tmp_path, settings=settings, able=able) as desk:
        assert (await desk.command("memo.status"))["summarizer"] == told
        judge = desk.services.dreaming.judge()
        assert (judge.summarizer.kind if judge else "none") == told


async def test_the_editor_refuses_and_that_is_a_decline(tmp_path: Path):
    async with Desk(tmp_path, able={"summarize": True}) as desk:
        question = asking(desk.server)
        assert question is not None
        writing = asyncio.create_task(asyncio.to_thread(EditorSummarizer(question, 5.0).write, "s", "p", 7))
        while not (told := [one for one in desk.told if one["method"] == "memo/summarize"]):
            await asyncio.sleep(0.001)
        error = {"jsonrpc": "2.0", "id": told[0]["id"], "error": {"code": -32601, "message": "no such method"}}
        desk.server.protocol.receive(json.dumps(error).encode())
        with pytest.raises(Declined):
            await writing


async def test_a_theme_written_by_the_editors_own_model(tmp_path: Path):
    settings = {"summarize": {"provider": "editor"}}
    async with Desk(tmp_path, settings=settings, able={"summarize": True}, provider="bundled") as desk:
        plant(desk.services)
        coming = asyncio.create_task(desk.command("memo.consolidate", passes=["theme"]))
        while not (told := [one for one in desk.told if one["method"] == "memo/summarize"]):
            await asyncio.sleep(0.01)
        assert set(told[0]["params"]) == {"system", "prompt", "maxTokens"}
        assert "Currency chokes" in told[0]["params"]["prompt"]
        theme = {"verdict": "theme", "members": ["n1", "n2"], "title": "Currency files begin with a byte order mark",
                 "narrative": "Strip it.", "facts": [], "concepts": []}  # fmt: skip
        reply = {"jsonrpc": "2.0", "id": told[0]["id"], "result": {"text": f"```json\n{json.dumps(theme)}\n```"}}
        desk.server.protocol.receive(json.dumps(reply).encode())
        (run,) = await coming
        assert (run["pass"], run["changed"], run["refused"], run["skipped"]) == ("theme", 1, 0, None)
        assert desk.services.store.memories.get("a").state == "archived"


def plant(services: Services) -> None:
    """Two memories of one fact, of different sessions, used together three times, with vectors."""
    titles = {"a": "Currency chokes on files from Notepad", "b": "Strip the byte order mark before the currency parses"}
    services.store.memories.add(
        [
            Memory(uid, title, project="p", branch="main", session=uid, created_at=NOW - (n + 1) * 1e6)
            for n, (uid, title) in enumerate(titles.items())
        ]
    )
    for n in range(3):
        services.store.log.record(
            RecallEvent(n + 1, NOW - 1e5 + n, "search", "BOM", f"s{n}", "p", branch="main", hits=("a", "b"),
                        used=("a", "b"))
        )  # fmt: skip
    while services.indexer.step():
        pass

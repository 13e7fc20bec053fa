"""When the history of a repository is offered, and what comes of the answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from memo_lsp.server.handlers import history
from tests.conftest import Scratch

from .desk import Desk
from .test_commands import refused


class Person:
    """Answers the question, and counts how often it was asked."""

    def __init__(self, answer: Any):
        self.answer, self.asked = answer, list[types.ShowMessageRequestParams]()

    async def __call__(self, params: types.ShowMessageRequestParams) -> Any:
        self.asked.append(params)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def past(scratch: Scratch, commits: int) -> Scratch:
    for number in range(commits):
        scratch.write("a.py", f"n = {number}\n").commit(f"fix: part {number} of the sum")
    return scratch


async def offered(desk: Desk, answer: Any = None) -> Person:
    person = Person(answer)
    desk.server.window_show_message_request_async = person  # type: ignore[method-assign, assignment]
    await history.offer(desk.server, desk.services)
    while desk.server.running:
        await desk.settle()
    return person


@pytest.mark.parametrize(
    ("answer", "stored"),
    [
        (types.MessageActionItem("Import"), 3),
        ({"title": "Import"}, 3),
        (types.MessageActionItem("Not now"), 0),
        (None, 0),
        (RuntimeError("the editor has no such window"), 0),
    ],
)
async def test_one_question_and_its_answer(tmp_path: Path, scratch: Scratch, answer: Any, stored: int):
    async with Desk(tmp_path / "store", past(scratch, 3).root) as desk:
        (asked,) = (await offered(desk, answer)).asked
        assert re.fullmatch(r"Import the history of \w+\? It stays on this machine\.", asked.message)
        assert [action.title for action in asked.actions or ()] == ["Import", "Not now"]
        assert desk.services.store.memories.count() == stored
        assert not (await offered(desk)).asked
    async with Desk(tmp_path / "store", scratch.root) as desk:
        assert not (await offered(desk)).asked


async def test_no_question_where_there_is_no_past(tmp_path: Path, scratch: Scratch):
    plain = tmp_path / "plain"
    plain.mkdir()
    async with Desk(tmp_path / "store", past(scratch, 1).root, plain) as desk:
        assert not (await offered(desk)).asked


async def test_no_question_where_something_is_known_already(tmp_path: Path, scratch: Scratch):
    async with Desk(tmp_path / "store", past(scratch, 3).root) as desk:
        await desk.remember("a note of this project")
        assert not (await offered(desk)).asked


@pytest.mark.parametrize("trusted", [True, False])
async def test_no_question_where_nothing_may_be_captured(tmp_path: Path, scratch: Scratch, trusted: bool):
    options = {"memo": {"trusted": trusted}}
    async with Desk(tmp_path / "store", past(scratch, 3).root, options=options) as desk:
        if trusted:
            await desk.command("memo.pause", scope="global")
        assert not (await offered(desk)).asked


async def test_no_history_of_a_workspace_that_is_not_trusted(tmp_path: Path, scratch: Scratch):
    options = {"memo": {"trusted": False}}
    async with Desk(tmp_path / "store", past(scratch, 3).root, options=options) as desk:
        code, line = await refused(desk, "memo.importGit")
        assert code == -32803 and "not trusted" in line
        assert desk.services.store.memories.count() == 0

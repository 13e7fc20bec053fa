"""What somebody should look at, from the store to the answer; and each thing that can be done about it, done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException

from memo_lsp.model import Edge
from memo_lsp.server import protocol
from memo_lsp.services.reviewing import CAN
from tests.conftest import Scratch

from .desk import Desk

CODE = "def load(path):\n    return open(path)\n\n\ndef save(path):\n    pass\n"
DAY = 86_400.0
Found = list[tuple[str, str, list[str]]]


@pytest.fixture
async def desk(tmp_path: Path, scratch: Scratch) -> AsyncIterator[Desk]:
    scratch.write("io.py", CODE).write("old.py", "def gone():\n    pass\n").commit("start")
    async with Desk(tmp_path / "store", scratch.root, provider="bundled") as desk:
        for name, text in (("io.py", CODE), ("old.py", "def gone():\n    pass\n")):
            await desk.open((scratch.root / name).as_uri(), text)
        yield desk


async def note(desk: Desk, title: str, line: int = 0, name: str = "io.py", **more: Any) -> str:
    """A note on the function in a line; each a minute after the one before."""
    desk.clock.move(desk.clock.now() + 60)
    return await desk.remember(title, (desk.folders[0] / name).as_uri(), (line, 5), **more)


async def reviewed(desk: Desk, **argument: Any) -> Found:
    """What is listed a day later: its sort, why, and the titles."""
    while desk.services.indexer.step():
        await asyncio.sleep(0)
    rows = await desk.command("memo.review", **argument)
    assert [row["at"] for row in rows] == sorted((row["at"] for row in rows), reverse=True)
    return [(row["what"], row["why"], [memory["title"] for memory in row["memories"]]) for row in rows]


async def plant(desk: Desk, scratch: Scratch) -> dict[str, str]:
    """One of each sort, by a word of its title; the pairs' older one."""
    store = desk.services.store
    ids = {
        "gone": await note(desk, "is only called by the old shop", name="old.py"),
        "30": await note(desk, "A request to the bank times out after 30 s"),
        "60": await note(desk, "A request to the bank times out after 60 s"),
        "refused": await note(desk, "Files are read as bytes", 4),
        "refused too": await note(desk, "Whole files are read as bytes", 4),
        "never": await note(desk, "Never cache what load returns"),
        "always": await note(desk, "What load returns is always cached for a minute"),
        "apart": await note(desk, "Paths may hold blanks", 4),
        "apart too": await note(desk, "The disk may be full", 4),
        "unsure": await note(desk, "Perhaps the tax office wants both", confidence="speculative"),
    }
    scratch.git("rm", "-q", "old.py")
    store.graph.add([Edge("contradicts", ids["always"], ids["never"], "supersede", 0.9, desk.clock.now())])
    desk.clock.move(desk.clock.now() + 60)
    store.marks.add([(ids["refused"], ids["refused too"])], "fold", "lost recall")
    desk.clock.move(desk.clock.now() + 60)
    store.marks.add([(ids["apart"], ids["apart too"])], "dedup")
    desk.clock.move(desk.clock.now() + DAY)
    return ids


EACH: Found = [
    ("apart", "undone", ["Paths may hold blanks", "The disk may be full"]),
    ("refused", "lost recall", ["Files are read as bytes", "Whole files are read as bytes"]),
    ("contradiction", "as a language model read them",
     ["Never cache what load returns", "What load returns is always cached for a minute"]),
    ("unsure", "speculative confidence", ["Perhaps the tax office wants both"]),
    ("vetoed", "numbers",
     ["A request to the bank times out after 30 s", "A request to the bank times out after 60 s"]),
    ("gone", "no longer in the code", ["is only called by the old shop"]),
]  # fmt: skip


async def test_one_of_each_sort(desk: Desk, scratch: Scratch):
    assert await reviewed(desk) == []
    await plant(desk, scratch)
    assert await reviewed(desk) == EACH
    assert await reviewed(desk, limit=0) == []
    assert await reviewed(desk, uri=(scratch.root / "io.py").as_uri()) == EACH
    (row, *_) = await desk.command("memo.review")
    assert set(row) == {"what", "why", "at", "memories", "can"}
    assert row["memories"][0]["anchors"][0]["symbol"] == "save"
    assert "body" not in row["memories"][0]


async def test_so_many_of_each_sort(desk: Desk):
    for number in range(3):
        await note(desk, f"perhaps {number}", confidence="low")
    desk.services.store.marks.add(
        [(row["id"], "x") for row in await desk.command("memo.timeline")], "fold"
    )  # of memories that are gone
    assert [titles for _, _, titles in await reviewed(desk, limit=2)] == [["perhaps 2"], ["perhaps 1"]]


@pytest.mark.parametrize(
    ("command", "argument", "left_out"),
    [
        ("memo.keepApart", {"pairs": [["30", "60"]]}, "vetoed"),
        ("memo.keepApart", {"pairs": [["always", "never"]]}, "contradiction"),
        ("memo.keepApart", {"pairs": [["refused too", "refused"]]}, "refused"),
        ("memo.allowRefold", {"pairs": [["refused", "refused too"]]}, "refused"),
        ("memo.allowRefold", {"pairs": [["apart", "apart too"]]}, "apart"),
        ("memo.supersede", {"old": "30", "new": "60"}, "vetoed"),
        ("memo.supersede", {"old": "30", "new": "always"}, "vetoed"),
        ("memo.supersede", {"old": "never", "new": "always"}, "contradiction"),
        ("memo.supersede", {"old": "gone", "new": "always"}, "gone"),
        ("memo.supersede", {"old": "apart", "new": "always"}, "apart"),
        ("memo.forget", {"id": "60"}, "vetoed"),
        ("memo.forget", {"id": "never"}, "contradiction"),
        ("memo.forget", {"id": "gone"}, "gone"),
        ("memo.pin", {"id": "gone"}, "gone"),
        ("memo.pin", {"id": "unsure"}, "unsure"),
        ("memo.edit", {"id": "unsure", "confidence": "high"}, "unsure"),
    ],
)
async def test_what_was_dealt_with_is_gone_from_the_list(
    desk: Desk, scratch: Scratch, command: str, argument: dict[str, Any], left_out: str
):
    ids = await plant(desk, scratch)
    assert command.removeprefix("memo.") in CAN[left_out]
    await desk.command(command, **{name: _ids(value, ids) for name, value in argument.items()})
    found = await reviewed(desk)
    assert [what for what, _, _ in found if what != "apart"] == [
        what for what, _, _ in EACH if what not in (left_out, "apart")
    ]
    kept = [why for what, why, _ in found if what == "apart"]
    if command == "memo.keepApart":
        assert kept == ["kept apart", "undone"]
    else:
        assert kept == ([] if left_out == "apart" else ["undone"])


def _ids(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_ids(one, ids) for one in value]
    return ids.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("pairs", [[["a", "b"]], [["a", "a"]], None])
async def test_only_memories_can_be_kept_apart(desk: Desk, pairs: Any):
    with pytest.raises(JsonRpcException):
        await desk.command("memo.keepApart", pairs=pairs)


def test_what_can_be_done_are_commands():
    names = {command.name for command in protocol.COMMANDS}
    assert all(f"memo.{can}" in names for each in CAN.values() for can in each)

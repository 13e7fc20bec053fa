"""Where a hover speaks and where it keeps quiet, over a real store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memo_lsp.server.where import NO_PROJECT
from tests.conftest import Scratch

from .desk import Desk

CODE = '''\
import math


class Basket:
    """plain words of a Basket, and take_stock too"""

    def add(self, item):  # add is a plain word here, Basket.add is not
        total = 12 + math.floor("add")
        return self.items.append(f"{total}")


def elsewhere(basket):
    return basket.add(1)
'''


@pytest.fixture
async def desk(tmp_path: Path, scratch: Scratch) -> AsyncIterator[Desk]:
    scratch.write("src/basket.py", CODE).commit("start")
    async with Desk(tmp_path / "store", scratch.root) as desk:
        uri = await desk.open((scratch.root / "src/basket.py").as_uri(), CODE)
        await desk.remember("prices are gross", uri, (6, 8))
        await desk.remember("the sum is net", uri, (7, 8))
        await desk.remember("take_stock runs at night; for return, self, plain and 12 see add")
        yield desk


def place(line: int, word: str, nth: int = 0) -> tuple[int, int]:
    text = CODE.split("\n")[line]
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    return line, at


HOVERS = [
    (place(6, "add"), "prices are gross"),
    (place(6, "add", 2), "prices are gross"),  # `Basket.add` in a comment is shaped like code
    (place(7, "total"), "the sum is net"),
    (place(8, "total"), "the sum is net"),  # interpolated
    (place(12, "add"), "prices are gross"),
    (place(4, "take_stock"), None),
    (place(4, "plain"), None),
    (place(6, "add", 1), None),
    (place(7, "add"), None),
    (place(7, "12"), None),
    (place(8, "return"), None),
    (place(8, "self"), None),
    (place(6, " "), None),
    ((40, 0), None),
    ((2, 0), None),
]


async def test_where_a_hover_speaks(desk: Desk):
    uri = next(iter(desk.server.documents)).uri
    wrong = []
    for at, says in HOVERS:
        shown = await desk.hover(uri, *at)
        if (shown is None) != (says is None) or (says or "") not in (shown or ""):
            wrong.append((at, says, shown))
    assert not wrong


async def test_other_schemes_are_quiet(desk: Desk):
    for uri in ("git:/w/a.py?%7B%22ref%22%3A%22~%22%7D", "output:memo", "vscode-vfs://x/a.py"):
        await desk.open(uri, "def take_stock(): pass\n")
        assert await desk.hover(uri, 0, 5) is None


async def test_an_unsaved_buffer_has_hovers_and_no_file(desk: Desk):
    uri = await desk.open("untitled:Untitled-1", "take_stock = add\n")
    assert "runs at night" in (await desk.hover(uri, 0, 2) or "")
    await desk.remember("take_stock anywhere", uri, (0, 0))
    found = await desk.command("memo.search", text="take_stock anywhere")
    assert found["hits"][0]["anchors"] == []
    assert found["hits"][0]["project"] == found["query"]["project"]


@pytest.mark.parametrize(
    ("text", "reason"), [("var take_stock=1;" * 300_000, "long lines"), ("take_stock = 1\n" * 80_000, "too large")]
)
async def test_too_much_text_is_passed_over_and_said(desk: Desk, scratch: Scratch, text: str, reason: str):
    uri = await desk.open((scratch.root / "app.min.js").as_uri(), text, "javascript")
    assert await desk.hover(uri, 0, 2_000_000) is None
    assert (await desk.command("memo.status"))["skipped"] == {"uri": uri, "reason": reason}


@pytest.mark.parametrize("odd", ["\x0c", "\u2028"])
async def test_odd_characters_move_no_lines(desk: Desk, scratch: Scratch, odd: str):
    uri = await desk.open((scratch.root / "odd.py").as_uri(), f"a = '{odd}'\n{odd}\ndef take_stock(): pass\n")
    assert await desk.hover(uri, 2, 5) is not None


async def test_code_changed_in_the_editor_says_so(desk: Desk, scratch: Scratch):
    uri = (scratch.root / "src/basket.py").as_uri()
    await desk.open(uri, CODE.replace("floor", "ceil"))
    shown = await desk.hover(uri, 6, 8)
    assert shown is not None
    assert "code changed since" in shown


async def test_outside_every_folder_there_is_no_project(desk: Desk, tmp_path: Path):
    outside = tmp_path / "elsewhere.py"
    uri = await desk.open(outside.as_uri(), "def take_stock(): pass\n")
    assert desk.server.places.known(uri).project == NO_PROJECT  # type: ignore[union-attr]
    assert await desk.hover(uri, 0, 5) is None


async def test_a_note_of_an_unmerged_branch_stands_last_and_says_so(desk: Desk, scratch: Scratch):
    uri = (scratch.root / "src/basket.py").as_uri()
    scratch.git("checkout", "-q", "-b", "feat/x")
    await desk.remember("use endpoint v2", uri, (6, 8))
    scratch.git("checkout", "-q", "main")
    await desk.hover(uri, 6, 8)
    assert desk.services.background.drain()
    shown = await desk.hover(uri, 6, 8)
    assert shown is not None
    assert shown.index("prices are gross") < shown.index("use endpoint v2")
    assert "feat/x · not merged" in shown


async def test_hovers_can_be_turned_off(desk: Desk, scratch: Scratch):
    uri = (scratch.root / "src/basket.py").as_uri()
    assert await desk.hover(uri, 6, 8) is not None
    desk.services.configure({"hover": {"enabled": False}})
    assert await desk.hover(uri, 6, 8) is None


async def test_a_cell_shows_what_was_noted_in_another(desk: Desk, scratch: Scratch):
    notebook = (scratch.root / "n.ipynb").as_uri()
    cells = [f"vscode-notebook-cell:{notebook[5:]}#W{number}" for number in range(2)]
    for cell in cells:
        await desk.open(cell, "df_total = 1\n")
        document = desk.server.documents.get(cell)
        assert document is not None
        document.notebook = notebook
    desk.server.find_place(cells[0])
    await desk.remember("in euros", cells[0], (0, 0))
    assert "in euros" in (await desk.hover(cells[1], 0, 2) or "")
    found = await desk.command("memo.search", text="in euros")
    assert [(a["path"], a["symbol"]) for a in found["hits"][0]["anchors"]] == [("n.ipynb", "df_total")]

"""What a hover says, as markdown and as plain text; and that a memory cannot do anything with it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.model import Anchor, Memory, Query
from memo_lsp.recall.answer import Answer, Hit
from memo_lsp.recall.caveats import caveats
from memo_lsp.recall.pool import Link
from memo_lsp.server.render import Asker, hover
from memo_lsp.text.excerpt import Excerpt

DAY = 86_400.0
ASKER = Asker("main", "add", "file:///w/a.py", 100 * DAY, markdown=True, links=True)
NOTE = Memory(
    "01A", "prices are gross", "Net at checkout.\nAlways.\nReally.", kind="decision", created_at=9 * DAY, branch="main"
)


def hit(memory: Memory = NOTE, text: str | None = None, **more: object) -> Hit:
    shown = f"{memory.title}\n{memory.body}" if text is None else text
    return replace(Hit(memory, 1.0, ("anchor",), Excerpt(shown, ()), ()), **more)  # type: ignore[arg-type]


def answer(*hits: Hit, more: int = 0) -> Answer:
    return Answer(Query(), "v2", 1, hits, True, more=more)


def test_plain():
    shown = hover(answer(hit(), more=2), replace(ASKER, markdown=False))
    assert shown == ("⚖️ prices are gross\ndecision · 2 months ago\nNet at checkout.\nAlways.\n\n2 more")


def test_markdown():
    shown = hover(answer(hit()), replace(ASKER, links=False))
    assert shown == ("⚖️ **prices are gross**  \n*decision · 2 months ago*  \nNet at checkout.  \nAlways.")


def test_nothing_to_say_is_nothing():
    assert hover(answer(), ASKER) == ""


def test_links_are_our_own_and_carry_their_arguments():
    shown = hover(answer(hit(), more=3), ASKER)
    links = re.findall(r"\[([^\]]+)\]\(command:([\w.]+)\?([^)]+)\)", shown)
    assert [(label, command) for label, command, _ in links] == [
        ("open", "memo.open"), ("useful", "memo.feedback"), ("not useful", "memo.feedback"), ("more", "memo.explain"),
        ("3 more", "memo.search"), ("why these", "memo.explain"),
    ]  # fmt: skip
    assert [json.loads(unquote(argument)) for *_, argument in links[:2]] == [
        [{"id": "01A"}], [{"id": "01A", "useful": True}],
    ]  # fmt: skip
    explained = [{"id": "01A", "query": ASKER.symbol}, {"id": "01A", "ids": ["01A"], "query": ASKER.symbol}]
    assert [json.loads(unquote(links[place][2])) for place in (3, 5)] == [[each] for each in explained]  # all, or one


EVIL = "[ok](command:workbench.action.terminal.new) ![p](https://host.invalid/p.png) <img src=x> `a` ](command:x) <b>"


@given(st.text(max_size=60) | st.just(EVIL))
def test_a_memory_makes_no_link_image_or_html(text: str):
    memory = Memory(
        "01A", text or "t", f"{text}\n{text}", kind=text or "note", branch=text, author=text, trust="external"
    )
    shown = hover(answer(hit(memory, superseded_by=Link("2", text))), replace(ASKER, symbol=text))
    ours = re.sub(r"\[[^\]\\]+\]\(command:memo\.\w+\?[\w%.~-]+\)", "", shown)
    assert not re.search(r"(?<!\\)\]\(", ours)
    assert not re.search(r"(?<!\\)<", ours)
    assert not re.search(r"(?<!\\)!\[", ours)


@pytest.mark.parametrize(
    ("changes", "more", "expected"),
    [
        ({}, {}, []),
        ({"pinned": True}, {}, ["pinned"]),
        ({}, {"merged": False}, ["not merged"]),
        ({}, {"merged": None}, []),
        ({"confidence": "low"}, {}, ["unsure"]),
        ({"trust": "external"}, {}, ["from outside"]),
        ({}, {"superseded_by": Link("2", "net prices")}, ["replaced by “net prices”"]),
        ({}, {"anchors": (Anchor("a.py", "f", state="changed", commits_since=3),)}, ["code changed since (3 commits)"]),
        ({}, {"anchors": (Anchor("a.py", "f", state="changed", commits_since=1),)}, ["code changed since (1 commit)"]),
        ({}, {"anchors": (Anchor("a.py", "f", state="changed"),)}, ["code changed since"]),
        ({}, {"anchors": (Anchor("a.py", "f", state="gone"),)}, ["no longer in the code"]),
        ({}, {"anchors": (Anchor("a.py", "f", state="gone"), Anchor("b.py", "g"))}, []),
    ],
)
def test_flags(changes: dict[str, object], more: dict[str, object], expected: list[str]):
    assert list(caveats(hit(replace(NOTE, **changes), **more))) == expected  # type: ignore[arg-type]


def test_another_branch_and_another_person_are_named():
    memory = replace(NOTE, branch="feat/x", author="Other", trust="external")
    shown = hover(answer(hit(memory, merged=False)), replace(ASKER, markdown=False))
    assert shown.splitlines()[1] == "decision · 2 months ago · feat/x · not merged · from outside · Other"


@pytest.mark.parametrize(
    ("text", "lines"),
    [("prices are gross", []), ("are gross\nNet at checkout.", ["Net at checkout."]), ("a" * 400, ["a" * 159 + "…"])],
)
def test_the_title_is_not_said_twice(text: str, lines: list[str]):
    shown = hover(answer(hit(text=text)), replace(ASKER, markdown=False))
    assert shown.split("\n\n")[0].splitlines()[2:] == lines

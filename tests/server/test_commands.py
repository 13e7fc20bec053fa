"""The commands over a real store: what they answer, what they change, what they refuse."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from memo_lsp.server.handlers import search
from tests.conftest import Scratch

from .desk import NOW, Desk

CODE = "class Basket:\n    def add(self, item):\n        return prices(item)\n"


@pytest.fixture
async def desk(tmp_path: Path, scratch: Scratch) -> AsyncIterator[Desk]:
    scratch.write("src/basket.py", CODE).commit("start")
    async with Desk(tmp_path / "store", scratch.root) as desk:
        await desk.open((scratch.root / "src/basket.py").as_uri(), CODE)
        yield desk


def uri(desk: Desk) -> str:
    return next(iter(desk.server.documents)).uri


async def refused(desk: Desk, command: str, **argument: Any) -> tuple[int, str]:
    with pytest.raises(JsonRpcException) as caught:
        await desk.command(command, **argument)
    assert "\n" not in caught.value.message
    return caught.value.code, caught.value.message


async def test_remember_carries_who_where_and_when(desk: Desk, scratch: Scratch):
    key = "AKIA" + "Q7ZT" * 4
    uid = await desk.remember(
        "prices are\n gross", uri(desk), (1, 8), body=f"key {key}", tags=["a", "a"], topic="src/x"
    )
    row = await desk.command("memo.open", id=uid)
    told = {name: row.get(name) for name in ("title", "kind", "channel", "trust", "confidence", "branch", "origin")}
    assert told == {
        "title": "prices are gross", "kind": "note", "channel": "memory", "trust": "owner", "confidence": "high",
        "branch": "main", "origin": "vscode",
    }  # fmt: skip
    assert row["commit"] == scratch.git("rev-parse", "HEAD")
    assert row["session"] == desk.services.session
    assert (row["tags"], row["topic"]) == (["a"], "src.x")
    assert key not in row["body"]
    assert [(a["path"], a["symbol"], a["line"], a["state"]) for a in row["anchors"]] == [
        ("src/basket.py", "Basket.add", 2, "same")
    ]
    assert desk.services.store.memories.get(uid).created_at == pytest.approx(NOW, abs=60)


async def test_a_person_is_told_what_was_taken_out(desk: Desk):
    key = "AKIA" + "Q7ZT" * 4
    kept = await desk.command("memo.remember", title="the door", body=f"opens with {key}")
    assert (kept["title"], kept["body"], kept["new"]) == ("the door", "opens with [secret:aws-key]", True)
    assert kept["secrets"] == ["aws-key"]
    again = await desk.command("memo.edit", id=kept["id"], tags=["door"])
    assert (again["tags"], again["body"], again["secrets"]) == (["door"], kept["body"], [])
    assert (await desk.command("memo.edit", id=kept["id"], title=f"at {key}"))["secrets"] == ["aws-key"]


async def test_an_edit_of_nothing_only_tells(desk: Desk):
    uid = await desk.remember("a note", body="b")
    row = await desk.command("memo.edit", id=uid)
    assert (row["title"], row["body"], row["surfaced"]["drill"]) == ("a note", "b", 0)
    assert "updated_at" not in row or row["updated_at"] is None


async def test_the_same_note_again_is_the_first_one(desk: Desk):
    first = await desk.remember("a note", body="b")
    assert await desk.remember(" a  note ", body="b\n") == first
    assert await desk.remember("a note", body="c") != first


async def test_a_note_on_a_part_mentions_it(desk: Desk):
    uid = await desk.remember("they are net", uri(desk), (2, 15))
    row = await desk.command("memo.open", id=uid)
    assert row["anchors"][0]["symbol"] == "Basket.add"
    assert row["symbols"] == ["prices"]


async def test_edit_pin_and_forget(desk: Desk):
    uid = await desk.remember("a note")
    changed = await desk.command("memo.edit", id=uid, title="a better note", kind="decision")
    assert (changed["title"], changed["kind"]) == ("a better note", "decision")
    assert (await desk.command("memo.pin", id=uid, pinned=True))["pinned"] is True
    assert (await desk.command("memo.pin", id=uid, pinned=False))["pinned"] is False
    assert (await desk.command("memo.forget", id=uid, dryRun=True))["title"] == "a better note"
    assert (await desk.command("memo.forget", id=uid))["title"] == "a better note"
    assert (await desk.command("memo.search", text="better note"))["hits"] == []
    assert (await refused(desk, "memo.open", id=uid))[0] == -32803


async def test_supersede_points_at_what_holds_now(desk: Desk):
    old, new = await desk.remember("prices are net"), await desk.remember("prices are gross")
    assert (await desk.command("memo.supersede", old=old, new=new))["id"] == old
    hits = {hit["id"]: hit for hit in (await desk.command("memo.search", text="prices"))["hits"]}
    assert hits[old]["superseded_by"] == {"id": new, "title": "prices are gross"}
    assert [link["id"] for link in hits[new]["replaces"]] == [old]
    rows = {row["id"]: row.get("superseded_by") for row in await desk.command("memo.timeline")}
    assert rows == {old: {"id": new, "title": "prices are gross"}, new: None}
    edges = (await desk.command("memo.open", id=new))["edges"]
    assert [(edge["type"], edge["from"], edge["to"], edge["title"]) for edge in edges] == [
        ("supersedes", new, old, "prices are net")
    ]
    assert (await refused(desk, "memo.supersede", old=new, new=old))[0] == -32602
    assert (await refused(desk, "memo.supersede", old=new, new=new))[0] == -32602


async def test_feedback_used_and_drills_are_counted(desk: Desk):
    uid = await desk.remember("release on Tuesdays")
    answer = await desk.command("memo.search", text="release")
    assert await desk.command("memo.used", recall=answer["recall"], ids=[uid]) == {}
    assert await desk.command("memo.feedback", id=uid, useful=True) == {}
    await desk.command("memo.open", id=uid)
    assert desk.services.background.drain()
    memory = desk.services.store.memories.get(uid)
    assert (memory.feedback.useful, memory.surfaced.search, memory.surfaced.drill) == (1, 1, 1)
    (event,) = desk.services.store.log.events()
    assert (event.text, event.hits, event.used) == ("release", (uid,), (uid,))


async def test_what_a_view_shows_by_itself_leaves_no_trace(desk: Desk):
    uid = await desk.remember("release on Tuesdays")
    assert (await desk.command("memo.search", text="release", surface="view"))["hits"]
    await desk.command("memo.open", id=uid, surface="view")
    assert desk.services.background.drain()
    surfaced = desk.services.store.memories.get(uid).surfaced
    assert (surfaced.auto, surfaced.search, surfaced.drill) == (0, 0, 0)
    assert list(desk.services.store.log.events()) == []


async def test_explain_in_words(desk: Desk):
    uid = await desk.remember("release on Tuesdays")
    found = await desk.command("memo.explain", id=uid, query="release")
    assert found["hit"]["id"] == uid
    assert any("by its words" in word for word in found["words"])
    nothing = await desk.command("memo.explain", id=uid, query="quokka")
    assert nothing == {"hit": None, "words": ["No leg found it for this question."]}


async def test_a_memory_is_explained_among_those_of_its_own_project(tmp_path: Path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    async with Desk(tmp_path / "store", first, second) as desk:
        uid = await desk.remember("release on Tuesdays", (second / "a.py").as_uri())
        assert (await desk.command("memo.explain", id=uid, query="release"))["hit"]["id"] == uid


async def test_timeline_and_topics(desk: Desk):
    here = await desk.remember("here", uri(desk), (1, 8), topic="src.basket")
    there = await desk.remember("there")
    assert [row["id"] for row in await desk.command("memo.timeline")] == [there, here]
    assert [row["id"] for row in await desk.command("memo.timeline", uri=uri(desk))] == [here]
    assert [row["id"] for row in await desk.command("memo.timeline", uri=uri(desk), symbol="Basket.add")] == [here]
    assert await desk.command("memo.timeline", uri=uri(desk), symbol="other") == []
    assert len(await desk.command("memo.timeline", limit=1)) == 1
    assert await desk.command("memo.topics") == [{"topic": "src", "here": 0, "beneath": 1}]
    assert await desk.command("memo.topics", prefix="src") == [{"topic": "src.basket", "here": 1, "beneath": 0}]


async def test_lists_are_of_the_project_that_is_asked_about(tmp_path: Path, scratch: Scratch):
    other = Scratch(tmp_path / "other").init()
    scratch.write("a.py", CODE).commit("start")
    other.write("b.py", CODE).commit("start")
    async with Desk(tmp_path / "store", scratch.root, other.root) as desk:
        for root, name in ((scratch.root, "a"), (other.root, "b")):
            await desk.open((root / f"{name}.py").as_uri(), CODE)
            await desk.remember(f"of {name}", (root / f"{name}.py").as_uri(), topic=f"topic.{name}")
        for uri, name in ((other.root, "b"), (other.root / "b.py", "b"), (scratch.root, "a"), (None, "a")):
            asked = {} if uri is None else {"uri": uri.as_uri()}
            beneath = await desk.command("memo.topics", prefix="topic", **asked)
            assert [found["topic"] for found in beneath] == [f"topic.{name}"]
            assert [row["title"] for row in await desk.command("memo.timeline", **asked)][:1] == [f"of {name}"]


async def test_a_timeline_holds_what_moved_with_its_symbol(desk: Desk):
    there = await desk.remember("before it was moved", uri(desk), (1, 8))
    await desk.remember("of the class", uri(desk), (0, 8))
    desk.services.store.memories.move_symbol(
        (await desk.command("memo.open", id=there))["project"],
        "src/basket.py",
        "Basket.add",
        "put",
        new_path="src/put.py",
    )
    moved = (desk.folders[0] / "src/put.py").as_uri()
    (row,) = await desk.command("memo.timeline", uri=moved, symbol="put")
    assert (row["id"], row["anchors"][0]["state"], row["anchors"][0]["path"]) == (there, "gone", "src/put.py")
    assert await desk.command("memo.timeline", uri=uri(desk), symbol="Basket.add") == []


async def test_a_briefing(desk: Desk, scratch: Scratch):
    assert (await desk.command("memo.briefing"))["items"] == []
    todo = await desk.remember("[prices](http://x.invalid) may be negative", kind="todo")
    here = await desk.remember("gross, not net", uri(desk), (1, 8))
    found = await desk.command("memo.briefing")
    assert [(item["section"], item["id"]) for item in found["items"]] == [("Open todos", todo), ("Also of use", here)]
    assert "\\[prices\\](http\\:" in found["markdown"] and "src/basket.py::Basket.add" in found["markdown"]
    again = await desk.command("memo.briefing", uri=uri(desk))
    assert (again["items"], again["markdown"]) == ([], "Nothing new since the last briefing.\n")
    desk.services.background.drain(5)
    (event,) = desk.services.store.log.events()
    assert (event.surface, event.id, event.hits) == ("briefing", found["recall"], (todo, here))


async def test_a_briefing_of_a_text_in_a_budget(desk: Desk):
    for word in ("amber", "basalt", "cedar", "dahlia"):
        await desk.remember(f"the {word} basket is full")
    found = await desk.command("memo.briefing", text="amber basket", budget=25)
    assert [item["title"] for item in found["items"]] == ["the amber basket is full"]
    assert found["tokens"] <= 25


async def test_workspace_symbols_jump_to_anchors(desk: Desk):
    await desk.remember("prices are gross", uri(desk), (1, 8))
    await desk.remember("prices nowhere")
    assert await search.workspace_symbol(desk.server, types.WorkspaceSymbolParams("prices")) is None
    found = await search.workspace_symbol(desk.server, types.WorkspaceSymbolParams("?prices"))
    assert found is not None
    assert [(each.name, each.location.uri, each.location.range.start.line) for each in found] == [
        ("prices are gross", uri(desk), 1)
    ]


@pytest.mark.parametrize(
    ("command", "argument", "code", "says"),
    [
        ("memo.open", {"id": "no-such-id"}, -32803, "no-such-id"),
        ("memo.remember", {"title": "x", "kind": "noteXYZ"}, -32602, "kind: wants one of note, decision"),
        ("memo.edit", {"id": "no-such-id", "title": "x"}, -32803, "no-such-id"),
        ("memo.pin", {"id": "no-such-id", "pinned": True}, -32803, "no-such-id"),
        ("memo.forget", {"id": "no-such-id"}, -32803, "no-such-id"),
        ("memo.feedback", {"id": "no-such-id", "useful": True}, -32803, "no-such-id"),
        ("memo.explain", {"id": "no-such-id", "query": ""}, -32803, "no-such-id"),
        ("memo.supersede", {"old": "a", "new": "b"}, -32803, "'a'"),
        ("memo.remember", {"title": "t", "supersedes": "no-such-id"}, -32803, "no-such-id"),
        ("memo.remember", {"title": " \n "}, -32602, "title"),
        ("memo.remember", {"body": "x"}, -32602, "title"),
        ("memo.search", {"text": "x", "k": 0}, -32602, "k:"),
        ("memo.search", {"text": "x", "profile": "best"}, -32602, "profile"),
        ("memo.importGit", {"uri": "file:///"}, -32803, "repository"),
    ],
)
async def test_refused_in_one_readable_line(desk: Desk, command: str, argument: dict[str, Any], code: int, says: str):
    got, message = await refused(desk, command, **argument)
    assert got == code
    assert says in message


async def test_any_text_is_a_question(desk: Desk):
    await desk.remember("release on Tuesdays")
    for text in ("", "'", '"', "NEAR( AND * foo::bar C++ 😋 -", "\x00", "kind:", "a " * 5000):
        await desk.command("memo.search", text=text)


async def test_status_and_doctor(desk: Desk):
    await desk.remember("a note")
    status = await desk.command("memo.status")
    assert (status["state"], status["memories"], status["pending"]) == ("idle", 1, 0)
    checks = await desk.command("memo.doctor")
    assert all(check["ok"] for check in checks), checks
    assert {"git", "settings"} <= {check["name"] for check in checks}


async def test_a_surprise_of_our_own_is_named_and_logged(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def break_(*_: Any) -> None:
        raise ZeroDivisionError("secret text")

    monkeypatch.setattr(desk.services.store.memories, "topics", break_)
    assert await refused(desk, "memo.topics") == (-32803, "memo.topics failed (ZeroDivisionError); the log says more")
    assert [record.levelname for record in caplog.records if record.name.startswith("memo_lsp.server")] == ["ERROR"]


async def test_a_note_made_at_a_commit_does_not_stand_for_it(desk: Desk):
    uid = await desk.remember("a note", uri(desk), (1, 8))
    info = desk.server.places.known(uri(desk)).info  # type: ignore[union-attr]
    assert info is not None
    assert desk.services.import_git(info).stored == 1
    await desk.command("memo.forget", id=uid)
    assert await desk.remember("another note", uri(desk), (1, 8)) != uid
    assert [row["title"] for row in await desk.command("memo.timeline")] == ["another note", "start"]


async def test_notes_from_before_the_first_commit_stay_with_the_project(tmp_path: Path):
    root = Scratch(tmp_path / "young").init()
    async with Desk(tmp_path / "store", root.root) as desk:
        await desk.remember("before the first commit")
        assert desk.services.store.memories.get((await desk.command("memo.timeline"))[0]["id"]).branch == "main"
        root.write("a.py", "x = 1\n").commit("first")
        assert [row["title"] for row in await desk.command("memo.timeline")] == ["before the first commit"]
        assert [hit["title"] for hit in (await desk.command("memo.search", text="before"))["hits"]]


@pytest.mark.parametrize(("form", "target"), [("jsonl", "out/all.jsonl"), ("markdown", "out")])
async def test_memories_go_out_and_come_back(desk: Desk, tmp_path: Path, scratch: Scratch, form: str, target: str):
    kept, gone = await desk.remember("prices are gross", uri(desk), (1, 8)), await desk.remember("nets are not")
    (scratch.root / "out").mkdir(exist_ok=True)
    assert await desk.command("memo.export", path=target, format=form) == {"written": 2}
    assert await desk.command("memo.import", path=str(scratch.root / target), format=form) == {
        "stored": 0, "known": 2, "events": 0, "skipped": [],
    }  # fmt: skip
    async with Desk(tmp_path / "another store", scratch.root) as other:
        found = await other.command("memo.import", path=target, format=form)
        assert (found["stored"], found["skipped"]) == (2, [])
        assert {(await other.command("memo.open", id=uid))["title"] for uid in (kept, gone)} == {
            "prices are gross", "nets are not",
        }  # fmt: skip


async def test_what_cannot_be_read_is_said(desk: Desk):
    assert await refused(desk, "memo.import", path="nowhere.jsonl", format="jsonl") == (
        -32803, f"{desk.server.folders.first / 'nowhere.jsonl'} cannot be read (No such file or directory)",
    )  # fmt: skip
    assert (await refused(desk, "memo.import", path="x", format="csv"))[0] == -32602

"""remember, edit, pin, unpin, forget, supersede, feedback: stories told through the command line."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.cli import asking
from tests.cli.conftest import NOW, Memo


def remember(memo: Memo, *arguments: str) -> str:
    return str(memo("remember", "--json", *arguments).json["id"])


def row(memo: Memo, uid: str) -> dict[str, Any]:
    return dict(memo("show", uid, "--json").json)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ((), {"kind": "note", "channel": "memory", "trust": "owner", "confidence": "high", "origin": "cli"}),
        (("--body", "the rest"), {"body": "the rest"}),
        (("--kind", "decision"), {"kind": "decision"}),
        (("--channel", "skill"), {"channel": "skill"}),
        (("--tag", "a", "--tag", "b"), {"tags": ["a", "b"]}),
        (("--topic", "src/billing::rounding"), {"topic": "src.billing.rounding"}),
        (("--trust", "self", "--confidence", "low"), {"trust": "self", "confidence": "low"}),
        (("--pin",), {"pinned": True}),
        (("--project", "other"), {"project": "other"}),
        (("--now", NOW), {}),
    ],
)
def test_what_a_note_carries(options: tuple[str, ...], wanted: dict[str, Any], memo: Memo) -> None:
    found = row(memo, remember(memo, "a note", *options))
    assert found["title"] == "a note"
    assert {name: found[name] for name in wanted} == wanted
    if "--now" in options:
        assert found["created_at"].startswith("2026-07-03T09:12:0")


def test_a_note_belongs_to_its_symbol(memo: Memo) -> None:
    Path("src").mkdir()
    Path("src/basket.py").write_text("class Basket:\n    def add(self):\n        pass\n")
    at = {"path": "src/basket.py", "symbol": "Basket.add", "state": "same"}
    whole = row(memo, remember(memo, "gross", "--path", "src/basket.py", "--symbol", "Basket.add"))["anchors"][0]
    assert {name: whole[name] for name in at} == at and whole["line"] == 2
    only_file = row(memo, remember(memo, "file", "--path", "src/basket.py"))["anchors"]
    assert [(anchor["path"], anchor["symbol"]) for anchor in only_file] == [("src/basket.py", None)]
    named = row(memo, remember(memo, "named", "--symbol", "Basket"))
    assert (named["anchors"], named["symbols"]) == ([], ["Basket"])
    Path("src/basket.py").write_text("class Basket:\n    pass\n")
    assert row(memo, remember(memo, "gross", "--path", "src/basket.py", "--symbol", "Basket.add"))["anchors"]


def test_the_id_is_all_that_is_printed(memo: Memo) -> None:
    done = memo("remember", "prices are gross")
    assert memo("show", done.out.strip(), "--json").json["title"] == "prices are gross"
    again = memo("remember", "prices are gross")
    assert again.out == done.out and "remembered before" in again.err
    assert memo("remember", "  ").code == 2


def test_what_is_taken_out_is_told(memo: Memo) -> None:
    key = "ghp_" + "A1b2" * 9
    told = memo("remember", f"the door opens with {key}")
    assert "without what looks like a secret: github-token" in told.err and key not in told.out + told.err
    assert memo("remember", "the door", "--body", key, "--json").json["secrets"] == ["github-token"]
    assert "github-token" in memo("edit", told.out.strip(), "--body", key).err
    assert memo("edit", told.out.strip(), "--kind", "decision").err == ""


def test_a_kind_there_is_not_is_wrong_use(memo: Memo) -> None:
    wrong = memo("remember", "prices are gross", "--kind", "decison")
    assert wrong.code == 2 and "note, decision, todo" in wrong.err


def test_an_id_may_be_cut_short(memo: Memo) -> None:
    uid = remember(memo, "one")
    for beginning in (uid, uid[:10], uid[:10].lower()):
        assert row(memo, beginning)["id"] == uid
    remember(memo, "two")
    several = memo("show", uid[:4])
    assert several.code == 1 and "several ids" in several.err
    for nobody in ("no-such-id", "", "%", "ü\U0010ffff"):
        assert memo("show", nobody).code == 1


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (("--title", "new"), {"title": "new"}),
        (("--body", "said at length"), {"body": "said at length"}),
        (("--kind", "todo", "--topic", "a.b"), {"kind": "todo", "topic": "a.b"}),
        (("--tag", "x"), {"tags": ["x"]}),
        (("--trust", "external", "--confidence", "speculative"), {"trust": "external", "confidence": "speculative"}),
    ],
)
def test_edit(options: tuple[str, ...], wanted: dict[str, Any], memo: Memo) -> None:
    uid = remember(memo, "old", "--tag", "was")
    changed = memo("edit", uid, *options, "--json").json
    assert {name: changed[name] for name in wanted} == wanted
    assert {name: row(memo, uid)[name] for name in wanted} == wanted
    assert memo("edit", uid, *options).out.startswith("changed: ")


def test_edit_of_nothing_is_wrong_use(memo: Memo) -> None:
    assert memo("edit", remember(memo, "old")).code == 2


def test_pin_supersede_feedback_forget(memo: Memo) -> None:
    old, new = remember(memo, "use http"), remember(memo, "use https")
    assert memo("pin", old, "--json").json["pinned"] is True
    assert memo("unpin", old, "--json").json["pinned"] is False
    assert memo("feedback", old, "useful", "--json").json["feedback"] == {"useful": 1, "not_useful": 0}
    assert "noted as not useful: use http" in memo("feedback", old, "not-useful").out
    assert memo("supersede", old, new).code == 0
    assert memo("supersede", new, old).code == 2
    assert memo("supersede", old, old).code == 2
    assert [edge["type"] for edge in row(memo, old)["edges"]] == ["supersedes"]
    assert "replaced by" in memo("show", old).out and "supersedes" in memo("show", new).out
    assert [each["id"] for each in memo("show", old, "--related", "--json").json] == [new]
    assert memo("show", old, "--related", "fixes", "--json").json == []
    assert "use https" in memo("show", old, "--related", "supersedes").out
    forgotten = memo("forget", new)
    assert forgotten.code == 0 and "use https" in forgotten.out and "vacuum" in forgotten.out
    assert memo("show", new).code == 1
    assert memo("forget", new).code == 1
    assert memo("show", old).code == 0  # its successor is gone, and that is no trouble


@pytest.mark.parametrize("title", ["use https", "a title with ghp_" + "A1b2" * 9])
def test_supersedes_at_once_and_without_secrets(title: str, memo: Memo) -> None:
    old = remember(memo, "use http")
    new = remember(memo, title, "--supersedes", old)
    assert memo("show", old, "--related", "--json").json[0]["id"] == new
    assert "ghp_" not in memo("show", new).out
    assert memo("remember", "x", "--supersedes", "no-such-id").code == 1


def test_forget_asks_a_person(memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    uid = remember(memo, "dear")
    asked: list[str] = []
    monkeypatch.setattr(asking, "agreed", lambda question: bool(asked.append(question)))
    kept = memo("forget", uid)
    assert (kept.code, asked) == (1, ["Forget “dear” for good?"]) and "nothing was forgotten" in kept.err
    assert memo("forget", uid, "--yes").code == 0 and len(asked) == 1


class Stream(io.StringIO):
    def __init__(self, text: str, terminal: bool):
        super().__init__(text)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    ("answer", "terminal", "agreed"),
    [
        ("y\n", True, True),
        ("YES\n", True, True),
        ("\n", True, False),
        ("no\n", True, False),
        ("", True, False),
        ("", False, True),
    ],
)
def test_agreed(answer: str, terminal: bool, agreed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Stream(answer, terminal))
    monkeypatch.setattr("sys.stderr", Stream("", terminal))
    assert asking.agreed("Really?") is agreed


@pytest.mark.parametrize(
    ("piped", "arguments", "body"),
    [
        (b"first\r\nsecond\n\n", (), "first\nsecond"),
        (b"\xef\xbb\xbfwith a mark", (), "with a mark"),
        (b"\xff not utf-8", (), "� not utf-8"),
        (b"", (), ""),
        (b"unread", ("--body", "given"), "given"),
        (b"waited for", ("--body", "-"), "waited for"),
    ],
)
def test_a_body_may_be_piped_in(piped: bytes, arguments: tuple[str, ...], body: str, memo: Memo) -> None:
    command = [sys.executable, "-E", "-P", "-m", "memo_lsp", "remember", "piped", *arguments]
    done = subprocess.run(command, input=piped, capture_output=True, check=True, timeout=30, env=dict(os.environ))
    assert row(memo, done.stdout.decode().strip())["body" if body else "title"] == (body or "piped")


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    monkeypatch.setattr("memo_lsp.cli.writing.PATIENCE_SECONDS", 0.05)
    with os.fdopen(reader) as stdin, os.fdopen(writer, "w"):
        monkeypatch.setattr("sys.stdin", stdin)
        done = memo("remember", "quiet")
    assert done.code == 0 and "nothing came in on stdin" in done.err


@pytest.mark.parametrize("stdin", [None, Stream("", True)])
def test_no_stdin_is_no_body(stdin: Any, memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", stdin)
    assert memo("remember", "alone").code == 0

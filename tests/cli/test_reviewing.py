"""What wants a look, from the terminal: listed, told in words, and settled."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Memo

NOW = ("--now", "2026-07-10T12:00:00Z")
ROWS = [
    {"id": "A", "title": "Never cache what load returns"},
    {"id": "B", "title": "Always cache what load returns", "edges": [{"type": "contradicts", "to": "A"}]},
    {"id": "C", "title": "Perhaps both", "confidence": "low"},
    {"id": "D", "title": "Perhaps elsewhere", "confidence": "low", "project": "elsewhere"},
]


@pytest.fixture
def told(memo: Memo, tmp_path: Path) -> Callable[..., Any]:
    file = tmp_path / "memories.jsonl"
    rows = ({"kind": "note", "created_at": f"2026-07-0{1 + at}T10:00:00Z", **row} for at, row in enumerate(ROWS))
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert memo("import", "jsonl", str(file), *NOW).code == 0

    def call(*arguments: str) -> Any:
        done = memo(*arguments, "--json", *NOW)
        assert done.code == 0, done.err
        return json.loads(done.out)

    return call


def sorts(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(row["what"], "".join(memory["id"] for memory in row["memories"])) for row in rows]


def test_listed_settled_and_taken_back(told: Callable[..., Any]):
    assert sorted(sorts(told("review"))) == [("contradiction", "AB"), ("unsure", "C")]
    assert sorted(sorts(told("review", "--project", "elsewhere"))) == [
        ("contradiction", "AB"), ("unsure", "C"), ("unsure", "D"),
    ]  # fmt: skip
    assert told("keep-apart", "B", "A") == {"kept": 1}
    assert told("pin", "C")["pinned"]
    assert sorts(told("review")) == [("apart", "AB")]
    (mark,) = told("refold-blocks")
    assert (mark["pair"], mark["titles"]) == (["A", "B"], [ROWS[0]["title"], ROWS[1]["title"]])
    assert (mark["pass"], mark["cause"]) == ("person", "kept apart")
    assert told("allow-refold", "A", "B") == {"lifted": 1}
    assert told("review") == []


def test_what_a_person_reads(memo: Memo, told: Callable[..., Any]):
    read = memo("review", *NOW).out
    assert "They contradict each other\n  “Never cache what load returns” (A)\n  “Always cache" in read
    assert "as a file said, " in read
    assert "low confidence, 1 week ago\n" in read
    assert "1 pair kept apart; `memo-lsp allow-refold` takes it back." in memo("keep-apart", "A", "B", *NOW).out
    memo("forget", "B", "--yes", *NOW)
    memo("pin", "C", *NOW)
    assert memo("review", *NOW).out == "Nothing wants a look.\n"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("keep-apart", "A"), 2, "pairs"),
        (("keep-apart", "A", "A"), 2, "itself"),
        (("keep-apart", "A", "nope"), 1, "nope"),
        (("review", "--limit", "0"), 2, "from 1 on"),
    ],
)
def test_wrong_use(memo: Memo, told: Callable[..., Any], arguments: tuple[str, ...], code: int, says: str):
    done = memo(*arguments, *NOW)
    assert (done.code, says in done.err) == (code, True)

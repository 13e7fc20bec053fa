"""Reading a set: questions apart from memories, and what is wrong with a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memo_lsp.errors import MemoError
from memo_lsp.evaluate.sets import read

QUERY = {"type": "query", "id": "q1", "class": "changelog", "text": "x", "relevant": {"a": 1}}


def written(folder: Path, *rows: object) -> Path:
    path = folder / "small.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), "utf-8")
    return path


def test_questions_and_memories(tmp_path: Path):
    full = QUERY | {"project": "p", "symbols": ["f"], "branch": "b", "as_of": "2026-01-01", "over": {"o": "n"}}
    event = {"type": "recall", "hits": ["a"]}
    found = read(written(tmp_path, {"id": "a", "title": "t\u2028x"}, full, "", event))
    assert (found.name, found.path) == ("small", tmp_path / "small.jsonl")
    (question,) = found.questions
    assert (question.kind, question.relevant, question.over) == ("changelog", {"a": 1.0}, {"o": "n"})
    assert (question.query.symbols, question.query.branch, question.query.as_of) == (("f",), "b", 1767225600.0)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (["{"], "no question"),
        ([{"id": "a", "title": "t"}], "no question"),
        ([QUERY | {"relevant": ["a"]}], "line 1: not a question"),
        ([QUERY | {"as_of": "soon"}], "line 1: not a question"),
    ],
)
def test_what_is_refused(tmp_path: Path, rows: list[object], says: str):
    with pytest.raises(MemoError, match=says):
        read(written(tmp_path, *rows))


def test_a_missing_file_is_said(tmp_path: Path):
    with pytest.raises(MemoError, match=r"nowhere\.jsonl"):
        read(tmp_path / "nowhere.jsonl")

"""`eval`: sets in, figures out; constants tried, compared and accepted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from memo_lsp.cli.evaluating import _table, constant
from memo_lsp.evaluate.metrics import FIGURES
from tests.cli.conftest import Memo
from tests.cli.test_output import output

MEMORIES = [
    {"id": "a", "title": "fix: round the invoice once at the end", "project": "p", "created_at": "2026-01-01"},
    {"id": "b", "title": "feat: cache the exchange rates for an hour", "project": "p", "created_at": "2026-02-01"},
    {"id": "c", "title": "docs: how to release on a Tuesday", "project": "p", "created_at": "2026-03-01"},
]
QUESTIONS = [
    {"type": "query", "id": "q1", "class": "plain", "project": "p", "text": "round invoice", "relevant": {"a": 1}},
    {"type": "query", "id": "q2", "class": "plain", "project": "p", "text": "exchange rates", "relevant": {"b": 1}},
    {"type": "query", "id": "q3", "class": "nothing", "project": "p", "text": "quokka zeppelin", "relevant": {}},
]


@pytest.fixture
def small(memo: Memo) -> Memo:
    Path("small.jsonl").write_text("\n".join(map(json.dumps, [*MEMORIES, *QUESTIONS])))
    return memo


def test_figures_for_every_ranking_that_can_run(small: Memo, home: Path) -> None:
    found = small("eval", "small.jsonl", "--json").json["sets"]["small"]
    assert {"v2", "legacy", "leg:keyword"} <= found.keys() and "leg:vector" not in found
    assert found["v2"]["all"]["n"] == 3 and found["v2"]["plain"]["recall@5"] == 1.0
    assert found["v2"]["nothing"]["mrr"] is None
    shown = small("eval", "small.jsonl", "--profile", "v2").out
    assert "small" in shown and "recall@10" in shown and "legacy" not in shown
    assert not (home / "store" / "memory.db").exists()


def test_constants_are_tried_beside_the_ranking_as_it_is(small: Memo) -> None:
    arguments = ("eval", "small.jsonl", "--profile", "v2", "--set", "identifier_boost=0", "--set", "branch_boost=0")
    found = small(*arguments, "--json").json
    assert set(found["sets"]["small"]) == {"v2", "v2*"}
    assert found["compared"]["v2 → v2*"]["small"]["all"]["mrr"]["mean"] == 0.0
    assert "v2 → v2*: paired bootstrap" in small(*arguments).out
    both = small("eval", "small.jsonl", "--compare", "v2", "legacy", "--json").json
    assert list(both["compared"]) == ["v2 → legacy"] and set(both["sets"]["small"]) == {"v2", "legacy"}


def test_what_loses_nothing_is_accepted_and_told(small: Memo) -> None:
    arguments = ("eval", "small.jsonl", "--profile", "v2", "--set", "identifier_boost=0", "--accept")
    done = small(*arguments)
    assert done.code == 0 and "accepted and kept in" in done.err
    rows = {row["name"]: row for row in small("config", "--json").json["settings"]}
    setting = rows["memo.recall.identifier_boost"]
    assert (setting["value"], setting["source"]) == (0.0, "accepted")
    assert small("recall", "x", "--json").json["profile"] == "v2*"


def test_what_loses_is_not_accepted(small: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memo_lsp.evaluate.accept.losses", lambda compared: ["small / all: mrr -0.100"])
    done = small("eval", "small.jsonl", "--profile", "v2", "--set", "identifier_boost=0", "--accept")
    assert done.code == 1 and "small / all: mrr -0.100" in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("absent.jsonl",), 1, "absent.jsonl"),
        ((), 2, "SET.jsonl"),
        (("small.jsonl", "--profile", "nosuch"), 2, "nosuch"),
        (("small.jsonl", "--set", "rrf_k"), 2, "NAME=VALUE"),
        (("small.jsonl", "--set", "nosuch=1"), 2, "nosuch"),
        (("small.jsonl", "--accept"), 2, "--set"),
        (("small.jsonl", "--accept", "--set", "candidates=9"), 2, "--profile"),
        (("small.jsonl", "small.jsonl"), 1, "one name"),
    ],
)
def test_what_cannot_be_measured(arguments: tuple[str, ...], code: int, why: str, small: Memo) -> None:
    done = small("eval", *arguments)
    assert done.code == code and why in done.err


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("rrf_k=20", ("rrf_k", 20)),
        ("fusion_mode=rrf", ("fusion_mode", "rrf")),
        ("tide=0.5", ("tide", 0.5)),
        ("tide=true", ("tide", True)),
    ],
)
def test_constant(text: str, value: tuple[str, Any]) -> None:
    assert constant(text) == value


def test_all_figures_stand_side_by_side_in_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"COLUMNS": "80", "TERM": "xterm", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    out, stream, _ = output(terminal=True)
    row = ("leg:keyword", "identifier", "22", *["1.000"] * (len(FIGURES) - 3), "125.0", "999.9")
    world: Any = SimpleNamespace(out=out)
    _table(world, "small", ("profile", "class", *FIGURES), [row])
    lines = re.sub(r"\x1b\[[\d;]*m", "", stream.text).splitlines()
    assert " ".join(row) in [" ".join(line.split()) for line in lines]
    assert max(map(len, lines)) <= 80

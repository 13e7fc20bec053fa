"""Thresholds from labelled pairs: precise first, then most found, then the strictest; floors for the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.dream.calibrate import Measured, Pair, evidence, find, measure, read, score
from memo_lsp.dream.guard import Rule
from memo_lsp.dream.view import Limits
from memo_lsp.embed.port import Failure
from memo_lsp.errors import MemoError
from tests.recall.tiny import Down, Tiny


def one(title: float, memory: float, fold: bool, rule: Rule | None = None, label: str = "", replaces: bool = False):
    return Measured(Pair(("a", "b"), ("a", "b"), label, fold, replaces), title, memory, rule)


@pytest.mark.parametrize(
    ("measured", "want"),
    [
        # as strict as finds all
        ([one(0.9, 0.95, True), one(0.8, 0.9, True), one(0.3, 0.2, False)], (0.80, 0.90)),
        # what the guard holds apart does not count
        ([one(0.9, 0.95, True), one(0.95, 0.99, False, "polarity"), one(0.3, 0.2, False)], (0.90, 0.95)),
        # a look-alike between two restatements costs the lower one
        ([one(0.9, 0.95, True), one(0.8, 0.8, False), one(0.7, 0.7, True)], (0.90, 0.95)),
        # one cosine can do what the other cannot
        ([one(0.9, 0.6, True), one(0.5, 0.9, False), one(0.8, 0.3, False)], (0.90, 0.60)),
        # a look-alike just below costs as much as one above: another build of the model may lift it
        ([one(0.9, 0.9, True), one(0.7, 0.7, True), one(0.69, 0.69, False)], (0.90, 0.90)),
    ],
)
def test_precise_first_then_most_found_then_the_strictest(measured: list[Measured], want: tuple[float, float]) -> None:
    found = find(measured)
    assert (found.duplicate_title, found.duplicate_memory) == want


def test_no_thresholds_are_better_than_wrong_ones() -> None:
    with pytest.raises(MemoError, match="nothing was changed"):
        find([one(0.5, 0.5, True), one(0.9, 0.9, False)])


def test_floors_for_replacing_and_for_themes() -> None:
    updates = [one(0.2, (30 + at) / 100, False, label="update", replaces=True) for at in range(20)]
    unrelated = [one(0.1, at / 100, False, label="unrelated") for at in range(40)]
    found = find([one(0.9, 0.9, True), *updates, *unrelated])
    assert found.supersede == 0.33  # 17 of 20 at or above
    assert found.theme == 0.38  # 2 of 40 at or above
    bare = find([one(0.9, 0.9, True)])
    assert (bare.supersede, bare.theme) == (bare.duplicate_memory,) * 2


def test_score_and_evidence() -> None:
    measured = [
        one(0.9, 0.9, True, label="same"),
        one(0.9, 0.9, False, label="sibling"),
        one(0.9, 0.9, True, "numbers", "same"),
        one(0.2, 0.2, False, "own words", "sibling"),
    ]
    thresholds = Limits(0.8, 0.8, 0.5, 0.4)
    found = score(measured, thresholds).to_json()
    assert found["fold"] == {"folded": 2, "false": 1, "precision": 0.5, "recall": 0.5}
    assert found["vetoed"]["numbers"] == {"right": 0, "wrong": 1}
    assert found["vetoed"]["own words"] == {"right": 1, "wrong": 0}
    assert found["vetoed"]["polarity"] == {"right": 0, "wrong": 0}
    assert evidence(measured, thresholds)["same"] == {
        "pairs": 2,
        "folded": 1,
        "vetoed": 1,
        "supersede": 1.0,
        "theme": 1.0,
    }
    assert score([], thresholds).precision is None


def row(a: str, b: str, **more: Any) -> str:
    return json.dumps({"a": {"title": a, "body": "x"}, "b": {"title": b}, "fold": True, **more})


def test_a_set_is_read_and_measured(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join([row("slow query", "sluggish query"), "", row("a", "b", fold=False, label="update")]))
    pairs = read(path)
    assert [pair.replaces for pair in pairs] == [False, True]
    assert pairs[0].texts == ("slow query\nx", "sluggish query")
    seen: list[tuple[int, int]] = []
    measured = measure(pairs, Tiny(), lambda done, total: seen.append((done, total)))
    assert measured[0].title == pytest.approx(1.0)
    assert measured[0].memory < 1.0
    assert measured[0].rule is None
    assert seen[-1] == (6, 6)


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "x", row("a", "b"), row("a", "b") + "\n" + row("", "b", fold=False), row("a", "b", fold=1)],
)
def test_what_is_no_set_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(text)
    with pytest.raises(MemoError, match="pairs"):
        read(path)


def test_a_text_without_a_vector_is_told(tmp_path: Path) -> None:
    with pytest.raises(MemoError, match="too odd"):
        measure([Pair(("a", "b"), ("a", "b"), "", True, False)], Down(Failure("too odd", permanent=True)))

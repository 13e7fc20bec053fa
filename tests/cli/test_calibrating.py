"""`calibrate`: pairs in, thresholds kept for the embedder they were measured with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Memo

FACTS = [
    ("The exporter skips blank lines", "Blank lines are skipped by the exporter", True, "same"),
    ("Prices are stored as integer cents", "We store prices in cents, as integers", True, "same"),
    ("Keep backups for 7 days", "Keep backups for 30 days", False, "numbers"),
    ("Deploys go out on Monday", "Deploys go out on Friday", False, "update"),
    ("Use snake case in table names", "The lift in the north wing is out of order", False, "unrelated"),
]


@pytest.fixture
def measured(memo: Memo, monkeypatch: pytest.MonkeyPatch) -> Memo:
    monkeypatch.setenv("MEMO_EMBED_PROVIDER", "bundled")
    rows = [{"a": {"title": a}, "b": {"title": b}, "fold": fold, "label": label} for a, b, fold, label in FACTS]
    Path("pairs.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return memo


def test_checking_scores_what_is_in_force_and_keeps_nothing(measured: Memo, home: Path) -> None:
    found = measured("calibrate", "pairs.jsonl", "--check", "--json").json
    assert found["fold"].keys() == {"folded", "false", "precision", "recall"}
    assert found["vetoed"]["numbers"] == {"right": 1, "wrong": 0}
    assert found["vetoed"]["own words"] == {"right": 1, "wrong": 0}
    assert found["thresholds"]["before"] == found["thresholds"]["after"]
    assert not (home / "store" / "calibrated.json").exists()


def test_what_is_found_is_kept_shown_and_used(measured: Memo, home: Path) -> None:
    shipped = measured("config", "--json").json["thresholds"]
    assert shipped["source"] == "shipped"
    found = measured("calibrate", "pairs.jsonl", "--json").json
    assert found["fold"]["false"] == 0
    assert found["fold"]["recall"] == 1.0
    kept = json.loads((home / "store" / "calibrated.json").read_text())[found["embedder"]]
    assert kept["thresholds"] == found["thresholds"]["after"] != found["thresholds"]["before"]
    assert kept["date"].startswith("20")
    assert kept["set"] == "pairs.jsonl"
    shown = measured("config", "--json").json["thresholds"]
    assert shown["source"] == "measured"
    assert shown["duplicate_title"] == kept["thresholds"]["duplicate_title"]
    assert "measured" in measured("config").out
    assert measured("calibrate", "pairs.jsonl", "--check", "--json").json["thresholds"]["before"] == kept["thresholds"]


def test_people_see_thresholds_rules_and_evidence(measured: Memo) -> None:
    shown = measured("calibrate", "pairs.jsonl").out
    for part in (
        "duplicate_title",
        "before",
        "after",
        "precision",
        "own words",
        "share of vetoes",
        "unrelated",
        "Kept in",
    ):
        assert part in shown
    assert "Kept in" not in measured("calibrate", "pairs.jsonl", "--check").out


def test_nothing_to_measure(memo: Memo) -> None:
    done = memo("calibrate", "pairs.jsonl")
    assert done.code == 1
    assert "embedder" in done.err

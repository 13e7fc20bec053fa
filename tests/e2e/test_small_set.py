"""The project's own small evaluation set, through the command line: figures may rise, not fall."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .scratch import Scratch

SET = Path(__file__).parents[1] / "data" / "small.jsonl"
PROFILES = ("--profile", "v2", "--profile", "leg:vector", "--profile", "leg:keyword")


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    scratch = Scratch.make(tmp_path_factory.mktemp("small"))
    done = scratch.memo("eval", str(SET), *PROFILES, "--json")
    return json.loads(done.stdout)["sets"]["small"]


@pytest.mark.parametrize(
    ("profile", "kind", "figure", "least"),
    [
        ("v2", "all", "recall@10", 0.99),
        ("v2", "all", "mrr", 0.85),
        ("v2", "identifier", "mrr", 0.99),
        ("v2", "version", "newest_first", 0.99),
        ("v2", "revert", "newest_first", 0.99),
        ("v2", "nothing", "abstention", 0.99),
        ("leg:vector", "paraphrase", "recall@5", 0.99),
        ("leg:keyword", "words", "mrr", 0.99),
    ],
)
def test_no_figure_falls(figures: dict[str, Any], profile: str, kind: str, figure: str, least: float) -> None:
    assert figures[profile][kind][figure] >= least


def test_every_question_is_counted(figures: dict[str, Any]) -> None:
    classes = {name: each["n"] for name, each in figures["v2"].items() if name != "all"}
    assert figures["v2"]["all"]["n"] == sum(classes.values()) == 22
    assert figures["v2"]["all"]["false_silence"] <= 0.06

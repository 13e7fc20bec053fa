"""Whose thresholds hold: a calibration's, else the shipped ones, else none."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from memo_lsp.dream.limits import FILE, keep, limits, measurement
from memo_lsp.dream.view import Limits
from memo_lsp.embed.bundled import BundledEmbedder
from memo_lsp.embed.http import HttpEmbedder
from memo_lsp.embed.port import UNMEASURED
from tests.recall.tiny import Tiny

SHIPPED = Limits(0.9, 0.9, 0.8, 0.5)
FOUND = Limits(0.7, 0.75, 0.5, 0.4)


def kept(folder: Path, fingerprint: str = Tiny.fingerprint) -> Path:
    return keep(
        fingerprint, folder, FOUND, date="2026-07-03T09:12:00Z", sets="pairs.jsonl", pairs=270, figures={"n": 1}
    )


def test_none_without_an_embedder_or_a_measurement(tmp_path: Path) -> None:
    unmeasured = Tiny()
    unmeasured.thresholds = UNMEASURED
    assert limits(None, tmp_path) is None
    assert limits(unmeasured, tmp_path) is None
    assert HttpEmbedder.thresholds is UNMEASURED
    assert limits(Tiny(), tmp_path) == SHIPPED
    shipped = limits(BundledEmbedder(), tmp_path)
    assert shipped is not None
    assert (shipped.duplicate_title, shipped.duplicate_memory) == (0.79, 0.81)


def test_what_was_measured_holds_for_its_embedder_alone(tmp_path: Path) -> None:
    path = kept(tmp_path / "new", "other@1")
    assert limits(Tiny(), tmp_path / "new") == SHIPPED
    assert kept(tmp_path / "new") == path
    assert limits(Tiny(), tmp_path / "new") == FOUND
    assert measurement("other@1", tmp_path / "new") == measurement("tiny@1", tmp_path / "new")
    assert measurement("tiny@2", tmp_path / "new") is None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "said",
    ["", "[]", "{", '{"tiny@1": 3}', '{"tiny@1": {"thresholds": {}}}', '{"tiny@1": {"thresholds": {"theme": "high"}}}'],
)
def test_a_file_that_says_nothing_is_as_good_as_none(tmp_path: Path, said: str) -> None:
    (tmp_path / FILE).write_text(said)
    assert limits(Tiny(), tmp_path) == SHIPPED
    kept(tmp_path)
    assert json.loads((tmp_path / FILE).read_text())["tiny@1"]["pairs"] == 270

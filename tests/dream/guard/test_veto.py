"""The guard as a whole: what it must hold apart and let through, on pairs of many kinds; symmetry; any text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.dream.calibrate import find, measure, read, score
from memo_lsp.dream.guard import RULES, veto
from memo_lsp.dream.limits import limits
from memo_lsp.embed.bundled import BundledEmbedder

PAIRS = Path(__file__).with_name("pairs.txt")
SHARED = Path(os.environ.get("MEMO_SHARED") or Path(__file__).parents[4] / "shared") / "bench" / "pairs.jsonl"


def pairs() -> Iterator[tuple[str, str, str]]:
    for line in PAIRS.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, a, b = line.split(" | ")
            yield kind, a, b


def test_most_look_alikes_are_held_apart_and_most_restatements_are_not() -> None:
    told = {True: [0, 0], False: [0, 0]}
    for kind, a, b in pairs():
        if kind != "unrelated":
            told[kind.startswith("=")][veto(a, b) is not None] += 1
    right, wrong = told[False], told[True]
    assert right[1] / sum(right) >= 0.95
    assert wrong[1] / sum(wrong) <= 0.06


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.exists(), reason="the labelled pairs are not here")
def test_shipped_thresholds_and_guard_fold_no_look_alike(tmp_path: Path) -> None:
    embedder = BundledEmbedder()
    shipped = limits(embedder, tmp_path)
    assert shipped is not None
    measured = measure(read(SHARED), embedder)
    found = score(measured, shipped)
    assert found.false == 0
    assert (found.recall or 0) >= 0.50
    wrong = sum(counts["wrong"] for counts in found.vetoed.values())
    assert wrong <= 0.06 * sum(one.pair.fold for one in measured)
    found = find(measured)
    # Where these pairs would allow a lower one, the stricter stays: pairs that were not seen are more.
    assert shipped.duplicate_title >= found.duplicate_title
    assert shipped.duplicate_memory >= found.duplicate_memory
    assert (shipped.supersede, shipped.theme) == (found.supersede, found.theme)


PIECES = st.sampled_from(
    ["not", "no", "before", "after", "1.30", "v1.30", "30 ms", "30s", "-5", "`a_b()`", "src/a.py", "#12", "A", "3 July",
     "09:30", "two", "an hour", "Tuesday", "kein", "pas", "不", "ない", "前", "三次", "没有", "«", "--fix", "fix:",
     "tests", "Tests for the", "only", "will be", "used to", "has been", "pays",
     "half a", "→", "from x to y", "’", "№", "لا", "한국어는", "ไม่"]
)  # fmt: skip
TITLES = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=9).map(" ".join))


@settings(max_examples=400, deadline=None)
@given(TITLES, TITLES, st.booleans())
def test_symmetric_and_silent_about_a_title_and_itself_on_any_text(a: str, b: str, own_words: bool) -> None:
    spoken = veto(a, b, own_words=own_words)
    assert spoken is None or spoken in RULES
    assert veto(b, a, own_words=own_words) == spoken
    assert veto(a, a) is None
    if spoken != "own words":
        assert veto(a, b) in (spoken, "own words")

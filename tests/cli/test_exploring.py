"""`dream --dry-run`: its result, how it reads, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import NOW, Memo

LONG = (
    "A title that is a good deal longer than what a terminal of eighty columns holds in one of its lines, as some are"
)


@pytest.fixture
def dreamt(memo: Memo, home: Path) -> Memo:
    """Three memories of one project, two days apart, the first two used together 9 times of 12 and 12."""
    rows: list[dict[str, Any]] = [
        {"id": uid, "title": title, "project": "p", "branch": "main", "created_at": f"2026-06-{day}T09:00:00Z",
         "session": uid, "origin": "git"}
        for uid, title, day in (("A1", "Mirrors are read once", 24), ("B2", LONG, 26), ("C3", "Nobody asks", 28))
    ]  # fmt: skip
    used = [["A1", "B2"]] * 9 + [["A1"]] * 3 + [["B2"]] * 3
    rows += [
        {"type": "recall", "at": f"2026-07-01T10:{minute:02}:00Z", "session": "s", "project": "p", "surface": "search",
         "text": f"question {minute}", "hits": ["A1", "B2", "C3"], "used": ids}
        for minute, ids in enumerate(used)
    ]  # fmt: skip
    Path("dreamt.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    assert memo("import", "jsonl", "dreamt.jsonl").code == 0
    return memo


def dream(memo: Memo, *options: str) -> Any:
    return memo("dream", "--dry-run", "--json", "--now", NOW, *options).json


def test_the_result(dreamt: Memo):
    found = dream(dreamt, "--min-pts", "2")
    assert found == {
        "observations": 3,
        "without_co_recall": {"n": 1, "share": 33.3},
        "params": {"eps": 0.35, "min_pts": 2, "tau_days": 7.0, "since_days": 14.0, "events": "used"},
        "weights": {"semantic": 0.0, "temporal": 0.375, "co_retrieval": 0.625},
        "max_gap_days": 19.0,
        "log": {"on": True, "events": 15, "oldest": "2026-07-01T10:00:00Z"},
        "clusters": [{
            "members": [
                {"id": "A1", "title": "Mirrors are read once", "created_at": "2026-06-24T09:00:00Z", "origin": "git"},
                {"id": "B2", "title": LONG, "created_at": "2026-06-26T09:00:00Z", "origin": "git"},
            ],
            "together": 9,
        }],
        "would_archive": 2,
        "noise": 1,
        "hints": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "clusters", "observations"),
    [
        ((), 0, 3),
        (("--min-pts", "2", "--eps", "0.3431"), 0, 3),
        (("--min-pts", "2", "--eps", "0.3432"), 1, 3),
        (("--min-pts", "2", "--tau-days", "6"), 0, 3),
        (("--events", "all"), 1, 3),
        (("--min-pts", "2", "--since", "2026-06-25"), 1, 3),
        (("--min-pts", "2", "--since", "1d"), 0, 0),
        (("--min-pts", "2", "--project", "p"), 1, 3),
        (("--min-pts", "2", "--project", "q"), 0, 0),
    ],
)
def test_options(dreamt: Memo, options: tuple[str, ...], clusters: int, observations: int):
    found = dream(dreamt, *options)
    assert (len(found["clusters"]), found["observations"]) == (clusters, observations)
    assert ("no cluster: try `--eps 0.45 --min-pts 2`" in found["hints"]) == (clusters == 0)


def test_a_wide_window_is_warned_of(dreamt: Memo):
    (hint,) = dream(dreamt, "--min-pts", "2", "--since", "30d")["hints"]
    assert "30 days" in hint and "19.0 days" in hint and "`--tau-days 11.1`" in hint
    assert dream(dreamt, "--min-pts", "2", "--since", "30d", "--tau-days", "11.1")["hints"] == []


def test_without_a_log(dreamt: Memo, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MEMO_RECALL_LOG", "false")
    found = dream(dreamt, "--min-pts", "2")
    assert (found["log"]["on"], found["clusters"], found["noise"], found["without_co_recall"]["n"]) == (False, [], 3, 3)
    assert any("recall log is off" in hint for hint in found["hints"])


def test_it_reads_well(dreamt: Memo):
    shown = dreamt("dream", "--dry-run", "--now", NOW, "--min-pts", "2").out
    for part in (
        "1 cluster of 2 memories; a pass would archive 2; noise 1.",
        "3 in 14 days",
        "1 (33.3 %) were never recalled with another",
        "15 recalls since 1 July",
        "19.0 days can be bridged",
        "9× together",
        LONG,
        "26 June · git · B2",
    ):
        assert part in shown
    assert "→ no cluster: try `--eps 0.45 --min-pts 2`" in dreamt("dream", "--dry-run", "--now", NOW).out


def test_the_picture(dreamt: Memo):
    dream(dreamt, "--min-pts", "2", "--svg", "clusters.svg")
    page = ElementTree.parse("clusters.svg").getroot()
    assert page.tag.endswith("svg") and "Mirrors are read once" in "".join(page.itertext())


def test_the_picture_alone(dreamt: Memo):
    shown = dreamt("dream", "--dry-run", "--now", NOW, "--svg", "-").out
    assert ElementTree.fromstring(shown).tag.endswith("svg") and not Path("-").exists()


def test_nothing_changes(dreamt: Memo, home: Path):
    before = {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in (home / "store").iterdir()}
    dream(dreamt, "--min-pts", "2")
    assert {f.name: (f.stat().st_mtime_ns, f.read_bytes()) for f in (home / "store").iterdir()} == before


def test_stats_tells_what_dreaming_has_to_work_with(dreamt: Memo):
    assert dreamt("consolidate", "--pass", "digest", "--now", NOW).code == 0  # summaries are no observations of ours
    found = dreamt("stats", "--json", "--now", NOW).json["dream"]
    assert {name: found[name] for name in ("pairs", "covered", "share")} == {"pairs": 1, "covered": 2, "share": 66.7}
    log = found["log"]
    assert (log["on"], log["events"], log["limit"]) == (True, 15, 32_000_000) and 0 < log["bytes"] < log["limit"]
    assert (log["oldest"], log["newest"]) == ("2026-07-01T10:00:00Z", "2026-07-01T10:14:00Z")


def test_without_a_store_there_is_nothing_to_see(memo: Memo, home: Path):
    assert dream(memo)["observations"] == 0 and not (home / "store").exists()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ((), "`memo-lsp consolidate`"),
        (("--dry-run", "--eps", "-1"), "wants a number from 0 on"),
        (("--dry-run", "--eps", "nan"), "wants a number from 0 on"),
        (("--dry-run", "--eps", "2"), "wants a number from 0 to 1"),
        (("--dry-run", "--tau-days", "0"), "wants a number above 0"),
        (("--dry-run", "--min-pts", "0"), "wants a whole number from 1 on"),
        (("--dry-run", "--since", "soon"), "not a time"),
        (("--dry-run", "--events", "some"), "invalid choice"),
    ],
)
def test_wrong_use(memo: Memo, options: tuple[str, ...], why: str):
    done = memo("dream", *options)
    assert done.code == 2 and why in done.err


def test_a_picture_that_cannot_be_written(dreamt: Memo):
    done = dreamt("dream", "--dry-run", "--svg", "no/where.svg")
    assert done.code == 1 and "no/where.svg" in done.err

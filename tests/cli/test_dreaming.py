"""Consolidation from the terminal: a run, its record, what it would do, what it did, and the way back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.cli.dreaming import _chored
from memo_lsp.errors import StoreTrouble
from tests.cli.conftest import Memo

NOW = ("--now", "2026-07-10T12:00:00Z")
RUN_KEYS = {
    "run", "pass", "cause", "started_at", "ended_at", "considered", "changed", "vetoed", "refused", "skipped",
    "undone_at", "chores",
}  # fmt: skip
SAME = "Blob store keeps zombie processes when the status was cached as text"
Told = Callable[..., Any]


def memories() -> list[dict[str, Any]]:
    base = {"kind": "note", "channel": "observation", "created_at": "2026-07-01T10:00:00Z", "session": "s"}
    return [
        {**base, "id": "A", "title": SAME, "body": "Seen on staging.", "surfaced": {"search": 3}},
        {**base, "id": "B", "title": f"{SAME}.", "body": "Seen on staging.", "surfaced": {"search": 1}},
        {**base, "id": "C", "title": "Deploys go out on Tuesday", "surfaced": {"search": 1}},
        {"type": "recall", "at": "2026-07-02T10:00:00Z", "session": "s", "surface": "search", "text": "zombie",
         "symbols": [], "path": None, "branch": None, "k": 10, "profile": "v2", "hits": ["B"], "used": ["B"]},
    ]  # fmt: skip


@pytest.fixture
def told(memo: Memo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Runs a command over a store with two memories that are one, and gives what it told as JSON."""
    monkeypatch.delenv("MEMO_EMBED_PROVIDER")
    file = tmp_path / "memories.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in memories()), "utf-8")
    assert memo("import", "jsonl", str(file), *NOW).code == 0

    def call(*arguments: str) -> Any:
        done = memo(*arguments, "--json", *NOW)
        assert done.code == 0, done.err
        return json.loads(done.out)

    return call


def test_a_pair_is_foretold_once(told: Told) -> None:
    found = told("consolidate", "--dry-run", "--backlog", "--pass", "fold", "dedup")
    assert [(row["pass"], row["changed"]) for row in found] == [("fold", 1), ("dedup", 0)]


def test_there_and_back(told: Told) -> None:
    (would,) = told("consolidate", "--dry-run", "--pass", "dedup")
    assert (would["changed"], would["would"]) == (1, [f"fold “{SAME}.” into “{SAME}”"])
    assert told("runs") == []
    (run,) = told("consolidate", "--pass", "dedup")
    assert run.keys() == RUN_KEYS
    assert (run["pass"], run["cause"], run["changed"], run["undone_at"]) == ("dedup", "manual", 1, None)
    assert told("runs") == [run]
    row = told("show", "B")
    assert (row["state"], row["history"]) == ("archived", [run])
    assert told("undo", "--run", str(run["run"]), "--dry-run")["put_back"] == 1
    assert told("show", "B")["state"] == "archived"
    undone = told("undo", "--pass", "dedup", "--member", "B")
    assert [(edit["kind"], edit["into"]["id"], edit["members"]) for edit in undone["edits"]] == [
        ("fold", "A", [{"id": "B", "title": f"{SAME}."}])
    ]
    assert told("show", "B")["state"] == "active"
    assert told("undo", "--all")["edits"] == []
    assert [(mark["pair"], mark["pass"], mark["cause"]) for mark in told("refold-blocks")] == [
        (["A", "B"], "dedup", "undone")
    ]
    (again,) = told("consolidate", "--pass", "dedup", "--backlog")
    assert again["changed"] == 0
    assert told("allow-refold", "B", "A") == {"lifted": 1}
    assert told("allow-refold", "--all") == {"lifted": 0}


def test_every_pass_that_is_on(told: Told) -> None:
    runs = told("consolidate")
    assert [run["pass"] for run in runs] == ["tend", "dedup", "supersede", "tide", "fold", "theme", "digest"]
    assert all(run["ended_at"] for run in runs)
    skipped = {run["pass"]: run["skipped"] for run in runs if run["skipped"]}
    assert list(skipped) == ["theme"]


def test_the_report(told: Told) -> None:
    report = told("consolidate", "--pass", "dedup", "--report")
    assert report["questions"] == 1
    assert report["before"]["recall@10"] == report["after"]["recall@10"] == 1.0
    assert report["after"]["best_rank"] <= report["before"]["best_rank"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("undo",), 2, "a theme, members, a run"),
        (("allow-refold",), 2, "--all"),
        (("allow-refold", "A"), 2, "pairs"),
        (("allow-refold", "A", "B"), 1, "refold-blocks"),
        (("consolidate", "--pass", "sleep"), 2, "invalid choice"),
        (("consolidate", "--for", "a while"), 2, "not a duration"),
        (("consolidate", "--dry-run", "--report"), 2, "--report"),
        (("consolidate", "--dry-run", "--for", "1m"), 2, "--for"),
        (("allow-refold", "A", "B", "--all"), 2, "either"),
        (("undo", "--run", "0"), 2, "from 1 on"),
        (("undo", "--run", "9"), 1, "no run has the number 9"),
        (("undo", "--since", "lately"), 2, "wanted: 2026-07-03T09:12:00Z, or 30d"),
        (("undo", "--theme", "nope"), 1, "no memory has the id 'nope'"),
        (("undo", "--member", "A", "nope"), 1, "no memory has the id 'nope'"),
    ],
)
def test_wrong_use(memo: Memo, told: Told, arguments: tuple[str, ...], code: int, says: str) -> None:
    done = memo(*arguments)
    assert (done.code, says in done.err) == (code, True)


def test_what_a_person_reads(memo: Memo, told: Told) -> None:
    assert "No pass ever ran" in memo("runs", *NOW).out
    assert f"fold “{SAME}.” into “{SAME}”" in memo("consolidate", "--dry-run", "--pass", "dedup", *NOW).out
    assert "changed 1" in memo("consolidate", "--pass", "dedup", "tide", *NOW).out
    assert "found nothing" in memo("runs", *NOW).out
    assert "would be put back" in memo("undo", "--all", "--dry-run", *NOW).out
    assert f"“{SAME}.” (B) out of “{SAME}” (A)" in memo("undo", "--all", *NOW).out
    assert memo("undo", "--all", *NOW).out == "Nothing to put back.\n"
    assert "dedup, undone" in memo("refold-blocks", *NOW).out
    assert "1 pair may be joined again." in memo("allow-refold", "A", "B", *NOW).out
    assert memo("refold-blocks", *NOW).out == "No pair is kept apart.\n"
    assert memo("allow-refold", "--all", *NOW).out == "No pair is kept apart.\n"
    assert memo("consolidate", "--pass", "tide", "--pass", "tide", *NOW).out.count("tide") == 1
    assert "dedup, " in (status := memo("status", *NOW).out) or "tide, just now: found nothing" in status


def test_upkeep_is_told_in_words() -> None:
    assert [_chored("rows", 1), _chored("anchors", 2265)] == ["1 old row dropped", "2,265 places looked at again"]


def test_a_summary_that_was_taken_back_is_called_by_its_time(memo: Memo, told: Told) -> None:
    told("consolidate", "--pass", "digest")
    assert "summary “July 2026: " in memo("undo", "--all", *NOW).out
    assert "“the summary of July 2026” (" in memo("refold-blocks", *NOW).out


@pytest.mark.parametrize(("since", "found"), [("1h", 0), ("2d", 1), ("2026-07-10", 1), ("2026-07-11", 0)])
def test_since_when(memo: Memo, told: Told, since: str, found: int) -> None:
    told("consolidate", "--pass", "dedup")
    later = ("--now", "2026-07-11T12:00:00Z", "--dry-run", "--json")
    assert memo("undo", "--since", since, *later).json["put_back"] == found


def test_a_list_over_several_projects_names_them_and_is_no_longer_than_can_be_read(
    memo: Memo, told: Told, tmp_path: Path
) -> None:
    file = tmp_path / "projects.jsonl"
    base = {"kind": "fix", "channel": "observation"}
    rows = [
        {**base, "id": f"{name}{month}-{day}", "title": f"fix {name} {day}", "project": f"host/team/{name}",
         "created_at": f"2026-0{month}-{day:02}T10:00:00Z"}
        for name in ("shop", "till") for month in (5, 6) for day in range(1, 29)
    ]  # fmt: skip
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert memo("import", "jsonl", str(file), *NOW).code == 0
    foretold = memo("consolidate", "--dry-run", "--pass", "digest", *NOW).out
    assert "sum up: June 2026: 28 fixes · till" in foretold
    memo("consolidate", "--pass", "digest", *NOW)
    shown = memo("undo", "--all", *NOW).out.splitlines()
    assert any(line.startswith("summary “May 2026: 28 fixes · shop” (") for line in shown)
    assert len(shown) == 23
    assert (shown[20].startswith("and "), shown[20].endswith(" more")) == (True, True)
    assert "“the summary of June 2026 · till” (" in memo("refold-blocks", *NOW).out


def test_nothing_is_said_to_be_put_back_that_is_not(memo: Memo, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    told("consolidate", "--pass", "dedup")

    def refuse(*_: Any) -> None:
        raise StoreTrouble("the disk is full")

    monkeypatch.setattr("memo_lsp.cli.world.World.writable", property(refuse))
    done = memo("undo", "--all", *NOW)
    assert (done.code, done.out, "the disk is full" in done.err) == (1, "", True)


def test_a_store_that_fails_is_no_success(memo: Memo, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise StoreTrouble("the disk is full")

    monkeypatch.setattr("memo_lsp.store.dreamt.edits.Edits.begin", refuse)
    done = memo("consolidate", "--pass", "dedup", "tide", *NOW)
    assert (done.code, "skipped: the disk is full" in done.out, "tide" in done.out) == (1, True, True)
    assert done.err.strip() == "memo-lsp: the disk is full"


def test_a_long_title_does_not_flood_a_list(memo: Memo, told: Told, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    rows = [{**memories()[0], "id": uid, "title": "word " * 2_000 + end} for uid, end in (("L", ""), ("M", "."))]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert memo("import", "jsonl", str(file), *NOW).code == 0
    assert max(map(len, memo("consolidate", "--dry-run", "--pass", "dedup", *NOW).out.splitlines())) < 400

"""status, stats, doctor: what is said of a store in order, and of one that is not."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.services import health
from tests.cli.conftest import Memo

ALL_WELL = [{"name": "store", "ok": True, "detail": "fine", "fix": ""}]
ONE_BAD = [*ALL_WELL, {"name": "git", "ok": False, "detail": "refused", "fix": "git config …"}]


def test_status(memo: Memo) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    memo("remember", "one")
    memo("remember", "two", "--project", "other")
    found = memo("status", "--json").json
    assert (found["memories"], found["state"], found["pending"]) == (2, "idle", 0)
    assert found["degraded"] == [] and found["summarizer"] == "none"
    shown = memo("status").out
    for part in ("memories", "of this project", "main", "memory.db"):
        assert part in shown


def test_stats(memo: Memo) -> None:
    memo("remember", "one", "--kind", "decision")
    memo("remember", "two", "--project", "other")
    memo("recall", "one")
    found = memo("stats", "--json").json
    assert found["memories"]["total"] == 2 and found["memories"]["kind"] == {"decision": 1, "note": 1}
    assert found["dream"]["log"]["events"] == 1
    assert memo("stats", "--json", "--project", "other").json["memories"]["total"] == 1
    shown = memo("stats").out
    assert "2 memories" in shown and "decision" in shown and "1 question" in shown


def test_what_passes_did_and_what_comes_next(memo: Memo) -> None:
    memo("remember", "one")
    memo("consolidate", "--pass", "theme", "tide")
    found = memo("stats", "--json").json
    last = {row["pass"]: row["last"] and row["last"]["outcome"] for row in found["housekeeping"]}
    assert (last["fold"], last["tide"], last["theme"].split(":")[0]) == (None, "found nothing", "skipped")
    assert found["next"]["heldBy"] == ["no editor is open"]
    status = memo("status", "--json").json
    assert (status["lastRun"]["pass"], status["next"]) == ("tide", found["next"])
    shown = memo("stats").out
    for part in ("never ran", "found nothing", "skipped: ", "no editor is open", "after 30 idle minutes"):
        assert part in shown
    assert "found nothing" in memo("status").out


@pytest.mark.parametrize(("checks", "code"), [(ALL_WELL, 0), (ONE_BAD, 1)])
def test_doctor_names_what_is_wrong(
    checks: list[dict[str, Any]], code: int, memo: Memo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "doctor", lambda services, folder: checks)
    done = memo("doctor")
    assert done.code == code and "✓ store: fine" in done.out
    assert ("✗ git: refused" in done.out, "git config …" in done.out) == (bool(code), bool(code))
    assert ("1 of 2 checks failed (git)" in done.err) == bool(code)
    assert memo("doctor", "--json").code == code


def test_doctor_of_a_new_store(memo: Memo) -> None:
    memo("remember", "one")
    checks = memo("doctor", "--json").json
    assert all(check["ok"] for check in checks)
    assert {"settings", "git", "embedder"} <= {check["name"] for check in checks}


def test_doctor_tells_wrong_settings(memo: Memo) -> None:
    Path("memo.toml").write_text("[hover]\nlimit = 'many'\n")
    done = memo("doctor")
    assert done.code == 1 and "memo.hover.limit" in done.out


def test_a_broken_git_is_told_and_nothing_stops(memo: Memo) -> None:
    Path(".git").write_text("gitdir: nowhere\n")
    assert memo("remember", "all the same").code == 0
    done = memo("doctor")
    assert done.code == 1 and "leads to no repository" in done.out

"""What is said of each pass: never ran, did not look, found nothing, changed; what comes next, as seen from outside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.dream.idle import NOTHING_NEW, Activity
from memo_lsp.dream.plan import PASSES
from memo_lsp.dream.presence import Presence
from memo_lsp.model import Memory
from memo_lsp.services import Services, housekeeping, open_services

NOW = 1_800_000_000.0


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    settings = {"embed": {"provider": "none"}, "dream": {"tide": False}, "idle": {"minutes": 45}}
    opened = open_services(tmp_path, {}, settings, MovableClock(NOW, lambda: 5000.0))
    yield opened
    opened.close()


def row(services: Services, name: str) -> dict[str, Any]:
    return next(row for row in housekeeping.rows(services) if row["pass"] == name)


def ran(services: Services, name: str, **came_to: Any) -> None:
    services.store.runs.end(services.store.runs.begin(name, "manual"), **came_to)


def test_a_row_a_pass(services: Services) -> None:
    assert sorted(row["pass"] for row in housekeeping.rows(services)) == sorted(PASSES)
    assert {row["last"] for row in housekeeping.rows(services)} == {None}
    assert [row(services, name)["on"] for name in ("fold", "tide")] == [True, False]
    assert [row(services, name)["cadence"] for name in ("dedup", "fold")] == ["hourly", "after 45 idle minutes"]
    assert row(services, "dedup")["thresholds"] == {"common_words": 0.5, "title": None, "memory": None}
    assert row(services, "theme")["thresholds"]["edges"] == "used"


@pytest.mark.parametrize(
    ("came_to", "outcome"),
    [
        ({"skipped": "no summarizer"}, "skipped: no summarizer"),
        ({"considered": 9}, "found nothing"),
        ({"considered": 9, "changed": 1200}, "changed 1,200"),
        ({"changed": 2, "skipped": "out of time"}, "changed 2, skipped: out of time"),
        ({"considered": 5, "chores": {"anchors": 3080, "log": 2}}, "tended 3,082"),
    ],
)
def test_what_a_run_came_to(services: Services, came_to: dict[str, Any], outcome: str) -> None:
    ran(services, "fold", changed=7)
    ran(services, "fold", **came_to)
    assert row(services, "fold")["last"]["outcome"] == outcome
    assert row(services, "theme")["last"] is None
    last = housekeeping.last_run(services)
    assert last is not None
    assert (last["pass"], last["changed"], last["skipped"]) == (
        "fold", came_to.get("changed", 0), came_to.get("skipped"),
    )  # fmt: skip


def test_a_run_under_way_is_not_the_last(services: Services) -> None:
    services.store.runs.begin("fold", "idle")
    assert housekeeping.last_run(services) is None
    assert row(services, "fold")["last"]["outcome"] == "running"


def test_totals(services: Services) -> None:
    store = services.store
    store.memories.add([Memory(uid, f"title {uid}", stored_at=NOW) for uid in "abc"])
    run = store.runs.begin("fold", "manual")
    for member in "bc":
        edit = store.edits.begin(run, "fold", "fold", "a", [("a", member)], proven=True)
        store.edits.set_state(edit, member, "archived")
    assert (row(services, "fold")["changed"], row(services, "fold")["undone"]) == (2, 0)
    services.undoing.undo({"members": ["b"]})
    assert (row(services, "fold")["changed"], row(services, "fold")["undone"]) == (1, 1)


def test_what_comes_next_seen_from_outside(services: Services) -> None:
    assert housekeeping.coming(services) == {"pass": "dedup", "inSeconds": 0, "heldBy": ["no editor is open"]}
    clock = services.clock
    window = Presence(services.store, "a window", Activity(clock), clock)
    window.beat()
    assert housekeeping.coming(services) == {"pass": "dedup", "inSeconds": 60, "heldBy": ["activity: 60 s left"]}
    for name in ("dedup", "supersede"):
        ran(services, name)
    assert housekeeping.coming(services) == {"pass": "tend", "inSeconds": 2700, "heldBy": ["activity: 45 min left"]}
    for name in PASSES:
        ran(services, name)
        services.store.watermarks.note(name, services.store.watermarks.here())
    assert housekeeping.coming(services) == {"pass": "dedup", "inSeconds": None, "heldBy": [NOTHING_NEW]}


@pytest.mark.parametrize(("provider", "told"), [("http", "theme"), ("none", "digest")])
def test_themes_are_announced_where_somebody_writes_them(tmp_path: Path, provider: str, told: str) -> None:
    settings = {"summarize": {"provider": provider, "url": "http://127.0.0.1:9"}}
    services = open_services(tmp_path, {}, settings, MovableClock(NOW, lambda: 5000.0))
    for name in set(PASSES) - {"theme", "digest"}:
        ran(services, name)
    coming = housekeeping.coming(services)
    assert coming is not None
    assert coming["pass"] == told
    assert services.dreamer.settled("theme") == (provider == "none")
    services.close()


def test_none_where_all_is_off(tmp_path: Path) -> None:
    services = open_services(tmp_path, {}, {"dream": {"enabled": False}}, MovableClock(NOW))
    assert housekeeping.coming(services) is None
    assert not any(row["on"] for row in housekeeping.rows(services))
    services.close()


@pytest.mark.parametrize(
    ("provider", "announced", "told"),
    [("none", True, "none"), ("http", False, "http"), ("editor", True, "editor"), ("editor", False, "none")],
)
def test_who_writes_themes(tmp_path: Path, provider: str, announced: bool, told: str) -> None:
    services = open_services(tmp_path, {}, {"summarize": {"provider": provider}}, MovableClock(NOW))
    services.dreaming.editor = (lambda params, seconds: {}) if announced else None
    assert services.dreamer.summarizer() == told
    services.close()

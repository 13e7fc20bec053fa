"""The explorer's figures, and that it only looks."""

from __future__ import annotations

import math
import os
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.dream.explorer import Exploration, Parameters, explore, percent, to_json
from memo_lsp.errors import WrongArgument
from memo_lsp.model import Edge, Memory, RecallEvent, Subject
from memo_lsp.services.exploring import explored, preview
from memo_lsp.store import open_store
from memo_lsp.store.file.glance import glance
from memo_lsp.store.memories.recall_log import LogInfo
from tests.dream.test_cluster import DAY, subject

NOW = 100 * DAY
SMALL = Parameters(min_pts=2)


@dataclass
class Shown:
    """A view of these memories, and of a log in which pairs were used together so often, once a day back from now."""

    known: Sequence[Subject]
    log: Sequence[RecallEvent] = ()
    log_on: bool = True
    now: float = NOW
    into: dict[str, str] = field(default_factory=dict)

    def subjects(self) -> Sequence[Subject]:
        return self.known

    def events(self, since: float) -> Iterable[RecallEvent]:
        return [event for event in self.log if event.at >= since]

    def survivors(self, ids: Iterable[str]) -> dict[str, str]:
        return {uid: self.into[uid] for uid in ids if uid in self.into}


def used(ids: str, times: int, days_ago: float = 1.0, **more: Any) -> list[RecallEvent]:
    at = NOW - days_ago * DAY
    return [
        RecallEvent(n, at + n, "search", f"{ids} {n}", "s", hits=tuple(ids), used=tuple(ids), **more)
        for n in range(times)
    ]


def look(view: Shown, parameters: Parameters = SMALL, **more: Any) -> Exploration:
    times = [event.at for event in view.log]
    info = LogInfo(len(view.log), 0, 0, min(times, default=None), max(times, default=None))
    return explore(view, info, parameters, lambda: None, **more)


def check(view: Shown, parameters: Parameters = SMALL, **want: Any) -> dict[str, Any]:
    found = to_json(look(view, parameters))
    told = {
        "clusters": ["".join(member["id"] for member in cluster["members"]) for cluster in found["clusters"]],
        "together": [cluster["together"] for cluster in found["clusters"]],
        "alone": found["without_co_recall"]["n"], "share": found["without_co_recall"]["share"],
        **{name: found[name] for name in ("observations", "noise", "would_archive", "hints", "max_gap_days")},
    }  # fmt: skip
    assert {name: told[name] for name in want} == want
    return found


PAIR = [subject("a", 96), subject("b", 98)]  # two days apart
NINE_OF_TWELVE = [*used("ab", 9), *used("a", 3), *used("b", 3)]


def test_the_worked_example_clusters():
    """12 and 12 times, together 9, 2 days apart."""
    found = check(
        Shown(PAIR, NINE_OF_TWELVE),
        clusters=["ab"], together=[9], observations=2, alone=0, share=0.0, noise=0, would_archive=2, hints=[],
        max_gap_days=19.0,
    )  # fmt: skip
    assert found["params"] == {"eps": 0.35, "min_pts": 2, "tau_days": 7.0, "since_days": 14.0, "events": "used"}
    assert found["weights"] == {"semantic": 0.0, "temporal": 0.375, "co_retrieval": 0.625}
    assert found["log"] == {"on": True, "events": 15, "oldest": "1970-04-10T00:00:00Z"}
    assert found["clusters"][0]["members"][0] == {
        "id": "a", "title": "The mirror list is read once", "created_at": "1970-04-07T00:00:00Z", "origin": "person",
    }  # fmt: skip


def test_the_keys_and_their_order_are_those_promised():
    found = to_json(look(Shown(PAIR, NINE_OF_TWELVE)))
    assert list(found) == [
        "observations", "without_co_recall", "params", "weights", "max_gap_days", "log", "clusters", "would_archive",
        "noise", "hints",
    ]  # fmt: skip


TRY = "no cluster: try `--eps 0.45 --min-pts 2`"
OFF = "recall log is off: nothing is known to belong together (`memo.recall.log` turns it on)"
EMPTY = "nothing was recalled yet; until then it is as if the recall log is off, and all is noise"


def test_never_together_is_noise():
    check(
        Shown(PAIR, [*used("a", 12), *used("b", 12)]),
        clusters=[], alone=2, share=100.0, noise=2, would_archive=0, hints=[TRY],
    )  # fmt: skip


@pytest.mark.parametrize("parameters", [SMALL, Parameters(eps=1.0, min_pts=1)])
def test_without_a_log_all_is_noise(parameters: Parameters):
    tried = [TRY] if parameters is SMALL else []
    check(Shown(PAIR, NINE_OF_TWELVE, log_on=False), parameters, clusters=[], alone=2, noise=2, hints=[OFF])
    check(Shown(PAIR), parameters, clusters=[], alone=2, noise=2, hints=[EMPTY, *tried])


@pytest.mark.parametrize(
    ("parameters", "gap", "hints"),
    [
        (Parameters(), 19.0, []),
        (Parameters(since_days=30), 19.0, ["--tau-days 11.1"]),
        (Parameters(since_days=30, tau_days=11.1), 30.1, []),
        (Parameters(since_days=30, eps=0.4), None, []),
        (Parameters(eps=0.2), 5.3, ["--tau-days 18.4"]),
        (Parameters(eps=0.0), 0.0, []),
    ],
)
def test_a_window_wider_than_what_can_be_bridged(parameters: Parameters, gap: float | None, hints: list[str]):
    found = look(Shown(PAIR, NINE_OF_TWELVE), parameters)
    told = to_json(found)
    assert told["max_gap_days"] == gap
    warned = [hint for hint in told["hints"] if "wider" in hint]
    assert len(warned) == len(hints) and all(part in hint for part, hint in zip(hints, warned, strict=True))
    for part in hints:
        wider = Parameters(parameters.eps, tau_days=float(part.split()[1]), since_days=parameters.since_days)
        assert wider.max_gap_days >= parameters.since_days


def test_the_hint_is_not_to_try_what_was_tried():
    assert look(Shown(PAIR), Parameters(eps=0.45, min_pts=2)).clusters == []
    check(Shown(PAIR, used("a", 1)), Parameters(eps=0.45, min_pts=2), hints=[])
    check(Shown(PAIR, used("a", 1)), Parameters(eps=0.45, min_pts=3), hints=[TRY])


@pytest.mark.parametrize(
    ("known", "log", "observations"),
    [
        ([subject("a", 96), subject("b", 85)], [], 1),
        ([subject("a", 96), subject("b", 1)], used("ab", 1), 2),
        ([subject("a", 96), subject("b", 1)], used("ab", 1, days_ago=20), 1),
        ([subject("a", 96, channel="memory"), subject("b", 96, kind="summary"), subject("c", 96, kind="theme")], [], 0),
    ],
)
def test_what_is_looked_at_was_made_or_used_in_the_window(known, log, observations):
    check(Shown(known, log), observations=observations, noise=observations)


def test_one_project_if_asked_for():
    known = [*PAIR, subject("c", 96, project="q")]
    assert look(Shown(known, NINE_OF_TWELVE)).observations == 3
    assert look(Shown(known, NINE_OF_TWELVE), project="q").observations == 1


def test_all_that_came_up_counts_only_if_asked_for():
    log = [RecallEvent(n, NOW - DAY + n, "hover", symbols=(f"f{n}",), hits=("a", "b")) for n in range(4)]
    check(Shown(PAIR, log), clusters=[], alone=2)
    check(Shown(PAIR, log), Parameters(min_pts=2, every=True), clusters=["ab"], together=[4])


def test_what_was_archived_counts_as_what_it_lives_on_in():
    check(Shown(PAIR, used("ax", 4), into={"x": "b"}), clusters=["ab"], together=[4])


@pytest.mark.parametrize(
    ("change", "archived"),
    [
        ({}, 2),
        ({"pinned": True}, 1),
        ({"made_at": NOW - 60}, 1),
        ({"sessions": frozenset({"wrote-a"})}, 0),
        ({"sessions": frozenset()}, 2),
    ],
)
def test_what_a_pass_would_archive(change, archived):
    made = {"made_at": NOW - DAY, **change}
    known = [subject("a", 98.5), subject("b", **made)]
    check(Shown(known, used("ab", 4)), clusters=["ab"], would_archive=archived)


@pytest.mark.parametrize("wrong", [{"tau_days": 0.0}, {"min_pts": 0}])
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(WrongArgument):
        Parameters(**wrong)


@pytest.mark.parametrize(("part", "whole", "want"), [(0, 0, 0.0), (1, 3, 33.3), (2, 2, 100.0)])
def test_shares_are_percent(part, whole, want):
    assert percent(part, whole) == want


def test_an_infinite_gap():
    assert math.isinf(Parameters(eps=0.4).max_gap_days)


# --- over a store that is only read
def filled(folder: Path) -> None:
    store = open_store(folder, clock=MovableClock(NOW, lambda: 0.0))
    store.memories.add(
        [
            Memory(uid, f"title {uid}", created_at=NOW - days * DAY, session=uid, origin="git")
            for uid, days in (("a", 4), ("b", 2), ("c", 1), ("old", 3))
        ]
    )
    store.memories.update("old", state="archived")
    store.graph.add([Edge("archived_into", "old", "b", made_at=NOW - DAY)])
    for number, event in enumerate([*used("ab", 9), *used("a", 3), *used("b", 2)]):
        store.log.record(RecallEvent(number, event.at, "search", event.text, "s", hits=event.hits, used=event.used))
    store.log.record(RecallEvent(99, NOW - DAY, "search", "old", "s", hits=("old",), used=("old",)))
    store.close()


def folder_facts(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in sorted(folder.iterdir())}


def no_socket(*_: Any, **__: Any) -> None:
    raise AssertionError("a socket was opened")


def test_nothing_is_written_and_nobody_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    filled(tmp_path)
    before = folder_facts(tmp_path)
    monkeypatch.setattr(socket, "socket", no_socket)
    clock = MovableClock(NOW, lambda: 0.0)
    found = glance(tmp_path, clock, lambda store: explored(store, NOW, SMALL, lambda: None))
    assert [cluster.members for cluster in found.clusters] == [("a", "b")]
    assert found.clusters[0].together == 9 and found.observations == 3
    assert list(before) == ["memory.db"] and folder_facts(tmp_path) == before


def test_beside_one_who_writes(tmp_path: Path):
    """What is only in the write-ahead log is seen, and the log stays as it is."""
    filled(tmp_path)
    clock = MovableClock(NOW, lambda: 0.0)
    writer = open_store(tmp_path, clock=clock)
    writer.memories.add([Memory("d", "just now", created_at=NOW)])
    logs = {name: facts for name, facts in folder_facts(tmp_path).items() if not name.endswith("-shm")}
    found = glance(tmp_path, clock, lambda store: explored(store, NOW, SMALL, lambda: None))
    assert found.observations == 4
    assert {name: facts for name, facts in folder_facts(tmp_path).items() if not name.endswith("-shm")} == logs
    writer.close()


def test_a_write_in_the_middle_of_it_is_noticed(tmp_path: Path):
    filled(tmp_path)
    clock = MovableClock(NOW, lambda: 0.0)
    seen = []

    def look(store) -> int:
        if not seen:
            writer = open_store(tmp_path, clock=clock)
            writer.memories.add([Memory("d", "just now", created_at=NOW)])
            writer.close()
        seen.append(store.memories.count())
        return seen[-1]

    assert glance(tmp_path, clock, look) == 5 and len(seen) == 2


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only to the system's owner")
def test_in_a_folder_that_cannot_be_written(tmp_path: Path):
    filled(tmp_path)
    tmp_path.chmod(0o500)
    try:
        found = glance(
            tmp_path, MovableClock(NOW, lambda: 0.0), lambda store: explored(store, NOW, SMALL, lambda: None)
        )
    finally:
        tmp_path.chmod(0o700)
    assert len(found.clusters) == 1


def test_where_no_store_is_none_is_made(tmp_path: Path):
    home = tmp_path / "none"
    found = glance(home, MovableClock(NOW), lambda store: explored(store, NOW, SMALL, lambda: None))
    assert (found.observations, home.exists()) == (0, False)


def test_the_editors_have_the_picture_with_it(tmp_path: Path):
    filled(tmp_path)
    found = glance(tmp_path, MovableClock(NOW), lambda store: preview(store, NOW, SMALL, lambda: None))
    assert found["svg"].startswith("<svg") and found["observations"] == 3

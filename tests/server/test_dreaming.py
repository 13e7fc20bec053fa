"""Passes as a window sees them: commands, their refusals, activity, the status while one runs, and a replay's clock."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from memo_lsp.dream.plan import PASSES, Breathe, Interrupted
from memo_lsp.server.handlers import clock, told
from memo_lsp.store.dreamt.journal import Run
from memo_lsp.text.times import iso
from tests.conftest import Scratch

from .desk import NOW, Desk

HOUR = 3600.0


class Passes:
    """In the place of the passes themselves: what ran, and work that a test gives each."""

    def __init__(self, desk: Desk):
        self._store = desk.services.store
        self.ran: list[str] = []
        self.work: dict[str, Held] = {}
        self.undone: list[dict[str, Any]] = []

    @classmethod
    def instead(cls, desk: Desk) -> None:
        """From now on these run, and none of the real ones."""
        found = cls(desk)
        desk.services.dreaming.consolidate = found.consolidate  # type: ignore[assignment]
        desk.services.undoing.undo = found.undo  # type: ignore[method-assign]

    def consolidate(
        self, passes: list[str], *, cause: str, backlog: bool, breathe: Breathe, progress: Callable[[int, int], None]
    ) -> list[Run]:
        (name,) = passes
        self.ran.append(f"{name} {cause}" + " backlog" * backlog)
        number, skipped = self._store.runs.begin(name, cause), None
        progress(1, 4)
        try:
            self.work.get(name, lambda breathe: breathe())(breathe)
        except Interrupted:
            skipped = "stopped"
        return [self._store.runs.end(number, considered=4, skipped=skipped)]

    def undo(self, args: dict[str, Any]) -> dict[str, Any]:
        self.undone.append(args)
        return {"put_back": 0}


@pytest.fixture
async def desk(tmp_path: Path, scratch: Scratch) -> AsyncIterator[Desk]:
    async with Desk(tmp_path / "store", scratch.root) as desk:
        Passes.instead(desk)
        yield desk


def passes(desk: Desk) -> Passes:
    found = desk.services.dreaming.consolidate.__self__
    assert isinstance(found, Passes)
    return found


async def later(desk: Desk, seconds: float) -> list[str]:
    """What ran by the time the clock was moved so far."""
    passes(desk).ran.clear()
    await clock.move(desk.server, {"now": iso(desk.clock.now() + seconds)})
    return list(passes(desk).ran)


HOURLY = ["dedup hourly", "supersede hourly", "tide hourly"]
IDLE = ["tend idle", "fold idle", "theme idle", "digest idle"]


async def test_a_moved_clock_answers_once_what_is_due_has_run(desk: Desk):
    assert await later(desk, 50) == []
    assert await later(desk, 11) == HOURLY
    assert await later(desk, HOUR) == HOURLY + IDLE
    await desk.remember("somebody works")
    assert await later(desk, 1700) == []
    assert await later(desk, 110) == [*IDLE[:2], IDLE[3]]  # nobody writes themes: once it was said why


@pytest.mark.parametrize(
    ("settings", "ran"),
    [
        ({"dream": {"enabled": False}}, []),
        ({"dream": {"tide": False, "theme": False}}, [*HOURLY[:2], *IDLE[:2], IDLE[3]]),
        ({"idle": {"minutes": 120}}, HOURLY),
    ],
)
async def test_what_is_off_does_not_run(tmp_path: Path, scratch: Scratch, settings: dict[str, Any], ran: list[str]):
    async with Desk(tmp_path / "store", scratch.root, settings=settings) as desk:
        Passes.instead(desk)
        assert await later(desk, HOUR) == ran
        assert ((await desk.command("memo.status"))["next"] is None) == (not ran)


async def test_the_status_says_what_is_next_and_what_was_last(desk: Desk):
    status = await desk.command("memo.status")
    assert (status["lastRun"], status["summarizer"]) == (None, "none")
    assert status["next"] == {"pass": "dedup", "inSeconds": 60, "heldBy": ["activity: 60 s left"]}
    await later(desk, 70)
    status = await desk.command("memo.status")
    assert status["next"] == {"pass": "tend", "inSeconds": 1730, "heldBy": ["activity: 29 min left"]}
    assert status["lastRun"]["pass"] == "tide"
    assert (status["lastRun"]["changed"], status["lastRun"]["skipped"]) == (0, None)


@pytest.mark.parametrize(
    ("name", "argument", "active"),
    [
        ("memo.status", {}, False),
        ("memo.doctor", {}, False),
        ("memo.runs", {}, False),
        ("memo.refoldBlocks", {}, False),
        ("memo.review", {}, False),
        ("memo.search", {"text": "basket"}, True),
        ("memo.topics", {}, True),
        ("memo.topics", {"surface": "view"}, False),
        ("memo.timeline", {"surface": "view"}, False),
        ("memo.briefing", {"surface": "view"}, False),
        ("memo.search", {"text": "kind:theme", "surface": "view"}, False),
        ("memo.consolidate", {"passes": ["tide"]}, True),
    ],
)
async def test_which_commands_are_activity(desk: Desk, name: str, argument: dict[str, Any], active: bool):
    desk.clock.move(NOW + HOUR)
    before = desk.server.activity.at
    await desk.command(name, **argument)
    assert (desk.server.activity.at > before) == active


async def test_which_messages_are_activity(desk: Desk, scratch: Scratch):
    uri = await desk.open((scratch.root / "a.py").as_uri(), "x = 1\n")
    place = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(0, 0))
    features = desk.server.protocol.fm.features
    change = types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(2, uri), [types.TextDocumentContentChangeWholeDocument("x = 2\n")]
    )
    for method, params, active in (
        (types.TEXT_DOCUMENT_DID_CHANGE, change, True),
        ("memo/activity", {}, True),
        ("memo/diagnostics", {"uri": uri, "diagnostics": []}, False),
        (types.TEXT_DOCUMENT_HOVER, place, True),
        (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, types.DidChangeWatchedFilesParams([]), False),
    ):
        desk.clock.move(desk.clock.now() + HOUR)
        before = desk.server.activity.at
        answer = features[method](params)
        if asyncio.iscoroutine(answer):
            await answer
        assert (desk.server.activity.at > before) == active, method


async def test_consolidate_runs_what_it_is_asked_to(desk: Desk):
    found = await desk.command("memo.consolidate", passes=["fold", "tide"], backlog=True)
    assert passes(desk).ran == ["fold manual backlog", "tide manual backlog"]
    assert [(run["pass"], run["cause"], run["considered"], run["skipped"]) for run in found] == [
        ("fold", "manual", 4, None),
        ("tide", "manual", 4, None),
    ]
    assert await desk.command("memo.runs", limit=1) == found[-1:]
    await desk.command("memo.consolidate")
    assert [ran.split()[0] for ran in passes(desk).ran[2:]] == [
        "tend", "dedup", "supersede", "tide", "fold", "theme", "digest",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "argument", "field"),
    [
        ("memo.consolidate", {"passes": ["nap"]}, "passes"),
        ("memo.consolidate", {"passes": "fold"}, "passes"),
        ("memo.consolidate", {"minutes": -1}, "minutes"),
        ("memo.consolidate", {"minutes": True}, "minutes"),
        ("memo.consolidate", {"backlog": 1}, "backlog"),
        ("memo.runs", {"limit": "all"}, "limit"),
        ("memo.undo", {"run": "7"}, "run"),
        ("memo.undo", {"pass": "nap"}, "pass"),
        ("memo.undo", {"since": "lately"}, "since"),
        ("memo.allowRefold", {}, "pairs"),
        ("memo.allowRefold", {"pairs": [["a"]]}, "pairs"),
        ("memo.allowRefold", {"pairs": [["a", "b", "c"]]}, "pairs"),
        ("memo.allowRefold", {"pairs": [["a", 3]]}, "pairs"),
    ],
)
async def test_a_wrong_argument_is_named(desk: Desk, name: str, argument: dict[str, Any], field: str):
    with pytest.raises(JsonRpcException) as refused:
        await desk.command(name, **argument)
    assert (refused.value.code, refused.value.message.partition(":")[0]) == (-32602, field)


async def test_marks_are_listed_and_lifted(desk: Desk):
    store = desk.services.store
    store.marks.add([("b", "a"), ("c", "d"), ("e", "f")], "fold")
    listed = await desk.command("memo.refoldBlocks")
    assert (listed[0]["pair"], listed[0]["pass"], listed[0]["cause"]) == (["a", "b"], "fold", "undone")
    assert listed[0]["titles"] == [None, None]
    assert await desk.command("memo.allowRefold", pairs=[["a", "b"], ["x", "y"]]) == {"lifted": 1}
    assert await desk.command("memo.allowRefold", all=True) == {"lifted": 2}
    assert await desk.command("memo.refoldBlocks") == []


async def test_undo_hands_on_what_was_chosen(desk: Desk):
    assert await desk.command("memo.undo", run=7, dryRun=True, **{"pass": "fold"}) == {"put_back": 0}
    assert passes(desk).undone == [{"run": 7, "pass": "fold", "dryRun": True}]


class Held:
    """A pass that breathes until it is let go, and says that it began."""

    def __init__(self) -> None:
        self.began, self.free, self.breaths = threading.Event(), threading.Event(), 0

    def __call__(self, breathe: Breathe) -> None:
        self.began.set()
        while not self.free.wait(0.005):
            self.breaths += 1
            breathe()


def hold(desk: Desk, name: str) -> Held:
    held = passes(desk).work[name] = Held()
    return held


def statuses(desk: Desk) -> list[dict[str, Any]]:
    return [message["params"] for message in desk.told if message["method"] == "memo/status"]


async def until(condition: Callable[[], Any], patience: float = 10.0) -> Any:
    async with asyncio.timeout(patience):
        while not (found := condition()):
            await asyncio.sleep(0.01)
        return found


async def test_the_client_sees_a_pass_come_and_go(desk: Desk):
    held = hold(desk, "fold")
    asked = asyncio.ensure_future(desk.command("memo.consolidate", passes=["fold"]))
    await until(held.began.is_set)
    await until(lambda: statuses(desk) and statuses(desk)[-1]["state"] == "dreaming")
    await until(lambda: statuses(desk)[-1].get("progress") == {"pass": "fold", "percent": 25})
    assert statuses(desk)[-1]["next"]["heldBy"][0] == "a pass started by hand"
    held.free.set()
    await asked
    await until(lambda: statuses(desk)[-1]["state"] == "idle")
    assert statuses(desk)[-1]["lastRun"]["pass"] == "fold"


async def test_a_pass_by_hand_is_not_stopped_by_activity_but_when_it_is_cancelled(desk: Desk):
    held = hold(desk, "fold")
    asked = asyncio.ensure_future(desk.command("memo.consolidate", passes=["fold", "tide"]))
    await until(held.began.is_set)
    told.activity(desk.server, {})
    before = held.breaths
    await until(lambda: held.breaths > before + 3)
    asked.cancel()
    await until(lambda: desk.services.store.runs.newest(1)[0].ended_at is not None)
    assert desk.services.store.runs.newest(1)[0].skipped == "stopped"
    assert passes(desk).ran == ["fold manual"]


async def test_an_open_request_pauses_a_pass(desk: Desk):
    held = hold(desk, "fold")
    asked = asyncio.ensure_future(desk.command("memo.consolidate", passes=["fold"]))
    await until(held.began.is_set)
    with desk.server.at_work():
        before = held.breaths
        await asyncio.sleep(0.1)
        assert held.breaths <= before + 2
    held.free.set()
    await asked


async def test_a_pass_that_nobody_asked_for_ends_when_somebody_comes(desk: Desk):
    held = hold(desk, "fold")
    moved = asyncio.ensure_future(later(desk, HOUR))
    await until(held.began.is_set)
    place = types.HoverParams(types.TextDocumentIdentifier("file:///nowhere.py"), types.Position(0, 0))
    desk.clock.move(desk.clock.now() + 1)
    await desk.server.protocol.fm.features[types.TEXT_DOCUMENT_HOVER](place)
    await moved
    assert passes(desk).ran == HOURLY + IDLE[:2]
    assert desk.services.store.runs.newest(1)[0].skipped == "stopped"
    assert not held.free.is_set()


async def test_bars_for_what_takes_longer_than_a_moment(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    shown: list[Any] = []
    bar = SimpleNamespace(
        tokens={},
        begin=lambda token, value: shown.append(("begin", value.title, value.cancellable)),
        report=lambda token, value: shown.append(("report", value.percentage)),
        end=lambda token, value: shown.append(("end", value.message)),
    )

    async def create(token: str) -> None:
        bar.tokens[token] = asyncio.get_running_loop().create_future()

    bar.create_async = create
    monkeypatch.setattr(type(desk.server), "work_done_progress", bar)
    monkeypatch.setattr("memo_lsp.server.dreams.MOMENT", 0.05)
    monkeypatch.setattr(desk.server.client.__class__, "progress", True)
    await desk.command("memo.consolidate", passes=["fold"])
    assert shown == []
    held = hold(desk, "fold")
    asked = asyncio.ensure_future(desk.command("memo.consolidate", passes=["fold", "tide"]))
    await until(lambda: shown == [("begin", "Folding restatements", True)])
    next(iter(bar.tokens.values())).cancel()
    found = await asked
    await until(lambda: len(shown) == 2)
    assert ([run["pass"] for run in found], shown[1]) == (["fold"], ("end", "skipped: stopped"))
    assert not held.free.is_set()


async def test_leaving_waits_little(tmp_path: Path, scratch: Scratch):
    async with Desk(tmp_path / "store", scratch.root) as desk:
        Passes.instead(desk)
        held = hold(desk, "tend")
        asked = asyncio.ensure_future(desk.command("memo.consolidate"))
        await until(held.began.is_set)
        desk.server.stop_long_work()
        async with asyncio.timeout(5):
            assert [run["skipped"] for run in await asked] == ["stopped"]


def test_every_pass_has_a_title():
    from memo_lsp.server.dreams import TITLES

    assert set(TITLES) == set(PASSES)

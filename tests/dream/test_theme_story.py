"""A theme from end to end: the real embedder, a real service, the proof, and back again."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.dream.idle import Activity
from memo_lsp.dream.passes.theme import NO_SUMMARIZER
from memo_lsp.dream.runner import INTERRUPTED
from memo_lsp.model import Anchor, Memory, Query, RecallEvent
from memo_lsp.services import Services, open_services
from memo_lsp.store.dreamt.journal import Run
from tests.dream.alike import DAY, HOUR, NOW, still
from tests.embed.embedding_stub import Answer, Asked, Stub
from tests.summarize.chat_stub import chatting, prompt_of, says

FACT = "Currency files may begin with a byte order mark, which is stripped"
LEARNED = {
    "a": "First column of the currency file is unknown",
    "b": "Currency input may begin with a BOM, strip it",
    "c": "Currency chokes on files from Notepad",
    "d": "Strip the byte order mark before the currency parses",
}


def writes(asked: Asked, **changes: Any) -> Answer:
    """A theme over everything it is shown."""
    prompt = prompt_of(asked)
    labels = [note["note"] for note in json.loads(prompt[prompt.index("[\n") :])]
    told = {"title": FACT, "narrative": "Files from Notepad begin with it.", "facts": [], "concepts": ["BOM"]}
    return says({"verdict": "theme", "members": labels, **told, **changes})


@pytest.fixture
def stub() -> Iterator[Stub]:
    with chatting(writes) as running:
        yield running


@pytest.fixture
def services(tmp_path: Path, stub: Stub) -> Iterator[Services]:
    environ = {"MEMO_SUMMARIZE_PROVIDER": "http", "MEMO_SUMMARIZE_URL": stub.url("")}
    opened = open_services(tmp_path, environ, None, MovableClock(NOW))
    opened.store.memories.add(
        [
            Memory(
                uid, title, project="p", branch="main", session=f"wrote-{uid}", created_at=NOW - (90 - 20 * n) * DAY,
                kind="fix", topic="app.currency", anchors=(Anchor("src/currency.py", "parse"),),
            )
            for n, (uid, title) in enumerate(LEARNED.items())
        ]
    )  # fmt: skip
    for number in range(3):
        asked = RecallEvent(
            number + 1, NOW - DAY + number, "search", "currency BOM", f"asked-{number}", "p", branch="main",
            hits=tuple(LEARNED), used=tuple(LEARNED),
        )  # fmt: skip
        opened.store.log.record(asked)
    embed(opened)
    yield opened
    opened.close()


def embed(services: Services) -> None:
    while services.indexer.step():
        pass
    assert not services.indexer.waiting()


def themed(services: Services) -> Run:
    (run,) = services.dreaming.consolidate(["theme"], breathe=still)
    return run


def found(services: Services, text: str) -> list[str]:
    return [hit.memory.title for hit in services.recall.answer(Query(text, project="p", k=5)).hits]


def states(services: Services) -> set[str]:
    return {memory.state for memory in services.store.memories.get_many(LEARNED).values()}


def test_a_fact_learned_four_times_is_written_once_and_found_where_they_were(services: Services, stub: Stub):
    assert themed(services).changed == 1
    assert states(services) == {"archived"}
    for title in LEARNED.values():
        assert found(services, title)[0] == FACT
    (hit,) = services.recall.answer(Query(symbols=("parse",), path="src/currency.py", project="p")).hits
    assert hit.memory.kind == "theme"
    services.undoing.undo({"all": True})
    assert states(services) == {"active"}
    assert found(services, FACT) and FACT not in found(services, FACT)
    assert themed(services).changed == 0
    assert len(stub.asked) == 1


def test_a_theme_that_answers_less_than_its_members_is_taken_back(services: Services, stub: Stub):
    decoys = [
        Memory(f"x{n}", f"Currency note {n}: BOM, byte order mark, Notepad, file, column, unknown, strip, parse",
               project="p", branch="main", session=f"decoy-{n}", created_at=NOW - n * DAY)
        for n in range(12)
    ]  # fmt: skip
    services.store.memories.add(decoys)
    embed(services)
    stub.answer = lambda asked: writes(asked, title="Something about the weather", narrative="It rains.", concepts=[])
    run = themed(services)
    assert (run.changed, run.refused) == (0, 1)
    assert states(services) == {"active"}


def test_a_lie_leaves_everything_as_it_was(services: Services, stub: Stub):
    stub.answer = lambda asked: writes(asked, narrative="See `strip_ghosts()` in src/ghost.py.")
    run = themed(services)
    assert (run.changed, run.refused) == (0, 1)
    assert states(services) == {"active"}
    assert found(services, LEARNED["b"])[0] == LEARNED["b"]


def test_a_preview_asks_nobody(services: Services, stub: Stub):
    ((name, plan),) = services.dreaming.preview(["theme"])
    assert (name, plan.edits, plan.considered) == ("theme", (), 6)
    assert plan.skipped == "a preview asks no language model"
    assert stub.asked == []


class Deaf:
    """Hears of passes, and does nothing about it."""

    def began(self, name: str, cancel: Callable[[], None]) -> None: ...

    def progressed(self, name: str, done: int, total: int) -> None: ...

    def ended(self, run: Run | None) -> None: ...


def test_who_comes_back_does_not_wait_for_a_model_that_stalls(services: Services, stub: Stub):
    stalled, seconds = threading.Event(), list[float]()

    def stalls(asked: Asked) -> Answer:
        stalled.wait(30)
        return writes(asked)

    stub.answer = stalls
    activity, runs = Activity(services.clock), services.store.runs
    services.dreamer.start(activity, lambda: False, Deaf())
    for _ in range(3):
        services.clock.move(services.clock.now() + HOUR)
        wait_for(lambda: (run := runs.latest().get("theme")) is not None and run.ended_at is None and stub.asked)
        came = services.clock.now()
        activity.happened()
        wait_for(lambda: runs.latest()["theme"].ended_at is not None)
        run = runs.latest()["theme"]
        assert (run.skipped, run.changed, states(services)) == (INTERRUPTED, 0, {"active"})
        seconds.append((run.ended_at or 0.0) - came)
    assert min(seconds) < 0.1  # as long as nothing else holds the machine up
    stalled.set()
    assert themed(services).changed == 1  # its answer is there, and it was asked once
    assert len(stub.asked) == 1


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + 30
    while not what():
        assert time.monotonic() < until
        time.sleep(0.005)


def test_that_nobody_writes_themes_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    caplog.set_level("INFO", "memo_lsp")
    opened = open_services(tmp_path / "other", {"MEMO_EMBED_PROVIDER": "none"}, None, MovableClock(NOW))
    for _ in range(3):
        assert themed(opened).skipped == NO_SUMMARIZER
    opened.close()
    assert caplog.text.count("themes are not written") == 1

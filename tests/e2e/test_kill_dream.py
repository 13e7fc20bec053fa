"""SIGKILL at any instant of a consolidation: no half-fold, nothing lost, and the next run, or another window, goes on.

MEMO_KILLS says how often (6 unless told otherwise).
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.clock import SystemClock
from memo_lsp.dream.leases import LASTS
from memo_lsp.dream.plan import PASSES
from memo_lsp.store import Store, open_store

from .scratch import MEMO, Scratch
from .windows import Window

KILLS = int(os.environ.get("MEMO_KILLS", "6"))
EARLIEST, LATEST = 0.3, 2.5  # seconds until a kill: from before the first edit to amid the digests
SHARED_LATEST = 2.0  # the same of a window that is running
FACTS = 40
CONSOLIDATE = (MEMO, "consolidate", "--backlog", "--now", "2026-07-20T00:00:00Z")
WORDS = ("billing", "parser", "cache", "locale", "retry", "socket", "ledger", "cursor")


def _memories() -> Iterator[dict[str, Any]]:
    """Each fact three times in nearly the same words, and a version of something each week."""
    for fact in range(FACTS):
        about = f"{WORDS[fact % 8]} {WORDS[fact // 8]} handler {chr(97 + fact % 26)}{chr(97 + fact // 2)}"
        for said in range(3):
            title = f"The {about} drops the last entry when it is flushed late{'.' * said}"
            yield {"id": f"f{fact}-{said}", "title": title, "session": f"s{fact}", "channel": "observation",
                   "created_at": f"2026-06-{1 + fact % 28:02}T1{said}:00:00Z"}  # fmt: skip
    for number in range(10):
        yield {"id": f"v{number}", "title": f"Pin libfoo to 2.{number}", "channel": "observation",
               "created_at": f"2026-05-{1 + number:02}T10:00:00Z"}  # fmt: skip


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    """A store with vectors, made once."""
    scratch = Scratch.make(tmp_path)
    file = tmp_path / "memories.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in _memories()), "utf-8")
    scratch.env.pop("MEMO_EMBED_PROVIDER", None)
    scratch.memo("import", "jsonl", str(file))
    return scratch


def home(scratch: Scratch) -> Path:
    return Path(scratch.env["MEMO_HOME"])


def whole(store: Store, ids: set[str]) -> None:
    """Every memory that was there is, live or archived into a live one; every check holds."""
    assert not [check for check in store.check() if not check.ok]
    states = {memory.id: memory.state for memory in store.memories.export()}
    assert ids <= states.keys()
    living = store.graph.survivors(states)
    assert {uid for uid, state in states.items() if state == "archived"} == living.keys()
    assert all(states[into] != "archived" for into in living.values())
    counts = {memory.id: memory.surfaced.total for memory in store.memories.export()}
    assert sum(counts.values()) == 0


@pytest.mark.slow
def test_a_kill_at_any_instant_leaves_no_half_fold(scratch: Scratch, tmp_path: Path) -> None:
    dice = random.Random(os.environ.get("MEMO_SEED", "1"))
    first = home(scratch)
    ids = {one["id"] for one in _memories()}
    store = open_store(first, clock=SystemClock())
    linked = store.graph.edges_among(ids)
    store.close()
    for number in range(KILLS):
        if number % 3 == 0:
            scratch.env["MEMO_HOME"] = str(tmp_path / f"store-{number}")
            shutil.copytree(first, home(scratch))
        running = subprocess.Popen(
            CONSOLIDATE, cwd=scratch.root, env=scratch.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        time.sleep(dice.uniform(EARLIEST, LATEST))
        with suppress(ProcessLookupError):  # it was done before that
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        store = open_store(home(scratch), clock=SystemClock())
        whole(store, ids)
        store.close()
    scratch.memo(*CONSOLIDATE[1:])
    store = open_store(home(scratch), clock=SystemClock())
    whole(store, ids)
    assert store.edits.unproven() == []
    assert all(run.ended_at is not None for run in store.runs.newest(100))
    folded = sum(memory.state == "archived" for memory in store.memories.export())
    store.close()
    assert folded > FACTS
    scratch.memo("undo", "--all")
    store = open_store(home(scratch), clock=SystemClock())
    assert {memory.id: memory.state for memory in store.memories.export()} == dict.fromkeys(ids, "active")
    assert store.graph.edges_among(ids) == linked
    store.close()


@pytest.mark.slow
def test_another_window_goes_on_where_one_was_killed(scratch: Scratch, tmp_path: Path) -> None:
    dice = random.Random(os.environ.get("MEMO_SEED", "1"))
    first, ids = home(scratch), {one["id"] for one in _memories()}
    caught = 0
    for number in range(KILLS):
        scratch.env["MEMO_HOME"] = str(tmp_path / f"shared-{number}")
        shutil.copytree(first, home(scratch))
        windows = [Window(scratch), Window(scratch)]
        ((dreaming,), (other,)) = ([window for window in windows if window.dreams() is yes] for yes in (True, False))
        for window in windows:
            window.begin_later(minutes=40)
        time.sleep(dice.uniform(0.0, SHARED_LATEST))
        dreaming.editor.process.kill()
        dreaming.editor.process.wait()
        store = open_store(home(scratch), clock=SystemClock())
        whole(store, ids)
        caught += sorted(run.pass_name for run in store.runs.newest(100) if run.ended_at) != sorted(PASSES)
        other.editor.until(lambda store=store: _all_ran(store), LASTS)
        whole(store, ids)
        folded = sum(memory.state == "archived" for memory in store.memories.export())
        assert (store.edits.unproven(), folded > FACTS) == ([], True)
        store.close()
        other.editor.check()
    assert caught


def _all_ran(store: Store) -> bool:
    """Whether every pass came to its end, in whatever window."""
    runs = store.runs.newest(100)
    done = {run.pass_name for run in runs if run.ended_at is not None and run.skipped is None}
    return done >= {name for name in PASSES if name != "theme"} and all(run.ended_at is not None for run in runs)

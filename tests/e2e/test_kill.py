"""SIGKILL at any instant of an import: the store opens, is whole, keeps what was committed, and the import goes on.

MEMO_KILLS says how often (8 unless told otherwise).
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from memo_lsp.clock import SystemClock
from memo_lsp.store import Store, open_store

from .scratch import FIRST_COMMIT, MEMO, Scratch

KILLS = int(os.environ.get("MEMO_KILLS", "8"))
COMMITS = 700  # four batches
EARLIEST, LATEST = 0.3, 1.8  # seconds until a kill: from before the first batch to amid the vectors
A_STORE = 3  # kills that each store has to bear


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    scratch = Scratch.make(tmp_path)
    subprocess.run(
        ["git", "fast-import", "--quiet"],
        cwd=scratch.root,
        env=scratch.env,
        input=b"".join(_history()),
        check=True,
    )
    return scratch


def _history() -> Iterator[bytes]:
    for number in range(COMMITS):
        text = b"".join(b"def step_%d(x):\n    return x + %d\n\n\n" % (n, max(n, number - 9)) for n in range(6))
        message = b"fix: step_%d counts from %d\n\nAn off-by-one in run %d.\n" % (number % 6, number, number)
        yield b"commit refs/heads/main\ncommitter Dev <dev@host.invalid> %d +0000\n" % (FIRST_COMMIT + number * 60)
        yield b"data %d\n%s\n" % (len(message), message)
        yield b"M 100644 inline src/part_%d.py\ndata %d\n%s\n" % (number % 9, len(text), text)


def home(scratch: Scratch) -> Path:
    return Path(scratch.env["MEMO_HOME"])


def commits(store: Store) -> set[str]:
    return {sha for project in store.memories.projects() for sha in store.memories.commits(project)}


def look(scratch: Scratch) -> set[str]:
    """The commits another process sees right now."""
    if not (home(scratch) / "memory.db").exists():
        return set()
    store = open_store(home(scratch), clock=SystemClock(), read_only=True)
    try:
        return commits(store)
    finally:
        store.close()


def sound(scratch: Scratch) -> set[str]:
    """Opens the store as the next process would; every check holds. The commits that are in it."""
    store = open_store(home(scratch), clock=SystemClock())
    try:
        assert store.mode == "rw"
        assert not store.problems
        assert not [check for check in store.check() if not check.ok]
        return commits(store)
    finally:
        store.close()


def start_import(scratch: Scratch) -> subprocess.Popen[bytes]:
    command = [MEMO, "import", "git"]
    return subprocess.Popen(
        command, cwd=scratch.root, env=scratch.env, stdin=subprocess.DEVNULL, start_new_session=True
    )


@pytest.mark.slow
def test_a_kill_at_any_instant_loses_nothing_that_was_committed(scratch: Scratch) -> None:
    dice = random.Random(os.environ.get("MEMO_SEED", "1"))
    for number in range(KILLS):
        scratch.env["MEMO_HOME"] = str(scratch.root.parent / f"store-{number // A_STORE}")
        importing = start_import(scratch)
        time.sleep(dice.uniform(EARLIEST, LATEST))
        committed = look(scratch)
        with suppress(ProcessLookupError):  # it was done before that
            os.killpg(importing.pid, signal.SIGKILL)
        importing.wait()
        assert committed <= sound(scratch)
    scratch.memo("import", "git", "--resume")
    assert len(sound(scratch)) == COMMITS

"""Which sessions are alive: in this process, in another, and in none."""

from __future__ import annotations

import subprocess
import sys

from memo_lsp.capture.sessions import Sessions

HOLD = """
import sys
from pathlib import Path
from memo_lsp.capture.sessions import Sessions
sessions = Sessions(Path(sys.argv[1]))
sessions.begin("theirs")
print("ready", flush=True)
sys.stdin.read()
"""


def test_own_and_unknown_sessions(tmp_path):
    sessions = Sessions(tmp_path)
    assert not sessions.alive("mine")
    sessions.begin("mine")
    assert sessions.alive("mine")
    assert Sessions(tmp_path).alive("mine")
    sessions.end("mine")
    assert not Sessions(tmp_path).alive("mine")
    assert not list((tmp_path / "sessions").iterdir())


def test_a_killed_process_is_no_session(tmp_path):
    sessions = Sessions(tmp_path)
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout.readline() == "ready\n"
        assert sessions.alive("theirs")
        sessions.tidy()
        assert sessions.alive("theirs")
    finally:
        other.kill()
        other.communicate()
    assert not sessions.alive("theirs")
    sessions.tidy()
    assert not list((tmp_path / "sessions").iterdir())


def test_a_name_is_no_path(tmp_path):
    sessions = Sessions(tmp_path / "home")
    sessions.begin("../../out/of é")
    assert sessions.alive("../../out/of é")
    assert [file.parent.name for file in tmp_path.rglob("*.lock")] == ["sessions"]
    sessions.tidy()
    assert sessions.alive("../../out/of é")


def test_where_nothing_can_be_written(tmp_path):
    (tmp_path / "sessions").write_text("a file")
    sessions = Sessions(tmp_path)
    sessions.begin("mine")
    assert not sessions.alive("other")

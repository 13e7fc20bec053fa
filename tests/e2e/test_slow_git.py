"""A git that hangs holds nobody up: not a note, not the end, and it does not outlive the server."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from .editor import Editor
from .scratch import Scratch


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or " Z " not in state.read_text()


@pytest.mark.skipif(os.name == "nt", reason="a shell stands in for git")
def test_a_git_that_hangs(tmp_path: Path):
    scratch = Scratch.make(tmp_path)
    stub, born = tmp_path / "slow", tmp_path / "born"
    stub.mkdir()
    (stub / "git").write_text(f'#!/bin/sh\necho $$ >> "{born}"\nexec sleep 60\n')
    (stub / "git").chmod(0o755)
    editor = Editor(scratch, env={"PATH": f"{stub}{os.pathsep}{scratch.env['PATH']}"})
    assert editor.command("memo.remember", title="a note meanwhile")["id"]
    until = time.monotonic() + 10
    while not (born.exists() and born.read_text().strip()) and time.monotonic() < until:
        time.sleep(0.02)
    assert born.exists(), "git was never asked"
    editor.check()
    assert not [pid for pid in map(int, born.read_text().split()) if running(pid)]

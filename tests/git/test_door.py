from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from memo_lsp.git import door
from memo_lsp.git.door import Git, GitTrouble


@pytest.fixture
def script(tmp_path, monkeypatch):
    def install(text: str) -> Git:
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        (folder / "git").write_text(f"#!/bin/sh\n{text}\n")
        (folder / "git").chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
        return Git(tmp_path, timeout=0.3)

    return install


def test_input_goes_in_and_output_comes_out(script):
    assert script("cat").run("x", given=b"a" * 300_000) == b"a" * 300_000


def test_a_child_that_hangs_is_ended_with_what_it_started(script, tmp_path):
    git = script(f"sleep 30 & echo $! > {tmp_path}/pid; wait")
    started = time.monotonic()
    with pytest.raises(GitTrouble, match=r"longer than 0\.3 s"):
        git.run("x")
    assert time.monotonic() - started < 5
    assert _gone(int((tmp_path / "pid").read_text()))


def _gone(pid: int) -> bool:
    for _ in range(50):
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def test_never_more_than_two_children(script, tmp_path):
    git = script(f"touch {tmp_path}/run.$$; ls {tmp_path}/run.* | wc -l; sleep 0.05; rm {tmp_path}/run.$$")
    git.timeout = 10
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(int(git.run("x")))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(counts) == 6 and max(counts) <= 2


def test_a_question_waits_for_its_turn_only_so_long(script):
    git = script("sleep 5")
    git.timeout = 0.2
    slow = Git(git.root, timeout=5)
    with slow.child("x"), slow.child("y"), pytest.raises(GitTrouble, match="busy"):
        git.run("z")


def test_children_end_with_the_block_and_at_exit(script):
    git = script("sleep 30")
    with git.child("x") as child:
        pass
    assert child._process.returncode is not None
    git.timeout = 20
    with git.child("x") as child:
        door._watch.end_all()
        with pytest.raises(GitTrouble):
            child.finish()


@pytest.mark.parametrize(
    ("said", "code", "expected"),
    [
        ("warning: x\nfatal: bad revision", 128, "fatal: bad revision"),
        ("", 3, "exit status 3"),
        ("something odd", 1, "something odd"),
    ],
)
def test_failures_are_said_in_one_line(script, said, code, expected):
    git = script(f"printf '{said}' >&2; exit {code}")
    with pytest.raises(GitTrouble) as caught:
        git.run("x")
    assert expected in str(caught.value) and "\n" not in str(caught.value)
    assert caught.value.code == code


def test_no_answer_is_none_and_trouble_is_not(script):
    assert script("exit 1").line("x") is None
    assert script("echo one").line("x") == "one"
    with pytest.raises(GitTrouble):
        script("exit 128").line("x")

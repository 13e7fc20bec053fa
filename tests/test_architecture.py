"""The rooms keep to their walls: imports point down, files have one idea, the map names every room."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "memo_lsp"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_contracts_hold():
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


def test_a_planted_violation_is_caught(tmp_path: Path):
    shutil.copytree(PACKAGE, tmp_path / "memo_lsp", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    planted = tmp_path / "memo_lsp" / "recall" / "planted.py"
    planted.write_text("import apsw\nimport memo_lsp.capture.commits.links\nimport subprocess\n")
    for room, above in (("services", "build"), ("server", "app")):  # a circle of types is one, too
        with (tmp_path / "memo_lsp" / room / "ground.py").open("a", encoding="utf-8") as ground:
            ground.write(f"if TYPE_CHECKING:\n    import memo_lsp.{room}.{above}\n")
    done = lint(tmp_path)
    assert done.returncode == 1
    for contract in (
        "Imports point down",
        "The services stand on their ground",
        "The server stands on its ground, and handlers are hung in from above",
        "Only the store opens SQLite",
        "Only git/ starts processes",
    ):
        assert f"{contract} BROKEN" in done.stdout


def test_no_file_outgrows_its_idea():
    long = {str(p.relative_to(ROOT)): n for p in PACKAGE.rglob("*.py") if (n := p.read_text("utf-8").count("\n")) > 400}
    assert not long


def test_the_map_names_every_room():
    told = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = [p.name + "/" if p.is_dir() else p.name for p in PACKAGE.iterdir() if p.is_dir() or p.suffix == ".py"]
    missing = [room for room in rooms if not room.startswith("__") and f"`{room}`" not in told]
    assert not missing

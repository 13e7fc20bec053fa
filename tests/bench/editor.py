"""How long VS Code waits for the extension at a window's beginning, as it says so itself (Show Running Extensions)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e.scratch import MEMO, Scratch
from tests.e2e.vscode.installed import BOTH, VSCode
from tests.e2e.vscode.workbench import Window, Workbench, browser, environment

from .table import Figure, spread

if TYPE_CHECKING:
    from .measures import Bench

TARGET = 100.0  # milliseconds


def vscode(bench: Bench) -> list[Figure]:
    """The best of some windows in each version that is supported; what else the machine does only adds to it."""
    return [_activation(bench, code) for code in BOTH]


def _activation(bench: Bench, code: VSCode) -> Figure:
    bench.told(f"windows of VS Code {code}")
    found = list(_windows(bench.folder / f"vscode-{code}", code, bench.sizes.windows))
    return Figure(f"activation in VS Code {code}", min(found), "ms", TARGET, note=spread(found))


def _windows(folder: Path, code: VSCode, count: int) -> Iterator[float]:
    scratch = Scratch.make(folder)
    scratch.commit("feat: a function", {"a.py": "def a():\n    return 1\n"})
    machine = {"memo.server.command": [str(MEMO)]}
    workbench = Workbench(code, folder / "editor", environment(scratch.env), machine=machine)
    with browser() as started, workbench.running():
        for _ in range(count):
            window = Window(workbench, started, folder)
            window.open(scratch.root, scratch.root / "a.py")
            window.until_status(r"^Memo: \d")
            window.palette("Developer: Show Running Extensions")
            row = window.page.locator(".editor-container .monaco-list-row", has_text=re.compile("^Memo")).first
            row.wait_for()
            said = re.search(r"Activation: *(\d+) *ms", str(row.inner_text()))
            assert said, row.inner_text()
            yield float(said[1])
            window.close()

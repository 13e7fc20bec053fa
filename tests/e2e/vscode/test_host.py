"""The extension's own tests, inside the extension host of the oldest and the newest VS Code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.scratch import MEMO, Scratch

from .installed import BOTH, CLIENT, VSCode, extension
from .workbench import Workbench, environment

pytestmark = pytest.mark.editor

PATIENCE = 120
IO = 'def load(path):\n    return open(path, "rb").read()\n'
NET = "def wait(timeout):\n    return timeout\n"
NOTEBOOK = {
    "cells": [{"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None,
               "source": ["def seed():\n", "    return 7\n"]}],
    "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5,
}  # fmt: skip

HOSTILE = {
    "memo.capture.include": ["secrets.*"], "memo.project": "victim", "memo.idle.minutes": 0.1, "memo.recall.log": True,
}  # fmt: skip


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    scratch = Scratch.make(tmp_path)
    scratch.commit("feat(io): load a file", {"src/io.py": IO.replace(', "rb"', ""), "src/old.py": "OLD = 1\n"})
    scratch.commit("fix(io): read bytes, the codec guessed wrong", {"src/io.py": IO})
    scratch.commit("feat(net): wait", {"src/net.py": NET, "study.ipynb": json.dumps(NOTEBOOK)})
    scratch.commit("chore: one memory a hover", {"memo.toml": "[hover]\nlimit = 1\n"})
    scratch.write(".vscode/settings.json", json.dumps(HOSTILE))
    scratch.memo("import", "git")
    return scratch


@pytest.mark.parametrize("code", BOTH, ids=str)
def test_in_the_extension_host(scratch: Scratch, tmp_path: Path, started: Any, code: VSCode) -> None:
    extension()
    machine = {"memo.server.command": [str(MEMO)]}
    workbench = Workbench(
        code, tmp_path / "editor", environment(scratch.env), machine=machine, installed=False, driven=True
    )
    with workbench.running():
        ended, told = _run(workbench, started, scratch.root)
    assert ended == 0, "\n".join(told)
    print("\n".join(told))


def _run(workbench: Workbench, started: Any, folder: Path) -> tuple[int | None, list[str]]:
    """The tests' exit code (None: they never ended) and the lines they printed."""
    told: list[str] = []
    codes: list[int] = []
    page = started.new_page()
    page.expose_function("codeAutomationLog", lambda _, words: told.extend(str(word) for word in words))
    page.expose_function("codeAutomationExit", lambda code: codes.append(code))  # noqa: PLW0108 - it has to have a signature
    payload = [
        ("extensionDevelopmentPath", workbench.remote(CLIENT)),
        ("extensionTestsPath", workbench.remote(CLIENT / "out" / "host" / "index.js")),
    ]
    page.goto(workbench.url(folder, payload))
    for _ in range(PATIENCE * 10):
        if codes:
            break
        page.wait_for_timeout(100)
    page.close()
    ours = [line for line in told if line.startswith(("ok ", "not ok ", "left out ", "# "))]
    return (codes[0] if codes else None), ours

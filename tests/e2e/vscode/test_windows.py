"""Windows that are not like others: without a server, not trusted, with two folders."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.scratch import BIN, MEMO, Scratch

from .installed import BOTH, VSCode
from .project import IO
from .workbench import Window, Workbench, environment

pytestmark = pytest.mark.editor

both = pytest.mark.parametrize("code", BOTH, ids=str)
MACHINE = {"memo.server.command": [str(MEMO)]}


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    scratch = Scratch.make(tmp_path)
    scratch.commit("feat(io): load a file", {"src/io.py": IO.replace(', "rb"', "")})
    scratch.commit("fix(io): read bytes, the codec guessed wrong", {"src/io.py": IO})
    scratch.memo("import", "git")
    return scratch


@contextmanager
def opened(workbench: Workbench, started: Any, shots: Path, folder: Path, file: Path | None = None) -> Iterator[Window]:
    window = Window(workbench, started, shots)
    try:
        window.open(folder, file)
        yield window
    except BaseException:
        window.shot(f"failed-{folder.name}")
        raise
    finally:
        assert not window.outside
        window.close()


@both
def test_without_a_server_there_is_one_message_ever(
    scratch: Scratch, tmp_path: Path, started: Any, shots: Path, code: VSCode
) -> None:
    env = environment(scratch.env)
    env["PATH"] = ":".join(each for each in env["PATH"].split(":") if Path(each) != BIN and "pyenv" not in each)
    assert not shutil.which("memo-lsp", path=env["PATH"])
    workbench = Workbench(code, tmp_path / "editor", env)
    with workbench.running(), opened(workbench, started, shots, scratch.root) as window:
        message = window.toast("was not found on this machine")
        window.until_status("no server")
        window.shot("missing")
        message.locator(".monaco-button", has_text="Install…").first.click()
        window.rows("uv tool install memo-lsp").first.wait_for()
        window.rows("pipx install memo-lsp").first.wait_for()
        window.shot("install")
        window.press("Escape")
        window.page.locator('.composite-bar .action-item a[aria-label="Memo"]').first.click()
        window.page.locator(".pane", has_text="memo-lsp was not found").first.wait_for()
        window.open(scratch.root)  # another time
        window.until_status("no server")
        window.page.wait_for_timeout(1000)
        assert not window.page.locator(".notification-toast").count()


@both
def test_in_a_workspace_that_is_not_trusted(
    scratch: Scratch, tmp_path: Path, started: Any, shots: Path, code: VSCode
) -> None:
    settings = {"security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never"}
    workbench = Workbench(
        code, tmp_path / "editor", environment(scratch.env), settings=settings, machine=MACHINE, trust=True
    )
    with (
        workbench.running(),
        opened(workbench, started, shots, scratch.root, scratch.root / "src" / "io.py") as window,
    ):
        window.until_status("not trusted")
        window.hover("load", "read bytes")  # what is known may be read
        window.status().click()
        window.rows("Trust this workspace").first.wait_for()
        assert not window.rows("Import git history").count()
        window.shot("untrusted")
        window.press("Escape")
        window.palette("Workspaces: Manage Workspace Trust")
        window.page.locator(".workspace-trust-editor .monaco-button", has_text=re.compile("^Trust$")).first.click()
        window.until_status(r"^Memo: 2 memories")


@both
def test_two_folders_in_one_window(scratch: Scratch, tmp_path: Path, started: Any, shots: Path, code: VSCode) -> None:
    other = Scratch(tmp_path / "other", scratch.env)
    other.root.mkdir()
    other.git("init", "-q", "-b", "main")
    other.commit("feat(net): retry three times", {"net.py": "def fetch(url):\n    return url\n"})
    other.commit("feat(io): both projects have such a file", {"src/io.py": "def other_load():\n    return 2\n"})
    other.memo("import", "git")
    file = tmp_path / "both.code-workspace"
    file.write_text(json.dumps({"folders": [{"path": str(scratch.root)}, {"path": str(other.root)}]}), "utf-8")
    workbench = Workbench(code, tmp_path / "editor", environment(scratch.env), machine=MACHINE)
    with workbench.running(), opened(workbench, started, shots, file, other.root / "net.py") as window:
        window.until_status(r"^Memo: \d memor")
        window.hover("fetch", "retry three times")
        window.palette("Memo: Search")  # in the project of the file looked at
        window.quick_input().fill("feat")
        window.rows("retry three times").first.wait_for()
        assert not window.rows("load a file").count()
        window.quick_input().fill("such a file")
        row = window.rows("both projects have such a file").first
        row.hover()
        row.locator('a[aria-label="Go to code"]').click()  # of its own project, not the first that has such a path
        window.page.locator(".view-line", has_text="other_load").wait_for()
        window.page.locator('.composite-bar .action-item a[aria-label="Memo"]').first.click()
        for view, rows in {
            "recent": ("work", "read bytes", "other", "retry three times"),
            "topics": ("work", "io", "other", "net"),
        }.items():
            header = window.page.locator(".pane-header", has_text=re.compile(f"^{view}$", re.I)).first
            if header.get_attribute("aria-expanded") != "true":
                header.click()
            for text in rows:
                window.page.locator(".pane", has=header).locator(".monaco-list-row", has_text=text).first.wait_for()
            window.shot(f"two-folders-{view}")
            header.click()


@both
def test_no_model_is_asked_before_somebody_agreed(
    scratch: Scratch, tmp_path: Path, started: Any, shots: Path, code: VSCode
) -> None:
    machine = MACHINE | {"memo.summarize.provider": "editor"}
    workbench = Workbench(code, tmp_path / "editor", environment(scratch.env), machine=machine)
    with workbench.running(), opened(workbench, started, shots, scratch.root) as window:
        message = window.toast("May Memo show titles of memories to a language model of this editor")
        window.shot("consent")
        message.locator(".monaco-button", has_text="Choose a Model…").click()
        message = window.toast("This editor has no language model to offer")
        message.locator(".codicon-notifications-clear").click()
        window.open(scratch.root)  # nobody agreed: it is asked again
        message = window.toast("May Memo show titles of memories")
        message.locator(".monaco-button", has_text="Never").click()
        window.page.wait_for_timeout(1500)  # until the editor has written that down
        window.open(scratch.root)
        window.until_status(r"^Memo: 2 memories")
        window.page.wait_for_timeout(1000)
        assert not window.page.locator(".notification-toast").count()

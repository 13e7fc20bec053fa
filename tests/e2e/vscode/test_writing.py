"""Notes are written: nothing that was typed is lost, and what became of it is told."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.scratch import MEMO, Scratch

from .installed import BOTH
from .project import IO
from .workbench import Window, Workbench, environment, servers

pytestmark = pytest.mark.editor

KEY = "ghp_" + "A1b2" * 9  # made up


@dataclass
class Desk:
    """One window on a small repository."""

    scratch: Scratch
    window: Window

    @property
    def page(self) -> Any:
        return self.window.page

    def titles(self) -> list[str]:
        rows = json.loads(self.scratch.memo("timeline", "--json").stdout)
        return [row["title"] for row in rows]

    def begin(self, sentence: str) -> None:
        """Ask for a note, and write it into the box."""
        self.window.palette("Memo: Remember")
        self.box_of("")
        self.window.quick_input().fill(sentence)

    def box_of(self, sentence: str) -> None:
        """Wait until the box is there, and holds this."""
        self.page.locator(".quick-input-title", has_text="Remember").wait_for()
        self.window.until(lambda: self.window.quick_input().input_value() == sentence)

    def box(self, says: str) -> None:
        """Wait until the box says so."""
        self.page.locator(".quick-input-widget .quick-input-message", has_text=says).wait_for()

    def said(self, text: str) -> None:
        self.page.locator(".statusbar-item", has_text=text).wait_for()

    def tab(self, name: str) -> Any:
        return self.page.locator(f'.tab[data-resource-name="{name}"]')

    def line(self, text: str) -> Any:
        return self.page.locator(".view-line", has_text=text).first

    @contextmanager
    def without_server(self) -> Iterator[None]:
        """A machine on which the server was taken away."""
        settings = self.window.workbench.user / "Machine" / "settings.json"
        before = settings.read_text("utf-8")
        settings.write_text(json.dumps({"memo.server.command": ["/nowhere/memo-lsp"]}), "utf-8")
        yield
        settings.write_text(before, "utf-8")

    def server(self) -> int:
        (process,) = servers(self.scratch)
        return process


@pytest.fixture(params=BOTH, ids=str)
def desk(request: pytest.FixtureRequest, tmp_path: Path, started: Any, shots: Path) -> Iterator[Desk]:
    name = request.node.originalname.removeprefix("test_")
    scratch = Scratch.make(tmp_path)
    scratch.commit("feat(io): load a file", {"src/io.py": IO})
    scratch.memo("import", "git")
    machine = {"memo.server.command": [str(MEMO)]}
    workbench = Workbench(request.param, tmp_path / "editor", environment(scratch.env), machine=machine)
    with workbench.running():
        window = Window(workbench, started, shots)
        window.open(scratch.root, scratch.root / "src" / "io.py")
        window.until_status(r"^Memo: 1 memory")
        yield Desk(scratch, window)
        window.shot(f"{name}-end")
        window.close()


def test_a_sentence_is_not_lost(desk: Desk) -> None:
    window, sentence = desk.window, "files of customers come in any encoding"
    desk.begin(sentence)
    desk.line("def save").click()  # to look something up
    assert window.quick_input().input_value() == sentence
    window.press("Escape")
    window.palette("Memo: Remember")
    desk.box_of(sentence)

    os.kill(desk.server(), signal.SIGSTOP)
    window.press("Enter")
    desk.box("has not answered yet")
    window.shot("remember-waiting")
    os.kill(desk.server(), signal.SIGKILL)
    desk.box("Not remembered. The Memo server ended before it answered.")
    assert window.quick_input().input_value() == sentence
    window.shot("remember-failed")
    window.until_status(r"^Memo: 1 memory")
    window.press("Enter")
    desk.said("Remembered: files of customers")
    assert sentence in desk.titles()

    os.kill(desk.server(), signal.SIGSTOP)
    desk.begin("decoding is the caller's business")
    window.press("Enter")
    window.press("Escape")
    desk.page.wait_for_timeout(1000)  # until it was asked
    os.kill(desk.server(), signal.SIGKILL)
    window.toast("Not remembered").locator(".monaco-button", has_text="Try Again").click()
    desk.box_of("decoding is the caller's business")
    window.press("Enter")
    desk.said("Remembered: decoding")


def test_a_secret_is_told_and_not_shown(desk: Desk) -> None:
    window = desk.window
    desk.begin(f"$(bug) the door opens with {KEY} {'and so on ' * 100}")
    window.press("Enter")
    window.toast("Remembered without what looks like a secret (github-token)")
    window.shot("remember-secret")
    assert KEY not in desk.page.locator("body").inner_text()
    desk.begin("$(bug) is no picture, " + "and so on " * 30)
    window.press("Enter")
    desk.said("(bug) is no picture")
    window.shot("remember-long")


def test_a_longer_note_outlives_the_window(desk: Desk) -> None:
    window, page = desk.window, desk.page
    desk.begin("the codec guesses")
    page.locator('.quick-input-widget a[aria-label="Write a longer note"]').click()
    desk.tab("the codec guesses.md").wait_for()
    desk.line("# the codec guesses").wait_for()
    page.keyboard.type(" and is wrong")
    window.press("Control+End")
    page.keyboard.type("It took a day.")
    window.shot("note")
    page.wait_for_timeout(2000)  # until the editor has put it aside
    window.open(desk.scratch.root)
    desk.tab("the codec guesses.md").click()
    desk.line("It took a day.").wait_for()
    window.shot("note-again")
    window.press("Control+S")
    desk.said("Remembered: the codec guesses and is wrong")
    desk.tab("the codec guesses and is wrong.md").wait_for()
    window.shot("note-kept")

    desk.line("kind:").click()
    window.press("End")
    page.keyboard.type("XYZ")
    window.press("Control+S")
    window.toast("“noteXYZ” is no kind. There are note, decision")
    page.wait_for_timeout(2000)
    window.shot("note-wrong")
    with desk.without_server():
        window.open(desk.scratch.root)
        window.until_status("no server|does not start")
        desk.tab("the codec guesses and is wrong.md").click()
        desk.line("noteXYZ").wait_for()
        window.shot("note-without-server")
    window.open(desk.scratch.root)
    window.until_status(r"^Memo: 2 memories")
    desk.tab("the codec guesses and is wrong.md").click()
    desk.line("noteXYZ").click()
    for _ in "noteXYZ":
        window.press("Backspace")
    page.keyboard.type("dec")
    window.press("Control+Space")
    page.locator(".suggest-widget", has_text="decision").wait_for()
    window.shot("note-kinds")
    window.press("Enter")
    window.press("Control+S")
    desk.said("Changed: the codec guesses and is wrong")
    rows = json.loads(desk.scratch.memo("timeline", "--json").stdout)
    assert [row["kind"] for row in rows if row["title"] == "the codec guesses and is wrong"] == ["decision"]


def test_what_replaces_and_what_is_forgotten(desk: Desk) -> None:
    window, page = desk.window, desk.page
    for title in ("bytes are decoded in utf-8", "bytes are decoded by the caller"):
        desk.scratch.memo("remember", title, "--path", "src/io.py")
    page.locator('.composite-bar .action-item a[aria-label="Memo"]').first.click()
    pane = page.locator(".pane", has=page.locator(".pane-header", has_text=re.compile("^Here$", re.I)))
    row = pane.locator(".monaco-list-row", has_text="utf-8").first
    row.click(button="right")
    window.choose("Replaced By…")
    window.rows("by the caller").first.wait_for()
    assert not window.rows("utf-8").count()  # not by itself
    window.shot("replaced-by")
    window.rows("by the caller").first.click()
    desk.said("“bytes are decoded by the caller” holds now, in place of “bytes are decoded in utf-8”")
    pane.locator(".monaco-list-row", has_text="replaced by").first.wait_for()
    window.shot("replaced")
    pane.locator(".monaco-list-row", has_text="in utf-8").first.click()
    desk.line("# bytes are decoded in utf-8").wait_for()
    window.palette("Memo: Forget")
    page.locator(".monaco-dialog-box").locator(".monaco-button", has_text="Forget").first.click()
    desk.line("This memory was forgotten").wait_for()
    page.locator(".pane .monaco-list-row", has_text="in utf-8").first.wait_for(state="detached")
    window.shot("forgotten")

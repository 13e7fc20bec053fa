"""A day in VS Code, as a person sees it: each test goes on where the one before it ended."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.scratch import MEMO, Scratch

from .installed import BOTH, NEWEST
from .project import shop, to_review, used_together
from .workbench import Window, Workbench, environment, servers

pytestmark = pytest.mark.editor

COLOURS = {"light": "Light 2026", "dark": "Dark 2026", "contrast": "Default High Contrast"}
BASES = {"light": "vs", "dark": "vs-dark", "contrast": "hc-black"}


@dataclass
class Day:
    """One window on one repository."""

    scratch: Scratch
    workbench: Workbench
    window: Window

    @property
    def page(self) -> Any:
        return self.window.page

    def recall(self, text: str) -> list[str]:
        """What the command line finds, best first."""
        answer = json.loads(self.scratch.memo("recall", text, "--json", "--no-log", "-k", "30").stdout)
        return [hit["title"] for hit in answer["hits"]]

    def file(self, path: str) -> None:
        """Bring a file to the front, its cursor in the first line."""
        self.window.press("Control+P")
        self.window.quick_input().fill(str(self.scratch.root / path))  # without a file search, the whole path
        self.window.rows(path.rpartition("/")[2]).first.click()
        self.page.locator(f'.tab.active[data-resource-name="{path.rpartition("/")[2]}"]').wait_for()
        self.page.locator(".monaco-editor.focused, .monaco-editor .inputarea").first.wait_for()

    def view(self, name: str) -> Any:
        """A pane of the Memory view, opened."""
        header = self.page.locator(".pane-header", has_text=re.compile(f"^{name}$", re.I)).first
        if header.get_attribute("aria-expanded") != "true":
            header.click()
        return self.page.locator(".pane", has=header)

    def side(self, name: str) -> None:
        """Show a container of the side bar."""
        icon = self.page.locator(f'.composite-bar .action-item:has(a[aria-label^="{name}"])').first
        if "checked" not in (icon.get_attribute("class") or ""):
            icon.click()

    def row(self, view: str, text: str | re.Pattern[str]) -> Any:
        found = self.view(view).locator(".monaco-list-row", has_text=text).first
        found.wait_for()
        return found

    def without(self, view: str, text: str) -> None:
        """Wait until no line of a view says this."""
        self.view(view).locator(".monaco-list-row", has_text=text).first.wait_for(state="detached")


@pytest.fixture(scope="module", params=BOTH, ids=str)
def day(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, started: Any, shots: Path
) -> Iterator[Day]:
    folder = tmp_path_factory.mktemp("day")
    scratch = shop(folder)
    machine = {"memo.server.command": [str(MEMO)]}
    workbench = Workbench(request.param, folder / "editor", environment(scratch.env), machine=machine)
    with workbench.running():
        window = Window(workbench, started, shots)
        yield Day(scratch, workbench, window)
        assert not window.outside, f"somebody beside this machine was asked: {window.outside}"
        window.close()


@pytest.fixture(autouse=True)
def _look(request: pytest.FixtureRequest, day: Day) -> Iterator[None]:
    """A screen of whatever went wrong."""
    failed = request.session.testsfailed
    yield
    if request.session.testsfailed > failed:
        day.window.shot(f"failed-{request.node.originalname}")


def test_the_history_is_offered_and_imported(day: Day) -> None:
    window = day.window
    window.open(day.scratch.root, day.scratch.root / "src" / "io.py")
    toast = window.toast("Import the history of shop?")
    day.side("Memo")
    day.row("Briefing", "Prices are gross")  # a document is known before any history
    window.shot("offer")
    window.watch()
    toast.locator(".monaco-button", has_text="Import").first.click()
    window.until_status(r"^Memo: 40\d memories")
    seen = window.seen()  # it lasts a second or two
    assert "Memo: importing" in seen and re.search(r"Importing the history: \d+ of 406 commits", seen), seen
    day.page.locator(".statusbar-item", has_text="commits stored").wait_for()
    day.page.locator(".notification-toast").wait_for(state="detached")  # no message is left
    day.row("Briefing", "gross prices in the browser")  # without being asked again
    day.row("Briefing", "Prices are gross")
    heights = {name: day.view(name).bounding_box()["height"] for name in ("Briefing", "Here", "Recent")}
    window.shot("first-view")
    assert heights["Briefing"] > 200 and min(heights.values()) > 150, heights
    day.side("Explorer")


def test_a_hover_and_each_of_its_links(day: Day) -> None:
    window, page = day.window, day.page
    window.hover("load", "read bytes, the codec guessed wrong")
    page.wait_for_timeout(300)
    window.shot("hover")
    window.hover_link("load", "useful", "read bytes")
    page.locator(".statusbar-item", has_text="Noted: useful").wait_for()
    window.hover_link("load", "not useful", "read bytes")
    page.locator(".statusbar-item", has_text="Noted: not useful").wait_for()
    window.hover_link("load", "why these", "read bytes")
    page.locator(".view-line", has_text="# Why these for load").wait_for()
    page.locator(".view-line", has_text="## fix(io): read bytes").wait_for()
    day.file("src/io.py")
    window.hover_link("load", "more", "read bytes")
    page.locator(".view-line", has_text="Why it was found for load").wait_for()
    page.locator(".tab.active", has_text="fix(io): read bytes, the codec guessed wrong").wait_for()
    day.file("src/io.py")
    window.hover_link("load", "open", "read bytes")
    page.locator(".view-line", has_text="decoding is the caller").wait_for()
    day.file("src/io.py")


def test_a_search_as_one_types(day: Day) -> None:
    window = day.window
    window.palette("Memo: Search")
    window.rows("gross prices in the browser").first.wait_for()  # the newest, before anything is typed
    window.quick_input().press_sequentially("why cents round", delay=40)
    window.rows("round half up").first.wait_for()
    found = day.recall("why cents round")
    window.until(lambda: window.labels()[:5] == found[:5])  # the server's order, not the editor's
    day.page.wait_for_timeout(300)
    window.shot("search")
    window.quick_input().fill("prices kind:")
    window.rows("kind:decision").first.click()
    window.rows("Prices are gross").first.wait_for()
    assert window.quick_input().input_value() == "prices kind:decision "
    window.rows("Prices are gross").first.click()
    day.page.locator(".view-line", has_text="Net only at checkout").wait_for()
    window.shot("page")


def test_an_enter_waits_for_what_was_typed(day: Day) -> None:
    window, page = day.window, day.page
    for pause in (0, 60, 150):
        day.file("src/io.py")
        window.palette("Memo: Search")
        window.rows("gross prices in the browser").first.wait_for()
        page.keyboard.type("receipt cents round half")
        page.wait_for_timeout(pause)
        window.press("Enter")
        page.locator(".tab.active", has_text="round half up, as the tax office wants it").wait_for()
    window.palette("Memo: Search")
    window.quick_input().fill("since:banana is:pinned prices")
    window.rows(re.compile("with is:pinned; since:banana is no time")).first.wait_for()
    window.shot("nothing")
    window.press("Escape")


def test_a_longer_note_begins_with_its_title(day: Day) -> None:
    window, page = day.window, day.page
    window.palette("Memo: Remember")
    page.locator(".quick-input-widget", has_text="Remember").wait_for()
    window.quick_input().fill("receipts are kept ten years")
    page.locator(".quick-input-titlebar .action-label, .quick-input-header .action-label").first.wait_for()
    page.locator('.quick-input-widget a[aria-label="Write a longer note"]').first.click()
    page.locator(".view-line", has_text="# receipts are kept ten years").wait_for()
    page.keyboard.type(", by law")
    window.press("Enter")
    page.keyboard.type("The auditor asked twice.")
    window.shot("longer-note")
    page.wait_for_timeout(2000)
    page.reload()  # what is not saved is kept
    page.locator(".tab", has_text="receipts are kept ten years").click()
    page.locator(".view-line", has_text="The auditor asked twice.").wait_for()
    window.until_status(r"^Memo: \d+ memories")
    page.locator(".view-line", has_text="The auditor asked twice.").click()
    window.press("Control+S")
    page.locator(".statusbar-item", has_text="Remembered: receipts are kept ten years, by law").wait_for()
    assert "receipts are kept ten years, by law" in day.recall("receipts ten years")
    window.palette("View: Close Editor")


def test_a_selection_is_remembered_and_found(day: Day) -> None:
    window, page = day.window, day.page
    day.file("src/basket.py")
    page.locator(".view-line", has_text="def total").locator("span span", has_text="total").first.dblclick()
    window.palette("Memo: Remember")
    page.locator(".quick-input-widget", has_text="Remember about this code").wait_for()
    window.quick_input().fill("the tax office rounds each receipt, never each line $(bug)")
    window.shot("remember")
    window.press("Enter")
    told = page.locator(".statusbar-item", has_text="never each line $\u2060(bug)")
    told.wait_for()  # in letters, as it was written, with none but our own icon
    assert told.locator(".codicon").count() == 1
    window.palette("Memo: Search")
    window.quick_input().fill("tax office rounds")
    row = window.rows("never each line $\u2060(bug)").first
    row.wait_for()
    assert row.locator(".monaco-icon-label .codicon").count() == 1
    row.click()
    page.locator(".view-line", has_text="src/basket.py · Basket.total").wait_for()


def test_memories_among_the_symbols_of_the_workspace(day: Day) -> None:
    window, page = day.window, day.page
    window.press("Control+P")
    window.quick_input().fill("#?codec guessed wrong")
    window.rows("read bytes, the codec guessed wrong").first.click()
    page.locator('.tab.active[data-resource-name="io.py"]').wait_for()


def test_an_error_that_was_mended_becomes_a_memory(day: Day) -> None:
    window, page = day.window, day.page
    day.file("src/price.ts")
    page.locator(".view-line", has_text="return net").click()
    window.press("End")
    window.press("ArrowLeft")
    page.keyboard.type(" * discount")
    window.press("Control+S")
    page.locator(".squiggly-error").first.wait_for()
    page.wait_for_timeout(600)
    for _ in " * discount":
        window.press("Backspace")
    page.keyboard.type(" * 1.0")
    page.locator(".squiggly-error").first.wait_for(state="detached")
    page.wait_for_timeout(600)
    window.press("Control+S")
    page.wait_for_timeout(600)
    day.scratch.commit("fix(web): no discount here", {})
    window.until(lambda: any("discount" in title and "name" in title for title in day.recall("kind:fix discount")))


def test_pause_and_resume(day: Day) -> None:
    window = day.window
    window.palette("Memo: Pause Capture")
    window.rows("In this workspace").first.click()
    window.until_status("capture is paused")
    window.status().click()
    window.rows("Resume in this workspace").first.wait_for()
    window.shot("menu")
    window.rows("Resume in this workspace").first.click()
    window.until_status(r"^Memo: \d+ memories")


def test_the_views_and_their_menus(day: Day) -> None:
    window, page = day.window, day.page
    day.side("Memo")
    day.file("src/basket.py")
    page.locator(".view-line", has_text="def total").locator("span span", has_text="total").first.click()
    day.row("Here", "Basket.total")
    day.row("Here", "never each line")
    day.row("Briefing", "Where you left off")
    window.shot("view")
    row = day.row("Recent", "never each line")
    row.click(button="right")
    page.locator(".monaco-menu", has_text="Forget…").wait_for()
    page.wait_for_timeout(200)
    window.shot("context-menu")
    window.choose("Pin")
    window.until(lambda: "pinned" in day.row("Recent", "never each line").inner_text())
    window.press("Shift+F10")  # the same by the keyboard
    window.choose("Unpin")
    window.until(lambda: "pinned" not in day.row("Recent", "never each line").inner_text())
    day.view("Recent").locator(".pane-header").first.click()
    day.row("Topics", "catalogue").click()
    day.row("Topics", "article 1")
    day.view("Topics").locator(".pane-header").first.click()


def test_a_consolidation_its_run_and_its_undoing(day: Day) -> None:
    window, page = day.window, day.page
    window.palette("Memo: Consolidate Now")
    page.locator(".notification-toast", has_text="Consolidating").wait_for()
    window.shot("consolidating")
    window.toast("Consolidated:").locator(".monaco-button", has_text="Show Runs").click()
    page.locator('.pane-header[aria-expanded="true"]', has_text="Consolidation").wait_for()
    row = day.row("Consolidation", re.compile(r"Summing up.*summar(y|ies) written"))
    window.shot("runs")
    row.click()
    page.locator(".view-line", has_text="# Summing up").wait_for()  # what it did
    page.locator(".view-line", has_text="What it did").wait_for()
    window.shot("run")
    assert (
        not day.view("Consolidation")
        .locator(".monaco-list-row", has_text="Tidying up")
        .locator('.actions-container a[aria-label="Undo This Run"]')
        .count()
    )  # upkeep is nothing to take back
    row.hover()
    row.locator('.actions-container a[aria-label="Undo This Run"]').click()
    dialog = page.locator(".monaco-dialog-box", has_text="Undo “Summing up")
    dialog.get_by_text("the summary").first.wait_for()  # what it puts back
    window.shot("undo")
    dialog.locator(".monaco-button", has_text="Undo").first.click()
    page.locator(".statusbar-item", has_text="Put back:").wait_for()
    day.row("Consolidation", re.compile(r"Summing up.*undone"))
    day.view("Consolidation").locator(".pane-header").first.click()


def test_what_only_a_person_can_tell(day: Day) -> None:
    window, page = day.window, day.page
    to_review(day.scratch)
    for name in ("Briefing", "Here"):
        day.view(name).locator(".pane-header").first.click()  # what is out of sight is not drawn
    window.palette("Memo: Show What to Review")
    view = day.view("To Review")
    row = day.row("To Review", "other figures")  # once its vectors are there
    for title in ("after 30 s", "after 60 s", "Never cache what total returns", "Only the old shop"):
        day.row("To Review", title)
    window.shot("review")
    row.hover()
    row.locator('.actions-container a[aria-label="Open Both"]').click()
    page.locator(".view-line", has_text="after 30 s").first.wait_for()
    page.locator(".view-line", has_text="after 60 s").first.wait_for()
    window.shot("review-both")
    for _ in "12":
        window.palette("View: Close Editor")
    row.hover()
    row.locator('.actions-container a[aria-label="Keep Apart: Both Hold"]').click()
    day.row("To Review", "Kept apart")
    day.without("To Review", "Read alike")
    day.row("To Review", "as a file said").click(button="right")
    window.choose("Say Which One Holds…")
    window.rows("Keep what total returns").first.click()
    day.without("To Review", "Contradictions")
    day.row("To Review", "Only the old shop").click(button="right")
    window.choose("Forget…")
    page.locator(".monaco-dialog-box").locator(".monaco-button", has_text="Forget").first.click()
    day.without("To Review", "Code is gone")
    window.palette("Memo: Allow Folding Again")
    window.rows("after 30 s").first.click()
    window.shot("review-allow")
    window.press("Enter")
    day.row("To Review", "Read alike")
    view.locator(".pane-header").first.click()
    for name in ("Here", "Briefing"):
        day.view(name)


def test_the_dream_is_pictured(day: Day) -> None:
    window, page = day.window, day.page
    used_together(day.scratch)
    window.palette("Memo: Dream Preview")
    inner = page.frame_locator("iframe.webview.ready").frame_locator("iframe#active-frame")
    inner.locator("svg.memo-dream .memo-cluster").first.wait_for()
    inner.locator("caption", has_text="Cluster 1").wait_for()
    window.shot("dream")
    inner.locator('input[name="minPts"]').fill("9")
    inner.locator("form button").click()
    inner.locator("svg", has_text="No clusters").wait_for()
    inner.locator('input[name="minPts"]').fill("2")
    inner.locator('input[name="minPts"]').press("Enter")
    inner.locator("button.link", has_text="leading zero of customer").first.press("Enter")
    page.locator(".view-line", has_text="# the importer needs the leading zero").wait_for()


@pytest.mark.parametrize("day", [NEWEST], ids=str, indirect=True)
def test_every_colour(day: Day) -> None:
    day.file("src/io.py")
    for name in COLOURS:
        _show(day, name)
    _colour(day, "light")
    _pictures(day)


def _colour(day: Day, name: str) -> None:
    day.window.palette("Preferences: Color Theme")
    day.window.quick_input().fill(COLOURS[name])
    day.window.rows(COLOURS[name]).first.click()
    day.page.locator(f".monaco-workbench.{BASES[name]}").wait_for()


def _show(day: Day, name: str) -> None:
    """A screen of each surface in these colours."""
    window, page = day.window, day.page
    _colour(day, name)
    window.hover("load", "read bytes")
    page.wait_for_timeout(300)
    window.shot(f"{name}-hover")
    page.mouse.move(700, 650)
    window.palette("Memo: Search")
    window.quick_input().fill("why cents round")
    window.rows("round half up").first.wait_for()
    page.wait_for_timeout(300)
    window.shot(f"{name}-search")
    window.press("Escape")
    window.palette("Memo: Dream Preview")
    _dream(day)
    window.shot(f"{name}-dream")
    window.palette("View: Close Editor")
    page.locator(".tab", has_text="Dream Preview").wait_for(state="detached")


def _dream(day: Day) -> None:
    inner = day.page.frame_locator("iframe.webview.ready").frame_locator("iframe#active-frame")
    inner.locator("svg.memo-dream .memo-cluster").first.wait_for()
    day.page.wait_for_timeout(300)


def _pictures(day: Day) -> None:
    """What the README shows."""
    window, page = day.window, day.page
    page.mouse.move(700, 650)
    page.wait_for_timeout(500)
    window.picture("view", 0, 36, 840, 768)
    window.hover("load", "read bytes")
    page.wait_for_timeout(300)
    window.picture("hover", 353, 64, 1003, 310)
    page.mouse.move(700, 650)
    window.palette("Memo: Search")
    window.quick_input().fill("why cents round")
    window.rows("round half up").first.wait_for()
    page.wait_for_timeout(300)
    window.picture("search", 341, 6, 941, 258)
    window.press("Escape")
    window.palette("Memo: Dream Preview")
    _dream(day)
    window.picture("dream", 353, 68, 1276, 668)


def test_a_switch_of_branches_has_a_briefing_ready(day: Day) -> None:
    window, page = day.window, day.page
    day.scratch.git("checkout", "-q", "-b", "feat/discounts")
    item = page.locator('[id="memo-lsp.memo-lsp.memo.briefing"]')
    item.locator("a", has_text="feat/discounts").wait_for()
    window.shot("briefing-ready")
    item.click()
    item.wait_for(state="hidden")
    day.row("Briefing", re.compile("Where you left off|Also of use"))  # what was told before is not told again


def test_a_server_that_is_killed_is_started_again(day: Day) -> None:
    before = servers(day.scratch)
    assert len(before) == 1
    os.kill(before[0], signal.SIGKILL)
    day.page.locator(".statusbar-item", has_text="the server had ended and was started again").wait_for()
    day.window.shot("recovered")
    day.window.until_status(r"^Memo: (?!starting|the server)")
    after = servers(day.scratch)
    assert len(after) == 1
    assert after != before

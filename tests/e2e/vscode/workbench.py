"""VS Code behind a web page: one process with its own home, and the windows that are opened on it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from tests.e2e.scratch import Scratch

from .installed import VSCode, chromium, command, run, with_extension

PATIENCE = 30.0
QUIET = {
    "workbench.startupEditor": "none",
    "telemetry.telemetryLevel": "off",
    "extensions.autoCheckUpdates": False,
    "extensions.ignoreRecommendations": True,
    "chat.disableAIFeatures": True,
    "editor.hover.delay": 100,
    "editor.minimap.enabled": False,
    "files.autoSave": "off",
    "git.openRepositoryInParentFolders": "never",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.tips.enabled": False,
}
BROWSER = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip

WATCH = """() => {
    window.memoSeen = new Set();
    const look = () => {
        const status = document.querySelector('[id="memo-lsp.memo-lsp.memo.status"] a');
        window.memoSeen.add(status?.getAttribute('aria-label') ?? '');
        document.querySelectorAll('.notification-toast').forEach((toast) => window.memoSeen.add(toast.innerText));
    };
    setInterval(look, 20);
}"""


class Workbench:
    """One code-server. `settings` are the person's, `machine` those of the machine it runs on."""

    def __init__(
        self,
        code: VSCode,
        home: Path,
        env: dict[str, str],
        *,
        settings: dict[str, Any] | None = None,
        machine: dict[str, Any] | None = None,
        trust: bool = False,
        installed: bool = True,
        driven: bool = False,
    ):
        self.code, self.home, self.trust, self.driven = code, home, trust, driven
        self.user = home / "data"
        self.env = env | {
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "share"),
            "EXTENSIONS_GALLERY": '{"serviceUrl":""}',  # nobody is asked for extensions
        }
        self._write("User", QUIET | (settings or {}) | ({} if trust else {"security.workspace.trust.enabled": False}))
        self._write("Machine", machine or {})
        self.extensions = with_extension(code) if installed else home / "extensions"
        self.port = _free_port()

    def _write(self, place: str, settings: dict[str, Any]) -> None:
        file = self.user / place / "settings.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings), "utf-8")

    def _folders(self) -> tuple[str, ...]:
        return "--user-data-dir", str(self.user), "--extensions-dir", str(self.extensions)

    @contextlib.contextmanager
    def running(self) -> Iterator[Workbench]:
        """The process, until the block ends."""
        arguments = [
            *self._folders(), "--auth", "none", "--bind-addr", f"127.0.0.1:{self.port}", "--disable-telemetry",
            "--disable-update-check", "--disable-getting-started-override", "--disable-proxy",
        ]  # fmt: skip
        if not self.trust:
            arguments.append("--disable-workspace-trust")
        if self.driven and "--vscode-option" in run(command(self.code, "--help")):
            arguments += ["--vscode-option", "enable-smoke-test-driver"]  # newer versions let tests in only so
        with (self.home / "code-server.log").open("wb") as log:
            process = subprocess.Popen(
                command(self.code, *arguments), env=self.env, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        try:
            self._wait(process)
            yield self
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and process.poll() is None:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz"):
                return
            time.sleep(0.1)
        raise AssertionError((self.home / "code-server.log").read_text("utf-8", "replace"))

    def url(self, folder: Path, payload: list[tuple[str, str]] | None = None) -> str:
        """The page of a folder, or of a `.code-workspace` file."""
        asked = {"workspace" if folder.suffix == ".code-workspace" else "folder": str(folder)}
        if payload:
            asked["payload"] = json.dumps(payload)
        return f"http://127.0.0.1:{self.port}/?{urlencode(asked, quote_via=quote)}"

    def remote(self, path: Path) -> str:
        return f"vscode-remote://127.0.0.1:{self.port}{path}"

    def log(self) -> str:
        """What stands in the extension's output channel, of all windows."""
        files = sorted(self.user.glob("logs/*/exthost*/**/*Memo.log"))
        return "\n".join(file.read_text("utf-8", "replace") for file in files)


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """A headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(BROWSER))
        try:
            yield started
        finally:
            started.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(scratch_env: dict[str, str]) -> dict[str, str]:
    """The environment of an editor: the scratch home's, without what a running editor would pass on."""
    return {name: value for name, value in scratch_env.items() if not name.startswith(("VSCODE_", "CODE_"))} | {
        "LANG": os.environ.get("LANG", "C.UTF-8"),
    }


class Window:
    """One window, as a person sees and uses it."""

    def __init__(self, workbench: Workbench, started: Any, shots: Path):
        self.workbench, self.shots = workbench, shots
        context = started.new_context(viewport={"width": 1280, "height": 800})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.outside: set[str] = set()  # who was asked beside this machine
        self.page.on("request", lambda request: self._see(request.url))

    def _see(self, url: str) -> None:
        found = re.match(r"(?:https?|wss?)://([^/:]+)", url)
        if found and found[1] not in ("127.0.0.1", "localhost"):
            self.outside.add(found[1])

    def open(self, folder: Path, file: Path | None = None) -> None:
        payload = [("openFile", self.workbench.remote(file))] if file else None
        self.page.goto(self.workbench.url(folder, payload))
        self.page.wait_for_selector(".monaco-workbench")
        if file:
            self.page.wait_for_selector(".monaco-editor .view-lines .view-line")

    def close(self) -> None:
        self.page.context.close()

    # --- looking
    def status(self) -> Any:
        return self.page.locator('[id="memo-lsp.memo-lsp.memo.status"]')

    def until_status(self, pattern: str, patience: float = PATIENCE) -> str:
        """Wait for the status bar to say so, aloud or in icons."""
        return str(self.until(lambda: re.search(pattern, self.status_label()) and self.status_label(), patience))

    def status_label(self) -> str:
        item = self.status().locator("a").first
        return str(item.get_attribute("aria-label") or "") if item.count() else ""

    def watch(self) -> None:
        """From now on, keep what the status bar says of us and what toasts say, however short it stands there."""
        self.page.evaluate(WATCH)

    def seen(self) -> str:
        """What was kept, a line each."""
        return "\n".join(self.page.evaluate("[...window.memoSeen]"))

    def until(self, condition: Any, patience: float = PATIENCE) -> Any:
        deadline = time.monotonic() + patience
        while not (found := condition()):
            assert time.monotonic() < deadline, "it did not come"
            self.page.wait_for_timeout(50)
        return found

    def toast(self, text: str) -> Any:
        found = self.page.locator(".notification-toast", has_text=text)
        found.first.wait_for()
        return found.first

    def shot(self, name: str) -> Path:
        file = self.shots / f"vscode-{self.workbench.code}-{name}.png"
        self.page.screenshot(path=str(file))
        return file

    def picture(self, name: str, left: float, top: float, right: float, bottom: float) -> None:
        """A part of the screen, for the extension's README (clients/vscode/pictures)."""
        clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        self.page.screenshot(path=str(self.shots / f"picture-{name}.png"), clip=clip)

    # --- doing
    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def palette(self, command: str) -> None:
        """Run a command by its name."""
        self.press("F1")
        box = self.page.locator(".quick-input-widget input[type=text]").first
        box.wait_for()
        box.fill(f">{command}")
        row = self.rows(command).first
        row.wait_for()
        row.click()

    def rows(self, text: str | None = None) -> Any:
        """The rows of the quick pick."""
        return self.page.locator(".quick-input-list .monaco-list-row", **({"has_text": text} if text else {}))

    def quick_input(self) -> Any:
        return self.page.locator(".quick-input-widget input[type=text]").first

    def hover(self, word: str, expected: str) -> Any:
        """Rest the pointer on a word until its hover shows what is expected."""
        spot = self.page.locator(".view-line span span", has_text=re.compile(rf"\b{re.escape(word)}\b")).first
        shown = self.page.locator(".monaco-hover:not(.hidden) .hover-contents", has_text=expected)
        for _ in range(6):
            self.page.mouse.move(700, 650)
            box = spot.bounding_box()
            text = spot.inner_text()
            at = box["x"] + box["width"] * (text.index(word) + len(word) / 2) / len(text)
            self.page.mouse.move(at, box["y"] + box["height"] / 2, steps=4)
            with contextlib.suppress(Exception):
                shown.first.wait_for(timeout=3000)
                return shown.first
        raise AssertionError(f"no hover with {expected!r} on {word!r}")

    def hover_link(self, word: str, label: str, expected: str) -> None:
        """Follow a link of a word's hover."""
        shown = self.hover(word, expected)
        shown.locator("a", has_text=re.compile(f"^{re.escape(label)}$")).first.click()
        self.page.mouse.move(700, 650)

    def labels(self) -> list[str]:
        """The titles in the quick pick, from the top."""
        first = "rows => rows.map(row => row.querySelector('.label-name')?.innerText.trim())"
        return list(self.page.locator(".quick-input-list .monaco-list-row").evaluate_all(first))

    def choose(self, entry: str) -> None:
        """Choose from the context menu that is open."""
        item = self.page.locator(".monaco-menu .action-item", has_text=re.compile(f"^{re.escape(entry)}$")).first
        item.hover()
        self.page.locator(".monaco-menu .action-item.focused", has_text=entry).wait_for()
        self.press("Enter")
        item.wait_for(state="detached")


def servers(scratch: Scratch) -> list[int]:
    """The servers that were started for this repository's editor."""
    home = f"MEMO_HOME={scratch.env['MEMO_HOME']}".encode()
    found = []
    for process in Path("/proc").iterdir():
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"serve" in words and b"memo_lsp" in words and home in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
        except (OSError, ValueError):
            continue
    return found

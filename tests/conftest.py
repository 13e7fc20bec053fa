"""What several rooms' tests stand on: a scratch git repository away from anybody's own settings, a clock, stores."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from memo_lsp.clock import MovableClock
from memo_lsp.store.care.opening import open_store

NOW = 1_800_000_000.0


class Scratch:
    """A repository under a temporary folder; every commit is one hour younger than the one before."""

    def __init__(self, root: Path, start: int = 1_700_000_000):
        self.root = root
        self.clock = start
        root.mkdir(parents=True, exist_ok=True)

    def git(self, *args: str, cwd: Path | None = None, **env: str) -> str:
        dates = {"GIT_AUTHOR_DATE": f"{self.clock} +0000", "GIT_COMMITTER_DATE": f"{self.clock} +0000"}
        done = subprocess.run(
            ["git", *args], cwd=cwd or self.root, env={**os.environ, **dates, **env}, capture_output=True, check=False
        )
        assert done.returncode == 0, (args, done.stderr.decode())
        return done.stdout.decode("utf-8", "replace").strip()

    def init(self, branch: str = "main") -> Scratch:
        self.git("init", "-q", "-b", branch)
        return self

    def write(self, path: str, text: str | bytes) -> Scratch:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode() if isinstance(text, str) else text)
        return self

    def commit(self, message: str, *args: str, author: str = "Dev <dev@host.invalid>") -> str:
        self.clock += 3600
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "--allow-empty-message", f"--author={author}", "-m", message, *args)
        return self.git("rev-parse", "HEAD")


@pytest.fixture(autouse=True, scope="session")
def _own_git_settings(tmp_path_factory: pytest.TempPathFactory):
    """No test reads or writes the settings of the person who runs it."""
    config = tmp_path_factory.mktemp("git") / "config"
    config.write_text('[user]\n\tname = Dev\n\temail = dev@host.invalid\n[protocol "file"]\n\tallow = always\n')
    before = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("GIT_")}
    os.environ |= {"GIT_CONFIG_GLOBAL": str(config), "GIT_CONFIG_NOSYSTEM": "1"}
    yield
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"):
        os.environ.pop(name, None)
    os.environ |= before


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path / "repo").init()


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock(NOW, lambda: 0.0)


@pytest.fixture
def new_store(tmp_path: Path, clock: MovableClock):
    """Makes stores of their own."""
    opened = []

    def make():
        store = open_store(tmp_path / f"store{len(opened)}", clock=clock)
        opened.append(store)
        return store

    yield make
    for store in opened:
        store.close()


@pytest.fixture
def store(new_store):
    return new_store()

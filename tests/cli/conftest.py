"""A command line in a scratch home: `memo("recall", "x")` runs it in this process and gives what came of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.cli.main import run

NOW = "2026-07-03T09:12:00Z"


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


Memo = Callable[..., Done]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with nothing in it, as the working folder's parent; no settings from outside, no embedder."""
    for name in [name for name in os.environ if name.startswith(("MEMO_", "GIT_", "XDG_"))]:
        monkeypatch.delenv(name)
    for name, value in {
        "HOME": str(tmp_path),
        "MEMO_HOME": str(tmp_path / "store"),
        "MEMO_EMBED_PROVIDER": "none",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": str(tmp_path / ".gitconfig"),
        "NO_COLOR": "1",
    }.items():
        monkeypatch.setenv(name, value)
    (tmp_path / ".gitconfig").write_text("[user]\nname = Dev\nemail = dev@host.invalid\n[init]\ndefaultBranch = main\n")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return tmp_path


@pytest.fixture
def memo(home: Path, capfd: pytest.CaptureFixture[str]) -> Memo:
    def call(*arguments: str) -> Done:
        capfd.readouterr()
        code = run(arguments)
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        assert code in (0, 1, 2)
        if code:
            assert len(err.splitlines()) == 1, err
        return Done(code, out, err)

    return call

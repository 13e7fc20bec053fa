"""A scratch repository with a short, dated history, and the environment in which the product touches nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

BIN = Path(sys.executable).parent
MEMO = BIN / "memo-lsp"
FIRST_COMMIT = 1_767_600_000  # 2026-01-05T08:00:00Z


def environment(home: Path) -> dict[str, str]:
    """This process's environment, with a home, a store and git settings of its own."""
    home.mkdir(parents=True, exist_ok=True)
    config = home / ".gitconfig"
    config.write_text("[user]\n\tname = Dev\n\temail = dev@host.invalid\n[init]\n\tdefaultBranch = main\n")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MEMO_", "GIT_", "XDG_", "NVIM", "PYTHON"))}
    return kept | {
        "HOME": str(home),
        "MEMO_HOME": str(home / "store"),
        "GIT_CONFIG_GLOBAL": str(config),
        "GIT_CONFIG_NOSYSTEM": "1",
        "XDG_STATE_HOME": str(home / "state"),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
    }


@dataclass
class Scratch:
    """`root` is the repository; every `commit` is one day after the last."""

    root: Path
    env: dict[str, str]
    days: int = field(default=0)

    @classmethod
    def make(cls, folder: Path) -> Scratch:
        scratch = cls(folder / "work", environment(folder / "home"))
        scratch.root.mkdir(parents=True)
        scratch.git("init", "-q", "-b", "main")
        return scratch

    def run(self, command: Iterable[str | Path], *, check: bool = True) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=self.root,
            env=self.env,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=120,
            check=False,
        )
        if check and done.returncode:
            raise AssertionError(f"{done.args} ended with {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def git(self, *arguments: str) -> str:
        return self.run(["git", *arguments]).stdout

    def memo(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        return self.run([MEMO, *arguments], check=check)

    def write(self, path: str, text: str) -> Path:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
        return target

    def commit(self, subject: str, files: dict[str, str], body: str = "") -> None:
        for path, text in files.items():
            self.write(path, text)
        self.git("add", "-A")
        date = f"{FIRST_COMMIT + self.days * 86_400} +0000"
        self.days += 1
        self.env |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        self.git("commit", "-q", "-m", subject, *(["-m", body] if body else []))

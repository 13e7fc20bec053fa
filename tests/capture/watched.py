"""A work tree under the eye of `Heads`: what a test does there with git, and what was told of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from memo_lsp.capture.desk import Desk, Session
from memo_lsp.capture.heads import Heads
from memo_lsp.capture.source import HeadNews
from memo_lsp.clock import Clock
from memo_lsp.git.project import Projects, branch_of
from memo_lsp.model import Memory
from memo_lsp.settings import Settings
from memo_lsp.store import Store
from tests.conftest import Scratch


class Watched:
    """One session's look at a work tree."""

    def __init__(self, root: Path, store: Store, clock: Clock, heads: Heads | None = None):
        self.remembered: list[str] = []
        self.heads = heads or Heads()
        session = Session("s1", store, clock, Settings, lambda: "vscode", lambda: "new")
        session.remembered = self._remember
        self.projects = Projects()
        info = self.projects.resolve(root)
        self.desk = Desk(session, info, branch_of(info.repo) if info.repo else None)
        self.began = list(self.heads.since_last_time(self.desk, quiet=False))

    def _remember(self, ids: Iterable[str]) -> None:
        self.remembered += ids

    def news(self, at: float | None = None, quiet: bool = False) -> list[HeadNews]:
        self.desk.info = self.projects.of(self.desk.info.root)
        told = list(self.heads.moved(self.desk, self.desk.clock.now() if at is None else at, quiet=quiet))
        for one in told:
            assert one.old_branch == self.desk.branch
            self.desk.branch = one.new_branch
        return told

    def moves(self) -> list[str]:
        return [one.move for one in self.news()]

    def memories(self) -> dict[str, Memory]:
        """Those that can be found, by title."""
        found = [one for one in self.desk.store.memories.export() if one.state != "archived" and one.valid_to is None]
        titles = {one.title: one for one in found}
        assert len(titles) == len(found)
        return titles


PLAIN = "def {0}():\n    return 1\n"


def begin(scratch: Scratch) -> Scratch:
    scratch.write("a.py", PLAIN.format("a")).commit("chore: start")
    return scratch


def add(scratch: Scratch, name: str, title: str = "") -> str:
    return scratch.write(f"{name}.py", PLAIN.format(name)).commit(title or f"feat: {name}")


def titles(tree: Watched) -> set[str]:
    return set(tree.memories())

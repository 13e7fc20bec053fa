from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from memo_lsp.capture.ignored import Ignored
from memo_lsp.git.door import Git, GitTrouble
from memo_lsp.git.repository import Repository, locate
from tests.conftest import Scratch


class Counting:
    """A git that counts what it is asked, and may refuse."""

    def __init__(self, root: Path, trouble: GitTrouble | None = None):
        self.git, self.trouble = Git(root), trouble
        self.asked: list[Sequence[str]] = []

    def run(self, *args: str, given: bytes = b"") -> bytes:
        self.asked.append(given.decode().rstrip("\0").split("\0"))
        if self.trouble:
            raise self.trouble
        return self.git.run(*args, given=given)

    def line(self, *args: str) -> str | None:
        return self.git.line(*args)


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch(tmp_path / "shop").init()
    return made.write(".gitignore", "notes.txt\nout/\n*.gen.py\n!keep.gen.py\n").write("src/.gitignore", "local.py\n")


def repo_of(scratch: Scratch) -> Repository:
    repo = locate(scratch.root)
    assert repo is not None
    return repo


def asking(scratch: Scratch, trouble: GitTrouble | None = None) -> tuple[Ignored, Counting]:
    git = Counting(scratch.root, trouble)
    return Ignored(lambda root: git), git


PATHS = [
    "a.py",
    "notes.txt",
    "out/x/a.py",
    "b.gen.py",
    "keep.gen.py",
    "src/local.py",
    "local.py",
    "ü b\n.py",
    "src/notes.txt",
]
IGNORED = {"notes.txt", "out/x/a.py", "b.gen.py", "src/local.py", "src/notes.txt"}


def test_many_paths_are_one_question_and_the_next_time_none(scratch: Scratch) -> None:
    ignored, git = asking(scratch)
    assert ignored.among(repo_of(scratch), PATHS) == IGNORED
    assert ignored.among(repo_of(scratch), PATHS[::-1]) == IGNORED
    assert len(git.asked) == 1
    assert ignored.among(repo_of(scratch), ["new.py", "a.py"]) == frozenset()
    assert git.asked[1:] == [["new.py"]]


@pytest.mark.parametrize(
    ("path", "text", "asked"),
    [
        (".gitignore", "a.py\n", 9),
        ("src/.gitignore", "notes.txt\n", 2),
        (".git/info/exclude", "a.py\n", 9),
        ("other/.gitignore", "a.py\n", 0),
    ],
)
def test_a_changed_list_is_looked_at_again(scratch: Scratch, path: str, text: str, asked: int) -> None:
    ignored, git = asking(scratch)
    ignored.among(repo_of(scratch), PATHS)
    scratch.write(path, text)
    ignored.among(repo_of(scratch), PATHS)
    assert sum(len(question) for question in git.asked[1:]) == asked


def test_the_person_s_own_list_counts(scratch: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "mine"
    (tmp_path / "config").write_text(f"[core]\n\texcludesFile = {mine}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    ignored, _ = asking(scratch)
    assert ignored.among(repo_of(scratch), ["a.py"]) == frozenset()
    mine.write_text("a.py\n")
    assert ignored.among(repo_of(scratch), ["a.py"]) == {"a.py"}


def test_what_is_tracked_is_not_ignored(scratch: Scratch) -> None:
    scratch.write("notes.txt", "x")
    scratch.git("add", "-f", "notes.txt")
    assert asking(scratch)[0].among(repo_of(scratch), ["notes.txt"]) == frozenset()


def test_a_path_git_will_not_look_at_does_not_spoil_the_others(scratch: Scratch, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (scratch.root / "link").symlink_to(tmp_path / "elsewhere")
    ignored, git = asking(scratch)
    assert ignored.among(repo_of(scratch), [*PATHS, "link/a.py"]) == IGNORED
    assert len(git.asked) <= 10


def test_without_git_nothing_is_ignored_and_it_is_said_once(scratch: Scratch, caplog: pytest.LogCaptureFixture) -> None:
    repo = repo_of(scratch)
    ignored, git = asking(scratch, GitTrouble("git refuses it: it belongs to another user", code=128))
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert ignored.among(repo, PATHS) == frozenset()
    assert len(caplog.records) == 1
    assert ignored.among(None, PATHS) == frozenset()
    assert ignored.among(Repository(repo.root, repo.git_dir, repo.common_dir, broken=True), PATHS) == frozenset()
    git.trouble = None  # mended
    assert ignored.among(repo, PATHS) == IGNORED


def test_nothing_asked_is_nothing_said(scratch: Scratch) -> None:
    ignored, git = asking(scratch)
    assert ignored.among(repo_of(scratch), []) == frozenset()
    assert git.asked == []

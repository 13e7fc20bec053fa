"""`try`: what is worth showing, and the whole of it against the real server."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.cli import sights
from memo_lsp.model import Anchor, Memory
from tests.cli.conftest import Memo
from tests.cli.test_exchange import git, repository

__all__ = ["repository"]

CODE = "import os\n\nclass Basket:\n    '''😋 basket'''\n    def add(self, item):\n        return item\n\ntotal = 1\n"


class Kept:
    """Memories as the store would list them."""

    def __init__(self, *memories: Memory):
        self.memories, self.store = self, self
        self._all = list(memories)

    def timeline(self, project: str, limit: int) -> list[Memory]:
        return self._all


class Info:
    def __init__(self, root: Path):
        self.key, self.root = "p", root


def memory(title: str, *anchors: tuple[str, str | None], kind: str = "change", body: str = "") -> Memory:
    return Memory(title, title, body, kind=kind, anchors=tuple(Anchor(path, symbol) for path, symbol in anchors))


def choose(root: Path, *memories: Memory) -> sights.Sight | None:
    kept: Any = Kept(*memories)
    info: Any = Info(root)
    return sights.choose(kept, info)


@pytest.mark.parametrize(
    ("memories", "name", "place"),
    [
        ([memory("one", ("a.py", "Basket.add")), memory("two", ("a.py", "Basket.add"))], "add", (4, 8)),
        ([memory("one", ("a.py", "Basket"))], "Basket", (2, 6)),
        (
            [memory("one", ("a.py", "gone")), memory("two", ("a.py", "gone")), memory("x", ("a.py", "total"))],
            "total",
            (7, 0),
        ),
        ([memory("one", ("gone.py", "Basket"))], None, None),
        ([memory("the basket of settings_file", ("plain.cfg", None))], "settings_file", (1, 0)),
        ([memory("nothing named here", ("plain.cfg", None))], None, None),
        ([memory("import os and Basket", ("a.py", None))], "Basket", (2, 6)),
        ([memory("no file", ("big.py", "f"), ("bin.py", "f"), ("folder", None))], None, None),
        ([], None, None),
    ],
)
def test_the_identifier_with_most_memories_that_still_stands(
    memories: list[Memory], name: str | None, place: tuple[int, int] | None, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text(CODE)
    (tmp_path / "plain.cfg").write_text("# comment\nsettings_file = x\n")
    (tmp_path / "big.py").write_text("x = 1\n" * 200_000)
    (tmp_path / "bin.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder").mkdir()
    found = choose(tmp_path, *memories)
    assert (found and found.name, found and (found.stop.line, found.stop.character)) == (name, place)


@pytest.mark.parametrize(
    ("memories", "asked"),
    [
        ([memory("feat: one two three"), memory("fix(io): read bytes, not text", kind="fix")], "read bytes, not text"),
        ([memory("short"), memory("a longer title here")], "a longer title here"),
        ([memory("short")], "short"),
        ([], None),
    ],
)
def test_a_question_worth_asking(memories: list[Memory], asked: str | None) -> None:
    kept: Any = Kept(*memories)
    info: Any = Info(Path())
    assert sights.question(kept, info) == asked


def test_the_whole_of_it_and_nothing_is_left(repository: Memo, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(home / "scratch"))
    (home / "scratch").mkdir()
    before = {path: path.stat().st_mtime_ns for path in (home / "work").rglob("*") if ".git/" not in str(path)}
    found = repository("try", "--json").json
    assert found["commits"] == {"read": 4, "stored": 3, "more": False}
    assert (found["hover"]["path"], found["hover"]["name"], found["hover"]["line"]) == ("io.py", "load", 1)
    assert "close the file" in found["hover"]["markdown"]
    assert found["search"]["answer"]["hits"][0]["title"] == "fix(io): close the file"
    assert found["dream"]["clusters"] == [] and found["dream"]["log"]["events"] > 0
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert list((home / "scratch").iterdir()) == [] and not (home / "store").exists()


def test_it_reads_well(repository: Memo) -> None:
    shown = repository("try", ".").out
    for part in (
        "Read 4 commits, remembered 3",
        "Hover over load in io.py, line 1",
        "close the file",
        "Search: ",
        "Dream preview: ",
        "No clusters; a pass would archive 0",
        "import git",
    ):
        assert part in shown
    assert "Traceback" not in shown and "\x1b" not in shown


@pytest.mark.parametrize(("repo", "why"), [("nowhere", "no such folder"), (".", "in no git repository")])
def test_without_a_repository(repo: str, why: str, memo: Memo) -> None:
    done = memo("try", repo)
    assert done.code == 1 and why in done.err


def test_with_a_broken_one(memo: Memo) -> None:
    Path(".git").write_text("gitdir: nowhere\n")
    assert "leads to no repository" in memo("try").err


def test_without_commits(memo: Memo) -> None:
    git("init", "-q")
    done = memo("try")
    assert done.code == 0 and "no commits" in done.out and "nothing to show yet" in done.out
    found = memo("try", "--json").json
    assert (found["hover"], found["search"], found["dream"]) == (None, None, None)

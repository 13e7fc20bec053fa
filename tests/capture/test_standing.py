"""How anchors stand to the files as they are now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from memo_lsp.capture.place import Selection, place_of
from memo_lsp.capture.standing import Standing
from memo_lsp.code.symbols import symbols
from memo_lsp.git.merged import Merged
from memo_lsp.git.project import ProjectInfo
from memo_lsp.model import Anchor, Memory

CODE = "class Basket:\n    def add(self, item):\n        self.items.append(item)\n"
PROJECT = "p"


def anchored(path: str = "a.py") -> Memory:
    selection = Selection(1, 8, "    def add(self, item):", 0)
    return Memory(
        "m", "t", project=PROJECT, anchors=(place_of(path, selection, symbols(CODE, "python"), "python").anchor,)
    )


def standing(
    root: Path, since: int = 0, background: Callable[[Callable[[], object]], object] = lambda job: job()
) -> Standing:
    made = Standing(lambda *_: since, Merged(background), background)
    made.know(ProjectInfo(PROJECT, root))
    return made


CASES = [
    (CODE, "same", 2),
    ("# moved down\n\n" + CODE, "same", 4),
    (CODE.replace("(self, item)", "(self,\n            item)"), "same", 2),
    (CODE.replace("append", "insert"), "changed", 2),
    (CODE.replace("def add", "def put"), "gone", 2),
    (None, "gone", 2),
    (CODE.replace("def add", "def add(((").replace(":", ""), "same", 2),  # half typed: nobody knows
]


@pytest.mark.parametrize(("text", "state", "line"), CASES)
def test_states(tmp_path: Path, text: str | None, state: str, line: int):
    if text is not None:
        (tmp_path / "a.py").write_text(text, "utf-8")
    (found,) = standing(tmp_path, since=3).anchors(anchored())
    assert (found.state, found.line) == (state, line)
    assert found.commits_since == (3 if state == "changed" else 0)


@pytest.mark.parametrize(
    ("name", "text", "symbol", "since", "state"),
    [
        ("a.css", ".kebab-case-id {}", "kebab-case-id", 0, "same"),
        ("a.css", ".other {}", "kebab-case-id", 0, "gone"),
        ("a.go", "func Add() {}", "Add", 2, "changed"),
        ("a.py", "数据处理(x)\n", "数据处理", 0, "same"),
        ("a.py", "other(x)\n", "数据处理", 0, "gone"),
        ("a.py", "x = 1\n", None, 0, "same"),
    ],
)
def test_names_without_a_definition(tmp_path: Path, name: str, text: str, symbol: str | None, since: int, state: str):
    (tmp_path / name).write_text(text, "utf-8")
    (found,) = standing(tmp_path, since).anchors(Memory("m", "t", project=PROJECT, anchors=(Anchor(name, symbol),)))
    assert found.state == state


def test_a_file_is_read_again_only_when_it_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.py"
    path.write_text(CODE)
    reads = []
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda self: reads.append(self) or read(self))
    made = standing(tmp_path)
    made.anchors(anchored())
    made.anchors(anchored())
    assert len(reads) == 1
    path.write_text(CODE + "\nmore = 1\n")
    made.anchors(anchored())
    assert len(reads) == 2


def test_ready_at_hand_waits_for_nothing(tmp_path: Path):
    jobs: list[Callable[[], object]] = []
    made = standing(tmp_path, background=jobs.append)
    memory = anchored()
    assert made.anchor_states([memory]) == {"m": memory.anchors}
    made.anchor_states([memory])
    assert len(jobs) == 1
    jobs.pop()()
    assert made.anchor_states([memory])["m"][0].state == "gone"


def test_another_projects_memories_stay_as_they_are(tmp_path: Path):
    memory = Memory("m", "t", project="elsewhere", branch="b", anchors=(Anchor("none.py", "f"),))
    made = standing(tmp_path)
    assert made.anchors(memory) == memory.anchors
    assert made.merged(memory, "main") is None


@dataclass(frozen=True)
class Found:
    memory: Memory
    anchors: tuple[Anchor, ...] = ()
    merged: bool | None = None


def test_renewed_hits(tmp_path: Path):
    (tmp_path / "a.py").write_text(CODE)
    (hit,) = standing(tmp_path).renewed([Found(anchored())], "main")
    assert (hit.anchors[0].state, hit.merged) == ("same", True)

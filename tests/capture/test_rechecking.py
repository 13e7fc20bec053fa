"""Every anchor looked at once more, and what was found written down."""

from __future__ import annotations

from pathlib import Path

import pytest

from memo_lsp.capture.rechecking import Rechecking
from memo_lsp.capture.standing import Standing
from memo_lsp.dream.plan import Interrupted
from memo_lsp.git.merged import Merged
from memo_lsp.git.project import ProjectInfo
from memo_lsp.model import Memory
from memo_lsp.store import Store
from tests.capture.test_standing import CASES, CODE, PROJECT, anchored


@pytest.fixture
def recheck(store: Store, tmp_path: Path) -> Rechecking:
    standing = Standing(lambda *_: 2, Merged(lambda job: job()), lambda job: job())
    standing.know(ProjectInfo(PROJECT, tmp_path))
    return Rechecking(store, standing)


def states(store: Store) -> list[tuple[str, int, int | None]]:
    return [(a.state, a.commits_since, a.line) for m in store.memories.export() for a in m.anchors]


@pytest.mark.parametrize(("text", "state", "line"), CASES)
def test_what_is_found_is_written_down(
    store: Store, recheck: Rechecking, tmp_path: Path, text: str | None, state: str, line: int
) -> None:
    store.memories.add([anchored()])
    before = states(store)
    if text is not None:
        (tmp_path / "a.py").write_text(text, "utf-8")
    found = recheck(lambda: None)
    assert states(store) == [(state, 2 if state == "changed" else 0, line)]
    assert found == (states(store) != before)
    generation = store.generation()
    assert recheck(lambda: None) == 0
    assert store.generation() == generation


def test_it_is_there_again(store: Store, recheck: Rechecking, tmp_path: Path) -> None:
    store.memories.add([anchored()])
    assert recheck(lambda: None) == 1
    (tmp_path / "a.py").write_text(CODE, "utf-8")
    assert recheck(lambda: None) == 1
    assert states(store) == [("same", 0, 2)]


def test_files_of_projects_nobody_knows_are_let_be(store: Store, recheck: Rechecking) -> None:
    other = anchored()
    store.memories.add(
        [Memory("o", "t", project="elsewhere", anchors=other.anchors), Memory("n", "t", project=PROJECT)]
    )
    assert recheck(lambda: None) == 0


def test_what_was_found_stays_when_somebody_comes_back(store: Store, recheck: Rechecking) -> None:
    paths = ("a.py", "b.py", "c.py")
    store.memories.add([Memory(path, "t", project=PROJECT, anchors=anchored(path).anchors) for path in paths])
    breaths = iter(range(4))

    def breathe() -> None:
        if next(breaths, None) is None:
            raise Interrupted

    with pytest.raises(Interrupted):
        recheck(breathe)
    assert [state for state, *_ in states(store)] == ["gone", "gone", "same"]
    assert recheck(lambda: None) == 1

"""What was last seen of each work tree's HEAD."""

from __future__ import annotations

from pathlib import Path

import pytest

from memo_lsp.store import Store, open_store
from memo_lsp.store.captured.heads import HeadSeen
from tests.store.making import StillClock


@pytest.mark.parametrize(
    "head", [HeadSeen("a" * 40, "main", 150), HeadSeen(None, "main"), HeadSeen("b" * 40, None, 7), HeadSeen(None, None)]
)
def test_what_was_seen_comes_back(store: Store, head: HeadSeen) -> None:
    store.heads.saw("/w/shop/.git", "p", HeadSeen("old", "old", 1))
    store.heads.saw(Path("/w/shop/.git"), "p", head)
    assert store.heads.seen("/w/shop/.git") == head


def test_each_work_tree_has_its_own(store: Store) -> None:
    store.heads.saw("/w/shop/.git", "p", HeadSeen("a", "main", 1))
    store.heads.saw("/w/shop/.git/worktrees/x", "p", HeadSeen("b", "fix/ä", 2))
    assert store.heads.seen("/w/shop/.git") == HeadSeen("a", "main", 1)
    assert store.heads.seen("/w/\udcff/.git") is None


def test_another_start_sees_it(store: Store, tmp_path: Path) -> None:
    seen = store.generation()
    store.heads.saw("/w/shop/.git", "p", HeadSeen("a", "main", 1))
    other = open_store(tmp_path / "home", clock=StillClock())
    assert other.heads.seen("/w/shop/.git") == HeadSeen("a", "main", 1)
    assert other.generation() == seen  # nothing that can be found has changed
    other.close()

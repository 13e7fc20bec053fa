"""What is new since somebody last looked, also when another process wrote it."""

from __future__ import annotations

from pathlib import Path

from memo_lsp.model import Memory
from memo_lsp.store import Store, open_store
from memo_lsp.store.memories.latest import News
from memo_lsp.store.memories.memories import Reinforcement
from tests.store.making import NOW, StillClock, memory


def test_written_changed_removed(store: Store, tmp_path: Path) -> None:
    store.memories.add([memory(uid) for uid in "abcd"])
    mark = store.latest.mark()
    assert store.latest.since(mark) == News()
    other = open_store(tmp_path / "home", clock=StillClock())
    other.memories.add([memory("e"), Memory("f", "x")])
    other.memories.update("a", pinned=True)
    other.memories.update("e", pinned=True)
    other.log.feedback("c", useful=True)
    other.memories.forget("b")
    other.memories.surfaced([Reinforcement("d", NOW, auto=1)])
    other.close()
    assert store.latest.since(mark) == News(("f", "e"), ("c", "a"), ("b",))
    assert store.latest.since(mark, limit=1) == News(("f",), ("c",), ("b",))
    assert store.latest.since(store.latest.mark()) == News()

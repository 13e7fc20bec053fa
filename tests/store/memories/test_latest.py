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


def test_what_passes_wrote_goes_without_a_tombstone(store: Store) -> None:
    def dreamt(edit: int) -> None:
        store.edits.add(edit, memory(f"t{edit}", kind="theme", origin="dream"), None)

    def begun(into: str) -> int:
        return store.edits.begin(store.runs.begin("theme", "idle"), "theme", "theme", into, proven=True)

    edits = [begun("t1"), begun("t2")]
    first = store.latest.mark()
    dreamt(edits[0])
    second = store.latest.mark(first)
    dreamt(edits[1])
    third = store.latest.mark(second)
    assert third == store.latest.mark()
    assert (second.dreamt, third.dreamt) == ({"t1"}, {"t1", "t2"})
    store.edits.take_back(edits[0])
    assert store.latest.since(third) == News(removed=("t1",))
    assert store.latest.since(second) == News(written=("t2",), removed=("t1",))
    assert store.latest.mark(third).dreamt == {"t2"}

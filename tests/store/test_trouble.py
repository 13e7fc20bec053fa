"""The store in use, and something goes wrong: locked, full, an index damaged. Nothing stored is lost."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from memo_lsp.errors import StoreTrouble
from memo_lsp.model import Anchor, Scope
from memo_lsp.store import Store, open_store
from memo_lsp.store.memories.spool import LIMIT_BYTES
from tests.store.making import NOW, StillClock, edge, found, ids, memory

FULL = memory("full", "apple", tags=("a",), symbols=("b",), anchors=(Anchor("c.py", "C", 3),), extra={"d": [1]})


@pytest.fixture
def locked(store: Store) -> apsw.Connection:
    store.database.patience = 0.05
    holder = apsw.Connection(str(store.path))
    holder.execute("BEGIN IMMEDIATE")
    return holder


def test_locked_for_long_names_the_mend(store: Store, locked: apsw.Connection) -> None:
    with pytest.raises(StoreTrouble, match="locked by another program"):
        store.memories.add([memory("a")])
    assert store.memories.count() == 0  # reading goes on
    locked.close()
    assert store.memories.add([memory("a")]) == ["a"]


def test_a_short_lock_is_waited_for(store: Store, locked: apsw.Connection) -> None:
    store.database.patience = 10
    threading.Timer(0.2, locked.close).start()
    began = time.monotonic()
    assert store.memories.add([memory("a")]) == ["a"]
    assert time.monotonic() - began >= 0.1


def test_captures_are_kept_while_it_is_locked(store: Store, locked: apsw.Connection) -> None:
    assert store.spool.add([FULL, memory("b")], [edge("fixes", "full", "b")]) == ["full", "b"]
    assert store.spool.add([memory("c")]) == ["c"]
    assert (store.spool.waiting(), store.memories.count()) == (2, 0)
    locked.close()
    store.memories.add([memory("next")])
    assert (store.spool.waiting(), store.memories.count()) == (0, 4)
    assert store.memories.get("full") == replace(FULL, stored_at=NOW)
    assert len(store.graph.edges_of("b")) == 1


def test_what_cannot_be_read_does_not_stop_the_rest(store: Store, locked: apsw.Connection) -> None:
    store.spool.add([memory("a")])
    (file,) = (store.path.parent / "spool").iterdir()
    file.with_name("0-bad.jsonl").write_text("{not json")
    locked.close()
    assert store.spool.drain() == 1
    assert (store.spool.waiting(), ids(store, store.memories.recent(Scope(), 9))) == (0, ["a"])


def test_the_spool_is_bounded(store: Store, locked: apsw.Connection) -> None:
    store.spool.add([memory("a", body="x" * (LIMIT_BYTES - 2_000))])
    with pytest.raises(StoreTrouble, match="no more is kept"):
        store.spool.add([memory("b", body="x" * 3_000)])
    locked.close()


def test_neither_store_nor_spool(store: Store, locked: apsw.Connection) -> None:
    (store.path.parent / "spool").write_text("in the way")
    with pytest.raises(StoreTrouble, match="neither"):
        store.spool.add([memory("a")])
    locked.close()


def test_a_full_disk(store: Store) -> None:
    store.memories.add([memory("a", "apple")])
    pages = store.database.writer.execute("PRAGMA page_count").fetchone()[0]
    store.database.writer.execute(f"PRAGMA max_page_count = {pages}")
    big = [memory(f"b{n}", f"pear {n}", body="long " * 500) for n in range(50)]
    with pytest.raises(StoreTrouble, match="full"):
        store.memories.add(big)
    assert (store.memories.count(), found(store, "pear"), found(store, "apple")) == (1, [], ["a"])
    assert store.spool.add(big) == [m.id for m in big]
    store.database.writer.execute("PRAGMA max_page_count = 1000000")
    store.memories.update("a", pinned=True)
    assert (store.memories.count(), store.spool.waiting()) == (51, 0)


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let go of an open file")
@pytest.mark.parametrize("after", ["nothing", "another"])
def test_a_store_taken_away_under_a_process(store: Store, tmp_path: Path, after: str) -> None:
    store.memories.add([memory("a", "apple")])
    folder = store.path.parent.rename(tmp_path / "elsewhere")
    if after == "another":
        open_store(store.path.parent, clock=StillClock()).close()
    for act in (lambda: store.memories.add([memory("b")]), store.memories.count, lambda: store.memories.get("a")):
        with pytest.raises(StoreTrouble, match=r"removed or replaced.*restart"):
            act()
    assert [problem.part for problem in store.problems] == ["store"]
    assert store.spool.add([memory("kept", "pear")]) == ["kept"]
    again = open_store(store.path.parent, clock=StillClock())
    again.memories.add([memory("next")])
    assert (again.problems, found(again, "pear"), again.memories.count()) == ([], ["kept"], 2)
    again.close()
    before = open_store(folder, clock=StillClock())
    assert found(before, "apple") == ["a"]
    before.close()


HARM = {
    "blocks": "UPDATE lexicon_data SET block = x'00ff00ff' WHERE id > 10",
    "structure": "UPDATE lexicon_data SET block = x'ff' WHERE id = 10",
    "gone": "DELETE FROM lexicon_data",
    "sizes": "DELETE FROM lexicon_docsize",
    "no table": "DROP TABLE lexicon_data",
}


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
@pytest.mark.parametrize("act", ["forget", "update", "search"])
def test_a_damaged_keyword_index_is_made_anew(
    store: Store, harm: str, act: str, caplog: pytest.LogCaptureFixture
) -> None:
    store.memories.add([memory(f"m{n}", f"apple {n}", body="seeds " * 30) for n in range(60)])
    intruder = apsw.Connection(str(store.path))
    intruder.execute("PRAGMA writable_schema = on")
    intruder.execute(harm)
    intruder.close()
    if act == "forget":
        store.memories.forget("m7")
    elif act == "update":
        store.memories.update("m7", title="pear")
    else:
        found(store, "apple")
    if harm == HARM["sizes"]:
        store.reindex()  # words are still found: only the check sees it
    want = {f"m{n}" for n in range(60)} - ({"m7"} if act != "search" else set())
    assert set(found(store, "apple", limit=99)) == want
    assert store.memories.count() == (59 if act == "forget" else 60)
    assert all(check.ok for check in store.check())
    assert caplog.text.count("rebuilding") <= 1


def test_a_copy_while_it_is_written(store: Store, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            store.memories.add([memory(f"w{number}", "apple")])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        store.backup(tmp_path / "copy.db")
    finally:
        stop.set()
        writer.join()
    copy = apsw.Connection(str(tmp_path / "copy.db"))
    assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert (
        copy.execute("SELECT count(*) FROM memories").fetchone()
        == copy.execute("SELECT count(*) FROM lexicon_docsize").fetchone()
    )

"""Copies out and back in, cleaning, and indexes made anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from memo_lsp.errors import StoreTrouble
from memo_lsp.model import Scope
from memo_lsp.store import Store, open_store, restore
from memo_lsp.store.care.upkeep import LARGE_LOG_BYTES
from memo_lsp.store.dreamt.verdicts import KEPT_SECONDS
from memo_lsp.store.file.migrations import SCHEMA
from tests.store.making import StillClock, axis, embedded, found, memory


@pytest.fixture
def copied(store: Store, tmp_path: Path) -> Path:
    """A copy with `a` in it; the store then holds `b` instead."""
    store.memories.add([memory("a", "apple")])
    embedded(store, {"a": axis(1)})
    store.backup(tmp_path / "copies" / "copy.db")
    store.memories.forget("a")
    store.memories.add([memory("b", "pear")])
    return tmp_path / "copies" / "copy.db"


def test_back_in_place_while_it_is_open(store: Store, copied: Path) -> None:
    seen = store.generation()
    kept = restore(copied, store.path.parent)
    assert (found(store, "apple"), found(store, "pear")) == (["a"], [])
    assert store.generation() > seen
    assert all(check.ok for check in store.check())
    assert kept is not None
    assert kept.stat().st_mode & 0o077 == 0
    assert restore(kept, store.path.parent) not in (None, kept)
    assert (found(store, "apple"), found(store, "pear")) == ([], ["b"])


def test_into_an_empty_folder(copied: Path, tmp_path: Path) -> None:
    assert restore(copied, tmp_path / "elsewhere") is None
    store = open_store(tmp_path / "elsewhere", clock=StillClock())
    assert (store.problems, found(store, "apple")) == ([], ["a"])
    store.close()


def test_over_a_damaged_store(copied: Path, tmp_path: Path) -> None:
    home = tmp_path / "broken"
    home.mkdir()
    (home / "memory.db").write_bytes(b"nothing of a database" * 500)
    kept = restore(copied, home)
    assert kept is not None
    assert kept.read_bytes().startswith(b"nothing of a database")
    store = open_store(home, clock=StillClock())
    assert (store.problems, found(store, "apple")) == ([], ["a"])
    store.close()


def newer(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()


def foreign(path: Path) -> None:
    path.unlink()
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE other(x)")
    connection.close()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-8_192])


@pytest.mark.parametrize(
    ("harm", "word"),
    [(newer, "newer"), (foreign, "no backup"), (cut, "damaged"), (Path.unlink, "there is no backup"),
     (lambda path: path.write_text("text"), "no backup")],
)  # fmt: skip
def test_what_is_no_backup_changes_nothing(
    store: Store, copied: Path, harm: Callable[[Path], object], word: str
) -> None:
    harm(copied)
    with pytest.raises(StoreTrouble, match=word):
        restore(copied, store.path.parent)
    assert found(store, "pear") == ["b"]
    assert sorted(store.path.parent.glob("*before*")) == []


def test_a_backup_that_cannot_be_written(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreTrouble, match="cannot be written"):
        store.backup(tmp_path / "file" / "copy.db")


def test_vacuum_makes_it_smaller(store: Store) -> None:
    store.memories.add([memory(f"m{n}", f"apple {n}", body=f"text {n} " * 100) for n in range(300)])
    for n in range(290):
        store.memories.forget(f"m{n}")
    before, after = store.vacuum()
    assert after < before / 2
    assert after == store.size()
    assert len(found(store, "apple", limit=99)) == 10
    assert all(check.ok for check in store.check())


@pytest.mark.parametrize("engine", ["auto", "numpy"])
def test_everything_derived_is_made_anew(tmp_path: Path, engine: str) -> None:
    store = open_store(tmp_path, clock=StillClock(), engine=engine)  # type: ignore[arg-type]
    store.memories.add([memory("a", "apple get_price"), memory("b", "pear"), memory("c", "plum")])
    number = embedded(store, {"a": axis(1), "b": axis(0, 1)})
    store.queue.failed(number, 3, "odd", permanent=True)
    with store.write() as connection:
        connection.execute(
            "DELETE FROM lexicon WHERE rowid = 1; DELETE FROM mentions; DELETE FROM queue WHERE memory = 2"
        )
        if engine == "auto":
            connection.execute(f"DELETE FROM signs_{number}")
    done = store.reindex()
    assert (done.memories, done.vectors) == (3, 2 if engine == "auto" else 0)
    assert found(store, "apple price") == ["a"]
    assert (store.queue.counts(number), store.vectors.coverage(number)) == ((1, 0), (2, 3))
    assert store.vectors.search(number, axis(1), Scope(), 1)[0].row == 1
    assert all(check.ok for check in store.check())
    store.close()


CHECKS = {
    "rights": lambda store: store.path.chmod(0o644),
    "keyword index": lambda store: store.database.writer.execute("DELETE FROM lexicon_docsize WHERE id = 1"),
    "vector index": lambda store: store.database.writer.execute("DELETE FROM signs_1 WHERE rowid = 1"),
    "integrity": lambda store: store.database.writer.execute(
        "PRAGMA foreign_keys = off; DELETE FROM projects WHERE key = 'p'; PRAGMA foreign_keys = on"
    ),
}


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_names_what_is_wrong_and_the_mend(store: Store, name: str) -> None:
    store.memories.add([memory("a")])
    embedded(store, {"a": axis(1)})
    CHECKS[name](store)
    wrong = [check for check in store.check() if not check.ok]
    assert [check.name for check in wrong] == [name]
    assert wrong[0].detail
    assert wrong[0].fix


def test_older_copies_are_named(store: Store) -> None:
    store.path.with_name("memory.db.schema-1.backup").touch()
    assert any("schema-1.backup" in check.detail for check in store.check())


def test_a_large_write_ahead_log_is_emptied(store: Store) -> None:
    log = store.path.with_name(f"{store.path.name}-wal")
    assert store.checkpoint() == 0
    store.memories.add([memory(f"m{n}", body=f"{n} " * 2_000) for n in range(900)])
    assert log.stat().st_size > LARGE_LOG_BYTES
    assert store.checkpoint() > 1_000
    assert log.stat().st_size == 0
    assert (store.checkpoint(), len(found(store, "title", limit=2))) == (0, 2)


def test_rows_that_ran_out_go(store: Store, clock: StillClock) -> None:
    store.verdicts.remember("old", "unrelated")
    store.lease.take("gone", 0.0, name="embed-1")
    store.lease.take("here", 60.0, name="dream")
    store.attendance.here("gone", 0.0, lasts=0.0)
    assert store.tidy() == 2
    clock.at += KEPT_SECONDS + 1
    assert store.tidy() == 1
    assert store.tidy() == 0
    assert store.lease.held(name="dream") is not None

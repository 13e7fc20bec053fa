"""The store in every state it can be found in. None of them is an error; each has a word."""

from __future__ import annotations

import errno
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from memo_lsp.errors import StoreTrouble
from memo_lsp.model import Scope
from memo_lsp.store import Store, open_store
from memo_lsp.store.care import opening
from memo_lsp.store.file.connection import Database, Mode
from memo_lsp.store.file.migrations import SCHEMA
from tests.store.making import SIZE, StillClock, axis, edge, embedded, found, memory

CLOCK = StillClock()


def filled(home: Path, count: int = 3) -> Path:
    """A store with some memories, closed."""
    store = open_store(home, clock=CLOCK)
    many = [memory(f"m{n}", f"apple number {n}", body="seeds " * 40) for n in range(count)]
    store.memories.add(many, [edge("supersedes", "m1", "m0")])
    embedded(store, {"m0": axis(1)})
    store.memories.forget("m2")
    store.close()
    return store.path


def problem(store: Store) -> str:
    assert [each.part for each in store.problems] == ["store"]
    return store.problems[0].reason


def test_a_new_store(tmp_path: Path) -> None:
    store = open_store(tmp_path / "deep" / "home", clock=CLOCK)
    assert (store.mode, store.problems, store.memories.count()) == ("rw", [], 0)
    assert all(check.ok for check in store.check())
    store.close()


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    (home / "memory.db").touch(0o644)
    store = open_store(home, clock=CLOCK)
    store.memories.add([memory("a")])
    store.backup(tmp_path / "copy.db")
    rights = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [home, *home.iterdir(), tmp_path / "copy.db"]}
    store.close()
    assert rights.pop("home") == 0o700
    assert {"memory.db", "memory.db-wal", "memory.db-shm", "copy.db"} <= rights.keys()
    assert set(rights.values()) == {0o600}


@pytest.mark.parametrize("number", [SCHEMA + 1, 999])
def test_made_by_a_newer_version(tmp_path: Path, number: int) -> None:
    path = filled(tmp_path)
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA user_version = {number}")
    connection.close()
    before = path.read_bytes()
    store = open_store(tmp_path, clock=CLOCK)
    assert (store.mode, "made by a newer version" in problem(store)) == ("read-only", True)
    assert set(found(store, "apple")) == {"m0", "m1"}
    with pytest.raises(StoreTrouble, match="newer version"):
        store.memories.add([memory("x")])
    store.close()
    assert path.read_bytes() == before


def test_newer_and_quite_different(tmp_path: Path) -> None:
    path = filled(tmp_path)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA user_version = 999; ALTER TABLE memories RENAME TO remembered")
    connection.close()
    before = path.read_bytes()
    store = open_store(tmp_path, clock=CLOCK)
    assert (store.mode, "made by a newer version" in problem(store)) == ("memory", True)
    assert store.memories.count() == 0
    store.close()
    assert path.read_bytes() == before


def overwritten(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xa5" * 4_096)


def nonsense(path: Path) -> None:
    path.write_bytes(b"this is no database at all, whatever it may be" * 300)


@pytest.mark.parametrize(("harm", "comes_over"), [(overwritten, True), (nonsense, False)])
def test_a_damaged_store_is_set_aside(tmp_path: Path, harm: Callable[[Path], None], comes_over: bool) -> None:
    path = filled(tmp_path, 400)
    harm(path)
    broken = path.read_bytes()
    store = open_store(tmp_path, clock=CLOCK)
    assert (store.mode, "store damaged" in problem(store)) == ("rw", True)
    (aside,) = tmp_path.glob("memory.db.damaged-*")
    assert aside.read_bytes() == broken
    assert store.memories.add([memory("new", "apple")]) == ["new"]
    if comes_over:
        assert store.memories.count() == 400  # with the new one, without the forgotten one
        assert store.memories.get("m7").body == "seeds " * 40
        assert store.graph.successors(["m0"]) == {"m0": ("m1", "apple number 1")}
        assert "m2" not in found(store, "number 2", limit=500)
        assert store.memories.add([memory("m2")]) == []
        assert store.queue.counts(store.vectors.embedder_id("tiny@1", SIZE)) == (400, 0)
    assert all(check.ok for check in store.check())
    store.close()
    again = open_store(tmp_path, clock=CLOCK)
    assert again.problems == []
    again.close()


def test_a_damage_met_later_is_looked_into_at_the_next_start(tmp_path: Path) -> None:
    """One page in the middle: the start sees nothing, a reader does, the next start saves the rest."""
    path = filled(tmp_path, 400)
    connection = apsw.Connection(str(path))
    page = connection.execute(
        "SELECT pageno FROM dbstat WHERE name = 'texts' AND pagetype = 'leaf' ORDER BY path DESC"
    ).fetchone()[0]
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4_096)
        file.write(b"\x00")
    store = open_store(tmp_path, clock=CLOCK)
    with pytest.raises(StoreTrouble, match="damaged"):
        list(store.memories.export())
    store.close()
    again = open_store(tmp_path, clock=CLOCK)
    assert "store damaged" in problem(again)
    assert 300 < again.memories.count() < 399
    again.close()


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    store = open_store(tmp_path / "file" / "home", clock=CLOCK)
    assert (store.mode, "read-only" in problem(store), "nothing will be kept" in problem(store)) == (
        "memory",
        True,
        True,
    )
    assert store.memories.add([memory("a", "apple")]) == ["a"]
    assert found(store, "apple") == ["a"]
    number = embedded(store, {"a": axis(1)})
    assert store.vectors.search(number, axis(1), Scope(), 5)[0].row == 1
    store.close()


def refused(*_: object) -> None:
    raise PermissionError(errno.EACCES, "Permission denied")


@pytest.mark.parametrize("what", ["private_folder", "private_file"])
def test_a_folder_one_may_only_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    path = filled(tmp_path)
    before = path.read_bytes()
    monkeypatch.setattr(opening, what, refused)
    store = open_store(tmp_path, clock=CLOCK)
    assert (store.mode, "read-only" in problem(store), "Permission denied" in problem(store)) == (
        "read-only",
        True,
        True,
    )
    assert set(found(store, "apple")) == {"m0", "m1"}
    with pytest.raises(StoreTrouble, match="read-only"):
        store.memories.update("m0", pinned=True)
    store.close()
    assert path.read_bytes() == before


def test_read_only_where_even_reading_needs_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only folder lets SQLite make no index for the log: the file is then read as it stands."""
    filled(tmp_path)
    monkeypatch.setattr(opening, "private_file", refused)
    plain = Database.__init__

    def strict(self: Database, path: Path, mode: Mode, *, immutable: bool = False, **options: Any) -> None:
        if not immutable:
            raise apsw.CantOpenError("unable to open database file")
        plain(self, path, mode, immutable=True, **options)

    monkeypatch.setattr(Database, "__init__", strict)
    store = open_store(tmp_path, clock=CLOCK)
    assert (store.mode, store.memories.count()) == ("read-only", 2)
    store.close()


@pytest.mark.parametrize("exists", [True, False])
def test_asked_for_reading(tmp_path: Path, exists: bool) -> None:
    if exists:
        filled(tmp_path)
    store = open_store(tmp_path, clock=CLOCK, read_only=True)
    assert (store.mode, store.problems) == ("read-only" if exists else "memory", [])
    assert store.memories.count() == (2 if exists else 0)
    assert store.generation() >= 1
    store.close()


def test_an_older_shape_where_nothing_may_be_written(tmp_path: Path) -> None:
    """It is brought up to date in a copy in memory; the file stays as it is."""
    path = tmp_path / "memory.db"
    connection = apsw.Connection(str(path))
    connection.execute((Path(__file__).parents[1] / "schema_1.sql").read_text("utf-8")).fetchall()
    connection.close()
    before = path.read_bytes()
    store = open_store(tmp_path, clock=CLOCK, read_only=True)
    assert (store.mode, store.problems, store.memories.get("01OLD").repeats) == ("read-only", [], 0)
    assert store.episodes.open_of("s") == ()
    with pytest.raises(StoreTrouble, match="reading only"):
        store.memories.forget("01OLD")
    store.close()
    assert (path.read_bytes(), list(tmp_path.glob("*.backup"))) == (before, [])


def test_an_older_shape_that_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    connection = apsw.Connection(str(path))
    connection.execute((Path(__file__).parents[1] / "schema_1.sql").read_text("utf-8")).fetchall()
    connection.close()
    overwritten(path)
    store = open_store(tmp_path, clock=CLOCK)
    assert "store damaged: 1 memories" in problem(store)
    assert (store.memories.get("01OLD").repeats, store.memories.get("01OLD").title) == (0, "Basket rounds down")
    store.close()


def test_what_is_mirrored_outlives_damage(tmp_path: Path) -> None:
    """Else every document would be stored a second time."""
    path = tmp_path / "memory.db"
    store = open_store(tmp_path, clock=CLOCK)
    store.memories.add([memory("m", repeats=3)])
    store.mirrors.put("p", "document", "docs/a.md", "Refunds", "m", 4)
    store.episodes.take("s", "p", "main", "a.py", 1.0, "", "x")
    held = store.mirrors.of("p", "document")
    store.close()
    overwritten(path)
    again = open_store(tmp_path, clock=CLOCK)
    assert (again.mirrors.of("p", "document"), again.memories.get("m").repeats) == (held, 3)
    again.close()


def test_locked_from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = filled(tmp_path)
    monkeypatch.setattr("memo_lsp.store.file.connection.PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr("memo_lsp.store.care.opening.wait_as_reader", lambda tries: tries < 3)
    holder = apsw.Connection(str(path))
    holder.execute("PRAGMA journal_mode = delete")
    holder.execute("BEGIN EXCLUSIVE")
    store = open_store(tmp_path, clock=CLOCK)
    assert (store.mode, "locked by another program" in problem(store)) == ("memory", True)
    assert store.spool.add([memory("kept", "apple kept")]) == ["kept"]
    assert found(store, "apple") == ["kept"]
    store.close()
    holder.execute("ROLLBACK")
    holder.close()
    later = open_store(tmp_path, clock=CLOCK)
    later.memories.update("m0", pinned=True)
    assert later.memories.get("kept").title == "apple kept"
    later.close()


def test_without_the_extension(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memo_lsp.store.file.sqlite._EXTENSION", [None])
    store = open_store(tmp_path, clock=CLOCK)
    store.memories.add([memory("a")])
    number = embedded(store, {"a": axis(1)})
    assert (store.vectors.engine.name, store.problems) == ("numpy", [])
    assert store.vectors.search(number, axis(1), Scope(), 5)[0].cosine == pytest.approx(1)
    store.memories.forget("a")
    store.close()

"""From every shape that was shipped to today's: nothing lost, a backup before, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import apsw
import pytest

from memo_lsp.errors import StoreTrouble
from memo_lsp.store import open_store
from memo_lsp.store.file.connection import Database
from memo_lsp.store.file.migrations import MIGRATIONS, SCHEMA, Migration, migrate, version
from memo_lsp.store.file.sqlite import Connection
from tests.store.making import StillClock, found, memory

SHIPPED = {int(path.stem.partition("_")[2]): path for path in Path(__file__).parents[1].glob("schema_*.sql")}


def shape(path: Path) -> set[tuple[str, str]]:
    """Every table and index by name and text."""
    connection = apsw.Connection(str(path))
    found = connection.execute("SELECT name, coalesce(sql, '') FROM sqlite_schema").fetchall()
    connection.close()
    return {(str(name), str(sql)) for name, sql in found}


def shipped(home: Path, number: int) -> Path:
    """A store as that version left it."""
    home.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(home / "memory.db"))
    connection.execute(SHIPPED[number].read_text("utf-8")).fetchall()
    connection.close()
    return home / "memory.db"


def test_every_older_shape_is_kept_as_it_was_shipped() -> None:
    assert set(range(1, SCHEMA)) <= SHIPPED.keys()


@pytest.mark.parametrize("number", sorted(SHIPPED))
def test_from_every_shipped_shape(tmp_path: Path, number: int) -> None:
    path = shipped(tmp_path / "old", number)
    store = open_store(tmp_path / "old", clock=StillClock())
    assert (store.mode, store.problems) == ("rw", [])
    assert store.memories.get("01OLD").title == "Basket rounds down"
    assert found(store, "rounding basket") == ["01OLD"]
    assert store.memories.commits("p") == {"c" * 40, "d" * 40}
    assert store.memories.add([memory("01FORGOTTEN"), memory("new")]) == ["new"]
    assert all(check.ok for check in store.check())
    store.close()
    fresh = open_store(tmp_path / "new", clock=StillClock())
    fresh.close()
    assert shape(path) == shape(fresh.path)


def second(connection: Connection) -> None:
    connection.execute("ALTER TABLE memories ADD COLUMN mood TEXT; CREATE TABLE moods(name TEXT) STRICT")


def broken(connection: Connection) -> None:
    connection.execute("CREATE TABLE half(name TEXT) STRICT; INSERT INTO nowhere VALUES (1)")


@pytest.fixture
def database(tmp_path: Path) -> Database:
    store = open_store(tmp_path, clock=StillClock())
    store.memories.add([memory("a")])
    store.close()
    return Database(store.path, "rw")


def test_one_step_further(database: Database) -> None:
    backup = migrate(database, (*MIGRATIONS, second))
    assert backup is not None
    assert (version(database.writer), database.writer.value("SELECT count(mood) FROM memories")) == (SCHEMA + 1, 0)
    kept = Connection(str(backup))
    assert (version(kept), kept.value("SELECT uid FROM memories")) == (SCHEMA, "a")
    assert kept.first("SELECT name FROM pragma_table_info('memories') WHERE name = 'mood'") is None
    assert backup.stat().st_mode & 0o077 == 0
    assert migrate(database, (*MIGRATIONS, second)) is None


@pytest.mark.parametrize("steps", [(broken,), (second, broken)])
def test_all_or_nothing(database: Database, steps: Sequence[Migration]) -> None:
    before = shape(database.path)
    with pytest.raises(StoreTrouble):
        migrate(database, (*MIGRATIONS, *steps))
    assert (version(database.writer), shape(database.path)) == (SCHEMA, before)


def test_two_at_once_do_it_once(database: Database) -> None:
    """The second one saw the old number, then waited for the first."""
    other = Database(database.path, "rw")
    done: list[str] = []

    def counted(connection: Connection) -> None:
        done.append("once")
        second(connection)

    migrate(database, (*MIGRATIONS, counted))
    with other.write() as connection:
        for number in range(version(connection), SCHEMA + 1):
            (*MIGRATIONS, counted)[number](connection)
    migrate(other, (*MIGRATIONS, counted))
    assert done == ["once"]


def test_nothing_to_do_makes_no_backup(database: Database) -> None:
    assert migrate(database) is None
    assert list(database.path.parent.glob("*.backup")) == []

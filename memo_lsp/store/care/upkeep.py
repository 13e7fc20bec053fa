"""Copies, cleaning, and everything derived made anew."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import apsw

from memo_lsp.errors import StoreTrouble
from memo_lsp.store.care.repair import rebuild_lexicon
from memo_lsp.store.dreamt.verdicts import KEPT_SECONDS
from memo_lsp.store.file.connection import Database
from memo_lsp.store.file.files import FILE, companions, copy_database, private_file, private_folder, set_aside
from memo_lsp.store.file.migrations import SCHEMA, migrate, version
from memo_lsp.store.file.schema import APPLICATION_ID
from memo_lsp.store.file.sqlite import Connection, connect, explain, locator, wait_as_reader
from memo_lsp.store.search.index import drop_index
from memo_lsp.store.search.vectors import Vectors

LARGE_LOG_BYTES = 4_000_000  # SQLite moves a smaller write-ahead log by itself
_CHECKPOINT_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Reindexed:
    """How many memories and vectors were put into new indexes."""

    memories: int
    vectors: int


def backup(database: Database, target: Path) -> None:
    """A whole copy of the store while it is in use, readable by its owner only. Raises StoreTrouble."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with database.read() as connection:
            copy_database(connection, target)
    except OSError as error:
        raise StoreTrouble(f"the backup {target} cannot be written: {error.strerror or error}") from error


def restore(source: Path, folder: Path) -> Path | None:
    """Put a backup in the place of a folder's store, even while it is in use; where the old one is kept, if any.

    Raises StoreTrouble if the backup is no store, is damaged or newer than this program; then nothing has changed.
    """
    copy, path = _checked(source), folder / FILE
    try:
        private_folder(path.parent)
        kept = _keep(path)
        private_file(path)
        _replace(path, copy)
    except OSError as error:
        raise StoreTrouble(f"the store {path} cannot be written: {error.strerror or error}") from error
    except apsw.Error as error:
        raise explain(error, path) from error
    finally:
        copy.close()
    return kept


def _checked(source: Path) -> Connection:
    """A backup that was read whole."""
    if not source.is_file():
        raise StoreTrouble(f"there is no backup {source}")
    try:
        copy = connect(locator(source, immutable=True), apsw.SQLITE_OPEN_READONLY, wait_as_reader)
        held, mark = version(copy), copy.value("PRAGMA application_id")
        whole = copy.value("PRAGMA quick_check(1)")
    except apsw.Error as error:
        raise StoreTrouble(f"{source} is no backup of a store, or damaged: {error}") from error
    if mark != APPLICATION_ID or not 0 < held <= SCHEMA or whole != "ok":
        copy.close()
        why = "damaged" if whole != "ok" else "of a newer version" if held > SCHEMA else "no backup of a store"
        raise StoreTrouble(f"{source} is {why}; nothing was changed")
    return copy


def _keep(path: Path) -> Path | None:
    """A copy of the present store beside it; one that cannot be copied any more is set aside as it is."""
    if not path.exists() or not path.stat().st_size:
        return None
    kept = _free_name(path)
    try:
        present = connect(locator(path), apsw.SQLITE_OPEN_READWRITE, wait_as_reader)
        try:
            copy_database(present, kept)
        finally:
            present.close()
    except apsw.Error:
        return set_aside(path, "before-restore")
    return kept


def _free_name(path: Path) -> Path:
    """A name that is still free."""
    number = 1
    while (free := path.with_name(f"{path.name}.before-restore-{number}")).exists():
        number += 1
    return free


def _replace(path: Path, copy: Connection) -> None:
    database = Database(path, "rw")
    try:
        with database.outside() as connection:
            before = _generation(connection)
            with connection.backup("main", copy, "main") as work:
                work.step(-1)
        migrate(database)
        with database.write() as connection:  # caches of other windows must see a new number
            connection.execute("UPDATE counters SET value = max(value, ?) + 1 WHERE name = 'generation'", (before,))
    finally:
        database.close()


def _generation(connection: Connection) -> int:
    return int(connection.value("SELECT value FROM counters WHERE name = 'generation'")) if version(connection) else 0


def vacuum(database: Database) -> tuple[int, int]:
    """Optimise the keyword index and rewrite the file, so that nothing forgotten is left; bytes before and after."""
    before = size(database)
    with database.outside() as connection:
        connection.execute("INSERT INTO lexicon(lexicon) VALUES ('optimize')")
        connection.execute("INSERT INTO digest_lexicon(digest_lexicon) VALUES ('optimize')")
        connection.execute("PRAGMA wal_checkpoint(truncate)")
        connection.execute("PRAGMA temp_store = file")
        try:
            connection.execute("VACUUM")
        finally:
            connection.execute("PRAGMA temp_store = memory")
        connection.execute("PRAGMA wal_checkpoint(truncate)")
    return before, size(database)


def checkpoint(database: Database) -> int:
    """Empty a write-ahead log that has grown large, if no reader is in the way for long; how many pages it had."""
    log = database.path.with_name(f"{database.path.name}-wal")
    if database.mode != "rw" or not log.exists() or log.stat().st_size < LARGE_LOG_BYTES:
        return 0
    with database.outside(patience=_CHECKPOINT_SECONDS) as connection:
        ((_, pages, _),) = connection.rows("PRAGMA wal_checkpoint(passive)")
        ((busy, _, _),) = connection.rows("PRAGMA wal_checkpoint(truncate)")
    return 0 if busy else int(pages)


def tidy(database: Database, now: float) -> int:
    """Drop rows that have run out: answers of language models, windows and leases of processes that are gone; how many.

    `now` in seconds since the epoch, by the clock the memories live by."""
    with database.write() as connection:
        before = connection.total_changes()
        connection.execute("DELETE FROM verdicts WHERE at < ?", (now - KEPT_SECONDS,))
        connection.execute(
            "DELETE FROM attendance WHERE ? NOT BETWEEN beat_at AND beat_at + lasts", (time.monotonic(),)
        )
        connection.execute("DELETE FROM leases WHERE expires < ?", (time.time(),))
        return connection.total_changes() - before


def size(database: Database) -> int:
    """Bytes on disk."""
    return sum(path.stat().st_size for path in (database.path, *companions(database.path)) if path.exists())


def reindex(database: Database, vectors: Vectors) -> Reindexed:
    """Make names, keyword index and vector indexes anew; queue what has no vectors, also what was given up on."""
    memories = rebuild_lexicon(database)
    with database.read() as connection:
        embedders = [number for (number,) in connection.rows("SELECT id FROM embedders")]
    moved = 0
    for number in embedders:
        with database.write() as connection:
            if database.can_vectors:
                drop_index(connection, number)
                moved += vectors.align(number)
            connection.execute("UPDATE queue SET tries = 0, quarantined = 0 WHERE embedder = ?", (number,))
            connection.execute(
                """
                INSERT OR IGNORE INTO queue(embedder, memory) SELECT ?1, m.id FROM memories m
                WHERE NOT EXISTS (SELECT 1 FROM windows w WHERE w.memory = m.id AND w.embedder = ?1)
                """,
                (number,),
            )
    return Reindexed(memories, moved)

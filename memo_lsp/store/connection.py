"""One writer a process, readers a thread: every statement of the store goes through here.

The writer stands behind a lock of this process and, towards other processes, behind SQLite's own with a busy wait
that jitters. Readers are `query_only`. Inside `write()` the same thread reads what it just wrote.
"""

from __future__ import annotations

import os
import random
import threading
import time
import uuid
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import apsw

from memo_lsp.clock import Clock
from memo_lsp.errors import StoreTrouble
from memo_lsp.store.phrases import holds

Mode = Literal["rw", "read-only", "memory"]

CACHE_KIB = 16_384
WAL_LIMIT_BYTES = 32_000_000
PATIENCE_SECONDS = 15.0
_EXTENSION: list[str | None] = []


def vector_extension() -> str | None:
    """The file of sqlite-vec without its package being imported (which would import numpy); None if it is absent."""
    if not _EXTENSION:
        spec = find_spec("sqlite_vec")
        folders = list(spec.submodule_search_locations or ()) if spec else []
        _EXTENSION.append(os.path.join(folders[0], "vec0") if folders else None)
    return _EXTENSION[0]


def explain(error: Exception, path: Path) -> StoreTrouble:
    """What SQLite said, as a line a person can act on."""
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return StoreTrouble(
            f"the store {path} is locked by another program for too long; close what holds it "
            "(a backup, a database browser, a stuck memo-lsp) and try again"
        )
    if isinstance(error, apsw.FullError):
        return StoreTrouble(f"the disk that holds {path} is full; free some space, nothing stored is lost")
    if isinstance(error, apsw.ReadOnlyError | apsw.CantOpenError | apsw.PermissionsError):
        return StoreTrouble(f"the store {path} cannot be written; check the rights of the file and its folder")
    if isinstance(error, apsw.CorruptError | apsw.NotADBError):
        return StoreTrouble(f"the store {path} is damaged; `memo-lsp doctor` says how to mend it")
    return StoreTrouble(f"the store {path} failed: {error}")


class Database:
    """A file (or memory) with its one writer and its readers."""

    def __init__(self, path: Path, mode: Mode, *, vectors: bool = True, why_not: str = "", immutable: bool = False):
        self.path = path
        self.mode: Mode = mode
        self.patience = PATIENCE_SECONDS
        self.after_commit: Callable[[], None] | None = None
        self.can_vectors = vectors
        self._why_not = why_not
        self._uri = _uri(path, mode, immutable)
        self._local = threading.local()
        self._open: weakref.WeakSet[apsw.Connection] = weakref.WeakSet()
        self._lock = threading.RLock()
        self._owner: int | None = None
        self._deadline = 0.0
        self.writer = self._connect(write=mode != "read-only")
        if mode != "read-only":
            self._prepare_writer()
        self._watch = self._connect(write=False)
        self._watch_lock = threading.Lock()
        self._seen: tuple[int, int] | None = None

    def _connect(self, *, write: bool) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_URI
        if self.mode == "read-only":
            flags |= apsw.SQLITE_OPEN_READONLY
        else:
            flags |= apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        connection = apsw.Connection(self._uri, flags=flags)
        connection.set_busy_handler(self._wait_for_writer if write else _wait_as_reader())
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}; PRAGMA temp_store = memory; PRAGMA foreign_keys = on")
        connection.create_scalar_function("holds", holds, 2, deterministic=True)
        self._load_vectors(connection)
        if not write:
            connection.execute("PRAGMA query_only = on")
        self._open.add(connection)
        return connection

    def _load_vectors(self, connection: apsw.Connection) -> None:
        extension = vector_extension()
        if not self.can_vectors or extension is None:
            self.can_vectors = False
            return
        try:
            connection.enable_load_extension(True)
            connection.load_extension(extension)
        except apsw.Error:
            self.can_vectors = False
        finally:
            connection.enable_load_extension(False)

    def _prepare_writer(self) -> None:
        self._deadline = time.monotonic() + self.patience
        if self.mode == "rw":
            self.writer.execute("PRAGMA journal_mode = wal")
        self.writer.execute(f"PRAGMA synchronous = normal; PRAGMA journal_size_limit = {WAL_LIMIT_BYTES}")

    def _wait_for_writer(self, tries: int) -> bool:
        if time.monotonic() >= self._deadline:
            return False
        time.sleep(random.uniform(0.0005, min(0.04, 0.001 * 2 ** min(tries, 6))))
        return True

    @contextmanager
    def write(self) -> Iterator[apsw.Connection]:
        """One short transaction on the writer; joined if this thread is inside one already. Raises StoreTrouble."""
        if self.mode == "read-only":
            raise StoreTrouble(self._why_not or f"the store {self.path} is open for reading only")
        if self.in_transaction():
            yield self.writer
            return
        with self._lock:
            try:
                with self._transaction() as connection:
                    yield connection
            except apsw.Error as error:
                raise explain(error, self.path) from error
            if self.after_commit is not None:
                self.after_commit()

    @contextmanager
    def _transaction(self) -> Iterator[apsw.Connection]:
        self._deadline = time.monotonic() + self.patience
        self.writer.execute("BEGIN IMMEDIATE")
        self._owner = threading.get_ident()
        try:
            yield self.writer
            self.writer.execute("COMMIT")
        except BaseException:
            if self.writer.in_transaction:
                self.writer.execute("ROLLBACK")
            raise
        finally:
            self._owner = None

    @contextmanager
    def outside(self) -> Iterator[apsw.Connection]:
        """The writer, held, but in no transaction: for VACUUM, checkpoints and backups. Raises StoreTrouble."""
        if self.mode == "read-only":
            raise StoreTrouble(self._why_not or f"the store {self.path} is open for reading only")
        with self._lock:
            self._deadline = time.monotonic() + self.patience
            try:
                yield self.writer
            except apsw.Error as error:
                raise explain(error, self.path) from error

    @contextmanager
    def read(self) -> Iterator[apsw.Connection]:
        """This thread's reader, or the writer inside `write()`. Raises StoreTrouble."""
        try:
            yield self._reader()
        except apsw.Error as error:
            raise explain(error, self.path) from error

    def _reader(self) -> apsw.Connection:
        if self.in_transaction():
            return self.writer
        connection: apsw.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._connect(write=False)
            self._local.connection = connection
        return connection

    def generation(self) -> int:
        """A number that changes when any process changed what can be found. Costs 2 µs while nothing was written."""
        with self._watch_lock:
            version = int(self._watch.execute("PRAGMA data_version").fetchone()[0])
            if self._seen is None or self._seen[0] != version:
                row = self._watch.execute("SELECT value FROM counters WHERE name = 'generation'").fetchone()
                self._seen = (version, int(row[0]))
            return self._seen[1]

    def in_transaction(self) -> bool:
        """Whether this thread is inside `write()`."""
        return self._owner == threading.get_ident()

    def close(self) -> None:
        """Close every connection of every thread."""
        with self._lock:
            for connection in list(self._open):
                connection.close()


class Part:
    """What every part of the store stands on."""

    def __init__(self, database: Database, clock: Clock):
        self._database = database
        self._clock = clock


def bump(connection: apsw.Connection) -> None:
    """Say, inside a transaction, that what can be found has changed."""
    connection.execute("UPDATE counters SET value = value + 1 WHERE name = 'generation'")


def _uri(path: Path, mode: Mode, immutable: bool) -> str:
    if mode == "memory":
        return f"file:/memo-{uuid.uuid4().hex}?vfs=memdb"
    return path.absolute().as_uri() + ("?immutable=1" if immutable else "")


def _wait_as_reader() -> Callable[[int], bool]:
    """Readers wait only for a checkpoint's or a recovery's short exclusive moments: about two seconds at most."""

    def wait(tries: int) -> bool:
        time.sleep(random.uniform(0.0005, 0.02))
        return tries < 200

    return wait

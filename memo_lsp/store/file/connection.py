"""One writer a process, readers a thread: every statement of the store goes through here.

The writer stands behind a lock of this process and, towards other processes, behind SQLite's own with a busy wait
that jitters. Readers are `query_only`. Inside `write()` the same thread reads what it just wrote.
"""

from __future__ import annotations

import random
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

import apsw

from memo_lsp.clock import Clock
from memo_lsp.errors import StoreTrouble
from memo_lsp.store.file.files import suspect
from memo_lsp.store.file.sqlite import (
    DAMAGE,
    Connection,
    connect,
    explain,
    has_moved,
    load_vectors,
    locator,
    wait_as_reader,
)

Mode = Literal["rw", "read-only", "memory"]

WAL_LIMIT_BYTES = 32_000_000
PATIENCE_SECONDS = 15.0
_CLOSING_TRIES = 200  # of 5 ms: for a thread that is in the middle of a question


class Database:
    """A file (or memory) with its one writer and its readers."""

    def __init__(self, path: Path, mode: Mode, *, vectors: bool = True, why_not: str = "", immutable: bool = False):
        self.path = path
        self.mode: Mode = mode
        self.patience = PATIENCE_SECONDS
        self.after_commit: Callable[[], None] | None = None
        self.can_vectors = vectors
        self._why_not = why_not or f"the store {path} is open for reading only"
        self._uri = locator(path, in_memory=mode == "memory", immutable=immutable)
        self._local = threading.local()
        self._open: weakref.WeakSet[Connection] = weakref.WeakSet()
        self._lock = threading.RLock()
        self._owner: int | None = None
        self._deadline = time.monotonic() + self.patience
        self._watch_lock = threading.Lock()
        self._seen: tuple[int, int] | None = None
        try:
            self.writer = self._connect(write=mode != "read-only")
            self._watch = self._connect(write=False)
        except apsw.Error:
            self.close()
            raise

    def _connect(self, *, write: bool) -> Connection:
        if self.mode == "read-only":
            connection = connect(self._uri, apsw.SQLITE_OPEN_READONLY, wait_as_reader)
        else:
            flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
            connection = connect(self._uri, flags, self._wait if write else wait_as_reader)
        self._open.add(connection)
        self.can_vectors = self.can_vectors and load_vectors(connection)
        if not write:
            connection.execute("PRAGMA query_only = on")
            return connection
        if self.mode == "rw":
            connection.execute("PRAGMA journal_mode = wal")
        connection.execute(f"PRAGMA synchronous = normal; PRAGMA journal_size_limit = {WAL_LIMIT_BYTES}")
        return connection

    def _wait(self, tries: int) -> bool:
        if time.monotonic() >= self._deadline:
            return False
        time.sleep(random.uniform(0.0005, min(0.04, 0.001 * 2 ** min(tries, 6))))
        return True

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One short transaction on the writer; joined if this thread is inside one already. Raises StoreTrouble."""
        if self.in_transaction():
            yield self.writer
            return
        with self.outside() as connection:
            with self._transaction(connection):
                yield connection
            if self.after_commit is not None:
                self.after_commit()

    @contextmanager
    def _transaction(self, connection: Connection) -> Iterator[None]:
        connection.execute("BEGIN IMMEDIATE")
        self._owner = threading.get_ident()
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        finally:
            self._owner = None

    @contextmanager
    def outside(self, patience: float | None = None) -> Iterator[Connection]:
        """The writer, held, but in no transaction: for VACUUM, checkpoints and backups. `patience` in seconds is how
        long it waits for others, as long as for any lock if none is given. Raises StoreTrouble."""
        if self.mode == "read-only":
            raise StoreTrouble(self._why_not)
        with self._lock:
            self._deadline = time.monotonic() + (self.patience if patience is None else patience)
            try:
                self._expect_here()
                yield self.writer
            except apsw.Error as error:
                raise self._trouble(error) from error

    def _expect_here(self) -> None:
        """What is no longer at its place is not written to, nor told from: a connection made now would open another."""
        if (gone := self.gone()) is not None:
            raise StoreTrouble(gone)

    def gone(self) -> str | None:
        """What a person is to know whose store was taken away under this process; None if all is well."""
        with self._watch_lock:
            if self.mode != "rw" or not has_moved(self._watch):
                return None
        return (
            f"the store {self.path} was removed or replaced while it was in use; start memo-lsp again (in an editor: "
            "restart its server) to go on with what is there now"
        )

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """This thread's reader, or the writer inside `write()`. Raises StoreTrouble."""
        try:
            if not self.in_transaction():
                self._expect_here()
            yield self._reader()
        except apsw.Error as error:
            raise self._trouble(error) from error

    def _trouble(self, error: apsw.Error) -> StoreTrouble:
        """What to tell a person; damage is also marked for the next start."""
        if isinstance(error, DAMAGE) and self.mode == "rw":
            with suppress(OSError):
                suspect(self.path).touch(0o600)
        return explain(error, self.path)

    def _reader(self) -> Connection:
        if self.in_transaction():
            return self.writer
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._connect(write=False)
            self._local.connection = connection
        return connection

    def generation(self) -> int:
        """A number that changes when any process changed what can be found. Costs 2 µs while nothing was written."""
        with self._watch_lock:
            version = int(self._watch.value("PRAGMA data_version"))
            if self._seen is None or self._seen[0] != version:
                number = self._watch.value("SELECT value FROM counters WHERE name = 'generation'")
                self._seen = (version, int(number))
            return self._seen[1]

    def in_transaction(self) -> bool:
        """Whether this thread is inside `write()`."""
        return self._owner == threading.get_ident()

    def close(self) -> None:
        """Close every connection of every thread; a question that is still being answered is broken off."""
        with self._lock:
            for connection in list(self._open):
                _close(connection)


def _close(connection: Connection) -> None:
    for _ in range(_CLOSING_TRIES):
        try:
            connection.close()
            return
        except apsw.ThreadingViolationError:
            connection.interrupt()  # only if it is busy: it would break off the last checkpoint, too
            time.sleep(0.005)


class Part:
    """What every part of the store stands on."""

    def __init__(self, database: Database, clock: Clock):
        self._database = database
        self._clock = clock


def bump(connection: Connection) -> int:
    """Say, inside a transaction, that what can be found has changed; the new generation."""
    number = connection.value("UPDATE counters SET value = value + 1 WHERE name = 'generation' RETURNING value")
    return int(number)


def reached(connection: Connection) -> None:
    """Say, inside a transaction, that something reached somebody: what passes that found nothing wait for."""
    connection.execute("UPDATE counters SET value = value + 1 WHERE name = 'reached'")

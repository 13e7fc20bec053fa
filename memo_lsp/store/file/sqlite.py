"""A connection as the store uses them: how it is opened, asked, and what its complaints mean."""

from __future__ import annotations

import ctypes
import random
import time
import uuid
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import apsw

from memo_lsp.errors import StoreTrouble
from memo_lsp.store.file.phrases import holds

Row = tuple[Any, ...]

DAMAGE = (apsw.CorruptError, apsw.NotADBError)
CACHE_KIB = 16_384
_EXTENSION: list[str | None] = []


class Connection(apsw.Connection):
    """SQLite, with three ways to ask: all rows, the first one, one value."""

    def rows(self, question: str, values: Sequence[Any] = ()) -> list[Row]:
        """Every row of the answer."""
        return self.execute(question, values).fetchall()

    def first(self, question: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row of the answer, if there is one."""
        return self.execute(question, values).fetchone()

    def value(self, question: str, values: Sequence[Any] = ()) -> Any:
        """The first value of the first row; None if there is no row."""
        found = self.first(question, values)
        return None if found is None else found[0]


def has_moved(connection: Connection) -> bool:
    """Whether the file was removed, renamed or replaced since it was opened; what is written now, nobody would find.
    Costs 3 µs. Always no on Windows, which does not let go of an open file."""
    moved = ctypes.c_int(0)
    connection.file_control("main", apsw.SQLITE_FCNTL_HAS_MOVED, ctypes.addressof(moved))
    return bool(moved.value)


def connect(uri: str, flags: int, wait: Callable[[int], bool]) -> Connection:
    """A connection that waits for locks as `wait` says, with the function that quoted phrases need."""
    connection = Connection(uri, flags=flags | apsw.SQLITE_OPEN_URI)
    connection.set_busy_handler(wait)
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}; PRAGMA temp_store = memory; PRAGMA foreign_keys = on")
    connection.create_scalar_function("holds", holds, 2, deterministic=True)
    return connection


def locator(path: Path, *, in_memory: bool = False, immutable: bool = False) -> str:
    """The URI of a file, or of a database in memory that all connections of this process can share."""
    if in_memory:
        return f"file:/memo-{uuid.uuid4().hex}?vfs=memdb"
    return path.absolute().as_uri() + ("?immutable=1" if immutable else "")


def vector_extension() -> str | None:
    """The file of sqlite-vec without its package being imported (which would import numpy); None if it is absent."""
    if not _EXTENSION:
        spec = find_spec("sqlite_vec")
        folders = list(spec.submodule_search_locations or ()) if spec else []
        _EXTENSION.append(str(Path(folders[0]) / "vec0") if folders else None)
    return _EXTENSION[0]


def load_vectors(connection: Connection) -> bool:
    """Give a connection the vec0 module; False if it is absent or does not load."""
    extension = vector_extension()
    if extension is None:
        return False
    try:
        connection.enable_load_extension(True)
        connection.load_extension(extension)
    except apsw.Error:
        return False
    finally:
        connection.enable_load_extension(False)
    return True


def wait_as_reader(tries: int) -> bool:
    """Readers wait only for the short exclusive moments of a checkpoint or a recovery: two seconds or so."""
    time.sleep(random.uniform(0.0005, 0.02))
    return tries < 200


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
    if isinstance(error, DAMAGE):
        return StoreTrouble(
            f"the store {path} is damaged; start memo-lsp again: it looks through the file and saves what can be read"
        )
    return StoreTrouble(f"the store {path} failed: {error}")

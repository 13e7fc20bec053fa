"""Opening the store in whatever state it is found: trouble one can live with is a mode and a word, not an error."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from memo_lsp.clock import Clock
from memo_lsp.errors import StoreTrouble
from memo_lsp.model import Degraded
from memo_lsp.store.care.salvage import salvage
from memo_lsp.store.file.connection import Database, Mode
from memo_lsp.store.file.files import FILE, copy_into_memory, private_file, private_folder, set_aside, suspect
from memo_lsp.store.file.migrations import SCHEMA, migrate, version
from memo_lsp.store.file.sqlite import DAMAGE, Connection, connect, explain, locator, wait_as_reader
from memo_lsp.store.store import EngineName, Store

log = logging.getLogger(__name__)
_WAYS = (False, True)  # to read: as a file that may change, and where that cannot be done as one that does not
_SALVAGE_SECONDS = 60.0  # after which a salvage begun by another process counts as dead


def open_store(
    folder: Path, *, clock: Clock, read_only: bool = False, at_rest: bool = False, engine: EngineName = "auto"
) -> Store:
    """The store of a folder, made if there is none; `problems` and `mode` tell what is not as it should be.

    `read_only`: look at what there is; `at_rest`, too: as at a file nobody writes to, so that nothing is put beside it.

    - made by a newer version: read only, its file untouched;
    - damaged: set aside, what can be read is in a new one;
    - the folder cannot be written: read only, or in memory until the program ends;
    - locked or the disk full for as long as one can wait: in memory, captures kept beside it.
    """
    opener = _Opener(folder / FILE, clock, engine)
    if read_only:
        return opener.reading(None, (True,) if at_rest else _WAYS)
    try:
        private_folder(folder)
        private_file(opener.path)
        return opener.writing()
    except OSError as error:
        return opener.reading(f"read-only: {_why_no_folder(folder, error)}")
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError, apsw.IOError) as error:
        return opener.reading(f"read-only: {explain(error, opener.path)}")
    except (apsw.BusyError, apsw.FullError) as error:
        return opener.in_memory(str(explain(error, opener.path)))


def _why_no_folder(folder: Path, error: OSError) -> str:
    if folder.exists() and not folder.is_dir():
        return f"{folder} is a file, where a folder is wanted; name one with MEMO_HOME"
    return f"{error.strerror or error} ({folder})"


class _Opener:
    """One path and how to open it."""

    def __init__(self, path: Path, clock: Clock, engine: EngineName):
        self.path = path
        self._clock = clock
        self._engine = engine

    def writing(self) -> Store:
        """Open, make, migrate or salvage. Raises apsw.Error, OSError."""
        try:
            held = self._probe()
        except DAMAGE:
            return self._salvaged()
        if held > SCHEMA:
            return self._newer(held)
        database = self._database("rw")
        try:
            migrate(database)
        except StoreTrouble as trouble:
            database.close()
            raise trouble.__cause__ or trouble from None
        return self._store(database)

    def _probe(self) -> int:
        """The schema number, read without writing a byte. Raises apsw.Error if the file is damaged."""
        connection = connect(locator(self.path), apsw.SQLITE_OPEN_READONLY, wait_as_reader)
        try:
            held = version(connection)
            for (table,) in connection.rows("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE TABLE%STRICT'"):
                connection.first(f'SELECT 1 FROM "{table}" LIMIT 1')
            if suspect(self.path).exists():
                look_closely(connection)
                suspect(self.path).unlink(missing_ok=True)
            return held
        finally:
            connection.close()

    def _newer(self, held: int) -> Store:
        word = (
            f"the store {self.path} was made by a newer version of memo-lsp (schema {held}, this one knows {SCHEMA}); "
            "update memo-lsp; until then it is only read"
        )
        return self.reading(word)

    def _salvaged(self) -> Store:
        with _alone(self.path):
            try:
                self._probe()
            except DAMAGE:
                aside = set_aside(self.path, "damaged")
                suspect(self.path).unlink(missing_ok=True)
                private_file(self.path)
                database = self._database("rw")
                migrate(database)
                found = salvage(aside, database)
                word = (
                    f"store damaged: {found.memories} memories could be read and are in a new one; "
                    f"the damaged file is kept as {aside.name}, `memo-lsp restore` takes an older backup"
                )
                return self._store(database, word)
        return self.writing()

    def reading(self, word: str | None, ways: Sequence[bool] = _WAYS) -> Store:
        """Open what there is without writing, in one of these ways; in memory if nothing can be read."""
        for immutable in ways:
            try:
                if not self.path.stat().st_size:
                    break
                store = self._store(self._readable(word or "", immutable), word)
                next(store.memories.export(), None)
                return store
            except (OSError, apsw.Error, StoreTrouble) as error:
                word = word or (None if isinstance(error, FileNotFoundError) else str(error))
        return self.in_memory(word and f"{word}; nothing will be kept when the program ends")

    def _readable(self, why_not: str, immutable: bool) -> Database:
        """The file, only read; an older shape is brought up to date in a copy in memory."""
        database = self._database("read-only", why_not, immutable)
        if not 0 < version(database.writer) < SCHEMA:
            return database
        copy = self._database("memory", why_not)
        with copy.outside() as connection:
            copy_into_memory(database.writer, connection)
        database.close()
        migrate(copy)
        copy.mode = "read-only"
        return copy

    def in_memory(self, word: str | None) -> Store:
        """An empty store that lives as long as the program."""
        database = self._database("memory")
        migrate(database)
        return self._store(database, word)

    def _database(self, mode: Mode, why_not: str = "", immutable: bool = False) -> Database:
        return Database(self.path, mode, vectors=self._engine != "numpy", why_not=why_not, immutable=immutable)

    def _store(self, database: Database, word: str | None = None) -> Store:
        problems = [Degraded("store", word)] if word else []
        if self._engine != "numpy" and not database.can_vectors:
            log.warning("sqlite-vec does not load: vectors are searched in memory instead")
        return Store(database, self._clock, engine=self._engine, problems=problems)


def look_closely(connection: Connection) -> None:
    """Read the whole file. Raises CorruptError if more is damaged than the keyword index, which mends itself."""
    found = [word for (word,) in connection.rows("PRAGMA quick_check(20)") if word != "ok"]
    if any("fts5" not in word.lower() for word in found):
        raise apsw.CorruptError(found[0])


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time sets a damaged store aside; the others wait and find the new one."""
    marker = path.with_name(f"{path.name}.salvaging")
    while not _made(marker):
        time.sleep(0.05)
    try:
        yield
    finally:
        marker.unlink(missing_ok=True)


def _made(marker: Path) -> bool:
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        with suppress(FileNotFoundError):
            if time.time() - marker.stat().st_mtime > _SALVAGE_SECONDS:
                marker.unlink()
        return False
    return True

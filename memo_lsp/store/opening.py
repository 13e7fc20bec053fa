"""Opening the store."""

from __future__ import annotations

from pathlib import Path

from memo_lsp.clock import Clock
from memo_lsp.store.connection import Database
from memo_lsp.store.files import private_file, private_folder
from memo_lsp.store.migrations import migrate
from memo_lsp.store.store import EngineName, Store

FILE = "memory.db"


def open_store(folder: Path, *, clock: Clock, read_only: bool = False, engine: EngineName = "auto") -> Store:
    """The store of a folder."""
    private_folder(folder)
    path = folder / FILE
    private_file(path)
    database = Database(path, "read-only" if read_only else "rw", vectors=engine != "numpy")
    migrate(database)
    return Store(database, clock, engine=engine)

"""A damaged keyword index is made anew from the memories, once, and what failed is done again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

import apsw

from memo_lsp.errors import StoreTrouble
from memo_lsp.store.file.connection import Database, bump
from memo_lsp.store.file.schema import LEXICON
from memo_lsp.store.file.schema_3 import DIGEST_LEXICON
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories import writing
from memo_lsp.store.memories.rows import BATCH, memories_of

T = TypeVar("T")
log = logging.getLogger(__name__)

# A damaged index also answers with rows that collide.
_MAY_BE_THE_INDEX = (apsw.CorruptError, apsw.ConstraintError)
_TABLES = ("lexicon_terms", "lexicon", "digest_lexicon")
_SHADOWS = ("data", "idx", "docsize", "config")


class Repair:
    """Stands around what touches the keyword index."""

    def __init__(self, database: Database):
        self._database = database

    def around(self, action: Callable[[], T]) -> T:
        """Do it; if the keyword index turns out damaged, rebuild it and do it once more. Raises StoreTrouble."""
        try:
            return action()
        except StoreTrouble as trouble:
            if not isinstance(trouble.__cause__, _MAY_BE_THE_INDEX) or self._database.in_transaction():
                raise
            log.warning("keyword index damaged (%s): rebuilding it from the memories", trouble.__cause__)
            rebuild_lexicon(self._database)
            return action()


def rebuild_lexicon(database: Database) -> int:
    """Drop the keyword index and the names, and fill both from the memories; how many there are."""
    with database.write() as connection:
        _drop(connection)
        connection.execute(LEXICON)
        connection.execute(DIGEST_LEXICON)
        connection.execute("DELETE FROM mentions")
        connection.execute("DELETE FROM names")
        rows = [row for (row,) in connection.rows("SELECT id FROM memories ORDER BY id")]
        for at in range(0, len(rows), BATCH):
            _fill(connection, rows[at : at + BATCH])
        bump(connection)
    return len(rows)


def _drop(connection: Connection) -> None:
    try:
        for table in _TABLES:
            connection.execute(f"DROP TABLE IF EXISTS {table}")
    except (apsw.CorruptError, apsw.SQLError):
        _cut_out(connection)


def _cut_out(connection: Connection) -> None:
    """An index too damaged to be opened goes table by table, past the module that refuses it."""
    connection.execute("PRAGMA writable_schema = on")
    try:
        connection.executemany("DELETE FROM sqlite_schema WHERE name = ?", [(table,) for table in _TABLES])
        connection.execute("PRAGMA writable_schema = reset")
        for table in _TABLES:
            for shadow in _SHADOWS:
                connection.execute(f"DROP TABLE IF EXISTS {table}_{shadow}")
    finally:
        connection.execute("PRAGMA writable_schema = off")


def _fill(connection: Connection, rows: list[int]) -> None:
    memories = memories_of(connection, rows)
    projects: dict[str, int] = dict(connection.rows("SELECT key, id FROM projects"))
    writing.put_words(connection, [(row, m, projects[m.project or ""]) for row, m in memories.items()])
    writing.put_names(connection, [(row, m, m.stored_at) for row, m in memories.items()])

"""What can be read of a damaged store goes into a new one: memories, their code and their links.

Indexes are made anew, vectors again by the embedder. The recall log and the journal are not brought over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from memo_lsp.store.care.pages import PageFile
from memo_lsp.store.care.repair import rebuild_lexicon
from memo_lsp.store.file.connection import Database
from memo_lsp.store.file.sqlite import Connection

# In the order in which they refer to each other.
_TABLES = ("projects", "tombstones", "memories", "texts", "paths", "anchors", "edges", "mirrors")
# What later shapes put at a table's end: rows written before lack it.
_ADDED: dict[str, tuple[Any, ...]] = {"memories": (0, None)}


@dataclass(frozen=True, slots=True)
class Salvaged:
    """How much came over."""

    memories: int
    edges: int


def salvage(damaged: Path, database: Database) -> Salvaged:
    """Bring over what can be read. Raises StoreTrouble if the new store cannot be written, OSError if no byte reads."""
    found = _sorted_by_table(damaged, database)
    with database.write() as connection:
        for table in _TABLES:
            _insert(connection, table, found[table])
        # A row without its text, and one that was forgotten but whose page was not cleared, are no memories.
        connection.execute(
            """
            DELETE FROM memories WHERE id NOT IN (SELECT memory FROM texts)
            OR uid IN (SELECT uid FROM tombstones)
            """
        )
    rebuild_lexicon(database)
    with database.read() as connection:
        return Salvaged(
            connection.value("SELECT count(*) FROM memories"), connection.value("SELECT count(*) FROM edges")
        )


def _sorted_by_table(damaged: Path, database: Database) -> dict[str, list[list[Any]]]:
    tables: dict[int, list[tuple[str, tuple[Any, ...]]]] = {}
    with database.read() as connection:
        for table in _TABLES:
            width = connection.value("SELECT count(*) FROM pragma_table_info(?)", (table,))
            tables.setdefault(width, []).append((table, ()))
            if added := _ADDED.get(table):
                tables.setdefault(width - len(added), []).append((table, added))
    found: dict[str, list[list[Any]]] = {table: [] for table in _TABLES}
    for row, values in PageFile(damaged).rows():
        if values and values[0] is None:  # the row number itself is not stored in the record
            for table, lacking in tables.get(len(values), ()):
                found[table].append([row, *values[1:], *lacking])
    return found


def _insert(connection: Connection, table: str, rows: Sequence[list[Any]]) -> None:
    """The tables are strict: what does not fit one, by type, mark or reference, is not of it."""
    for row in rows:
        if not _fits(connection, table, row) and table == "memories":
            _fits(connection, table, [*row[:2], 0, *row[3:]])  # its project's row is lost


def _fits(connection: Connection, table: str, row: list[Any]) -> bool:
    try:
        connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    except apsw.ConstraintError:
        return False
    return True

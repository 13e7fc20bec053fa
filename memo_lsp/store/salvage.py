"""What can be read of a damaged store goes into a new one: memories, their code and their links.

Indexes are made anew, vectors again by the embedder. The recall log and the journal are not brought over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from memo_lsp.store.connection import Database
from memo_lsp.store.pages import PageFile
from memo_lsp.store.repair import rebuild_lexicon
from memo_lsp.store.sqlite import Connection

# In the order in which they refer to each other; each is known by how many columns it has.
_TABLES = {
    "projects": "INSERT OR IGNORE INTO projects",
    "tombstones": "INSERT OR IGNORE INTO tombstones",
    "memories": "INSERT OR IGNORE INTO memories",
    "texts": "INSERT OR IGNORE INTO texts",
    "paths": "INSERT OR IGNORE INTO paths",
    "anchors": "INSERT OR IGNORE INTO anchors",
    "edges": "INSERT OR IGNORE INTO edges",
}


@dataclass(frozen=True, slots=True)
class Salvaged:
    """How much came over."""

    memories: int
    edges: int


def salvage(damaged: Path, database: Database) -> Salvaged:
    """Bring over what can be read. Raises StoreTrouble if the new store cannot be written, OSError if no byte reads."""
    found = _sorted_by_table(damaged, database)
    with database.write() as connection:
        for table, insert in _TABLES.items():
            _insert(connection, insert, found[table])
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
    widths: dict[int, str] = {}
    with database.read() as connection:
        for table in _TABLES:
            widths[connection.value("SELECT count(*) FROM pragma_table_info(?)", (table,))] = table
    found: dict[str, list[list[Any]]] = {table: [] for table in _TABLES}
    for row, values in PageFile(damaged).rows():
        name = widths.get(len(values))
        if name is not None and values[0] is None:  # the row number itself is not stored in the record
            found[name].append([row, *values[1:]])
    return found


def _insert(connection: Connection, insert: str, rows: Sequence[list[Any]]) -> None:
    """The tables are strict: what does not fit them, by type or reference, is not of them."""
    for row in rows:
        try:
            connection.execute(f"{insert} VALUES ({', '.join('?' * len(row))})", row)
        except apsw.ConstraintError:
            continue

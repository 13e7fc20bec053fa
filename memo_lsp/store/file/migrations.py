"""From any shape the store ever had to today's: numbered, forward only, one transaction, a backup before.

Append to MIGRATIONS; never change what was shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from memo_lsp.store.file.connection import Database
from memo_lsp.store.file.files import copy_database
from memo_lsp.store.file.schema import APPLICATION_ID, LEXICON, SCHEMA_1
from memo_lsp.store.file.schema_2 import SCHEMA_2
from memo_lsp.store.file.schema_3 import DIGEST_LEXICON, SCHEMA_3
from memo_lsp.store.file.sqlite import Connection

Migration = Callable[[Connection], None]


def _first(connection: Connection) -> None:
    connection.execute(SCHEMA_1)
    connection.execute(LEXICON)


def _second(connection: Connection) -> None:
    connection.execute(SCHEMA_2)


def _third(connection: Connection) -> None:
    connection.execute(SCHEMA_3)
    connection.execute(DIGEST_LEXICON)


MIGRATIONS: tuple[Migration, ...] = (_first, _second, _third)
SCHEMA = len(MIGRATIONS)  # the number in `user_version`


def version(connection: Connection) -> int:
    """The shape a file has; 0 is an empty one."""
    return int(connection.value("PRAGMA user_version"))


def migrate(database: Database, migrations: Sequence[Migration] = MIGRATIONS) -> Path | None:
    """Bring an older store to the newest shape, all or nothing; the backup made before, if there was anything to lose.

    Two processes may try at once: the second finds the work done.
    """
    held = version(database.writer)
    if held >= len(migrations):
        return None
    backup = None
    if held and database.mode == "rw":
        backup = database.path.with_name(f"{database.path.name}.schema-{held}.backup")
        with database.outside() as connection:
            copy_database(connection, backup)
    with database.write() as connection:
        for number in range(version(connection), len(migrations)):
            migrations[number](connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
    return backup

"""Is the store whole? Each part looked at, and what to do where it is not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import apsw

from memo_lsp.errors import StoreTrouble
from memo_lsp.store.file.connection import Database
from memo_lsp.store.file.files import companions
from memo_lsp.store.file.migrations import version
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.search.index import has_index, index_name
from memo_lsp.store.search.lexical import expect_words


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: whether it is as it should be, what was seen, and the mend if it is not."""

    name: str
    ok: bool
    detail: str
    fix: str = ""


def checks(database: Database) -> list[Check]:
    """Look at everything. Reads the whole file."""
    found: list[Check] = [_mode(database)]
    for look in (_integrity, _keyword_index, _vector_indexes, _rights, _copies):
        try:
            found += look(database)
        except (apsw.Error, StoreTrouble, OSError) as error:
            found.append(Check("store", False, str(error), "restore a backup with `memo-lsp restore FILE`"))
    return found


def _mode(database: Database) -> Check:
    with database.read() as connection:
        schema = version(connection)
    detail = f"{database.path}, schema {schema}, SQLite {apsw.sqlite_lib_version()}, {database.mode}"
    return Check("store", database.mode == "rw", detail, "" if database.mode == "rw" else "see the problem above")


def _integrity(database: Database) -> Iterator[Check]:
    with database.read() as connection:
        found = [word for (word,) in connection.rows("PRAGMA quick_check(5)") if word != "ok"]
        loose = connection.rows("PRAGMA foreign_key_check")
    if not found and not loose:
        yield Check("integrity", True, "every page reads well")
    elif found:
        yield Check("integrity", False, found[0], "`memo-lsp reindex`; if it stays, `memo-lsp restore FILE`")
    else:
        yield Check("integrity", False, f"{len(loose)} rows belong to nothing", "`memo-lsp reindex`")


def _keyword_index(database: Database) -> Iterator[Check]:
    with database.read() as connection:
        missing, extra = index_gaps(connection)
        nameless = connection.value(
            "SELECT count(*) FROM mentions s WHERE NOT EXISTS (SELECT 1 FROM memories m WHERE m.id = s.memory)"
        )
        expect_words(connection)
    ok = not (missing or extra or nameless)
    detail = "in step with the memories" if ok else f"{missing} memories missing, {extra + nameless} entries too many"
    yield Check("keyword index", ok, detail, "" if ok else "`memo-lsp reindex`")


def index_gaps(connection: Connection) -> tuple[int, int]:
    """How many memories the keyword index lacks, and how many entries have no memory."""
    missing = connection.value(
        """
        SELECT count(*) FROM memories WHERE id NOT IN (SELECT id FROM lexicon_docsize)
        AND id NOT IN (SELECT id FROM digest_lexicon_docsize)
        """
    )
    extra = connection.value(
        """
        SELECT count(*) FROM (SELECT id FROM lexicon_docsize UNION ALL SELECT id FROM digest_lexicon_docsize)
        WHERE id NOT IN (SELECT id FROM memories)
        """
    )
    return int(missing), int(extra)


def _vector_indexes(database: Database) -> Iterator[Check]:
    with database.read() as connection:
        for number, fingerprint in connection.rows("SELECT id, fingerprint FROM embedders"):
            stored = connection.value("SELECT count(*) FROM windows WHERE embedder = ?", (number,))
            detail, ok = f"{fingerprint}: {stored} vectors", True
            if has_index(connection, number):
                listed = connection.value(f"SELECT count(*) FROM {index_name(number)}_rowids")
                ok = listed == stored
                detail += "" if ok else f", {listed} in the index"
            yield Check("vector index", ok, detail, "" if ok else "`memo-lsp reindex`")


def _rights(database: Database) -> Iterator[Check]:
    if os.name != "posix" or database.mode == "memory":
        return
    wide = [
        path.name or str(path)
        for path in (database.path.parent, database.path, *companions(database.path))
        if path.exists() and path.stat().st_mode & 0o077
    ]
    yield Check(
        "rights", not wide, "only you can read it" if not wide else f"others may read {', '.join(wide)}",
        "" if not wide else f"chmod 700 {database.path.parent}; chmod 600 {database.path}*",
    )  # fmt: skip


def _copies(database: Database) -> Iterator[Check]:
    """Copies beside the store still hold what was forgotten since."""
    copies = sorted(path.name for path in _beside(database.path))
    if copies:
        detail = f"older copies lie beside the store: {', '.join(copies)}"
        yield Check("copies", True, detail, "delete them when you no longer need them")


def _beside(path: Path) -> Iterator[Path]:
    for pattern in ("*.backup", "*.damaged-*", "*.before-restore-*"):
        yield from path.parent.glob(path.name + pattern)

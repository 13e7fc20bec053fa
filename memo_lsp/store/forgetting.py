"""Forgetting: the text leaves rows, indexes, vectors, the recall log and the journal; a tombstone without a word stays.

Inside the caller's transaction. The bytes leave the file when the keyword index is optimised and the file vacuumed.
"""

from __future__ import annotations

from memo_lsp.model import Memory
from memo_lsp.store.mirrors import unmirror
from memo_lsp.store.rows import sound
from memo_lsp.store.scope import DIGEST
from memo_lsp.store.sqlite import Connection
from memo_lsp.store.steps import remove
from memo_lsp.store.undoing import take_apart


def erase(connection: Connection, row: int, memory: Memory, at: float, *, vectors: bool) -> None:
    """Remove one memory and all that was derived from it; what was folded into it, or put beneath it, comes back.

    Digests that name it go, too: without a tombstone, for the next pass writes them anew."""
    connection.execute(
        """
        INSERT INTO tombstones(uid, project, sha, same)
        SELECT uid, project, iif(origin = 'git', sha, NULL), same FROM memories WHERE id = ?
        ON CONFLICT DO NOTHING
        """,
        (row,),
    )
    take_apart(connection, memory.id, at, vectors=vectors)
    _drop_from_log(connection, memory)
    uid = sound(memory.id)
    connection.execute("DELETE FROM marks WHERE a = ?1 OR b = ?1", (uid,))
    connection.execute("UPDATE patches SET memory = NULL, forgotten = 1 WHERE memory = ?", (uid,))
    unmirror(connection, uid)
    _drop_digests(connection, uid, vectors=vectors)
    remove(connection, row, uid, vectors=vectors)


def _drop_digests(connection: Connection, uid: str, *, vectors: bool) -> None:
    naming = connection.rows(
        f"""
        SELECT m.id, m.uid FROM memories m JOIN texts t ON t.memory = m.id
        WHERE {DIGEST} AND EXISTS (SELECT 1 FROM json_each(t.extra, '$.period.quotes') WHERE value = ?)
        """,
        (uid,),
    )
    for row, digest in naming:
        remove(connection, row, digest, vectors=vectors)


def _drop_from_log(connection: Connection, memory: Memory) -> None:
    """Hits go with the memory's row; a question that was its very title goes here."""
    connection.execute(
        "UPDATE recalls SET text = '' WHERE text = ?1 OR trim(text) = trim(?1)",
        (sound(memory.title),),
    )

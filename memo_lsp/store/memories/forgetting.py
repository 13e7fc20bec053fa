"""Forgetting: the text leaves rows, indexes, vectors, the recall log and the journal; a tombstone without a word stays.

Inside the caller's transaction. The bytes leave the file when the keyword index is optimised and the file vacuumed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from memo_lsp.model import Memory
from memo_lsp.store.captured.mirrors import unmirror
from memo_lsp.store.dreamt.steps import remove
from memo_lsp.store.dreamt.undoing import take_apart
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.rows import sound
from memo_lsp.store.search.scope import DIGEST
from memo_lsp.text.prepare import quote

_WORD = re.compile(r"[^\W_]+")


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
    asked = _asked(connection, row)
    _drop_from_log(connection, memory)
    uid = sound(memory.id)
    connection.execute("DELETE FROM marks WHERE a = ?1 OR b = ?1", (uid,))
    connection.execute("UPDATE patches SET memory = NULL, forgotten = 1 WHERE memory = ?", (uid,))
    unmirror(connection, uid)
    _drop_digests(connection, uid, vectors=vectors)
    remove(connection, row, uid, vectors=vectors)
    _drop_own_words(connection, memory, asked)


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


def _asked(connection: Connection, row: int) -> list[tuple[int, str]]:
    """The questions that brought a memory up: their numbers and texts."""
    return connection.rows(
        """
        SELECT DISTINCT r.id, r.text FROM recall_hits h JOIN recalls r ON r.id = h.recall
        WHERE h.memory = ? AND r.text <> ''
        """,
        (row,),
    )


def _drop_own_words(connection: Connection, memory: Memory, asked: Iterable[tuple[int, str]]) -> None:
    """Questions that hold a word which nothing but the forgotten memory had: they quote it."""
    said = _words(f"{memory.title}\n{memory.description}\n{memory.body}")
    gone: dict[str, bool] = {}
    for number, text in asked:
        for word in _words(text) & said:
            if word not in gone:
                found = connection.first("SELECT 1 FROM lexicon WHERE lexicon MATCH ? LIMIT 1", (quote(word),))
                gone[word] = found is None
        if any(gone.get(word) for word in _words(text)):
            connection.execute("UPDATE recalls SET text = '' WHERE id = ?", (number,))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _drop_from_log(connection: Connection, memory: Memory) -> None:
    """Hits go with the memory's row; a question that was its very title goes here."""
    connection.execute(
        "UPDATE recalls SET text = '' WHERE text = ?1 OR trim(text) = trim(?1)",
        (sound(memory.title),),
    )

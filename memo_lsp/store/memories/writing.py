"""How a memory gets into its tables, and out of them again: rows, keyword index, names, anchors, work queue.

Every function works inside the caller's transaction.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from memo_lsp.model import Memory, embed_text, is_digest
from memo_lsp.store.file.connection import bump
from memo_lsp.store.file.sqlite import Connection
from memo_lsp.store.memories.rows import facets, optional, sound, texts
from memo_lsp.store.search.index import drop_entries
from memo_lsp.text.identifiers import identifiers_in, nfc
from memo_lsp.text.prepare import STOPWORDS, hump_text, index_text

DAY = 86_400.0
_LONGEST_NAME = 200
_INDEXED = frozenset(
    ("title", "body", "description", "symbols", "anchors", "tags", "project", "created_at", "kind", "origin")
)


def project_id(connection: Connection, key: str | None) -> int:
    """The number of a project, given one if it is new; 0 is no project."""
    if not key:
        return 0
    connection.execute("INSERT INTO projects(key) VALUES (?) ON CONFLICT DO NOTHING", (sound(key),))
    return int(connection.value("SELECT id FROM projects WHERE key = ?", (sound(key),)))


def insert(connection: Connection, memories: Sequence[tuple[Memory, int, float]]) -> list[int]:
    """New memories, each with its project's number and its time of storing; their rows."""
    rows = []
    generation = bump(connection)
    for memory, project, stored_at in memories:
        connection.execute(
            """
            INSERT INTO memories(uid, project, kind, channel, created_at, updated_at, stored_at, valid_from, valid_to,
              last_surfaced_at, stability_days, branch, sha, session, origin, author, topic, tags, trust, confidence,
              pinned, state, auto, search, drill, useful, not_useful, repeats, repeated_at, same, touched)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            (*facets(memory, project, stored_at), generation),
        )
        rows.append(connection.last_insert_rowid())
    connection.executemany(
        "INSERT INTO texts(memory, title, description, body, symbols, extra) VALUES (?, ?, ?, ?, ?, ?)",
        [(row, *texts(memory)) for row, (memory, _, _) in zip(rows, memories, strict=True)],
    )
    entries = [(row, memory, project) for row, (memory, project, _) in zip(rows, memories, strict=True)]
    put_anchors(connection, [(row, memory) for row, memory, _ in entries])
    put_words(connection, entries)
    put_names(connection, [(row, m, stored) for row, (m, _, stored) in zip(rows, memories, strict=True)])
    enqueue(connection, rows)
    return rows


def rewrite(connection: Connection, row: int, old: Memory, new: Memory, *, indexed: bool) -> None:
    """A memory has other values: its index entries follow; its vectors are dropped, and it waits for others, if what is
    embedded changed (`indexed` as for `drop_windows`)."""
    project = project_id(connection, new.project)
    connection.execute(
        """
        UPDATE memories SET uid = ?, project = ?, kind = ?, channel = ?, created_at = ?, updated_at = ?,
          stored_at = ?,
          valid_from = ?, valid_to = ?, last_surfaced_at = ?, stability_days = ?, branch = ?, sha = ?, session = ?,
          origin = ?, author = ?, topic = ?, tags = ?, trust = ?, confidence = ?, pinned = ?, state = ?,
          auto = ?, search = ?, drill = ?, useful = ?, not_useful = ?, repeats = ?, repeated_at = ?,
          same = ?, touched = ?
        WHERE id = ?
        """,
        (*facets(new, project, new.stored_at), bump(connection), row),
    )
    if texts(new) != texts(old):
        connection.execute(
            "UPDATE texts SET title = ?, description = ?, body = ?, symbols = ?, extra = ? WHERE memory = ?",
            (*texts(new), row),
        )
    if any(getattr(new, name) != getattr(old, name) for name in _INDEXED):
        _reindex(connection, row, new, project)
    if embed_text(new) != embed_text(old) or _partition(new) != _partition(old):
        drop_windows(connection, row, indexed=indexed)
        enqueue(connection, (row,), changed=True)


def _partition(memory: Memory) -> tuple[str | None, bool]:
    """With whose vectors a memory's lie."""
    return memory.project, is_digest(memory)


def _reindex(connection: Connection, row: int, memory: Memory, project: int) -> None:
    drop_anchors(connection, row)
    put_anchors(connection, [(row, memory)])
    drop_words(connection, row)  # it may have become a digest, or none
    put_words(connection, [(row, memory, project)])
    drop_names(connection, row)
    put_names(connection, [(row, memory, memory.stored_at)])


def put_anchors(connection: Connection, memories: Iterable[tuple[int, Memory]]) -> None:
    """The anchors of memories that have none yet."""
    pairs = [(row, place, anchor) for row, memory in memories for place, anchor in enumerate(memory.anchors)]
    ids = _path_ids(connection, {sound(nfc(anchor.path)) for _, _, anchor in pairs})
    connection.executemany(
        """
        INSERT INTO anchors(memory, ordinal, path, symbol, line, hash, state, commits_since)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
            (row, place, ids[sound(nfc(a.path))], optional(nfc(a.symbol) if a.symbol else None), a.line, a.hash,
             a.state, a.commits_since)
            for row, place, a in pairs
        ],
    )  # fmt: skip


def put_words(connection: Connection, memories: Iterable[tuple[int, Memory, int]]) -> None:
    """The keyword index entries of memories, old ones replaced; each with the number of its project. Digests have an
    index of their own."""
    parts: dict[str, list[tuple[int | str, ...]]] = {"lexicon": [], "digest_lexicon": []}
    for row, memory, project in memories:
        parts["digest_lexicon" if is_digest(memory) else "lexicon"].append((row, *index_entry(memory, project)))
    for index, entries in parts.items():
        connection.executemany(
            f"""
            INSERT OR REPLACE INTO {index}(rowid, title, description, body, identifiers, symbols, paths, tags, scope)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            entries,
        )


def index_entry(memory: Memory, project: int) -> tuple[str, ...]:
    """What the keyword index is fed of a memory, column by column."""
    names = " ".join(_symbols(memory))
    paths = " ".join(dict.fromkeys(anchor.path for anchor in memory.anchors))
    prose = "\n".join((memory.title, memory.description, memory.body))
    return (
        index_text(sound(memory.title)),
        index_text(sound(memory.description)),
        index_text(sound(memory.body)),
        hump_text(prose),
        _with_humps(names),
        _with_humps(paths),
        index_text(sound(" ".join(memory.tags))),
        scope_token(project),
    )


def scope_token(project: int) -> str:
    """A word no text holds: it lets the index skip other projects' memories."""
    return f"memoscope{project}x"


def _with_humps(text: str) -> str:
    return f"{index_text(sound(text))} {hump_text(text)}" if text else ""


def _symbols(memory: Memory) -> dict[str, None]:
    anchored = (anchor.symbol for anchor in memory.anchors if anchor.symbol)
    return dict.fromkeys((*memory.symbols, *anchored))


def names_of(memory: Memory) -> set[str]:
    """The whole identifiers a hover can find a memory by: those of its text, its symbols, and their last parts. None
    of a digest: what it names has memories of its own, and a name is not common for being summed up."""
    if is_digest(memory):
        return set()
    names = identifiers_in("\n".join((memory.title, memory.description, memory.body)))
    names = {name for name in names if name.lower() not in STOPWORDS}
    for symbol in _symbols(memory):
        names.add(nfc(symbol))
        names.add(nfc(symbol).replace("::", ".").rpartition(".")[2])
    return {sound(name) for name in names if 1 < len(name) <= _LONGEST_NAME}


def put_names(connection: Connection, memories: Iterable[tuple[int, Memory, float]]) -> None:
    """The names of memories that have none yet; each with its time of storing."""
    entries = [
        (name, int((memory.created_at if memory.created_at is not None else stored) // DAY), row)
        for row, memory, stored in memories
        for name in names_of(memory)
    ]
    ids = _name_ids(connection, {name for name, _, _ in entries})
    connection.executemany(
        "INSERT INTO mentions(name, day, memory) VALUES (?, ?, ?)",
        sorted((ids[name], day, row) for name, day, row in entries),
    )


def _name_ids(connection: Connection, names: set[str]) -> dict[str, int]:
    """The numbers of names, new ones added."""
    wanted = json.dumps(sorted(names))
    connection.execute(
        "INSERT INTO names(name) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING", (wanted,)
    )
    found = connection.rows("SELECT name, id FROM names WHERE name IN (SELECT value FROM json_each(?))", (wanted,))
    return dict(found)


def _path_ids(connection: Connection, paths: set[str]) -> dict[str, int]:
    """The numbers of paths, new ones added."""
    wanted = json.dumps(sorted(paths))
    connection.execute(
        "INSERT INTO paths(path) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING", (wanted,)
    )
    found = connection.rows("SELECT path, id FROM paths WHERE path IN (SELECT value FROM json_each(?))", (wanted,))
    return dict(found)


def enqueue(connection: Connection, rows: Sequence[int], *, changed: bool = False) -> None:
    """Memories that wait for their vectors from each embedder there is; `changed` if they had some before."""
    connection.execute(
        """
        INSERT OR REPLACE INTO queue(embedder, memory, changed)
        SELECT e.id, r.value, ?2 FROM embedders e, json_each(?1) r
        """,
        (json.dumps(list(rows)), int(changed)),
    )


def drop_windows(connection: Connection, row: int, *, indexed: bool) -> None:
    """A memory's vectors; with their index entries if this process has the extension (else the index finds out)."""
    if indexed:
        held = connection.rows("SELECT id, embedder FROM windows WHERE memory = ?", (row,))
        for window, embedder in held:
            drop_entries(connection, embedder, [window])
    connection.execute("DELETE FROM windows WHERE memory = ?", (row,))


def drop_names(connection: Connection, row: int) -> None:
    """A memory's names, and the strings nobody else has."""
    held = [name for (name,) in connection.rows("SELECT name FROM mentions WHERE memory = ?", (row,))]
    connection.execute("DELETE FROM mentions WHERE memory = ?", (row,))
    connection.execute(
        """
        DELETE FROM names WHERE id IN (SELECT value FROM json_each(?))
        AND NOT EXISTS (SELECT 1 FROM mentions WHERE mentions.name = names.id)
        """,
        (json.dumps(held),),
    )


def drop_anchors(connection: Connection, row: int) -> None:
    """A memory's anchors, and the paths nobody else has."""
    held = [path for (path,) in connection.rows("SELECT path FROM anchors WHERE memory = ?", (row,))]
    connection.execute("DELETE FROM anchors WHERE memory = ?", (row,))
    connection.execute(
        """
        DELETE FROM paths WHERE id IN (SELECT value FROM json_each(?))
        AND NOT EXISTS (SELECT 1 FROM anchors WHERE anchors.path = paths.id)
        """,
        (json.dumps(held),),
    )


def drop_words(connection: Connection, row: int) -> None:
    """A memory's keyword index entry."""
    connection.execute("DELETE FROM lexicon WHERE rowid = ?", (row,))
    connection.execute("DELETE FROM digest_lexicon WHERE rowid = ?", (row,))

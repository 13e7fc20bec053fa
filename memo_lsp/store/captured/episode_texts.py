"""How versions of files get into an open episode, and which give way when it is full.

Inside the caller's transaction.
"""

from __future__ import annotations

import zlib

from memo_lsp.store.file.sqlite import Connection

MOST_VERSIONS = 50  # of one file
MOST_BYTES = 8_000_000  # of one episode, deflated texts and facts together
_AFTER_ROOM = 7_000_000  # what is left when room was made: not every save should have to make some


def deflated(text: str) -> bytes:
    """A text as it is held; the same text gives the same bytes."""
    return zlib.compress(text.encode("utf-8", "replace"), 1)


def inflated(held: bytes) -> str:
    """The text again."""
    return zlib.decompress(held).decode("utf-8")


def touched(connection: Connection, episode: int, at: float) -> None:
    """A save happened in an episode, whether or not anything of it is held."""
    connection.execute("UPDATE episodes SET last_at = max(last_at, ?) WHERE id = ?", (at, episode))


def begin_file(connection: Connection, episode: int, path: str, before: bytes | None, coming: int) -> int | None:
    """A file's place in an episode, with the text its changes count from; None if the episode is full."""
    size = int(connection.value("SELECT size FROM episodes WHERE id = ?", (episode,)))
    if size + len(before or b"") + coming > MOST_BYTES:
        return None
    connection.execute("INSERT INTO episode_files(episode, path, before) VALUES (?, ?, ?)", (episode, path, before))
    file = int(connection.last_insert_rowid())
    _grow(connection, episode, len(before or b""))
    return file


def append(connection: Connection, episode: int, file: int, at: float, text: bytes, facts: str) -> None:
    """One version more, unless the newest one says the same: then that has the newer facts."""
    newest = connection.first(
        "SELECT ordinal, text, size FROM episode_versions WHERE file = ? ORDER BY ordinal DESC LIMIT 1", (file,)
    )
    size = len(text) + len(facts)
    if newest is not None and newest[1] == text:
        if facts != "{}":
            connection.execute(
                "UPDATE episode_versions SET facts = ?, size = ? WHERE file = ? AND ordinal = ?",
                (facts, size, file, newest[0]),
            )
            _grow(connection, episode, size - newest[2])
        return
    connection.execute(
        "INSERT INTO episode_versions(file, ordinal, at, size, facts, text) VALUES (?, ?, ?, ?, ?, ?)",
        (file, newest[0] + 1 if newest else 1, at, size, facts, text),
    )
    if _grow(connection, episode, size) > MOST_BYTES:
        _make_room(connection, episode)
    _shorten(connection, episode, file)


def _grow(connection: Connection, episode: int, size: int) -> int:
    """An episode's size with so much more; the sum."""
    return int(connection.value("UPDATE episodes SET size = size + ? WHERE id = ? RETURNING size", (size, episode)))


def _shorten(connection: Connection, episode: int, file: int) -> None:
    """A file has at most MOST_VERSIONS: the second oldest goes."""
    ordinals = [
        ordinal
        for (ordinal,) in connection.rows(
            "SELECT ordinal FROM episode_versions WHERE file = ? ORDER BY ordinal", (file,)
        )
    ]
    if len(ordinals) > MOST_VERSIONS:
        _drop(connection, episode, file, ordinals[1])


def _make_room(connection: Connection, episode: int) -> None:
    """Versions between a file's first and last go, the oldest of all files first."""
    left = int(connection.value("SELECT size FROM episodes WHERE id = ?", (episode,)))
    for file, ordinal in connection.rows(
        """
        SELECT v.file, v.ordinal FROM episode_files f JOIN episode_versions v ON v.file = f.id
        WHERE f.episode = ?
        AND v.ordinal > (SELECT min(o.ordinal) FROM episode_versions o WHERE o.file = v.file)
        AND v.ordinal < (SELECT max(o.ordinal) FROM episode_versions o WHERE o.file = v.file)
        ORDER BY v.at, v.file, v.ordinal
        """,
        (episode,),
    ):
        if left <= _AFTER_ROOM:
            return
        left = _drop(connection, episode, file, ordinal)


def _drop(connection: Connection, episode: int, file: int, ordinal: int) -> int:
    size = connection.value(
        "DELETE FROM episode_versions WHERE file = ? AND ordinal = ? RETURNING size", (file, ordinal)
    )
    return _grow(connection, episode, -int(size))


def weigh(connection: Connection, episode: int) -> None:
    """An episode's size anew, after files left it."""
    connection.execute(
        """
        UPDATE episodes SET size = (
          SELECT coalesce(sum(length(before)), 0) FROM episode_files WHERE episode = ?1
        ) + (
          SELECT coalesce(sum(v.size), 0) FROM episode_files f JOIN episode_versions v ON v.file = f.id
          WHERE f.episode = ?1
        ) WHERE id = ?1
        """,
        (episode,),
    )

"""Open episodes: every saved version of the files a stretch of work touched, on disk at once, gone when it closes.

One episode a session, project and branch. Texts come redacted. A kill at any instant leaves whole saves only, and
whoever starts next finds the episode by its dead session.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from memo_lsp.model import EMPTY
from memo_lsp.store.captured.episode_texts import append, begin_file, deflated, inflated, touched, weigh
from memo_lsp.store.file.connection import Part
from memo_lsp.store.file.sqlite import Connection, Row
from memo_lsp.store.memories.paths import beneath, moved
from memo_lsp.store.memories.rows import optional, sound
from memo_lsp.store.memories.writing import project_id
from memo_lsp.text.identifiers import nfc


class Every(Enum):
    """Stands for all branches where None is a branch of its own: that of a detached HEAD, or of no repository."""

    BRANCH = "every branch"


ANY = Every.BRANCH


@dataclass(frozen=True, slots=True)
class Save:
    """One save of a file: when (seconds since the epoch), the text it left, and what else was known at it.

    `before` is the text the episode's changes count from, read at the file's first save only. None: not known.
    """

    project: str
    branch: str | None
    path: str
    at: float
    before: str | None
    after: str
    facts: Mapping[str, Any] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True)
class Version:
    """A text a save left."""

    at: float
    text: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EpisodeFile:
    """A file's versions in an episode, oldest first."""

    path: str
    before: str | None
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """Something small kept with an episode, of plain JSON: a fix that is pending, a dead end, a run that failed."""

    kind: str
    key: str
    value: Any


@dataclass(frozen=True, slots=True)
class Episode:
    """An open episode: its files by path, its notes by kind and key. `last_at` is the time of the last save."""

    session: str
    project: str
    branch: str | None
    began_at: float
    last_at: float
    files: tuple[EpisodeFile, ...] = ()
    notes: tuple[Note, ...] = ()


class Episodes(Part):
    """What is under way in all sessions.

    To make a memory of an episode once, however many processes see it, store it in one `store.write()` with a `close`
    that answered True.
    """

    # --- saves
    def take(
        self,
        session: str,
        project: str,
        branch: str | None,
        path: str,
        at: float,
        before: str | None,
        after: str,
        facts: Mapping[str, Any] = EMPTY,
    ) -> bool:
        """Append one version to the open episode; whether its text is held (see `take_many`)."""
        return self.take_many(session, (Save(project, branch, path, at, before, after, facts),)) == 1

    def take_many(self, session: str, saves: Iterable[Save]) -> int:
        """Append versions to the open episodes, opened where needed, in one transaction; of how many the text is held.

        The text of the version before is not doubled: that one has the newer facts then. A first save that changed
        nothing opens nothing. The oldest middle versions give way to new ones; once an episode is full of what must
        stay, files new to it are not held.
        """
        with self._database.write() as connection:
            return sum(_take(connection, session, save) for save in saves)

    def drop_files(self, session: str, project: str, branch: str | None, paths: Iterable[str]) -> int:
        """Take files out (a commit has absorbed them); how many. Without files and notes an episode is closed."""
        wanted = json.dumps([sound(nfc(path)) for path in paths])
        with self._database.write() as connection:
            episode = _find(connection, session, project, branch)
            if episode is None:
                return 0
            connection.execute(
                "DELETE FROM episode_files WHERE episode = ? AND path IN (SELECT value FROM json_each(?))",
                (episode, wanted),
            )
            dropped = connection.changes()
            weigh(connection, episode)
            _close_if_empty(connection, episode)
            return dropped

    def rename(self, session: str, project: str, old: str, new: str) -> int:
        """A file, or all files beneath a folder, have another path in a session's episodes; how many.

        A file that stood at the new path is overwritten there, and leaves the episode.
        """
        with self._database.write() as connection:
            files = connection.rows(
                f"""
                SELECT f.id, f.path, f.episode FROM episodes e JOIN episode_files f ON f.episode = e.id
                WHERE e.session = ? AND e.project = (SELECT id FROM projects WHERE key = ?) AND {beneath("f.path")}
                """,
                (sound(session), sound(project), *(sound(nfc(old)),) * 3),
            )
            for file, path, _ in files:
                to = moved(path, old, new)
                connection.execute("UPDATE OR REPLACE episode_files SET path = ? WHERE id = ?", (to, file))
            for episode in {episode for _, _, episode in files}:
                weigh(connection, episode)
            return len(files)

    # --- episodes
    def open_of(
        self, session: str, project: str | None = None, branch: str | Every | None = ANY
    ) -> tuple[Episode, ...]:
        """A session's open episodes, oldest first; of one project and branch if asked."""
        with self._database.read() as connection:
            found = connection.rows(
                """
                SELECT e.id, e.session, p.key, e.branch, e.began_at, e.last_at
                FROM episodes e JOIN projects p ON p.id = e.project
                WHERE e.session = ?1 AND (?2 IS NULL OR p.key = ?2) AND (?3 OR e.branch IS ?4)
                ORDER BY e.began_at, e.id
                """,
                (sound(session), project, branch is ANY, None if isinstance(branch, Every) else optional(branch)),
            )
            return tuple(_episode(connection, row) for row in found)

    def orphans(self, alive: Callable[[str], bool]) -> tuple[Episode, ...]:
        """The open episodes of sessions that are no more. `alive` tells of a session whether its process runs."""
        with self._database.read() as connection:
            sessions = [session for (session,) in connection.rows("SELECT DISTINCT session FROM episodes")]
        return tuple(episode for session in sessions if not alive(session) for episode in self.open_of(session))

    def close(self, session: str, project: str, branch: str | None) -> bool:
        """Remove an episode with all it holds; False if it was not open (another process was faster)."""
        with self._database.write() as connection:
            episode = _find(connection, session, project, branch)
            if episode is not None:
                connection.execute("DELETE FROM episodes WHERE id = ?", (episode,))
            return episode is not None

    # --- notes
    def note(self, session: str, project: str, branch: str | None, kind: str, key: str, value: Any) -> None:
        """Keep something small with the episode, opened if need be; in the place of what had this kind and key."""
        with self._database.write() as connection:
            episode = _opened(connection, session, project, branch, self._clock.now())
            connection.execute(
                "INSERT OR REPLACE INTO episode_notes(episode, kind, key, value) VALUES (?, ?, ?, ?)",
                (episode, kind, sound(key), json.dumps(value)),
            )

    def notes(self, session: str, project: str, branch: str | None, kind: str | None = None) -> tuple[Note, ...]:
        """What is kept with an episode, by kind and key; of one kind if asked."""
        with self._database.read() as connection:
            episode = _find(connection, session, project, branch)
            found = _notes(connection, episode) if episode is not None else ()
        return tuple(note for note in found if kind in (None, note.kind))

    def drop_notes(
        self, session: str, project: str, branch: str | None, kind: str, keys: Iterable[str] | None = None
    ) -> int:
        """Take notes of a kind out, all or those with these keys; how many. An episode left empty is closed."""
        wanted = None if keys is None else json.dumps([sound(key) for key in keys])
        with self._database.write() as connection:
            episode = _find(connection, session, project, branch)
            if episode is None:
                return 0
            connection.execute(
                """
                DELETE FROM episode_notes WHERE episode = ?1 AND kind = ?2
                AND (?3 IS NULL OR key IN (SELECT value FROM json_each(?3)))
                """,
                (episode, kind, wanted),
            )
            dropped = connection.changes()
            _close_if_empty(connection, episode)
            return dropped


def _find(connection: Connection, session: str, project: str, branch: str | None) -> int | None:
    found = connection.value(
        """
        SELECT id FROM episodes WHERE session = ?1 AND project = (SELECT id FROM projects WHERE key = ?2)
        AND (branch IS NULL) = (?3 IS NULL) AND ifnull(branch, '') = ifnull(?3, '')
        """,
        (sound(session), sound(project), optional(branch)),
    )
    return None if found is None else int(found)


def _opened(connection: Connection, session: str, project: str, branch: str | None, at: float) -> int:
    episode = _find(connection, session, project, branch)
    if episode is not None:
        return episode
    connection.execute(
        "INSERT INTO episodes(session, project, branch, began_at, last_at) VALUES (?, ?, ?, ?, ?)",
        (sound(session), project_id(connection, project), optional(branch), at, at),
    )
    return int(connection.last_insert_rowid())


def _close_if_empty(connection: Connection, episode: int) -> None:
    connection.execute(
        """
        DELETE FROM episodes WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM episode_files WHERE episode = ?1)
        AND NOT EXISTS (SELECT 1 FROM episode_notes WHERE episode = ?1)
        """,
        (episode,),
    )


def _take(connection: Connection, session: str, save: Save) -> bool:
    path, facts = sound(nfc(save.path)), json.dumps(dict(save.facts))
    episode = _find(connection, session, save.project, save.branch)
    file = connection.value("SELECT id FROM episode_files WHERE episode = ? AND path = ?", (episode, path))
    if file is None and save.before == save.after:
        if episode is not None:
            touched(connection, episode, save.at)
        return False
    if episode is None:
        episode = _opened(connection, session, save.project, save.branch, save.at)
    touched(connection, episode, save.at)
    after = deflated(save.after)
    if file is None:
        before = None if save.before is None else deflated(save.before)
        file = begin_file(connection, episode, path, before, len(after) + len(facts))
    if file is None:
        return False
    append(connection, episode, file, save.at, after, facts)
    return True


def _episode(connection: Connection, row: Row) -> Episode:
    number, session, project, branch, began_at, last_at = row
    files, notes = _files(connection, number), _notes(connection, number)
    return Episode(session, project, branch, began_at, last_at, files, notes)


def _files(connection: Connection, episode: int) -> tuple[EpisodeFile, ...]:
    found = connection.rows("SELECT id, path, before FROM episode_files WHERE episode = ? ORDER BY path", (episode,))
    return tuple(
        EpisodeFile(path, None if before is None else inflated(before), _versions(connection, file))
        for file, path, before in found
    )


def _versions(connection: Connection, file: int) -> tuple[Version, ...]:
    found = connection.rows("SELECT at, text, facts FROM episode_versions WHERE file = ? ORDER BY ordinal", (file,))
    return tuple(Version(at, inflated(text), json.loads(facts)) for at, text, facts in found)


def _notes(connection: Connection, episode: int) -> tuple[Note, ...]:
    found = connection.rows(
        "SELECT kind, key, value FROM episode_notes WHERE episode = ? ORDER BY kind, key", (episode,)
    )
    return tuple(Note(kind, key, json.loads(value)) for kind, key, value in found)

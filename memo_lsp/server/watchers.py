"""What the editor is asked to watch: where repositories show that HEAD moved, and documents people curate."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from uuid import uuid4

from lsprotocol import types

from memo_lsp.server.ground import ServerGround
from memo_lsp.text.uris import to_uri

if TYPE_CHECKING:
    from memo_lsp.capture.watching import Watched
    from memo_lsp.git.repository import Repository

log = logging.getLogger(__name__)

DOCUMENTS = "**/*.md"


class Watchers:
    """One registration at a time: a new one takes the old one's place."""

    def __init__(self, ground: ServerGround, repositories: Callable[[], Iterable[Repository]]):
        self._ground, self._repositories = ground, repositories
        self._id: str | None = None
        self._asked: list[types.FileSystemWatcher] = []

    async def ask(self) -> None:
        """Ask for what the folders as they are now need. A client that watches nothing is no trouble: HEAD is looked
        at every second anyway."""
        if not self._ground.client.watches or not self._ground.doings.trusted:
            return
        wanted = await self._ground.work.read(self._wanted)
        if wanted == self._asked:
            return
        before, self._id, self._asked = self._id, f"memo-watch-{uuid4()}", wanted
        options = types.DidChangeWatchedFilesRegistrationOptions(wanted)
        registration = types.Registration(self._id, types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        await self._ground.client_register_capability_async(types.RegistrationParams([registration]))
        if before is not None:
            gone = types.Unregistration(before, types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
            await self._ground.client_unregister_capability_async(types.UnregistrationParams([gone]))

    def _wanted(self) -> list[types.FileSystemWatcher]:
        """Runs on a read thread."""
        from memo_lsp.capture.watching import watch_globs

        roots = self._ground.folders.roots
        heads = [one for repo in self._repositories() for one in watch_globs(repo, roots)]
        settings = self._ground.opened.settings.capture.documents if self._ground.opened else ()
        patterns: list[str | types.RelativePattern] = [
            _pattern(one, self._ground.client.relative_patterns) for one in dict.fromkeys(heads)
        ]
        patterns += [DOCUMENTS, *settings]  # in every folder
        return [types.FileSystemWatcher(pattern) for pattern in patterns]


def _pattern(watched: Watched, relative: bool) -> str | types.RelativePattern:
    return types.RelativePattern(to_uri(str(watched.base)), watched.pattern) if relative else watched.glob

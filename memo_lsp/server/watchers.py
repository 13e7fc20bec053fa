"""What the editor is asked to watch: where repositories show that HEAD moved, and documents people curate."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from uuid import uuid4

from lsprotocol import types

from memo_lsp.text.uris import to_uri

if TYPE_CHECKING:
    from memo_lsp.capture.watching import Watched
    from memo_lsp.server.app import MemoServer

log = logging.getLogger(__name__)

DOCUMENTS = "**/*.md"


class Watchers:
    """One registration at a time: a new one takes the old one's place."""

    def __init__(self, server: MemoServer):
        self._server = server
        self._id: str | None = None
        self._asked: list[types.FileSystemWatcher] = []

    async def ask(self) -> None:
        """Ask for what the folders as they are now need. A client that watches nothing is no trouble: HEAD is looked
        at every second anyway."""
        if not self._server.client.watches or not self._server.doings.trusted:
            return
        wanted = await self._server.work.read(self._wanted)
        if wanted == self._asked:
            return
        before, self._id, self._asked = self._id, f"memo-watch-{uuid4()}", wanted
        options = types.DidChangeWatchedFilesRegistrationOptions(wanted)
        registration = types.Registration(self._id, types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        await self._server.client_register_capability_async(types.RegistrationParams([registration]))
        if before is not None:
            gone = types.Unregistration(before, types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
            await self._server.client_unregister_capability_async(types.UnregistrationParams([gone]))

    def _wanted(self) -> list[types.FileSystemWatcher]:
        """Runs on a read thread."""
        from memo_lsp.capture.watching import watch_globs

        roots = self._server.folders.roots
        heads = [one for repo in self._server.reports.repositories for one in watch_globs(repo, roots)]
        settings = self._server.opened.settings.capture.documents if self._server.opened else ()
        patterns: list[str | types.RelativePattern] = [
            _pattern(one, self._server.client.relative_patterns) for one in dict.fromkeys(heads)
        ]
        patterns += [DOCUMENTS, *settings]  # in every folder
        return [types.FileSystemWatcher(pattern) for pattern in patterns]


def _pattern(watched: Watched, relative: bool) -> str | types.RelativePattern:
    return types.RelativePattern(to_uri(str(watched.base)), watched.pattern) if relative else watched.glob

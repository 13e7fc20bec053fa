"""Which memories were written, changed or removed: told to the client, whoever did it.

The store says what came since the last look. It is looked at after our own changes, and every second for those of
other windows and the command line.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING

from memo_lsp.server import protocol
from memo_lsp.server.ground import ServerGround

if TYPE_CHECKING:
    from memo_lsp.services import Services
    from memo_lsp.store.memories.latest import Mark, News

LOOK_SECONDS = 1.0


class Newsman:
    """One server's news of its store."""

    def __init__(self, ground: ServerGround):
        self._ground = ground
        self._turn = asyncio.Lock()
        self._mark: Mark | None = None
        self._generation = -1

    def begin(self, services: Services) -> None:
        """From here on everything is news. Before the first request reaches the store; not on the loop."""
        self._generation, self._mark = services.store.generation(), services.store.latest.mark()

    async def watch(self) -> None:
        """Look until the server leaves."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    def changed(self) -> None:
        """We have just changed something: look at once."""
        self._ground.start(self.look(), "looking for news")

    async def look(self) -> None:
        """Tell what is new, if anything is."""
        services = self._ground.opened
        if services is None:
            return
        async with self._turn:
            news = await self._ground.work.read(self._since, services)
        if news is not None:
            self._ground.tell(protocol.DID_CHANGE_MEMORY, {what: list(ids) for what, ids in asdict(news).items()})
            self._ground.status.changed()
            if services.settings.lens.enabled:
                self._ground.refresh_lenses()

    def _since(self, services: Services) -> News | None:
        """Runs on a read thread, one at a time."""
        latest, generation = services.store.latest, services.store.generation()
        if generation == self._generation or self._mark is None:
            return None
        before, self._mark, self._generation = self._mark, latest.mark(self._mark), generation
        news = latest.since(before)
        return news if news.written or news.changed or news.removed else None

"""Which memories were written, changed or removed: told to the client, whoever did it.

Our own changes are told at once. What another process did is noticed by the store's generation, looked at every
second, and told with the ids that are new or changed since.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from memo_lsp.server import protocol

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer

LOOK_SECONDS = 1.0


class News:
    """One server's news of its store."""

    def __init__(self, server: MemoServer):
        self._server = server

    def tell(self, *, written: Iterable[str] = (), changed: Iterable[str] = (), removed: Iterable[str] = ()) -> None:
        """Tell the client's views what to refresh."""
        ids = {"written": list(written), "changed": list(changed), "removed": list(removed)}
        if any(ids.values()):
            self._server.tell(protocol.DID_CHANGE_MEMORY, ids)
            self._server.status.changed()

    async def watch(self) -> None:
        """Look for others' changes until the server leaves."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            services = self._server.opened
            if services is not None:
                self.tell(**await self._server.work.read(services.news))

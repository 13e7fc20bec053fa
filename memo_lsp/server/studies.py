"""Open documents are read for their symbols ahead of the hovers, off the loop, one after the other.

When hundreds are opened within a second (a formatter over a project) nobody looks at them yet: reading waits until
that has passed, and then begins with the newest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from memo_lsp.server.ahead import prepare
from memo_lsp.server.ground import ServerGround
from memo_lsp.server.syntax import KEPT, Syntax, source_of

STORM = 8  # documents that wait at once
CALM_SECONDS = 0.1  # in which none more came: it has passed
LONGEST_STORM_SECONDS = 5.0


class Studies:
    """Which documents wait to be read, and for how long they are left alone. On the loop.

    While the server is `busy`, no vector is made ahead."""

    def __init__(self, ground: ServerGround, busy: Callable[[], bool]):
        self._ground, self._busy = ground, busy
        self._resting: dict[str, asyncio.TimerHandle] = {}  # documents being typed in
        self._unread: dict[str, None] = {}
        self._reading: asyncio.Task[None] | None = None
        self._ahead: asyncio.Task[None] | None = None  # makes vectors ahead of hovers

    @property
    def pending(self) -> int:
        """Documents not yet read."""
        return len(self._resting) + len(self._unread)

    def later(self, uri: str, seconds: float) -> None:
        """Read a document once nothing was heard of it for so long."""
        self.forget(uri)
        if seconds:
            self._resting[uri] = asyncio.get_running_loop().call_later(seconds, self._rested, uri)
        else:
            self._rested(uri)

    def forget(self, uri: str) -> None:
        """A document was closed, or has changed again."""
        self._unread.pop(uri, None)
        if (waiting := self._resting.pop(uri, None)) is not None:
            waiting.cancel()

    def _rested(self, uri: str) -> None:
        self._resting.pop(uri, None)
        self._unread[uri] = None
        if self._reading is None or self._reading.done():
            self._reading = self._ground.start(self._read(), "reading documents' symbols")

    async def _read(self) -> None:
        while self._unread:
            await self._sit_out()
            if self._unread:
                uri, _ = self._unread.popitem()
                await self._study(uri)

    async def _sit_out(self) -> None:
        """Wait while a storm comes in; of what it left, more than is kept would be read for nothing."""
        loop = asyncio.get_running_loop()
        until, before = loop.time() + LONGEST_STORM_SECONDS, 0
        while STORM <= len(self._unread) != before and loop.time() < until:
            before = len(self._unread)
            await asyncio.sleep(CALM_SECONDS)
        for uri in list(self._unread)[:-KEPT]:
            del self._unread[uri]

    async def _study(self, uri: str) -> None:
        document = self._ground.documents.get(uri)
        if document is None or document.too_much() is not None:
            return
        syntax = await self._ground.work.read(self._ground.syntax.of, source_of(document))
        if syntax.symbols and (self._ahead is None or self._ahead.done()):  # where many are opened, the first will do
            self._ahead = self._ground.start(self._prepare(syntax), "making vectors ahead")

    async def _prepare(self, syntax: Syntax) -> None:
        services = self._ground.opened
        if services is not None:
            names = [symbol.name for symbol in syntax.symbols]
            await self._ground.work.long(prepare, services, names, self._busy, self._ground.stopping)

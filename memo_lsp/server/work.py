"""Where work off the event loop runs: hovers, reads and writes each have threads of their own.

So a search of two seconds or an import holds up no hover, writes keep their order, and what is cancelled before it
began is never begun.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

READERS = 3
MOST_WAITING_HOVERS = 16


class NewestFirst:
    """Lets one through at a time, the last to come first; when too many wait, the oldest is turned away."""

    def __init__(self, most_waiting: int = MOST_WAITING_HOVERS):
        self._most = most_waiting
        self._busy = False
        self._waiting: list[asyncio.Future[bool]] = []

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[bool]:
        """True: go on; False: turned away."""
        mine = not self._busy or await self._wait()
        if not mine:
            yield False
            return
        self._busy = True
        try:
            yield True
        finally:
            self._busy = False
            self._next()

    async def _wait(self) -> bool:
        place: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        if len(self._waiting) > self._most:
            self._waiting.pop(0).set_result(False)
        try:
            return await place
        except asyncio.CancelledError:
            if place in self._waiting:
                self._waiting.remove(place)
            elif place.done() and not place.cancelled() and place.result():
                self._busy = False
                self._next()  # the turn had been given already: hand it on
            raise

    def _next(self) -> None:
        while self._waiting:
            place = self._waiting.pop()
            if not place.done():
                self._busy = True  # before the waiter wakes: nobody may slip in between
                place.set_result(True)
                return


class Work:
    """The threads of one server."""

    def __init__(self) -> None:
        self._hovers = ThreadPoolExecutor(1, "memo-hover")
        self._reads = ThreadPoolExecutor(READERS, "memo-read")
        self._writes = ThreadPoolExecutor(1, "memo-write")
        self._long = ThreadPoolExecutor(2, "memo-long")
        self._closed = False
        self.hovering = NewestFirst()
        self.writing = 0

    async def hover(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A look-up for a hover: nothing slower than the store."""
        return await self._run(self._hovers, job, *args, **kwargs)

    async def read(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Anything that only looks: searches, files, git."""
        return await self._run(self._reads, job, *args, **kwargs)

    async def write(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A change to the store; changes happen in the order they were asked for, and are not given up midway."""
        self.writing += 1
        written = asyncio.ensure_future(self._run(self._writes, job, *args, **kwargs))
        written.add_done_callback(self._written)
        return await asyncio.shield(written)

    def _written(self, _: object) -> None:
        self.writing -= 1

    async def long(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Minutes of work: an import."""
        return await self._run(self._long, job, *args, **kwargs)

    async def drain(self) -> None:
        """Wait for the writes asked for so far."""
        await self._run(self._writes, int)

    def close(self) -> None:
        """Begin nothing new (who asks is told it was cancelled) and wait for what runs."""
        self._closed = True
        for pool in (self._hovers, self._reads, self._long):
            pool.shutdown(wait=False, cancel_futures=True)
        for pool in (self._writes, self._long):
            pool.shutdown(wait=True)

    async def _run(self, pool: ThreadPoolExecutor, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._closed:
            raise asyncio.CancelledError
        return await asyncio.get_running_loop().run_in_executor(pool, lambda: job(*args, **kwargs))

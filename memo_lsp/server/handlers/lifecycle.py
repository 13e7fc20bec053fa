"""Start and end of a session."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from memo_lsp.server.client import Client
from memo_lsp.server.handlers import settings
from memo_lsp.server.parent import watch

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer

log = logging.getLogger(__name__)

FLUSH_SECONDS = 5.0


def initialize(ls: MemoServer, params: types.InitializeParams) -> None:
    ls.client = Client.of(params)
    ls.folders.start(params)
    if params.process_id:
        watch(params.process_id, ls.leave)


async def initialized(ls: MemoServer, _: types.InitializedParams) -> None:
    """Ask for settings, open the store, and from then on tell what changes."""
    ls.status.changed()
    ls.settings_answer = await settings.ask(ls)
    await ls.services()
    settings.tell_problems(ls)
    ls.start(ls.news.watch(), "watching the store")
    await settings.listen(ls)


async def shutdown(ls: MemoServer, _: Any) -> None:
    """Nothing received is lost: writes and background work are finished before the answer."""
    ls.stop_long_work()
    services = ls.opened
    if services is None:
        return
    try:
        async with asyncio.timeout(FLUSH_SECONDS):
            await ls.work.drain()
            await asyncio.to_thread(services.background.drain, FLUSH_SECONDS)
    except TimeoutError:
        log.warning("leaving with %d writes unfinished", ls.work.writing + services.background.pending)


def set_trace(ls: MemoServer, params: types.SetTraceParams) -> None:
    """Accepted; what we log does not depend on it."""


def accepted(ls: MemoServer, params: Any) -> None:
    """What a client tells us that this server has no use for yet."""

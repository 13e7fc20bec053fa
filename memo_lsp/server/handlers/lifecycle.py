"""Start and end of a session."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from memo_lsp.server.client import Client, trusted
from memo_lsp.server.handlers import history, settings
from memo_lsp.server.parent import watch

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer

log = logging.getLogger(__name__)

FLUSH_SECONDS = 5.0


def initialize(ls: MemoServer, params: types.InitializeParams) -> None:
    ls.client = Client.of(params)
    ls.folders.start(params)
    ls.doings.trusted = trusted(params.initialization_options)
    ls.reports.hear_of(ls.folders.roots)
    if params.process_id:
        watch(params.process_id, ls.leave)


async def initialized(ls: MemoServer, _: types.InitializedParams) -> None:
    """Ask for settings, open the store, and from then on tell what changes."""
    ls.status.changed()
    with ls.reports.beginning():
        ls.settings_answer = await settings.ask(ls)
        services = await ls.services()
        settings.tell_problems(ls)
        ls.start(ls.news.watch(), "watching the store")
        await history.offer(ls, services)
        await ls.reports.begin(services)
    ls.start(ls.reports.tick(), "telling the time")
    await ls.watchers.ask()
    await settings.listen(ls)


async def shutdown(ls: MemoServer, _: Any) -> None:
    """Nothing received is lost: writes and background work are finished before the answer."""
    ls.stop_long_work()
    services = ls.opened
    if services is None:
        return
    try:
        async with asyncio.timeout(FLUSH_SECONDS):
            await asyncio.to_thread(ls.reports.finish, FLUSH_SECONDS)
            await ls.work.drain()
            await asyncio.to_thread(services.background.drain, FLUSH_SECONDS)
    except TimeoutError:
        log.warning("leaving with %d writes unfinished", ls.work.writing + services.background.pending)


def set_trace(ls: MemoServer, params: types.SetTraceParams) -> None:
    """Accepted; what we log does not depend on it."""

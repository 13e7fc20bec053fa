"""Work-done progress: shown if the client can, done without if it cannot or says no."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from uuid import uuid4

from lsprotocol import types

from memo_lsp.server.ground import ServerGround

log = logging.getLogger(__name__)

PATIENCE = 5.0  # seconds a client may take to allow a progress bar


class Progress:
    """One bar. Every method does nothing where there is none."""

    def __init__(self, ground: ServerGround, token: str | None):
        self._ground, self._token = ground, token

    @classmethod
    async def begin(cls, ground: ServerGround, title: str, cancel: Callable[[], None]) -> Progress:
        """Ask the client for a bar and start it; `cancel` is called when the person stops it there."""
        token = f"memo-{uuid4()}"
        if not await _allowed(ground, token):
            return cls(ground, None)
        bar = ground.work_done_progress
        bar.begin(token, types.WorkDoneProgressBegin(title=title, cancellable=True, percentage=0))
        bar.tokens[token].add_done_callback(lambda stop: cancel() if stop.cancelled() else None)
        return cls(ground, token)

    def report(self, message: str, percent: int | None) -> None:
        if self._token is not None:
            value = types.WorkDoneProgressReport(message=message, percentage=percent)
            self._ground.work_done_progress.report(self._token, value)

    def end(self, message: str) -> None:
        if self._token is not None:
            bar = self._ground.work_done_progress
            bar.end(self._token, types.WorkDoneProgressEnd(message=message))
            bar.tokens.pop(self._token, None)
            self._token = None


async def _allowed(ground: ServerGround, token: str) -> bool:
    if not ground.client.progress:
        return False
    try:
        await asyncio.wait_for(ground.work_done_progress.create_async(token), PATIENCE)
    except Exception as refusal:
        log.info("no progress bar: %s", type(refusal).__name__)
        return False
    return True

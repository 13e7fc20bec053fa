"""The editor's own language model, asked by the thread that dreams: a request of ours that the client answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import CancelledError
from typing import Any
from uuid import uuid4

from lsprotocol import types

from memo_lsp.server import protocol
from memo_lsp.server.ground import ServerGround
from memo_lsp.summarize.editor import Ask
from memo_lsp.summarize.port import SummarizerDown

_GRACE = 5.0  # seconds beyond its own that a question is waited for, should the loop be late


def asking(ground: ServerGround) -> Ask | None:
    """How to ask the client's model from any thread; None where the client did not say that it has one."""
    return (lambda params, seconds: _ask(ground, params, seconds)) if ground.client.summarizes else None


def _ask(ground: ServerGround, params: Mapping[str, Any], seconds: float) -> Any:
    """What the client answered. Raises TimeoutError, what the client refused with, or SummarizerDown once it left."""
    request = _request(ground, params, seconds)
    try:
        if ground.loop is None:
            raise RuntimeError
        coming = asyncio.run_coroutine_threadsafe(request, ground.loop)
    except RuntimeError:  # the loop has ended
        request.close()
        raise SummarizerDown("the editor has left") from None
    try:
        return coming.result(seconds + _GRACE)
    except CancelledError:
        raise SummarizerDown("the editor has left") from None


async def _request(ground: ServerGround, params: Mapping[str, Any], seconds: float) -> Any:
    number = str(uuid4())
    try:
        answer = ground.protocol.send_request_async(protocol.SUMMARIZE, dict(params), msg_id=number)
        return await asyncio.wait_for(answer, seconds)
    except TimeoutError:
        ground.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(id=number))
        raise

"""The editor's own language model, asked by the thread that dreams: a request of ours that the client answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from lsprotocol import types

from memo_lsp.server import protocol
from memo_lsp.summarize.editor import Ask
from memo_lsp.summarize.port import SummarizerDown

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer

_GRACE = 5.0  # seconds beyond its own that a question is waited for, should the loop be late


def asking(server: MemoServer) -> Ask | None:
    """How to ask the client's model from any thread; None where the client did not say that it has one."""
    return (lambda params, seconds: _ask(server, params, seconds)) if server.client.summarizes else None


def _ask(server: MemoServer, params: Mapping[str, Any], seconds: float) -> Any:
    """What the client answered. Raises TimeoutError, what the client refused with, or SummarizerDown once it left."""
    request = _request(server, params, seconds)
    try:
        if server.loop is None:
            raise RuntimeError
        coming = asyncio.run_coroutine_threadsafe(request, server.loop)
    except RuntimeError:  # the loop has ended
        request.close()
        raise SummarizerDown("the editor has left") from None
    try:
        return coming.result(seconds + _GRACE)
    except CancelledError:
        raise SummarizerDown("the editor has left") from None


async def _request(server: MemoServer, params: Mapping[str, Any], seconds: float) -> Any:
    number = str(uuid4())
    try:
        answer = server.protocol.send_request_async(protocol.SUMMARIZE, dict(params), msg_id=number)
        return await asyncio.wait_for(answer, seconds)
    except TimeoutError:
        server.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(id=number))
        raise

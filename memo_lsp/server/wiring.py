"""How handlers are hung into pygls, each with our boundary around it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from pygls.exceptions import JsonRpcException

from memo_lsp.clock import MovableClock
from memo_lsp.errors import MemoError, WrongArgument
from memo_lsp.server import protocol
from memo_lsp.server.app import MemoServer
from memo_lsp.server.logs import one_line
from memo_lsp.server.served import ACTIVITY, CHANGES, COMMANDS, FEATURES, LOOKS, REPLAY_FEATURES

log = logging.getLogger(__name__)


def register(server: MemoServer) -> None:
    """From now on the server deals with all that is served; a moved clock only where it has one."""
    features = FEATURES | (REPLAY_FEATURES if isinstance(server.clock, MovableClock) else {})
    for method, (handler, options) in features.items():
        server.feature(method, options)(_feature(server, method, handler))
    for command, handler in COMMANDS.items():
        server.command(command.name)(_command(server, command, handler))


def _feature(server: MemoServer, method: str, handler: Callable[..., Any]) -> Callable[[Any], Any]:
    """A handler with our boundary around it. Plain functions stay plain and run on the loop, in order."""
    if not asyncio.iscoroutinefunction(handler):

        def at_once(params: Any) -> Any:
            if method in ACTIVITY:
                server.activity.happened()
            try:
                return handler(server, params)
            except Exception as trouble:
                raise refusal(method, trouble) from None

        return at_once

    async def guarded(params: Any) -> Any:
        if method in ACTIVITY:
            server.activity.happened()
        with contextlib.nullcontext() if method == protocol.CLOCK else server.at_work():
            return await _guarded(method, handler(server, params))

    return guarded


def _command(server: MemoServer, command: protocol.Command, handler: Callable[..., Any]) -> Callable[..., Any]:
    async def answer(given: Any) -> Any:
        return await handler(server, command.read(given))

    first = command not in LOOKS and command is not protocol.CONSOLIDATE  # what else is at work gives way to it

    async def guarded(given: Any = None) -> Any:
        if command not in LOOKS and not _of_a_view(given):
            server.activity.happened()
        try:
            with server.at_work() if first else contextlib.nullcontext():
                return await _guarded(command.name, answer(given))
        finally:  # also of what was cancelled in the middle
            if command in CHANGES:
                server.news.changed()

    return guarded


def _of_a_view(given: Any) -> bool:
    """Whether a list that stands in a client asks, because something changed: that is nobody's activity."""
    return isinstance(given, dict) and given.get("surface") == protocol.VIEW


async def _guarded(name: str, job: Awaitable[Any]) -> Any:
    try:
        return await job
    except Exception as trouble:
        raise refusal(name, trouble) from None


def refusal(name: str, trouble: Exception) -> JsonRpcException:
    """What a client is told: expected trouble as it stands, a surprise by its name; the surprise is logged."""
    if isinstance(trouble, JsonRpcException):
        return trouble
    if isinstance(trouble, WrongArgument):
        return JsonRpcException(one_line(trouble), protocol.INVALID_PARAMS)
    if isinstance(trouble, MemoError):
        return JsonRpcException(one_line(trouble), protocol.REQUEST_FAILED)
    log.error("%s failed", name, exc_info=trouble)
    return JsonRpcException(f"{name} failed ({type(trouble).__name__}); the log says more", protocol.REQUEST_FAILED)

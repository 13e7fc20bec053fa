"""`serve`: the language server, on the streams an editor holds or on a loopback socket for debugging."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Any

from memo_lsp.cli.command import Command, Parser
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError

if TYPE_CHECKING:
    from memo_lsp.server.app import Opener
    from memo_lsp.services import Services


def loopback(text: str) -> tuple[str, int]:
    """`HOST:PORT` on this machine only: whoever reaches the port reads all memories."""
    import ipaddress

    host, _, port = text.rpartition(":")
    host = host.strip("[]")
    try:
        local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    if not local or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ArgumentTypeError(f"wants a loopback address like 127.0.0.1:8766, not {text!r}")
    return host, int(port)


def _options(parser: Parser) -> None:
    parser.add_argument(
        "--tcp",
        type=loopback,
        metavar="HOST:PORT",
        help="wait for one client on this loopback address instead of stdio",
    )
    parser.add_argument(
        "--stdio", action="store_true", help="talk on stdin and stdout, as without it; some editors say so"
    )


def _serve(world: World) -> int:
    from memo_lsp.server.serving import serve

    def opener(raw: Any) -> Services:
        return world.open(world.home, raw)

    if world.args.tcp is not None:
        return _serve_socket(world, opener, *world.args.tcp)
    if world.protocol is None:
        raise MemoError("stdout is not free for messages; start the server as `memo-lsp serve`")
    with os.fdopen(world.protocol, "wb") as writer:
        return serve(opener, world.clock, sys.stdin.buffer, writer)


def _serve_socket(world: World, opener: Opener, host: str, port: int) -> int:
    import socket

    from memo_lsp.server.serving import serve

    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as trouble:
        raise MemoError(f"cannot listen on {host}:{port}: {trouble.strerror or trouble}") from None
    with listener:
        world.out.warn(f"listening on {host}:{listener.getsockname()[1]}")
        connection, _ = listener.accept()
    with connection, connection.makefile("rb") as reader, connection.makefile("wb") as writer:
        return serve(opener, world.clock, reader, writer)


COMMANDS = (Command("serve", "the language server, for an editor to start", _serve, _options),)

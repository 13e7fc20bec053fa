"""One client served on two streams, from the first message to the last resort of a process that leaves."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
import threading
import time
from typing import BinaryIO

from memo_lsp.clock import Clock
from memo_lsp.server.app import MemoServer, Opener
from memo_lsp.server.logs import ClientLog, quiet_stderr
from memo_lsp.server.wire import Connection
from memo_lsp.server.wiring import register

# How seldom Python looks through every object for circles of garbage: nobody else goes on meanwhile, and a pass over
# 20,000 memories would stop all hovers for 100 ms, several times.
GARBAGE = (700, 10, 1_000)
SWITCH_SECONDS = 0.0005  # after which a thread at work lets the loop or a hover go on: Python's own 5 ms are felt
LAST_SECONDS = 4.0  # after which a thread that will not end is left behind
GIT_SECONDS = 1.0  # that git has to end by itself, once the client has left


def serve(opener: Opener, clock: Clock, reader: BinaryIO, writer: BinaryIO) -> int:
    """Serve one client on two streams; gives the process's exit code."""

    async def run() -> int:
        server = MemoServer(opener, clock)
        register(server)
        return await _talk(server, reader, writer)

    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE)
    return asyncio.run(run())


async def _talk(server: MemoServer, reader: BinaryIO, writer: BinaryIO) -> int:
    """Talk until the client leaves; then close everything. Gives the exit code."""
    server.loop = asyncio.get_running_loop()
    connection = Connection(server.protocol, reader, writer)
    server.leave = connection.end
    handlers = _listen(server)
    try:
        return await connection.run()
    finally:
        _let_go()
        server.stop_long_work()
        await server.close()
        for handler in handlers:
            logging.getLogger("memo_lsp").removeHandler(handler)


def _listen(server: MemoServer) -> tuple[logging.Handler, ...]:
    """Send our log lines to the client and warnings to stderr as well."""
    root = logging.getLogger("memo_lsp")
    root.setLevel(logging.INFO)
    root.propagate = False
    handlers = (ClientLog(lambda params: server.post(server.window_log_message, params)), quiet_stderr())
    for handler in handlers:
        root.addHandler(handler)
    return handlers


def _let_go() -> None:
    """The last resort of a process that is leaving: a git that hangs is ended, and whatever still holds the process
    after that is left behind."""
    threading.Thread(target=_end_what_hangs, name="memo-leaving", daemon=True).start()


def _end_what_hangs() -> None:
    from memo_lsp.git.door import end_children

    until = time.monotonic() + LAST_SECONDS
    time.sleep(GIT_SECONDS)
    while time.monotonic() < until:  # the next question may hang as the first did
        end_children()
        time.sleep(GIT_SECONDS / 10)
    os._exit(1)

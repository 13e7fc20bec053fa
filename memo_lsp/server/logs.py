"""Log lines: to the client's log and to stderr, one line each, never a traceback and never a popup.

`error` is kept for surprises of our own; what a client or the world did wrong is a warning.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable

from lsprotocol import types

LONGEST = 500

_LEVELS = (
    (logging.ERROR, types.MessageType.Error),
    (logging.WARNING, types.MessageType.Warning),
    (logging.INFO, types.MessageType.Info),
    (0, types.MessageType.Log),
)


class ClientLog(logging.Handler):
    """Hands our own log lines to the client. `send` may be called from any thread."""

    def __init__(self, send: Callable[[types.LogMessageParams], None]):
        super().__init__(logging.INFO)
        self._send = send

    def emit(self, record: logging.LogRecord) -> None:
        kind = next(kind for level, kind in _LEVELS if record.levelno >= level)
        self._send(types.LogMessageParams(type=kind, message=line(record)))


class OneLine(logging.Formatter):
    """stderr: level, part and message on one line."""

    def format(self, record: logging.LogRecord) -> str:
        return f"memo-lsp {record.levelname.lower()}: {line(record)}"


def line(record: logging.LogRecord) -> str:
    """A record as one line, without secrets; of an exception its kind, its words and where it came from."""
    from memo_lsp.text.secrets import redact  # its patterns take a while, and most sessions log nothing

    text = record.getMessage()
    if record.exc_info and record.exc_info[1] is not None:
        text = f"{text}: {told(record.exc_info[1])}"
    return redact(" ".join(text.split()))[:LONGEST]


def one_line(trouble: Exception) -> str:
    """What an error says, without its line ends."""
    return " ".join(str(trouble).split())


def told(trouble: BaseException) -> str:
    frames = traceback.extract_tb(trouble.__traceback__)
    place = f" ({frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno})" if frames else ""
    return f"{type(trouble).__name__}: {trouble}{place}"


def quiet_stderr() -> logging.Handler:
    """Warnings of ours on stderr; the libraries' logs name whole messages, so nothing of theirs gets out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(OneLine())
    for name in ("pygls", "asyncio", "httpx", "httpcore", "git"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return handler

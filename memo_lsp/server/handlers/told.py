"""What an editor tells that LSP has no word for: what it shows about a file, what ran in a terminal, that somebody is
there. Nobody waits for an answer; what is told wrongly is a line in the log."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.capture.events import Ran
from memo_lsp.server.diagnostics import MOST, read
from memo_lsp.text.times import parse_time

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer

log = logging.getLogger(__name__)

LONGEST_OUTPUT = 64_000  # characters, from its end
LONGEST_COMMAND = 4_000
_WRONG = (KeyError, TypeError, ValueError, AttributeError)


def diagnostics(ls: MemoServer, params: Any) -> None:
    """All that is shown about a document now, from all tools."""
    try:
        uri, shown = str(params["uri"]), [read(raw) for raw in params["diagnostics"][:MOST]]
    except _WRONG as trouble:
        log.warning("memo/diagnostics: not as the protocol has it (%s)", type(trouble).__name__)
        return
    ls.diagnostics.put(uri, shown)
    ls.reports.diagnosed(uri, [one.diagnostic for one in shown])


def terminal(ls: MemoServer, params: Any) -> None:
    """A command ended in a terminal."""
    try:
        ran = _ran(params, ls.clock.now())
    except _WRONG as trouble:
        log.warning("memo/terminal: not as the protocol has it (%s)", type(trouble).__name__)
        return
    ls.reports.ran(ran)


def activity(ls: MemoServer, params: Any) -> None:
    """Somebody is there; that this came is all it says."""


def _ran(params: Mapping[str, Any], now: float) -> Ran:
    ended = parse_time(params.get("endedAt"))
    started = parse_time(params.get("startedAt"))
    ended = now if ended is None else ended
    return Ran(
        command=str(params["command"])[:LONGEST_COMMAND],
        cwd=Path(str(params["cwd"])),
        exit_code=int(params["exitCode"]),
        started_at=ended if started is None else started,
        ended_at=ended,
        output=str(params.get("outputTail") or "")[-LONGEST_OUTPUT:],
    )

"""`memo/clock`: a replay moves the clock; served only where it was started with `--now`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from memo_lsp.clock import MovableClock
from memo_lsp.errors import WrongArgument
from memo_lsp.text.times import iso, parse_time

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer

DREAM_SECONDS = 120.0  # of real time that passes which are due may take


async def move(ls: MemoServer, params: Any) -> dict[str, Any]:
    """Move the wall clock to `now`; the answer comes once what was under way, or is due now, is done."""
    try:
        now = parse_time((params or {}).get("now"))
    except (AttributeError, ValueError) as trouble:
        raise WrongArgument("now", "wants a time (ISO 8601)") from trouble
    if now is None:
        raise WrongArgument("now", "memo/clock needs it")
    await _settle(ls)  # what happened until now happened by the clock of before
    cast(MovableClock, ls.clock).move(now)
    await ls.work.drain()
    await _settle(ls)
    if ls.opened is not None:
        await ls.work.read(ls.opened.dreamer.settle, DREAM_SECONDS)
    return {"now": iso(now)}


async def _settle(ls: MemoServer) -> None:
    ls.reports.time_moved()
    await ls.reports.settle()

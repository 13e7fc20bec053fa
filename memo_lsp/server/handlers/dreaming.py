"""Consolidation by hand: run passes, look at what ran, take it back, allow again what was taken apart."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from memo_lsp.errors import WrongArgument

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer

MOST_RUNS = 50  # where no limit is said


async def consolidate(ls: MemoServer, args: dict[str, Any]) -> list[dict[str, Any]]:
    """Passes, now. What is done when it is cancelled stays."""
    from memo_lsp.services.rows import run_row

    services = await ls.services()
    stop = threading.Event()
    try:
        runs = await ls.work.long(
            services.dreamer.by_hand,
            args.get("passes"),
            minutes=args.get("minutes", 0.0),
            backlog=args.get("backlog", False),
            stop=lambda: stop.is_set() or ls.stopping.is_set(),
        )
    finally:
        stop.set()
    return [run_row(run) for run in runs]


async def runs(ls: MemoServer, args: dict[str, Any]) -> list[dict[str, Any]]:
    from memo_lsp.services.rows import run_row

    services = await ls.services()
    found = await ls.work.read(services.store.runs.newest, args.get("limit", MOST_RUNS))
    return [run_row(run) for run in found]


async def undo(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    return await ls.work.long(services.undoing.undo, args)


async def refold_blocks(ls: MemoServer, _: dict[str, Any]) -> list[dict[str, Any]]:
    services = await ls.services()
    return await ls.work.read(services.rows.marks)


async def allow_refold(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    if not args.get("all") and not args.get("pairs"):
        raise WrongArgument("pairs", "memo.allowRefold needs it, or all")
    lifted = await ls.work.write(services.store.marks.lift, None if args.get("all") else args["pairs"])
    return {"lifted": lifted}

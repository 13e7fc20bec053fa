"""A dream previewed: what belongs together, in figures and as a picture. Nothing is changed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from memo_lsp import formulas
from memo_lsp.errors import WrongArgument

if TYPE_CHECKING:
    from memo_lsp.dream.explorer import Parameters
    from memo_lsp.server.app import MemoServer

_NAMES = {"eps": "eps", "minPts": "min_pts", "tauDays": "tau_days"}


async def dream(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    """The explorer's result. It may take seconds, rests in between, and ends when it is cancelled."""
    from memo_lsp.dream.breath import Breath
    from memo_lsp.services.exploring import preview

    services = await ls.services()
    now, over = services.clock.now(), threading.Event()
    breath = Breath(over.is_set, busy=lambda: False)  # a person waits for this, too
    try:
        return await ls.work.long(preview, services.store, now, _parameters(args, now), breath)
    finally:
        over.set()


def _parameters(args: dict[str, Any], now: float) -> Parameters:
    from memo_lsp.dream.explorer import Parameters

    turned = {ours: args[theirs] for theirs, ours in _NAMES.items() if theirs in args}
    if turned.get("eps", 0.0) > 1:
        raise WrongArgument("eps", "wants a number from 0 to 1")
    if "since" in args:
        turned["since_days"] = max(0.0, now - args["since"]) / formulas.DAY
    return Parameters(**turned)

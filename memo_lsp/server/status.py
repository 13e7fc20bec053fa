"""What the server is doing, as the clients show it; told on change, at most four times a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from memo_lsp.model import Degraded

if TYPE_CHECKING:
    from memo_lsp.services import Services

LEAST_SECONDS = 0.25
RESTING = ("idle", "degraded")


@dataclass(slots=True)
class Doings:
    """What only the server itself knows: kept up to date by its handlers, on the loop."""

    ready: bool = False
    importing: int = 0
    percent: int | None = None  # of an import
    dreaming: tuple[str, int | None] | None = None  # the pass, and how far it is in percent
    capturing: bool = False
    trusted: bool = True
    skipped: tuple[str, str] | None = None  # uri, reason
    trouble: list[Degraded] = field(default_factory=list)


UNTRUSTED = Degraded("capture", "the workspace is not trusted: nothing is captured, and notes are all it learns")


def told_by(services: Services, projects: Sequence[str]) -> dict[str, Any]:
    """What the services know of it. Not on the loop."""
    from memo_lsp.services.health import status_facts

    return status_facts(services, projects)


def snapshot(doings: Doings, facts: Mapping[str, Any], pending: int) -> dict[str, Any]:
    """The status as protocol.md has it. `facts` come from the store: memories, degraded, waiting, quarantined, gate,
    paused_in, last_run, next, summarizer."""
    degraded = [*([] if doings.trusted else [UNTRUSTED]), *doings.trouble, *facts.get("degraded", ())]
    status: dict[str, Any] = {
        "state": _state(doings, bool(facts.get("paused_in")), bool(degraded)),
        "pausedIn": list(facts.get("paused_in", ())),
        "memories": facts.get("memories", 0),
        "pending": pending,
        "lastRun": facts.get("last_run"),
        "next": facts.get("next"),
        "degraded": [{"part": part.part, "reason": part.reason} for part in degraded],
        "summarizer": facts.get("summarizer", "none"),
        "gate": facts.get("gate", {"kept": 0, "dropped": {}}),
        "embedding": {"waiting": facts.get("waiting", 0), "quarantined": facts.get("quarantined", 0)},
        "skipped": dict(zip(("uri", "reason"), doings.skipped, strict=True)) if doings.skipped else None,
    }
    name, percent = ("import", doings.percent) if doings.importing else doings.dreaming or ("", None)
    if percent is not None:
        status["progress"] = {"pass": name, "percent": percent}
    return status


def _state(doings: Doings, paused: bool, degraded: bool) -> str:
    if not doings.ready:
        return "starting"
    if doings.importing:
        return "importing"
    if paused or not doings.trusted:
        return "paused"
    if doings.dreaming is not None:
        return "dreaming"
    if doings.capturing:
        return "capturing"
    return "degraded" if degraded else "idle"


class Teller:
    """Sends the status when it changed. `ask` works it out, off the loop if it must."""

    def __init__(self, ask: Callable[[], Any], send: Callable[[dict[str, Any]], None], least: float = LEAST_SECONDS):
        self._ask, self._send, self._least = ask, send, least
        self._told: dict[str, Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._passing: dict[str, Any] | None = None

    def passing(self, **what: Any) -> None:
        """Something is so for perhaps only a moment: it is told even if it is over by then, and then that it is."""
        self._passing = what
        self.changed()

    def changed(self) -> None:
        """Something may have changed (call on the loop); many calls make one notification."""
        if self._task is not None and not self._task.done():
            self._again = True
            return
        self._task = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        while True:
            self._again = False
            status = await self._ask()
            passing, self._passing = self._passing, None
            if passing is not None and status["state"] in RESTING:
                status, self._again = status | passing, True
            if (lasting := _lasting(status)) != self._told:
                self._told = lasting
                self._send(status)
            await asyncio.sleep(self._least)
            if not self._again:
                return


def _lasting(status: Mapping[str, Any]) -> dict[str, Any]:
    """The status without what changes by itself every second: how long it is until the next pass."""
    coming = status.get("next")
    if coming is None:
        return dict(status)
    held_by = [held.partition(":")[0] for held in coming["heldBy"]]
    return {**status, "next": {"pass": coming["pass"], "heldBy": held_by}}

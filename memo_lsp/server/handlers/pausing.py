"""Pause and resume: capture stops where a person says so, until they say otherwise, over restarts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services


async def pause(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    return await _set(ls, args["scope"], on=True)


async def resume(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    return await _set(ls, args["scope"], on=False)


async def _set(ls: MemoServer, scope: str, *, on: bool) -> dict[str, Any]:
    """What was reported until now is dealt with as it was meant; what comes from here on, the new way."""
    services = await ls.services()
    await ls.reports.settle()
    projects = await ls.work.read(_projects, ls, services)
    await ls.work.write(_write, services, scope, projects, on)
    ls.status.changed()
    return await ls.current_status()


def _projects(ls: MemoServer, services: Services) -> list[str]:
    """The window's projects; while they are still being found, the first folder's or the working folder's."""
    return ls.reports.projects or [ls.places.find(services, None).project]


def _write(services: Services, scope: str, projects: list[str], on: bool) -> None:
    if scope == "global":
        services.store.pauses.set("global", None, on)
        return
    for project in projects:
        services.store.pauses.set("workspace", project, on)

"""How the server and its parts are: the status, and the doctor's checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer


async def status(ls: MemoServer, _: dict[str, Any]) -> dict[str, Any]:
    return await ls.current_status()


async def doctor(ls: MemoServer, _: dict[str, Any]) -> list[dict[str, Any]]:
    services = await ls.services()
    return await ls.work.read(services.doctor, ls.folders.first)

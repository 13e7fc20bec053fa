"""How the server and its parts are: the status, and the doctor's checks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services


async def status(ls: MemoServer, _: dict[str, Any]) -> dict[str, Any]:
    return await ls.current_status()


async def doctor(ls: MemoServer, _: dict[str, Any]) -> list[dict[str, Any]]:
    services = await ls.services()
    return await ls.work.read(_doctor, services, ls.folders.first)


def _doctor(services: Services, folder: Path | None) -> list[dict[str, Any]]:
    """Runs on a read thread."""
    from memo_lsp.services.health import doctor

    return doctor(services, folder)

"""Memories taken in from a file or folder, and written out to one, where the person says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.errors import WrongArgument

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services


async def take_in(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    return await ls.work.long(_import, services, _path(ls, args["path"]), args["format"])


def _import(services: Services, path: Path, form: str) -> dict[str, Any]:
    """Runs on a thread for long work."""
    from memo_lsp.exchange.jsonl import import_jsonl
    from memo_lsp.exchange.markdown import import_markdown

    read = import_jsonl if form == "jsonl" else import_markdown
    with services.importing():
        report = read(services.store, path, clock=services.clock)
    services.indexer.wake()
    skipped = [{"line": line, "why": why} for line, why in report.skipped]
    return {"stored": report.stored, "known": report.known, "events": report.events, "skipped": skipped}


async def write_out(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    return await ls.work.long(_export, ls, services, _path(ls, args["path"]), args)


def _export(ls: MemoServer, services: Services, path: Path, args: dict[str, Any]) -> dict[str, Any]:
    """Runs on a thread for long work."""
    from memo_lsp.exchange.jsonl import export_jsonl
    from memo_lsp.exchange.markdown import export_markdown

    write = export_jsonl if args["format"] == "jsonl" else export_markdown
    project = None if args.get("all") else ls.places.find(services, None).project
    return {"written": write(services.store, path, project)}


def _path(ls: MemoServer, given: str) -> Path:
    """A path as a person writes it: `~` is their home, a relative one begins at the first folder."""
    path = Path(given).expanduser()
    if path.is_absolute():
        return path
    if ls.folders.first is None:
        raise WrongArgument("path", "wants an absolute path: no folder is open")
    return ls.folders.first / path

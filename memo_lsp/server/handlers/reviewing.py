"""What somebody should look at, and their word that two memories are two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memo_lsp.capture import curate

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services


async def review(ls: MemoServer, args: dict[str, Any]) -> list[dict[str, Any]]:
    return await ls.work.read(_review, ls, await ls.services(), args)


def _review(ls: MemoServer, services: Services, args: dict[str, Any]) -> list[dict[str, Any]]:
    from memo_lsp.services.reviewing import USUAL

    where = ls.places.find(services, ls.file_uri(args.get("uri")))
    return services.reviews.rows(where.project, args.get("limit", USUAL))


async def keep_apart(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    return {"kept": await ls.work.write(curate.keep_apart, services.store, args["pairs"])}

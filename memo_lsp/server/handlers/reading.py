"""Lists: memories by date, and the topics there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memo_lsp.server.protocol import MOST_HITS

if TYPE_CHECKING:
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services

USUAL_LIMIT = 100


async def timeline(ls: MemoServer, args: dict[str, Any]) -> list[dict[str, Any]]:
    return await ls.work.read(_timeline, ls, await ls.services(), args)


def _timeline(ls: MemoServer, services: Services, args: dict[str, Any]) -> list[dict[str, Any]]:
    where = ls.places.find(services, ls.file_uri(args.get("uri")))
    limit = min(args.get("limit", USUAL_LIMIT), MOST_HITS)
    path = None if where.path == "." else where.path  # the root itself is the whole project
    return services.rows.timeline(where.project, path, args.get("symbol"), limit)


async def topics(ls: MemoServer, args: dict[str, Any]) -> list[dict[str, Any]]:
    return await ls.work.read(_topics, ls, await ls.services(), args)


def _topics(ls: MemoServer, services: Services, args: dict[str, Any]) -> list[dict[str, Any]]:
    project = ls.places.find(services, None).project
    return services.store.memories.topics(project, args.get("prefix", ""))

"""Lists: memories by date, where one left off, and the topics there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memo_lsp.server.protocol import MOST_HITS

if TYPE_CHECKING:
    from memo_lsp.recall.briefing import Briefing
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


async def briefing(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    from memo_lsp.recall.briefing import to_json

    services = await ls.services()
    opened = [document.uri for document in ls.documents][::-1]  # the one opened last is what is being looked at
    found = await ls.work.read(_briefing, ls, services, args, opened)
    if found.entries:
        services.background.submit(lambda: services.surfacings.answered(found.answer))
    return to_json(found)


def _briefing(ls: MemoServer, services: Services, args: dict[str, Any], opened: list[str]) -> Briefing:
    from memo_lsp.recall.briefing import Occasion

    where = ls.places.find(services, ls.file_uri(args.get("uri")))
    places = (ls.places.known(uri) for uri in opened)
    paths = (where.path, *(place.path for place in places if place is not None and place.project == where.project))
    return services.briefings.brief(
        Occasion(
            project=where.project,
            branch=where.branch,
            text=args.get("text", ""),
            paths=tuple(dict.fromkeys(path for path in paths if path is not None)),
            budget=args.get("budget", services.settings.briefing.tokens),
            session=services.session,
        )
    )


async def topics(ls: MemoServer, args: dict[str, Any]) -> list[dict[str, Any]]:
    return await ls.work.read(_topics, ls, await ls.services(), args)


def _topics(ls: MemoServer, services: Services, args: dict[str, Any]) -> list[dict[str, Any]]:
    where = ls.places.find(services, ls.file_uri(args.get("uri")))
    return services.store.memories.topics(where.project, args.get("prefix", ""))

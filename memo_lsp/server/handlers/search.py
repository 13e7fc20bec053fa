"""Questions: search, explain, what was used of an answer, and workspace symbols with a leading `?`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from memo_lsp.errors import WrongArgument
from memo_lsp.model import Query
from memo_lsp.server import convert
from memo_lsp.server.protocol import MOST_HITS, VIEW

if TYPE_CHECKING:
    from memo_lsp.recall.answer import Answer
    from memo_lsp.server.app import MemoServer
    from memo_lsp.server.where import Where
    from memo_lsp.services import Services

SYMBOL_HITS = 20


async def search(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    from memo_lsp.recall.answer import to_json

    services = await ls.services()
    answer = await ls.work.read(_ask, ls, services, args)
    if args.get("surface") != VIEW:
        services.background.submit(lambda: services.surfacings.answered(answer))
    return to_json(answer)


async def explain(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    """Why a memory stands where it does for a question, however far down that is."""
    from memo_lsp.recall.answer import hit_json
    from memo_lsp.recall.explain import explain as in_words

    services = await ls.services()
    memory = await ls.work.read(services.store.memories.get, args["id"])
    asked = {"text": args["query"], "k": MOST_HITS}
    answer = await ls.work.read(_ask, ls, services, asked, memory.project)
    hit = next((hit for hit in answer.hits if hit.memory.id == args["id"]), None)
    if hit is None:
        return {"hit": None, "words": ["No leg found it for this question."]}
    return {"hit": hit_json(hit), "words": in_words(hit)}


async def used(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    services = await ls.services()
    services.background.submit(lambda: services.surfacings.used(args["recall"], args["ids"]))
    return {}


async def workspace_symbol(ls: MemoServer, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation] | None:
    """`?words` searches memory; any other text is other servers' business."""
    if not params.query.startswith("?"):
        return None
    services = await ls.services()
    answer = await ls.work.read(_ask, ls, services, {"text": params.query[1:], "k": SYMBOL_HITS})
    services.background.submit(lambda: services.surfacings.answered(answer))
    root = await ls.work.read(_root, ls, services)
    if root is None:
        return []
    found = (convert.symbol_information(hit, root) for hit in answer.hits if hit.memory.project == answer.query.project)
    return [symbol for symbol in found if symbol is not None]


def _ask(ls: MemoServer, services: Services, args: dict[str, Any], project: str | None = None) -> Answer:
    """Runs on a read thread: the answer, its hits as code and branches are now; of another `project` than the place
    belongs to, if one is given."""
    where = ls.places.find(services, ls.file_uri(args.get("uri")))
    query = question(args, where, services.session)
    query = query if project is None else replace(query, project=project)
    if query.profile is not None and query.profile not in services.recall.profiles():
        raise WrongArgument("profile", f"there is no {query.profile!r}")
    answer = services.recall.answer(query)
    return replace(answer, hits=services.standing.renewed(answer.hits, where.branch))


def question(args: dict[str, Any], where: Where, session: str | None) -> Query:
    """The question a command's fields ask, from where it is asked."""
    if args.get("k", 1) < 1:
        raise WrongArgument("k", "wants at least 1")
    return Query(
        text=args.get("text", ""),
        symbols=args.get("symbols", ()),
        path=where.path,
        project=where.project,
        branch=args.get("branch", where.branch),
        as_of=args.get("asOf"),
        k=min(args.get("k", 10), MOST_HITS),
        profile=args.get("profile"),
        surface="search" if args.get("surface") == VIEW else args.get("surface", "search"),
        session=session,
    )


def _root(ls: MemoServer, services: Services) -> Any:
    return ls.places.find(services, None).root

"""A repository's history, imported while the person works: started here, shown as progress, stopped on their word."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from memo_lsp.errors import MemoError
from memo_lsp.server.progress import Progress
from memo_lsp.text.uris import to_uri

if TYPE_CHECKING:
    from memo_lsp.git.project import ProjectInfo
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services

TITLE = "Importing the history"
IMPORT = "Import"
LEAST_COMMITS = 2  # the one commit that is checked out is no history
log = logging.getLogger(__name__)


async def import_git(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
    if not ls.doings.trusted:
        raise MemoError("the workspace is not trusted: nothing of it is taken in")
    services = await ls.services()
    where = await ls.work.read(ls.places.find, services, ls.file_uri(args.get("uri")))
    info = where.info
    if info is None or info.repo is None:
        raise MemoError("there is no git repository here; open a folder that has one")
    if info.key in ls.importing:
        return {"started": False}
    ls.importing[info.key] = threading.Event()
    ls.doings.importing += 1
    ls.status.changed()
    ls.start(_import(ls, services, info, args), "importing the history")
    return {"started": True}


async def offer(ls: MemoServer, services: Services) -> None:
    """Ask, once a project ever, whether to import its history: where nothing is known of it yet and there is one.

    Nobody waits for the answer."""
    if not ls.doings.trusted:
        return
    for root in ls.folders.roots:
        info = (await ls.work.read(ls.places.find, services, to_uri(str(root)))).info
        if info is None or not await ls.work.read(_worth_offering, services, info):
            continue
        if await ls.work.write(services.store.offers.offer, info.key):
            ls.start(_ask(ls, info), "offering to import the history")


def _worth_offering(services: Services, info: ProjectInfo) -> bool:
    """Runs on a read thread."""
    store = services.store
    if info.repo is None or store.mode != "rw" or store.offers.offered(info.key) or store.pauses.paused(info.key):
        return False
    return not store.memories.count(info.key) and services.commits(info, LEAST_COMMITS) >= LEAST_COMMITS


async def _ask(ls: MemoServer, info: ProjectInfo) -> None:
    question = types.ShowMessageRequestParams(
        type=types.MessageType.Info,
        message=f"Import the history of {info.root.name}? It stays on this machine.",
        actions=[types.MessageActionItem(IMPORT), types.MessageActionItem("Not now")],
    )
    try:
        answer: Any = await ls.window_show_message_request_async(question)
    except Exception as trouble:
        log.info("the offer to import the history was not shown (%s)", type(trouble).__name__)
        return
    chosen = answer.get("title") if isinstance(answer, dict) else getattr(answer, "title", None)
    if chosen == IMPORT:
        await import_git(ls, {"uri": to_uri(str(info.root))})


async def _import(ls: MemoServer, services: Services, info: ProjectInfo, args: dict[str, Any]) -> None:
    stop = ls.importing[info.key]
    bar = await Progress.begin(ls, TITLE, stop.set)

    def progress(done: int, total: int) -> None:
        ls.post(_show, ls, bar, done, total)

    try:
        report = await ls.work.long(
            services.import_git,
            info,
            since=args.get("since"),
            limit=args.get("limit"),
            progress=progress,
            stop=stop,
        )
        bar.end(f"{report.stored} of {report.read} commits stored" + (", stopped" if report.stopped else ""))
    except BaseException:
        bar.end("not finished; what was stored until now stays")
        raise
    finally:
        stop.set()
        del ls.importing[info.key]
        ls.doings.importing -= 1
        ls.doings.percent = None
        ls.news.changed()
        ls.status.changed()


def _show(ls: MemoServer, bar: Progress, done: int, total: int) -> None:
    percent = min(100, 100 * done // total) if total else None
    if percent != ls.doings.percent:
        ls.doings.percent = percent
        bar.report(f"{done} of {total} commits", percent)
        ls.status.changed()

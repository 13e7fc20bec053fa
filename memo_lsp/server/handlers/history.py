"""A repository's history, imported while the person works: started here, shown as progress, stopped on their word."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from memo_lsp.errors import MemoError
from memo_lsp.server.progress import Progress

if TYPE_CHECKING:
    from memo_lsp.git.project import ProjectInfo
    from memo_lsp.server.app import MemoServer
    from memo_lsp.services import Services

TITLE = "Importing the history"


async def import_git(ls: MemoServer, args: dict[str, Any]) -> dict[str, Any]:
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
        ls.status.changed()


def _show(ls: MemoServer, bar: Progress, done: int, total: int) -> None:
    percent = min(100, 100 * done // total) if total else None
    if percent != ls.doings.percent:
        ls.doings.percent = percent
        bar.report(f"{done} of {total} commits", percent)
        ls.status.changed()

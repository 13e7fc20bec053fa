"""The server object: what a session with one client holds."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from memo_lsp.clock import Clock
from memo_lsp.model import Degraded
from memo_lsp.server.documents import Document
from memo_lsp.server.dreams import Dreams
from memo_lsp.server.ground import ServerGround
from memo_lsp.server.news import Newsman
from memo_lsp.server.reports import Reports
from memo_lsp.server.status import snapshot, told_by
from memo_lsp.server.studies import Studies
from memo_lsp.server.summarizing import asking
from memo_lsp.server.watchers import Watchers
from memo_lsp.server.where import Where
from memo_lsp.text.uris import to_path

if TYPE_CHECKING:
    from memo_lsp.services import Services

PLACE_SECONDS = 0.5  # the first hover in a document waits this long for its project
Opener = Callable[[Any], "Services"]  # raw settings of the editor → everything behind the protocol


class MemoServer(ServerGround):
    """One client's server. Its own state is touched on the event loop only."""

    def __init__(self, opener: Opener, clock: Clock):
        super().__init__(clock, self.current_status)
        self.news = Newsman(self)
        self.dreams = Dreams(self, self.news.changed)
        self.reports = Reports(self, self.news.changed)
        self.studies = Studies(self, self.busy)
        self.watchers = Watchers(self, lambda: self.reports.repositories)
        self.leave: Callable[[int], None] = lambda code: None
        self.settings_answer: Any = None
        self.importing: dict[str, threading.Event] = {}  # by project, what stops it
        self.open_requests = 0
        self._looks: dict[str | None, asyncio.Task[None]] = {}  # for projects, by folder
        self._finding: dict[str | None, asyncio.Task[None]] = {}  # files whose project nobody asked for yet
        self._opener = opener
        self._opening: asyncio.Future[Services] | None = None

    # --- the services behind it
    async def services(self) -> Services:
        """Everything behind the protocol, opened off the loop when first needed."""
        if self._opening is None:
            self._opening = asyncio.ensure_future(self.work.write(self._open))
            self._opening.add_done_callback(self._is_open)
        return await asyncio.shield(self._opening)

    def _open(self) -> Services:
        services = self._opener(self.settings_answer)
        self.configure(services)
        self.news.begin(services)
        return services

    def configure(self, services: Services) -> None:
        """Take in the editor's settings, and those of the first folder's project. Not on the loop."""
        services.configure(self.settings_answer, self.places.find(services, None).root)

    def _is_open(self, opening: asyncio.Future[Services]) -> None:
        if opening.cancelled():
            return
        self.doings.ready = True
        trouble = opening.exception()
        if trouble is not None:
            self._opening = None  # the next to need them tries again
            self.doings.trouble = [Degraded("store", " ".join(str(trouble).split()) or type(trouble).__name__)]
        else:
            self.opened, self.doings.trouble = opening.result(), []
            gc.freeze()  # what is there now stays to the end: it is not looked through again
            self.opened.embed_in_background(lambda: self.open_requests > 0)
            self.opened.dreaming.editor = asking(self)
            self.opened.dreamer.start(self.activity, lambda: self.pending > 0, self.dreams)
        self.status.changed()

    async def current_status(self) -> dict[str, Any]:
        """The status as `memo.status` answers it and `memo/status` tells it."""
        services = self.opened
        facts = await self.work.read(told_by, services, self.reports.projects) if services else {}
        self.doings.capturing = self.reports.pending > 0
        return snapshot(self.doings, facts, self.pending + (services.background.pending if services else 0))

    @property
    def pending(self) -> int:
        """What this window received and has not dealt with yet; from any thread."""
        return self.reports.pending + self.work.writing

    # --- where documents are
    def file_uri(self, uri: str | None) -> str | None:
        """The file a client's URI is about: a cell's notebook; None, which means the first folder, for what is none."""
        document = self.documents.get(uri or "")
        uri = (document.notebook if document else None) or uri
        return uri if uri and to_path(uri) is not None else None

    def find_place(self, uri: str) -> None:
        """Look for a document's project, off the loop."""
        file = self.file_uri(uri)
        folder = file.rpartition("/")[0] if file else None
        look = self._looks.get(folder)
        if look is None:  # the files of a folder share one
            look = self._looks[folder] = self.start(self._find_place(file), "looking for the project")
            look.add_done_callback(lambda _: self._looks.pop(folder, None))
        self._finding[file] = look

    async def _find_place(self, uri: str | None) -> None:
        services = await self.services()
        await self.work.read(self.places.find, services, uri)

    async def place_of(self, document: Document) -> Where:
        """Where a document is. Only the first to ask waits, and not for long, for a look that is still under way."""
        uri = self.file_uri(document.uri)
        finding = self._finding.pop(uri, None)
        if finding is not None and self.places.known(uri) is None:
            await asyncio.wait((finding,), timeout=PLACE_SECONDS)
        return self.places.known(uri) or Where()

    # --- its life
    def stop_long_work(self) -> None:
        """The session ends: what runs for minutes on a thread is asked to stop."""
        self.stopping.set()
        if self.opened is not None:
            self.opened.dreamer.schedule.leave()
        for stop in self.importing.values():
            stop.set()

    @contextlib.contextmanager
    def at_work(self) -> Iterator[None]:
        """A request is open: embedding in the background waits."""
        self.open_requests += 1
        try:
            yield
        finally:
            self.open_requests -= 1

    def busy(self) -> bool:
        """Whether something more urgent than a vector is under way; from any thread."""
        return self.open_requests > 0 or self.reports.pending > 0

    async def close(self) -> None:
        """End what runs by itself, finish what was to be written, let go of the services."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        services = self.opened
        if services is None and self._opening is not None:
            with contextlib.suppress(Exception):
                services = await self._opening
        self.work.close()
        if services is not None:
            await asyncio.to_thread(services.close)

"""The server object: what a session with one client holds."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from memo_lsp import __version__
from memo_lsp.clock import Clock
from memo_lsp.dream.idle import Activity
from memo_lsp.errors import MemoError
from memo_lsp.model import Degraded
from memo_lsp.server import protocol
from memo_lsp.server.client import Client
from memo_lsp.server.diagnostics import Diagnostics
from memo_lsp.server.documents import Document, Documents
from memo_lsp.server.dreams import Dreams
from memo_lsp.server.folders import Folders
from memo_lsp.server.logs import one_line
from memo_lsp.server.news import Newsman
from memo_lsp.server.reports import Reports
from memo_lsp.server.status import Doings, Teller, snapshot, told_by
from memo_lsp.server.studies import Studies
from memo_lsp.server.summarizing import asking
from memo_lsp.server.syntax import SyntaxCache
from memo_lsp.server.watchers import Watchers
from memo_lsp.server.where import Places, Where
from memo_lsp.server.wire import Wire, plain_converter
from memo_lsp.server.work import Work
from memo_lsp.text.uris import to_path

if TYPE_CHECKING:
    from memo_lsp.services import Services

log = logging.getLogger(__name__)

PLACE_SECONDS = 0.5  # the first hover in a document waits this long for its project
Opener = Callable[[Any], "Services"]  # raw settings of the editor → everything behind the protocol


class MemoServer(LanguageServer):
    """One client's server. Its own state is touched on the event loop only."""

    protocol: Wire

    def __init__(self, opener: Opener, clock: Clock):
        super().__init__(
            protocol.SERVER_NAME,
            __version__,
            notebook_document_sync=_notebooks(),
            protocol_cls=Wire,
            converter_factory=plain_converter,
        )
        self.clock = clock
        self.client = Client()
        self.folders = Folders()
        self.places = Places(self.folders)
        self.documents = Documents()
        self.syntax = SyntaxCache()
        self.work = Work()
        self.doings = Doings()
        self.activity = Activity(clock)
        self.dreams = Dreams(self)
        self.news = Newsman(self)
        self.reports = Reports(self)
        self.diagnostics = Diagnostics()
        self.studies = Studies(self)
        self.watchers = Watchers(self)
        self.status = Teller(self.current_status, lambda status: self.tell(protocol.STATUS, status))
        self.loop: asyncio.AbstractEventLoop | None = None
        self.leave: Callable[[int], None] = lambda code: None
        self.settings_answer: Any = None
        self.importing: dict[str, threading.Event] = {}  # by project, what stops it
        self.stopping = threading.Event()
        self._looks: dict[str | None, asyncio.Task[None]] = {}  # for projects, by folder
        self._finding: dict[str | None, asyncio.Task[None]] = {}  # files whose project nobody asked for yet
        self._tasks: set[asyncio.Task[Any]] = set()
        self.open_requests = 0
        self._opener = opener
        self._opening: asyncio.Future[Services] | None = None
        self._opened: Services | None = None

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

    @property
    def opened(self) -> Services | None:
        """The services if they are open already: for what never waits."""
        return self._opened

    def _is_open(self, opening: asyncio.Future[Services]) -> None:
        if opening.cancelled():
            return
        self.doings.ready = True
        trouble = opening.exception()
        if trouble is not None:
            self._opening = None  # the next to need them tries again
            self.doings.trouble = [Degraded("store", " ".join(str(trouble).split()) or type(trouble).__name__)]
        else:
            self._opened, self.doings.trouble = opening.result(), []
            gc.freeze()  # what is there now stays to the end: it is not looked through again
            self._opened.embed_in_background(lambda: self.open_requests > 0)
            self._opened.dreaming.editor = asking(self)
            self._opened.dreamer.start(self.activity, lambda: self.pending > 0, self.dreams)
        self.status.changed()

    async def current_status(self) -> dict[str, Any]:
        """The status as `memo.status` answers it and `memo/status` tells it."""
        services = self._opened
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

    # --- talking to the client, from any thread
    def post(self, job: Callable[..., object], *args: Any) -> None:
        """Run a job on the loop; nothing happens once it has ended."""
        if self.loop is not None:
            with contextlib.suppress(RuntimeError):
                self.loop.call_soon_threadsafe(job, *args)

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.protocol.notify(method, params)

    def start(self, job: Awaitable[Any], what: str) -> asyncio.Task[None]:
        """Let a coroutine run by itself; what goes wrong in it is logged."""
        task = asyncio.ensure_future(_logged(job, what))
        if asyncio.iscoroutine(job):
            task.add_done_callback(lambda _: job.close())  # one that never began is not complained about
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def refresh_lenses(self) -> None:
        """The code lenses are not what they were: clients that can be told ask for them anew."""
        if self.client.refreshes_lenses:
            self.start(self.workspace_code_lens_refresh_async(None), "refreshing the code lenses")

    def stop_long_work(self) -> None:
        """The session ends: what runs for minutes on a thread is asked to stop."""
        self.stopping.set()
        if self._opened is not None:
            self._opened.dreamer.schedule.leave()
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

    def skip(self, uri: str, reason: str) -> None:
        """A document is passed over, and the status says why."""
        if self.doings.skipped != (uri, reason):
            self.doings.skipped = (uri, reason)
            self.status.changed()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """pygls's word on what went wrong in its own rooms: a log line, never a popup."""
        log.warning("%s: %s", getattr(source, "__name__", "server"), type(error).__name__)

    # --- its life
    @property
    def running(self) -> int:
        """How many coroutines run by themselves."""
        return len(self._tasks)

    async def close(self) -> None:
        """End what runs by itself, finish what was to be written, let go of the services."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        services = self._opened
        if services is None and self._opening is not None:
            with contextlib.suppress(Exception):
                services = await self._opening
        self.work.close()
        if services is not None:
            await asyncio.to_thread(services.close)


async def _logged(job: Awaitable[Any], what: str) -> None:
    try:
        await job
    except MemoError as trouble:
        log.warning("%s: %s", what, one_line(trouble))
    except Exception:
        log.exception("%s failed", what)


def _notebooks() -> types.NotebookDocumentSyncOptions:
    everything = types.NotebookDocumentFilterWithNotebook(notebook="*", cells=None)
    return types.NotebookDocumentSyncOptions(notebook_selector=[everything], save=True)

"""The ground all parts of the server stand on: the client, its documents, the threads, and what is told to it.

It knows none of the parts that are built on it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from memo_lsp import __version__
from memo_lsp.clock import Clock
from memo_lsp.dream.idle import Activity
from memo_lsp.errors import MemoError
from memo_lsp.server import protocol
from memo_lsp.server.client import Client
from memo_lsp.server.diagnostics import Diagnostics
from memo_lsp.server.documents import Documents
from memo_lsp.server.folders import Folders
from memo_lsp.server.logs import one_line
from memo_lsp.server.status import Doings, Teller
from memo_lsp.server.syntax import SyntaxCache
from memo_lsp.server.where import Places
from memo_lsp.server.wire import Wire, plain_converter
from memo_lsp.server.work import Work

if TYPE_CHECKING:
    from memo_lsp.services import Services

log = logging.getLogger(__name__)


class ServerGround(LanguageServer):
    """One client, and what every part needs to serve it. Its own state is touched on the event loop only; `status`
    works out what the client is told of how things are."""

    protocol: Wire

    def __init__(self, clock: Clock, status: Callable[[], Awaitable[dict[str, Any]]]):
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
        self.diagnostics = Diagnostics()
        self.work = Work()
        self.doings = Doings()
        self.activity = Activity(clock)
        self.status = Teller(status, lambda told: self.tell(protocol.STATUS, told))
        self.loop: asyncio.AbstractEventLoop | None = None
        self.opened: Services | None = None  # once they are open: for what never waits
        self.stopping = threading.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

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

    @property
    def running(self) -> int:
        """How many coroutines run by themselves."""
        return len(self._tasks)

    def skip(self, uri: str, reason: str) -> None:
        """A document is passed over, and the status says why."""
        if self.doings.skipped != (uri, reason):
            self.doings.skipped = (uri, reason)
            self.status.changed()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """pygls's word on what went wrong in its own rooms: a log line, never a popup."""
        log.warning("%s: %s", getattr(source, "__name__", "server"), type(error).__name__)


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

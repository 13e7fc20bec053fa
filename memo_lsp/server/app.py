"""The server object: what a session with one client holds, and how handlers are hung into pygls."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from memo_lsp import __version__
from memo_lsp.clock import Clock, MovableClock
from memo_lsp.dream.idle import Activity
from memo_lsp.errors import MemoError, WrongArgument
from memo_lsp.model import Degraded
from memo_lsp.server import protocol
from memo_lsp.server.client import Client
from memo_lsp.server.diagnostics import Diagnostics
from memo_lsp.server.documents import Document, Documents
from memo_lsp.server.dreams import Dreams
from memo_lsp.server.folders import Folders
from memo_lsp.server.handlers import ACTIVITY, CHANGES, COMMANDS, FEATURES, LOOKS, REPLAY_FEATURES
from memo_lsp.server.logs import ClientLog, quiet_stderr
from memo_lsp.server.news import Newsman
from memo_lsp.server.reports import Reports
from memo_lsp.server.status import Doings, Teller, snapshot, told_by
from memo_lsp.server.studies import Studies
from memo_lsp.server.summarizing import asking
from memo_lsp.server.syntax import SyntaxCache
from memo_lsp.server.watchers import Watchers
from memo_lsp.server.where import Places, Where
from memo_lsp.server.wire import Connection, Wire, plain_converter
from memo_lsp.server.work import Work
from memo_lsp.text.uris import to_path

if TYPE_CHECKING:
    from memo_lsp.services import Services

log = logging.getLogger(__name__)

# How seldom Python looks through every object for circles of garbage: nobody else goes on meanwhile, and a pass over
# 20,000 memories would stop all hovers for 100 ms, several times.
GARBAGE = (700, 10, 1_000)
PLACE_SECONDS = 0.5  # the first hover in a document waits this long for its project
SWITCH_SECONDS = 0.0005  # after which a thread at work lets the loop or a hover go on: Python's own 5 ms are felt
LAST_SECONDS = 4.0  # after which a thread that will not end is left behind
GIT_SECONDS = 1.0  # that git has to end by itself, once the client has left
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
        self.on_leaving: Callable[[], None] = lambda: None
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
        _register(self)

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
    async def serve(self, reader: BinaryIO, writer: BinaryIO) -> int:
        """Talk until the client leaves; then close everything. Gives the exit code."""
        self.loop = asyncio.get_running_loop()
        connection = Connection(self.protocol, reader, writer)
        self.leave = connection.end
        handlers = _listen(self)
        try:
            return await connection.run()
        finally:
            self.on_leaving()
            self.stop_long_work()
            await self.close()
            for handler in handlers:
                logging.getLogger("memo_lsp").removeHandler(handler)

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


def serve(opener: Opener, clock: Clock, reader: BinaryIO, writer: BinaryIO) -> int:
    """Serve one client on two streams; gives the process's exit code."""

    async def run() -> int:
        server = MemoServer(opener, clock)
        server.on_leaving = _let_go
        return await server.serve(reader, writer)

    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE)
    return asyncio.run(run())


def _register(server: MemoServer) -> None:
    features = FEATURES | (REPLAY_FEATURES if isinstance(server.clock, MovableClock) else {})
    for method, (handler, options) in features.items():
        server.feature(method, options)(_feature(server, method, handler))
    for command, handler in COMMANDS.items():
        server.command(command.name)(_command(server, command, handler))


def _feature(server: MemoServer, method: str, handler: Callable[..., Any]) -> Callable[[Any], Any]:
    """A handler with our boundary around it. Plain functions stay plain and run on the loop, in order."""
    if not asyncio.iscoroutinefunction(handler):

        def at_once(params: Any) -> Any:
            if method in ACTIVITY:
                server.activity.happened()
            try:
                return handler(server, params)
            except Exception as trouble:
                raise refusal(method, trouble) from None

        return at_once

    async def guarded(params: Any) -> Any:
        if method in ACTIVITY:
            server.activity.happened()
        with contextlib.nullcontext() if method == protocol.CLOCK else server.at_work():
            return await _guarded(method, handler(server, params))

    return guarded


def _command(server: MemoServer, command: protocol.Command, handler: Callable[..., Any]) -> Callable[..., Any]:
    async def answer(given: Any) -> Any:
        return await handler(server, protocol.read_arguments(command, given))

    first = command not in LOOKS and command is not protocol.CONSOLIDATE  # what else is at work gives way to it

    async def guarded(given: Any = None) -> Any:
        if command not in LOOKS and not _of_a_view(given):
            server.activity.happened()
        try:
            with server.at_work() if first else contextlib.nullcontext():
                return await _guarded(command.name, answer(given))
        finally:  # also of what was cancelled in the middle
            if command in CHANGES:
                server.news.changed()

    return guarded


def _of_a_view(given: Any) -> bool:
    """Whether a list that stands in a client asks, because something changed: that is nobody's activity."""
    return isinstance(given, dict) and given.get("surface") == protocol.VIEW


async def _guarded(name: str, job: Awaitable[Any]) -> Any:
    try:
        return await job
    except Exception as trouble:
        raise refusal(name, trouble) from None


def refusal(name: str, trouble: Exception) -> JsonRpcException:
    """What a client is told: expected trouble as it stands, a surprise by its name; the surprise is logged."""
    if isinstance(trouble, JsonRpcException):
        return trouble
    if isinstance(trouble, WrongArgument):
        return JsonRpcException(_one_line(trouble), protocol.INVALID_PARAMS)
    if isinstance(trouble, MemoError):
        return JsonRpcException(_one_line(trouble), protocol.REQUEST_FAILED)
    log.error("%s failed", name, exc_info=trouble)
    return JsonRpcException(f"{name} failed ({type(trouble).__name__}); the log says more", protocol.REQUEST_FAILED)


def _one_line(trouble: Exception) -> str:
    return " ".join(str(trouble).split())


async def _logged(job: Awaitable[Any], what: str) -> None:
    try:
        await job
    except MemoError as trouble:
        log.warning("%s: %s", what, _one_line(trouble))
    except Exception:
        log.exception("%s failed", what)


def _listen(server: MemoServer) -> tuple[logging.Handler, ...]:
    """Send our log lines to the client and warnings to stderr as well."""
    root = logging.getLogger("memo_lsp")
    root.setLevel(logging.INFO)
    root.propagate = False
    handlers = (ClientLog(lambda params: server.post(server.window_log_message, params)), quiet_stderr())
    for handler in handlers:
        root.addHandler(handler)
    return handlers


def _let_go() -> None:
    """The last resort of a process that is leaving: a git that hangs is ended, and whatever still holds the process
    after that is left behind."""
    threading.Thread(target=_end_what_hangs, name="memo-leaving", daemon=True).start()


def _end_what_hangs() -> None:
    from memo_lsp.git.door import end_children

    until = time.monotonic() + LAST_SECONDS
    time.sleep(GIT_SECONDS)
    while time.monotonic() < until:  # the next question may hang as the first did
        end_children()
        time.sleep(GIT_SECONDS / 10)
    os._exit(1)


def _notebooks() -> types.NotebookDocumentSyncOptions:
    everything = types.NotebookDocumentFilterWithNotebook(notebook="*", cells=None)
    return types.NotebookDocumentSyncOptions(notebook_selector=[everything], save=True)

"""What a process needs to remember and recall, built in one place and closed in order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.background import Background
from memo_lsp.capture.standing import Standing
from memo_lsp.clock import Clock
from memo_lsp.dream.presence import IMPORT
from memo_lsp.errors import MemoError
from memo_lsp.git.merged import Merged
from memo_lsp.git.project import ProjectInfo, Projects
from memo_lsp.recall import accepted
from memo_lsp.recall.briefing import Briefings
from memo_lsp.recall.hover import Hovers
from memo_lsp.recall.indexer import Indexer
from memo_lsp.recall.pipeline import Recall
from memo_lsp.recall.surfaced import Surfacings
from memo_lsp.services import health
from memo_lsp.services.dreamer import Dreamer
from memo_lsp.services.dreaming import Dreaming
from memo_lsp.services.reviewing import Reviews
from memo_lsp.services.rows import Rows
from memo_lsp.settings import Layer, Settings, layers, parse
from memo_lsp.store import open_store

if TYPE_CHECKING:
    from memo_lsp.capture.recorder import Recorder
    from memo_lsp.capture.sessions import Sessions
    from memo_lsp.embed.port import Embedder
    from memo_lsp.exchange.git_history import ImportReport
    from memo_lsp.services.noticing import Listener
    from memo_lsp.store import Store

_STOP_SECONDS = 3.0
_CAPTURE_SECONDS = 3.0  # what is open beyond that is on disk, and finished at the next start


class Services:
    """Everything behind the surfaces. Safe from any thread; `close` ends the threads and the store."""

    def __init__(self, store: Store, environ: Mapping[str, str], editor: Any, clock: Clock, root: Path | None):
        self.store = store
        self.clock = clock
        self.environ = environ
        self.session = self.new_id()
        self.settings, self.problems = self._read(editor, root)
        self._embedder_lock = threading.Lock()
        self._embedder: Embedder | None = None
        self._embedder_made = False
        self._stop = threading.Event()
        self._embedding: threading.Thread | None = None
        self._busy: Callable[[], bool] = lambda: False
        self.background = Background("memo-background")
        self.projects = self._projects()
        self.standing = Standing(store.memories.later_changes, Merged(self.background.submit), self.background.submit)
        self.recall = Recall(store, self.embedder, lambda: self.settings, clock, self.standing)
        self.hovers = Hovers(self.recall)
        self.briefings = Briefings(self.recall, self.standing.renewed)
        self.surfacings = Surfacings(store, clock)
        self.indexer = Indexer(store, self.embedder, clock, busy=self._embedding_waits)
        self.rows = Rows(store, self.standing, clock)
        self.dreaming = Dreaming(self)
        self.dreamer = Dreamer(self)
        self.reviews = Reviews(self)
        self.recorder: Recorder | None = None
        self.sessions: Sessions | None = None
        self._bound_log()

    def new_id(self) -> str:
        """A ULID by the clock: sorts by time, never collides."""
        from ulid import ULID

        return str(ULID.from_timestamp(self.clock.now()))

    def embedder(self) -> Embedder | None:
        """The configured embedder, made when first asked for; None where words alone answer."""
        with self._embedder_lock:
            if not self._embedder_made:
                from memo_lsp.embed.factory import make

                self._embedder = make(self.settings.embed, self.environ)
                self._embedder_made = True
            return self._embedder

    def configure(self, editor: Any, root: Path | None = None) -> None:
        """Take in an editor's changed settings. A changed embedder re-embeds in the background."""
        before = self.settings
        self.settings, self.problems = self._read(editor, root)
        if self.settings.project != before.project:
            self.projects = self._projects()
        if self.settings.embed != before.embed:
            with self._embedder_lock:
                self._embedder_made = False
            self.indexer.wake()
        if (self.settings.dream, self.settings.summarize, self.settings.embed) != (
            before.dream, before.summarize, before.embed,
        ):  # fmt: skip
            self.dreamer.schedule.afresh()
        self._bound_log()

    def embed_in_background(self, busy: Callable[[], bool]) -> None:
        """From now on a thread embeds what waits, pausing while `busy` says that a request is open."""
        if self._embedding is None and self.store.mode != "read-only":
            self._busy = busy
            self._embedding = threading.Thread(
                target=self.indexer.run, args=(self._stop,), name="memo-embed", daemon=True
            )
            self._embedding.start()

    def notice(self, listener: Listener) -> Recorder:
        """From now on what happens in an editor is captured: whoever asks hands it over to the recorder."""
        from memo_lsp.capture.sessions import Sessions
        from memo_lsp.services.noticing import recorder

        self.sessions = Sessions(self.store.path.parent)
        self.sessions.begin(self.session)
        self.recorder = recorder(self, listener, self.sessions)
        return self.recorder

    def _embedding_waits(self) -> bool:
        return self._busy() or (self.recorder is not None and self.recorder.pending > 0)

    def is_busy(self) -> bool:
        """Whether somebody waits for an answer right now."""
        return self._busy()

    @contextmanager
    def importing(self) -> Iterator[None]:
        """While this runs, no window consolidates what only half came in."""
        self.dreamer.presence.begin()
        with self.dreamer.presence.doing(IMPORT):
            yield

    def import_git(
        self,
        info: ProjectInfo,
        *,
        since: float | None = None,
        limit: int | None = None,
        resume: bool = False,
        progress: Callable[[int, int], None] = lambda done, total: None,
        stop: threading.Event | None = None,
    ) -> ImportReport:
        """A repository's history into the store; what was imported before is passed over. Raises MemoError."""
        from memo_lsp.exchange.git_history import import_history

        if info.repo is None:
            raise MemoError(str(info.problem) if info.problem else f"{info.root}: no git repository there or above it")
        with self.importing():
            report = import_history(
                self.store,
                info.repo,
                info,
                clock=self.clock,
                since=since,
                limit=limit or self.settings.imports.limit or None,
                resume=resume,
                progress=progress,
                stop=stop or threading.Event(),
                own_mails=self.settings.git.mails,
            )
        self.indexer.wake()
        return report

    def commits(self, info: ProjectInfo, limit: int) -> int:
        """How many commits a project has, counted up to a limit; 0 where git cannot say."""
        from memo_lsp.git.door import GitTrouble
        from memo_lsp.git.history import count

        try:
            return count(info.repo, limit=limit) if info.repo is not None else 0
        except (GitTrouble, ValueError):  # git refuses, or what is called git is none
            return 0

    def status_facts(self, projects: Sequence[str] = ()) -> dict[str, Any]:
        """What the status tells of the store, the embedder, and capture in these projects."""
        return health.status_facts(self, projects)

    def stats(self, project: str | None = None) -> dict[str, Any]:
        """Counts of what is remembered, and how full the recall log is."""
        return health.stats(self, project)

    def doctor(self, folder: Path | None) -> list[dict[str, Any]]:
        """Every check, and what to do where one fails."""
        return health.doctor(self, folder)

    def close(self) -> None:
        """Finish what was received, then let go of threads and store."""
        self.dreamer.schedule.leave()
        if self.recorder is not None:
            self.recorder.close(_CAPTURE_SECONDS)
        if self.sessions is not None:
            self.sessions.end(self.session)
        self._stop.set()
        self.dreamer.stop(_STOP_SECONDS)
        self.dreaming.finish(_STOP_SECONDS)
        self.indexer.wake()
        if self._embedding is not None:
            self._embedding.join(_STOP_SECONDS)
        self.indexer.let_go()
        self.background.close()
        self.recall.close()
        self.store.close()

    def _projects(self) -> Projects:
        return Projects(self.settings.project, self.background.submit)

    def _read(self, editor: Any, root: Path | None) -> tuple[Settings, list[str]]:
        constants = accepted.load(self.store.path.parent)
        return parse(
            (
                *layers(self.environ, root, editor),
                Layer("accepted", {"recall": constants}, "what an evaluation accepted"),
            )
        )

    def _bound_log(self) -> None:
        self.store.log.enabled = self.settings.recall.log
        self.store.log.limit = int(self.settings.recall.log_mb * 1_000_000)


def open_services(
    home: Path, environ: Mapping[str, str], editor: Any, clock: Clock, root: Path | None = None
) -> Services:
    """Open the store in `home` and build everything on it. `editor` are an editor's raw settings (None: there is no
    editor), `root` is where a project's memo.toml may lie. Trouble with the store is a state, not an error."""
    return Services(open_store(home, clock=clock), environ, editor, clock, root)

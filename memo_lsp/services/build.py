"""What a process needs to remember and recall, built in one place and closed in order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.clock import Clock
from memo_lsp.dream.presence import IMPORT
from memo_lsp.errors import MemoError
from memo_lsp.git.project import ProjectInfo
from memo_lsp.services.dreamer import Dreamer
from memo_lsp.services.dreaming import Dreaming
from memo_lsp.services.ground import STOP_SECONDS, Ground
from memo_lsp.services.reviewing import Reviews
from memo_lsp.services.undoing import Undoing
from memo_lsp.store import open_store

if TYPE_CHECKING:
    from memo_lsp.capture.recorder import Recorder
    from memo_lsp.capture.sessions import Sessions
    from memo_lsp.exchange.git_history import ImportReport
    from memo_lsp.services.noticing import Listener
    from memo_lsp.store import Store

_CAPTURE_SECONDS = 3.0  # what is open beyond that is on disk, and finished at the next start


class Services(Ground):
    """Everything behind the surfaces: the ground, and the parts that stand on it. Safe from any thread; `close` ends
    the threads and the store."""

    def __init__(self, store: Store, environ: Mapping[str, str], editor: Any, clock: Clock, root: Path | None):
        super().__init__(store, environ, editor, clock, root)
        self.dreaming = Dreaming(self)
        self.dreamer = Dreamer(self, self.dreaming)
        self.undoing = Undoing(store, self.rows, self.dreamer.turn)
        self.reviews = Reviews(self, self.dreaming.view)
        self.recorder: Recorder | None = None
        self.sessions: Sessions | None = None

    def configure(self, editor: Any, root: Path | None = None) -> None:
        """Take in an editor's changed settings. Passes that go by other ones now run once more."""
        before = self.settings
        super().configure(editor, root)
        if (self.settings.dream, self.settings.summarize, self.settings.embed) != (
            before.dream, before.summarize, before.embed,
        ):  # fmt: skip
            self.dreamer.schedule.afresh()

    def notice(self, listener: Listener) -> Recorder:
        """From now on what happens in an editor is captured: whoever asks hands it over to the recorder."""
        from memo_lsp.capture.sessions import Sessions
        from memo_lsp.services.noticing import recorder

        self.sessions = Sessions(self.store.path.parent)
        self.sessions.begin(self.session)
        self.recorder = made = recorder(self, listener, self.sessions)
        self.received = lambda: made.pending
        return made

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

    def close(self) -> None:
        """Finish what was received, then let go of threads and store."""
        self.dreamer.schedule.leave()
        if self.recorder is not None:
            self.recorder.close(_CAPTURE_SECONDS)
        if self.sessions is not None:
            self.sessions.end(self.session)
        self.stop_embedding()
        self.dreamer.stop(STOP_SECONDS)
        self.dreaming.finish(STOP_SECONDS)
        super().close()


def open_services(
    home: Path, environ: Mapping[str, str], editor: Any, clock: Clock, root: Path | None = None
) -> Services:
    """Open the store in `home` and build everything on it. `editor` are an editor's raw settings (None: there is no
    editor), `root` is where a project's memo.toml may lie. Trouble with the store is a state, not an error."""
    return Services(open_store(home, clock=clock), environ, editor, clock, root)

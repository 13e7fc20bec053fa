"""The ground all parts of the services stand on: the store, its settings, and what answers from it.

It knows none of the parts that are built on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.background import Background
from memo_lsp.capture.standing import Standing
from memo_lsp.clock import Clock
from memo_lsp.git.merged import Merged
from memo_lsp.git.project import Projects
from memo_lsp.recall import accepted
from memo_lsp.recall.briefing import Briefings
from memo_lsp.recall.hover import Hovers
from memo_lsp.recall.indexer import Indexer
from memo_lsp.recall.pipeline import Recall
from memo_lsp.recall.surfaced import Surfacings
from memo_lsp.services.rows import Rows
from memo_lsp.settings import Layer, Settings, layers, parse

if TYPE_CHECKING:
    from memo_lsp.embed.port import Embedder
    from memo_lsp.store import Store

STOP_SECONDS = 3.0  # that a thread has to end


class Ground:
    """One store, and what every part needs of it. Safe from any thread."""

    def __init__(self, store: Store, environ: Mapping[str, str], editor: Any, clock: Clock, root: Path | None):
        self.store = store
        self.clock = clock
        self.environ = environ
        self.session = self.new_id()
        self.settings, self.problems = self._read(editor, root)
        self.received: Callable[[], int] = lambda: 0  # how much of what happened is not captured yet
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
        self._bound_log()

    def embed_in_background(self, busy: Callable[[], bool]) -> None:
        """From now on a thread embeds what waits, pausing while `busy` says that a request is open."""
        if self._embedding is None and self.store.mode != "read-only":
            self._busy = busy
            self._embedding = threading.Thread(
                target=self.indexer.run, args=(self._stop,), name="memo-embed", daemon=True
            )
            self._embedding.start()

    def is_busy(self) -> bool:
        """Whether somebody waits for an answer right now."""
        return self._busy()

    def stop_embedding(self) -> None:
        """Embedding in the background ends at its next look; `close` waits for it."""
        self._stop.set()

    def close(self) -> None:
        """Let go of threads and store."""
        self.stop_embedding()
        self.indexer.wake()
        if self._embedding is not None:
            self._embedding.join(STOP_SECONDS)
        self.indexer.let_go()
        self.background.close()
        self.recall.close()
        self.store.close()

    def _embedding_waits(self) -> bool:
        return self._busy() or self.received() > 0

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

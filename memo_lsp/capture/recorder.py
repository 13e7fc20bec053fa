"""One thread that notices: takes events in order, finds the work tree each belongs to, and tells every source.

The event loop only hands events over. Whatever a source does (parsing, git, the store) happens here, so no hover and
no keystroke waits for it; a source that fails is logged, and the others go on.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from memo_lsp.capture.admission import Admission
from memo_lsp.capture.curate import carry_along
from memo_lsp.capture.desk import Desk, Session
from memo_lsp.capture.events import (
    Diagnosed,
    Event,
    FilesChanged,
    HeadMoved,
    Opened,
    Ran,
    Renamed,
    Saved,
    Ticked,
)
from memo_lsp.capture.heads import Heads
from memo_lsp.capture.source import HeadNews, Save, Source
from memo_lsp.errors import MemoError
from memo_lsp.git.glance import Glance
from memo_lsp.git.project import ProjectInfo, Projects, branch_of
from memo_lsp.text.lines import plain_ends

log = logging.getLogger(__name__)

GATHER_SECONDS = 0.03  # so that what belongs together comes in one batch
STORM = 8  # events waiting by then: more are on their way
CALM_SECONDS = 0.1  # without a further event, and a storm is over
LONGEST_STORM_SECONDS = 5.0  # after which work begins all the same


class Recorder:
    """`folder_of` gives the workspace folder that holds a path, None outside all; `skipped` is told why a file is
    passed over, `rested` that nothing is pending any more, `moved` that HEAD did."""

    def __init__(
        self,
        session: Session,
        projects: Callable[[], Projects],
        sources: Sequence[Source],
        heads: Heads,
        *,
        folder_of: Callable[[Path], Path | None],
        skipped: Callable[[Path, str], None] = lambda path, reason: None,
        rested: Callable[[], None] = lambda: None,
        moved: Callable[[], None] = lambda: None,
    ):
        self._session, self._projects, self._sources, self._heads = session, projects, tuple(sources), heads
        self._folder_of, self._skipped, self._rested, self._moved = folder_of, skipped, rested, moved
        self._admission = Admission()
        self._desks: dict[Path, Desk] = {}
        self._near: dict[Path, Desk] = {}  # by folders of this batch's files
        self._events: deque[tuple[Event, Glance | None]] = deque()
        self._changed = threading.Condition()
        self._working: list[tuple[Event, Glance | None]] = []
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    # --- from any thread
    @property
    def pending(self) -> int:
        """Events received and not yet dealt with; that time went by is none."""
        with self._changed:
            return sum(not isinstance(event, Ticked) for event, _ in (*self._events, *self._working))

    def submit(self, event: Event, seen: Glance | None = None) -> None:
        """Hand an event over. Costs an append. `seen` is HEAD at that moment: what moved it since came after."""
        with self._changed:
            if self._closed.is_set():
                return
            self._events.append((event, seen))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="memo-capture", daemon=True)
                self._thread.start()
            if len(self._events) == 1:  # it sleeps only while there are none: a thread woken for each costs who submits
                self._changed.notify_all()

    def drain(self, timeout: float = 10.0) -> bool:
        """Wait until everything received is dealt with."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._events and not self._working, timeout)

    def close(self, timeout: float = 10.0) -> None:
        """Deal with what was received, let every source finish what it has open, and end the thread."""
        with self._changed:
            self._closed.set()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout)
        else:
            self._finish()

    # --- on its own thread
    def _run(self) -> None:
        while events := self._next():
            self._process(events)
            with self._changed:
                self._working = []
                self._changed.notify_all()
            if not self.pending:
                self._rested()
        self._finish()

    def _next(self) -> list[tuple[Event, Glance | None]]:
        with self._changed:
            self._changed.wait_for(lambda: self._events or self._closed.is_set())
        self._gather()
        with self._changed:
            self._working = list(self._events)
            self._events.clear()
            return self._working

    def _gather(self) -> None:
        """Wait a moment for what belongs together; and while a storm comes in, so that the event loop has the processor
        to itself."""
        if self._closed.wait(GATHER_SECONDS):
            return
        until = time.monotonic() + LONGEST_STORM_SECONDS
        while (before := len(self._events)) >= STORM and time.monotonic() < until:
            if self._closed.wait(CALM_SECONDS) or len(self._events) == before:
                return

    def _finish(self) -> None:
        for desk in self._desks.values():
            self._each(desk, lambda source, desk: source.closing(desk))
        self._heads.close()

    def _process(self, events: Sequence[tuple[Event, Glance | None]]) -> None:
        self._near.clear()
        _guarded("files", partial(self._prepare, [event.path for event, _ in events if isinstance(event, Saved)]))
        times = _happened([event for event, _ in events], self._session.clock.now())
        for (event, seen), at in zip(events, times, strict=True):
            _guarded(type(event).__name__, partial(self._deal_with, event, seen, at))

    def _prepare(self, files: Iterable[Path]) -> None:
        self._admission.prepare((desk, file) for file in files if (desk := self._desk_of_file(file)) is not None)

    def _deal_with(self, event: Event, seen: Glance | None, at: float) -> None:
        """HEAD is looked at first, unless it had not moved yet when the event came: what moved it came after."""
        for desk in self._desks_of(event):
            if seen is None or seen != desk.seen:
                self._look_at_head(desk, at)
            self._take(desk, event)

    def _desks_of(self, event: Event) -> Iterable[Desk]:
        match event:
            case Ticked():
                for one in self._desks.values():
                    self._renew(one, self._projects().of(one.info.root, one.info.root))
                return list(self._desks.values())
            case FilesChanged():
                one_each = {path.parent: path for path in event.paths}.values()  # a switch changes thousands
                return list({id(desk): desk for path in one_each if (desk := self._desk(path))}.values())
            case Renamed():
                desk = self._desk(event.new) or self._desk(event.old)
            case Ran():
                desk = self._desk(event.cwd)
            case Saved() | Opened():
                desk = self._desk_of_file(event.path)
            case _:
                desk = self._desk(event.path)
        return [desk] if desk else []

    def _desk(self, path: Path) -> Desk | None:
        """The desk of a path; None outside every workspace folder."""
        folder = self._folder_of(path)
        if folder is None:
            return None
        info = self._projects().of(path, folder)
        desk = self._desks.get(info.root)
        if desk is None:
            desk = self._desks[info.root] = Desk(self._session, info, branch_of(info.repo) if info.repo else None)
            desk.glance()
            self._each(desk, lambda source, desk: source.started(desk))
            self._announce(desk, self._heads.since_last_time(desk, quiet=desk.paused))
        self._renew(desk, info)
        return desk

    def _desk_of_file(self, file: Path) -> Desk | None:
        """The desk of a file; of the files of one batch in one folder it is found out once."""
        desk = self._near.get(file.parent) or self._desk(file)
        if desk is not None:
            self._near[file.parent] = desk
        return desk

    def _renew(self, desk: Desk, info: ProjectInfo) -> None:
        former = desk.project
        if former in info.former:  # a first commit or an origin gave the project its lasting name
            carry_along(desk.store, info.key, info.former)
        elif former != info.key:
            self._each(desk, lambda source, desk: source.closing(desk))
        desk.info = info
        if former != info.key:
            self._each(desk, lambda source, desk: source.named(desk, former))

    def _look_at_head(self, desk: Desk, at: float) -> None:
        """What happened to HEAD before this event is dealt with before it."""
        desk.glance()
        self._announce(desk, self._heads.moved(desk, at, quiet=desk.paused))
        if not self._heads.up_to_date(desk):
            desk.seen = None  # what was left for later is asked for with the next event

    def _announce(self, desk: Desk, news: Iterable[HeadNews]) -> None:
        for one in news:
            self._moved()
            self._each(desk, partial(_told, news=one))
            desk.branch = one.new_branch

    def _take(self, desk: Desk, event: Event) -> None:
        match event:
            case Saved():
                self._saved(desk, event)
            case Opened():
                self._opened(desk, event)
            case Renamed():
                self._renamed(desk, event)
            case FilesChanged():
                paths = [path for file in event.paths if (path := desk.path_of(file)) is not None]
                self._each(desk, lambda source, desk: source.changed(desk, paths, event.at))
            case Diagnosed():
                self._diagnosed(desk, event)
            case Ran():
                if not desk.paused:
                    self._each(desk, lambda source, desk: source.ran(desk, event))
            case Ticked():
                self._each(desk, lambda source, desk: source.ticked(desk, event.at))
            case HeadMoved():
                pass  # looked at already

    def _saved(self, desk: Desk, event: Saved) -> None:
        path = desk.path_of(event.path)
        if path is None:
            return
        text, reason = self._admission.text_of(desk, event.path, event.text)
        if reason is not None:
            self._skipped(event.path, reason)
            return
        text = plain_ends(text)
        before = self._before(desk, path, event.path)
        desk.texts.put(path, text)
        if desk.paused:
            self._each(desk, lambda source, desk: source.rebased(desk, path, text, event.at))
        elif text == before:
            self._each(desk, lambda source, desk: source.kept_as_it_was(desk, path, text, event.at))
        else:
            save = Save(path, event.path, before, text, event.language, event.at)
            self._each(desk, lambda source, desk: source.saved(desk, save))

    def _before(self, desk: Desk, path: str, file: Path) -> str:
        """The text a save counts from: the last one seen, else HEAD's, else nothing."""
        known = desk.texts.get(path)
        return known if known is not None else self._heads.text(desk, path)

    def _opened(self, desk: Desk, event: Opened) -> None:
        path = desk.path_of(event.path)
        if path is None or self._admission.why_not(desk, event.path, event.text) is not None:
            return
        text, known = plain_ends(event.text), desk.texts.get(path)
        desk.texts.put(path, text)
        if known is not None and known != text:
            self._each(desk, lambda source, desk: source.rebased(desk, path, text, event.at))

    def _renamed(self, desk: Desk, event: Renamed) -> None:
        old, new = desk.path_of(event.old), desk.path_of(event.new)
        if old is None or new is None:
            return
        desk.texts.move(old, new)
        self._each(desk, lambda source, desk: source.renamed(desk, old, new, event.at))

    def _diagnosed(self, desk: Desk, event: Diagnosed) -> None:
        path = desk.path_of(event.path)
        if path is None or self._admission.why_not(desk, event.path) is not None or desk.paused:
            return
        desk.diagnostics[path] = event.diagnostics
        self._each(desk, lambda source, desk: source.diagnosed(desk, path, event))

    def _each(self, desk: Desk, tell: Callable[[Source, Desk], None]) -> None:
        for source in self._sources:
            self._session.breathe()
            _guarded(type(source).__name__, partial(tell, source, desk))


def _guarded(who: str, job: Callable[[], None]) -> None:
    """Expected trouble is a line in the log, a surprise is told with its place; the next one runs."""
    try:
        job()
    except MemoError as trouble:
        log.warning("%s: %s", who, " ".join(str(trouble).split()))
    except Exception:
        log.exception("%s failed", who)


def _happened(events: Sequence[Event], now: float) -> list[float]:
    """When each event was, by our clock. On a busy machine word of a save may come after the switch that followed it:
    its file's own time is that of the save, and nothing told of before can have been later."""
    times: list[float] = []
    for event in reversed(events):
        times.append(min(_own_time(event, now), times[-1] if times else now))
    return times[::-1]


def _own_time(event: Event, now: float) -> float:
    if not isinstance(event, Saved):
        return event.at
    try:
        age = time.time() - event.path.stat().st_mtime
    except OSError:
        return event.at
    return min(event.at, now - max(0.0, age))


def _told(source: Source, desk: Desk, news: HeadNews) -> None:
    source.head_moved(desk, news)

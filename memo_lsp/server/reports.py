"""What happens in the editor, reported to the recorder: cheap on the loop, whatever it comes to mean.

Only files inside a workspace folder are reported, and nothing at all where the workspace is not trusted. What happens
before everything is open waits here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memo_lsp.capture.events import (
    Diagnosed,
    Diagnostic,
    Event,
    FilesChanged,
    HeadMoved,
    Opened,
    Ran,
    Renamed,
    Saved,
    Ticked,
)
from memo_lsp.code.languages import language_of
from memo_lsp.git.glance import Glance, Stand, glance, stand
from memo_lsp.git.repository import Repository, locate
from memo_lsp.server.documents import Document, spoken
from memo_lsp.server.ground import ServerGround
from memo_lsp.text.lines import plain_ends
from memo_lsp.text.uris import to_path, to_uri

if TYPE_CHECKING:
    from memo_lsp.capture.recorder import Recorder
    from memo_lsp.server.where import Where
    from memo_lsp.services import Services

log = logging.getLogger(__name__)

MOST_WAITING = 10_000  # events before everything is open
TICK_SECONDS = 1.0
SAVE_SECONDS = 0.3  # from a file's being written to the editor's word that it was saved


@dataclass(slots=True)
class Folder:
    """A workspace folder: its repository, where HEAD stood when it was first heard of, and what became known since."""

    path: Path
    repo: Repository | None
    stand: Stand | None
    where: Where | None = None


class Reports:
    """One window's reports. On the loop, except where said otherwise. What is kept of them is told as `changed`."""

    def __init__(self, ground: ServerGround, changed: Callable[[], None]):
        self._ground, self._changed = ground, changed
        self._folders: dict[Path, Folder] = {}
        self._early: deque[tuple[Event, Glance | None]] = deque(maxlen=MOST_WAITING)
        self._recorder: Recorder | None = None
        self._begun = asyncio.Event()
        self._begun.set()
        self._looks: dict[str, asyncio.Task[None]] = {}  # at files, whether a document was reloaded from them

    # --- its life
    def hear_of(self, folders: Iterable[Path]) -> list[Folder]:
        """These are the folders now; those not heard of before."""
        known, self._folders = self._folders, {}
        for path in folders:
            self._folders[path] = known.get(path) or _folder(path)
        return [folder for path, folder in self._folders.items() if path not in known]

    async def begin(self, services: Services) -> None:
        """Everything is open: look at the folders, then let the recorder have what waited."""
        if not self.trusted:
            return
        await self.look_at(services, list(self._folders.values()))
        self._recorder = await self._ground.work.read(self._open, services)
        self._submit_heads(self._folders.values())
        while self._early:
            self._recorder.submit(*self._early.popleft())

    @contextlib.contextmanager
    def beginning(self) -> Iterator[None]:
        """Not everything is open yet, and that counts as pending."""
        self._begun.clear()
        try:
            yield
        finally:
            self._begun.set()
            self._ground.status.changed()

    async def settle(self, timeout: float = 60.0) -> None:
        """Wait until everything is open, and everything reported until then is dealt with."""
        await self._begun.wait()
        if self._recorder is not None:
            await self._ground.work.read(self._recorder.drain, timeout)

    async def take_in(self, services: Services, folders: Sequence[Folder]) -> None:
        """Folders came to the window while it is open."""
        if self.trusted and folders:
            await self.look_at(services, folders)
            self._submit_heads(folders)

    async def look_at(self, services: Services, folders: Sequence[Folder]) -> None:
        """Whose the folders are; where nothing is known of a HEAD, what is noted of it counts."""
        for folder in folders:
            uri = to_uri(str(folder.path))
            folder.where = await self._ground.work.read(self._ground.places.find, services, uri)
        await self._ground.work.write(_note, services, folders)

    def _open(self, services: Services) -> Recorder:
        """Runs on a thread: what it imports takes a while."""
        from memo_lsp.services.noticing import Listener

        ground = self._ground
        return services.notice(
            Listener(
                origin=lambda: ground.client.origin,
                folder_of=ground.folders.holding,
                skipped=lambda path, reason: ground.post(ground.skip, to_uri(str(path)), reason),
                remembered=lambda ids: ground.post(self._changed),
                rested=lambda: ground.post(ground.status.changed),
                moved=ground.activity.happened,
            )
        )

    def _submit_heads(self, folders: Iterable[Folder]) -> None:
        for folder in folders:
            self._submit(HeadMoved(folder.path, self._now()))

    async def tick(self) -> None:
        """Tell the time every second, until the server leaves."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.time_moved()

    def time_moved(self) -> None:
        if self._recorder is not None:
            self._recorder.submit(Ticked(self._now()))

    def finish(self, timeout: float) -> None:
        """The session ends: what is open is closed and stored. Not on the loop."""
        if self._recorder is not None:
            self._recorder.close(timeout)

    # --- what is known
    @property
    def trusted(self) -> bool:
        return self._ground.doings.trusted

    @property
    def repositories(self) -> list[Repository]:
        """The folders' repositories, each once."""
        found = (folder.repo for folder in self._folders.values() if folder.repo is not None and folder.stand)
        return list({repo.git_dir: repo for repo in found}.values())

    @property
    def pending(self) -> int:
        """Reports not yet dealt with."""
        received = self._recorder.pending if self._recorder is not None else 0
        return received + len(self._early) + (not self._begun.is_set()) + len(self._looks)

    @property
    def places(self) -> list[Where]:
        """Where the folders are, as far as that is known."""
        return [folder.where for folder in self._folders.values() if folder.where is not None]

    @property
    def projects(self) -> list[str]:
        """The window's projects."""
        return list(dict.fromkeys(where.project for where in self.places if where.project))

    # --- documents
    def opened(self, document: Document) -> None:
        """A document was opened, or reloaded from disk."""
        if (file := self._file(document.uri)) is not None and document.too_much() is None:
            self._submit(Opened(file, document.text, spoken(document), self._now()))

    def saved(self, uri: str, document: Document | None) -> None:
        """A document was saved; one that is not open is read from disk."""
        if (look := self._looks.pop(uri, None)) is not None:
            look.cancel()
        if (file := self._file(uri)) is None:
            return
        if document is not None and (reason := document.too_much()) is not None:
            self._ground.skip(uri, reason)
            return
        text, language = (document.text, spoken(document)) if document else (None, language_of(str(file)))
        self._submit(Saved(file, text, language, self._now()))

    def maybe_reloaded(self, document: Document) -> None:
        """A clean document changed: if that made it what lies on disk, nobody edited it (a checkout, a stash did)."""
        file = self._file(document.uri)
        if file is not None and self.trusted and document.too_much() is None:
            look = self._ground.start(self._look_at_disk(document, file), "looking whether a document was reloaded")
            self._looks[document.uri] = look
            look.add_done_callback(lambda done: self._looked(document.uri, done))

    async def _look_at_disk(self, document: Document, file: Path) -> None:
        """An editor writes a file before it says so: whether it was a save is known a little later."""
        text = document.text
        if await self._ground.work.read(_says, file, text):
            await asyncio.sleep(SAVE_SECONDS)
            if document.text == text:
                document.clean = True
                self._submit(Opened(file, text, spoken(document), self._now()))

    def _looked(self, uri: str, look: asyncio.Task[None]) -> None:
        if self._looks.get(uri) is look:
            del self._looks[uri]

    def notebook(self, uri: str, *, saved: bool) -> None:
        """A notebook was opened or saved: its code cells count as one text, its outputs as nothing."""
        file, cells = self._file(uri), self._ground.documents.code_cells(uri)
        if file is None or any(cell.too_much() for cell in cells):
            return
        text = "\n".join(cell.text if cell.text.endswith("\n") else f"{cell.text}\n" for cell in cells)
        language = cells[0].language if cells else None
        self._submit((Saved if saved else Opened)(file, text, language, self._now()))

    def diagnosed(self, uri: str, diagnostics: Sequence[Diagnostic]) -> None:
        if (file := self._file(uri)) is not None:
            document = self._ground.documents.get(uri)
            saved = document is None or document.clean
            self._submit(Diagnosed(file, tuple(diagnostics), self._now(), saved))

    # --- files
    def renamed(self, old: str, new: str) -> None:
        before, after = self._file(old), self._file(new)
        if before is not None and after is not None:
            self._submit(Renamed(before, after, self._now()))
        elif before is not None:
            self.changed((before,))

    def changed(self, paths: Iterable[Path]) -> None:
        """Files changed on disk: git's own are news of HEAD, the rest may be somebody's document."""
        moved, files = dict[Path, None](), []
        told = dict[Path, tuple[list[Path], bool]]()  # by folder: a branch switch changes thousands of files
        for path in paths:
            near = path if path.name == ".git" else path.parent
            if near not in told:
                told[near] = self._work_trees(path), self._inside(path)
            trees, inside = told[near]
            if trees:
                moved |= dict.fromkeys(trees)
            elif inside:
                files.append(path)
        for tree in moved:
            self._submit(HeadMoved(tree, self._now()))
        if files:
            self._submit(FilesChanged(tuple(files), self._now()))

    def ran(self, command: Ran) -> None:
        if self._inside(command.cwd):
            self._submit(command)

    # ---
    def _now(self) -> float:
        return self._ground.clock.now()

    def _submit(self, event: Event) -> None:
        if not self.trusted:
            return
        seen = self._glance(event.path) if isinstance(event, Saved) else None
        if self._recorder is None:
            self._early.append((event, seen))
        else:
            self._recorder.submit(event, seen)
        self._ground.status.changed()

    def _glance(self, file: Path) -> Glance | None:
        """HEAD as it is at this moment: it may have moved on before the event is looked at."""
        repo = self._ground.places.repository(file) or locate(file)
        return glance(repo) if repo is not None and not repo.broken else None

    def _file(self, uri: str) -> Path | None:
        """The file of a URI if it is inside a workspace folder."""
        path = to_path(uri)
        return Path(path) if path is not None and self._inside(Path(path)) else None

    def _inside(self, path: Path) -> bool:
        return self._ground.folders.holding(path) is not None

    def _work_trees(self, path: Path) -> list[Path]:
        """The folders whose HEAD a file of git's may be news of; none if it is not git's."""
        trees = [folder.path for folder in self._folders.values() if folder.repo and _is_gits(path, folder.repo)]
        if trees or ".git" not in path.parts:
            return trees
        around = Path(*path.parts[: path.parts.index(".git")])  # of a repository further down
        return [around] if self._inside(around) else []


def _folder(path: Path) -> Folder:
    repo = locate(path)
    usable = repo is not None and not repo.broken
    return Folder(path, repo, stand(repo) if repo is not None and usable else None)


def _is_gits(path: Path, repo: Repository) -> bool:
    return path.is_relative_to(repo.git_dir) or path.is_relative_to(repo.common_dir)


def _says(file: Path, text: str) -> bool:
    """Whether a file says this, line ends aside. Reads it: not on the loop."""
    try:
        return plain_ends(file.read_bytes().decode("utf-8-sig")) == plain_ends(text)
    except (OSError, ValueError):
        return False


def _note(services: Services, folders: Sequence[Folder]) -> None:
    """Runs on the write thread."""
    from memo_lsp.services.noticing import stood

    for folder in folders:
        if folder.where is not None and folder.where.project and folder.stand is not None:
            stood(services, folder.where.project, folder.stand)

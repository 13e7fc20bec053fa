"""An editor for tests of capture: a scratch repository, a clock, a recorder with the sources under test."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from memo_lsp.capture import recorder as recording
from memo_lsp.capture.desk import Session
from memo_lsp.capture.episodes.gathering import Episodes
from memo_lsp.capture.events import Diagnosed, Diagnostic, HeadMoved, Opened, Ran, Renamed, Saved, Ticked
from memo_lsp.capture.heads import Heads
from memo_lsp.code.languages import language_of
from memo_lsp.git.project import Projects
from memo_lsp.settings import parse

SETTINGS = parse({})[0]
_NUMBERS = count(1)


class Editing:
    """One session in a repository. Nothing happens in it by itself: time moves by `wait`."""

    def __init__(self, scratch, store, clock, session="s1", dead: Sequence[str] = (), sources=None, origin="vscode"):
        self.scratch, self.store, self.clock = scratch, store, clock
        self.projects = Projects()
        shared = Session(
            id=session, store=store, clock=clock, settings=lambda: SETTINGS, origin=lambda: origin,
            new_id=lambda: f"m{next(_NUMBERS):04}",
        )  # fmt: skip
        self.recorder = recording.Recorder(
            shared, lambda: self.projects, sources or (Episodes(lambda other: other not in dead),), Heads(clock.now),
            folder_of=lambda path: scratch.root if path.is_relative_to(scratch.root) else None,
        )  # fmt: skip
        self.texts: dict[str, str] = {}
        recording.GATHER_SECONDS = 0.0
        self.look()

    def tell(self, event):
        self.recorder.submit(event)
        assert self.recorder.drain()

    def look(self):
        self.tell(HeadMoved(self.scratch.root, self.clock.now()))

    def wait(self, minutes: float):
        self.clock.move(self.clock.now() + minutes * 60)
        self.tell(Ticked(self.clock.now()))

    def open(self, path: str, text: str | None = None):
        self.texts[path] = (self.scratch.root / path).read_text() if text is None else text
        self.tell(Opened(self.scratch.root / path, self.texts[path], language_of(path), self.clock.now()))

    def save(self, path: str, text: str | None = None):
        text = self.texts[path] if text is None else text
        self.texts[path] = text
        self.scratch.write(path, text)
        self.clock.move(self.clock.now() + 0.01)
        self.tell(Saved(self.scratch.root / path, text, language_of(path), self.clock.now()))

    def edit(self, path: str, old: str, new: str):
        if path not in self.texts:
            self.open(path)
        assert old in self.texts[path]
        self.save(path, self.texts[path].replace(old, new, 1))

    def diagnose(self, path: str, *found: Diagnostic, saved=True):
        self.tell(Diagnosed(self.scratch.root / path, found, self.clock.now(), saved))

    def run(self, command: str, output: str = "", code: int = 0, cwd: str = ""):
        now = self.clock.now()
        self.tell(Ran(command, self.scratch.root / cwd, code, now, now, output))

    def rename(self, old: str, new: str):
        (self.scratch.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.scratch.root / old).rename(self.scratch.root / new)
        self.texts = {new if path == old else path: text for path, text in self.texts.items()}
        self.tell(Renamed(self.scratch.root / old, self.scratch.root / new, self.clock.now()))

    def git(self, *args: str):
        self.scratch.clock = int(self.clock.now())
        self.scratch.git(*args)
        self.look()

    def stop(self):
        self.recorder.close()

    @property
    def project(self) -> str:
        return self.projects.of(self.scratch.root).key

    def memories(self, kind: str | None = None, git: bool = False):
        found = [one for one in self.store.memories.export() if (one.origin == "git") is git]
        return [one for one in found if kind in (None, one.kind)]


def error(line: int, message: str, severity: int = 1, code: str = "attr-defined", source: str = "mypy") -> Diagnostic:
    return Diagnostic(line, line, severity, message, code, source)

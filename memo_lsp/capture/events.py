"""What capture is told: by the editor, by watched files, by the clock. Plain values, cheap to make on the loop."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ERROR = 1


@dataclass(frozen=True, slots=True)
class Opened:
    """A document was opened, or reloaded from disk without a save: its text is where the next change counts from."""

    path: Path
    text: str
    language: str | None
    at: float


@dataclass(frozen=True, slots=True)
class Saved:
    """A document was saved. `text` is what the editor holds; None: read the file."""

    path: Path
    text: str | None
    language: str | None
    at: float


@dataclass(frozen=True, slots=True)
class Renamed:
    """A file or folder got another name in the editor."""

    old: Path
    new: Path
    at: float


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing a tool says about a file. Lines count from 1, `severity` from 1 (error) to 4 (hint)."""

    start_line: int
    end_line: int
    severity: int
    message: str
    code: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """All that the editor shows about a file now, from all tools; `saved`: while it shows the text that was saved."""

    path: Path
    diagnostics: tuple[Diagnostic, ...]
    at: float
    saved: bool = True


@dataclass(frozen=True, slots=True)
class Ran:
    """A command in a terminal ended. `output` is its tail."""

    command: str
    cwd: Path
    exit_code: int
    started_at: float
    ended_at: float
    output: str

    @property
    def at(self) -> float:
        return self.ended_at


@dataclass(frozen=True, slots=True)
class FilesChanged:
    """Files were made, changed or deleted on disk, by whomever."""

    paths: tuple[Path, ...]
    at: float


@dataclass(frozen=True, slots=True)
class HeadMoved:
    """HEAD of the repository around `path` may have moved: somebody should look."""

    path: Path
    at: float


@dataclass(frozen=True, slots=True)
class Ticked:
    """The clock moved on: whatever is due by `at` should happen."""

    at: float


Event = Opened | Saved | Renamed | Diagnosed | Ran | FilesChanged | HeadMoved | Ticked

"""Whether a file may be looked at: what its name and text say, and what git says of it, asked for many at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from memo_lsp.capture.exclusions import IGNORED, OUTSIDE, Globs, matches, why_not
from memo_lsp.capture.ignored import Ignored

if TYPE_CHECKING:
    from memo_lsp.capture.desk import Desk

UNREADABLE = "cannot be read"


class Admission:
    """Judges the files of one session. Not for several threads at once."""

    def __init__(self) -> None:
        self._ignored = Ignored()

    def prepare(self, files: Iterable[tuple[Desk, Path]]) -> None:
        """Ask git about all files of a batch, in one go a repository; the answers are remembered."""
        asked: dict[int, tuple[Desk, list[str]]] = {}
        for desk, file in files:
            if (path := desk.path_of(file)) is not None:
                asked.setdefault(id(desk), (desk, []))[1].append(path)
        for desk, paths in asked.values():
            self._ignored.among(desk.info.repo, paths)

    def text_of(self, desk: Desk, file: Path, told: str | None) -> tuple[str, str | None]:
        """The text a save left, `told` by the editor or as it lies on disk, and why it is passed over, None if it is
        not. What is passed over for its name or size is never read."""
        if told is not None:
            return told, self.why_not(desk, file, told)
        try:
            if (reason := self.why_not(desk, file, size=file.stat().st_size)) is not None:
                return "", reason
            text = file.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError):
            return "", UNREADABLE
        return text, self.why_not(desk, file, text)

    def why_not(self, desk: Desk, file: Path, text: str | None = None, size: int | None = None) -> str | None:
        """Why a file is passed over, in words for a person; None if it is not."""
        path = desk.path_of(file)
        if path is None:
            return OUTSIDE
        capture = desk.settings.capture
        globs = Globs(capture.exclude, capture.include)
        reason = why_not(path, size, text, globs)
        if reason is not None or matches(path, globs.include):
            return reason
        return IGNORED if path in self._ignored.among(desk.info.repo, [path]) else None

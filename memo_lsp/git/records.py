"""What git prints about commits, taken apart: fields end in NUL and hunks are counted, so no content can mislead."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import IO

_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_NOT_FILES = (b"120000", b"160000")  # links and submodules: their "content" is no source


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines replaced, 1-based. With a count of 0 the start is the line after which something came in or went."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int


@dataclass(frozen=True, slots=True)
class FileChange:
    """`status` as git has it (A M D R C T). A blob is None where that side has no file."""

    path: str
    old_path: str | None
    status: str
    old_blob: str | None
    new_blob: str | None
    hunks: tuple[Hunk, ...] = ()


@dataclass(frozen=True, slots=True)
class Commit:
    """`partial`: this clone lacks objects, so hunks, renames or files are missing. `time` is the committer's, `written`
    the author's: a copy (rebased, picked, amended) keeps it."""

    sha: str
    parents: tuple[str, ...]
    author: str
    email: str
    time: float
    subject: str
    body: str
    files: tuple[FileChange, ...]
    partial: bool = False
    written: float = 0.0


class Tape:
    """A binary stream read field by field and line by line."""

    def __init__(self, stream: IO[bytes]):
        self._stream = stream
        self._held = b""
        self._at = 0

    def _more(self) -> bool:
        chunk = self._stream.read(1 << 16)
        self._held = self._held[self._at :] + chunk
        self._at = 0
        return bool(chunk)

    def until(self, mark: bytes) -> bytes:
        """What comes before the next `mark`, which is passed; EOFError if there is none."""
        searched = self._at
        while (end := self._held.find(mark, searched)) < 0:
            searched = len(self._held) - self._at
            if not self._more():
                raise EOFError
        field = self._held[self._at : end]
        self._at = end + len(mark)
        return field

    def starts(self, prefix: bytes) -> bool:
        """Whether this comes next; the empty prefix: whether nothing comes."""
        while len(self._held) - self._at < max(1, len(prefix)):
            if not self._more():
                return not prefix and self._at == len(self._held)
        return bool(prefix) and self._held.startswith(prefix, self._at)

    def skip(self, char: bytes) -> bool:
        """Pass one character if it is this one."""
        if not self.starts(char):
            return False
        self._at += 1
        return True

    def skip_lines(self, lines: int) -> None:
        for _ in range(lines):
            end = self._held.find(b"\n", self._at)
            if end < 0:
                self.until(b"\n")
            else:
                self._at = end + 1


def read_commit(tape: Tape, following: bytes, partial: bool) -> Commit:
    """The next commit on the tape, up to the record of `following` (an id; empty: the end)."""
    sha, parents, author, email, time, written, subject, body = (_text(tape.until(b"\0")) for _ in range(8))
    tape.skip(b"\n")
    entries = []
    while tape.skip(b":"):
        entries.append(_entry(tape))
    if entries:
        tape.skip(b"\0")
    hunks = _hunks(tape, following + b"\0" if following else b"", entries)
    files = tuple(FileChange(*entry, hunks=tuple(met)) for entry, met in zip(entries, hunks, strict=True))
    body = body.strip("\n")
    return Commit(
        sha, tuple(parents.split()), author, email, float(time or 0), subject, body, files, partial, float(written or 0)
    )


def _text(field: bytes) -> str:
    return field.decode("utf-8", "replace")


_Entry = tuple[str, str | None, str, str | None, str | None]


def _entry(tape: Tape) -> _Entry:
    old_mode, new_mode, old_blob, new_blob, status = tape.until(b"\0").split()
    kind = _text(status[:1])
    path = _text(tape.until(b"\0"))
    old_path = None if kind == "A" else path
    if kind in "RC":
        path = _text(tape.until(b"\0"))
    return path, old_path, kind, _blob(old_mode, old_blob), _blob(new_mode, new_blob)


def _blob(mode: bytes, blob: bytes) -> str | None:
    return None if mode in _NOT_FILES or not blob.strip(b"0") else blob.decode("ascii")


def _hunks(tape: Tape, end: bytes, entries: list[_Entry]) -> list[list[Hunk]]:
    """The hunks of each entry. Patches stand in the entries' order; a change of type is printed as two."""
    found: list[list[Hunk]] = [[] for _ in entries]
    owners = [place for place, entry in enumerate(entries) for _ in range(2 if entry[2] == "T" else 1)]
    patch = -1
    while not tape.starts(end):
        line = tape.until(b"\n")
        if line.startswith(b"diff --git "):
            patch += 1
        elif (hunk := _HUNK.match(line)) and patch < len(owners):
            found[owners[patch]].append(_counted(tape, hunk))
    return found


def _counted(tape: Tape, match: re.Match[bytes]) -> Hunk:
    old, new = (1 if match[group] is None else int(match[group]) for group in (2, 4))
    for lines in (old, new):
        tape.skip_lines(lines)
        if lines and tape.starts(b"\\"):
            tape.skip_lines(1)  # "\ No newline at end of file"
    return Hunk(int(match[1]), old, int(match[3]), new)

"""What HEAD did, as its reflog tells: read from where one stopped, never all of a long one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 1_000_000  # of a reflog, from its end; what was before is asked of the graph
_NEAR = 4_000  # holds the line one stopped at
_LINE = re.compile(rb"([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*?(?:> )?(-?\d+) [+-]\d{4}(?:\t(.*))?")


@dataclass(frozen=True, slots=True)
class Entry:
    """One move of a reference. A commit is None where there was none; `time` in whole seconds, by the clock of whoever
    moved it; `end` is where its line ends in the file."""

    old: str | None
    new: str | None
    time: float
    message: str
    end: int


@dataclass(frozen=True, slots=True)
class Tail:
    """The entries after a known place, oldest first. `found`: that place is still in the file; if not (rotated, cut
    short, not kept at all) there are no entries, and `end` is where to go on from."""

    entries: tuple[Entry, ...]
    end: int
    found: bool


def tail(log: Path, end: int, sha: str | None) -> Tail:
    """What a reflog says after its first `end` bytes, the last line of which led to `sha`."""
    try:
        size = log.stat().st_size
        near = _lines(log, max(0, end - _NEAR, size - MOST_BYTES))
        place = _place(near, end, sha, exactly=True)
        if place is None:
            near = _lines(log, max(0, size - MOST_BYTES))
            place = _place(near, end, sha)
    except OSError:
        return Tail((), 0, False)
    last = near[-1].end if near else 0
    return Tail((), last, False) if place is None else Tail(tuple(near[place:]), last, True)


def _lines(log: Path, start: int) -> list[Entry]:
    """The entries from a byte on. A line cut at the start is passed, one that is being written is for the next look."""
    with log.open("rb") as file:
        file.seek(start)
        data = file.read(MOST_BYTES + _NEAR)
    first = data.find(b"\n") + 1 if start else 0
    return _entries(data[first : data.rfind(b"\n") + 1], start + first)


def _entries(data: bytes, start: int) -> list[Entry]:
    found, at = [], start
    for line in data.split(b"\n")[:-1]:
        at += len(line) + 1
        match = _LINE.fullmatch(line)
        if match:
            old, new, time, message = match.groups()
            found.append(Entry(_sha(old), _sha(new), float(time), (message or b"").decode("utf-8", "replace"), at))
    return found


def _sha(digits: bytes) -> str | None:
    return digits.decode("ascii") if digits.strip(b"0") else None


def _place(entries: Sequence[Entry], end: int, sha: str | None, exactly: bool = False) -> int | None:
    """Where to go on: after the line that ended at `end`, else after the last one that led to the commit."""
    if end == 0 and sha is None:
        return 0
    for place in range(len(entries), 0, -1):
        if entries[place - 1].end == end and _led_to(entries, place, sha):
            return place
    if exactly:
        return None
    return next((place for place in range(len(entries), 0, -1) if entries[place - 1].new == sha), None)


def _led_to(entries: Sequence[Entry], place: int, sha: str | None) -> bool:
    """Whether HEAD stood on the commit between two lines; it may have got there without a line of its own."""
    return entries[place - 1].new == sha or place == len(entries) or entries[place].old == sha


def previous(log: Path, new: str) -> str | None:
    """Where a branch stood before its last move to `new`, by its own reflog; None if that does not say."""
    entries = tail(log, 0, None).entries
    return next((entry.old for entry in reversed(entries) if entry.new == new and entry.old != new), None)

"""JSON Lines, one memory a line, in and out. A bad line is named and passed over; the good ones stand.

Lines are split at line feeds alone, so that nothing inside a text ends one. Two passes over the file: the first finds
out whether it is JSON Lines at all, before anything is stored.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from memo_lsp.capture.commits.relink import relink
from memo_lsp.clock import Clock
from memo_lsp.errors import MemoError
from memo_lsp.exchange.files import replacing
from memo_lsp.exchange.report import Report
from memo_lsp.exchange.rows import event_from_row, from_row, to_row
from memo_lsp.model import Edge, Memory
from memo_lsp.store.store import Store

LONGEST_LINE = 4 * 1024 * 1024  # bytes
BATCH = 200  # memories in one write: a hover waits for none of them
_BOM = b"\xef\xbb\xbf"
_QUERY, _EVENT = "query", "recall"


def import_jsonl(store: Store, source: Path | IO[str] | IO[bytes], *, clock: Clock) -> Report:
    """Take in a file or stream. MemoError, and nothing stored, if it is not JSON Lines or a line is over 4 MB.

    Ids the store has are left as they are. Afterwards the links of the projects it touched are made.
    """
    with _opened(source) as (file, name):
        _refuse_what_is_no_jsonl(file, name)
        file.seek(0)
        return _Import(store, clock).run(file)


def export_jsonl(store: Store, path: Path, project: str | None = None) -> int:
    """Write every memory of a project (None: of all), archived and invalidated ones too; how many. Raises MemoError."""
    written = 0
    with replacing(path) as file:
        for row in rows(store, project):
            file.write(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
            written += 1
    return written


def rows(store: Store, project: str | None) -> Iterator[dict[str, Any]]:
    """Every memory of a project (None: of all) as a row with its edges."""
    for batch in _batches(store.memories.export(project)):
        edges: dict[str, list[Edge]] = {}
        for edge in store.graph.edges_among([memory.id for memory in batch], unmade=True):
            edges.setdefault(edge.source, []).append(edge)
        for memory in batch:
            yield to_row(memory, edges.get(memory.id, ()))


def _batches(memories: Iterator[Memory]) -> Iterator[list[Memory]]:
    batch: list[Memory] = []
    for memory in memories:
        batch.append(memory)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


class _Import:
    """One run over the lines; memories and edges are written in batches."""

    def __init__(self, store: Store, clock: Clock):
        self._store = store
        self._clock = clock
        self._report = Report()
        self._seen: dict[str, tuple[int, int]] = {}  # id → its line and a hash of that
        self._waiting: list[tuple[Memory, tuple[Edge, ...]]] = []
        self._projects: dict[str | None, None] = {}

    def run(self, file: IO[bytes]) -> Report:
        events: list[tuple[int, dict[str, Any]]] = []
        for number, line in _lines(file):
            self._report.total += 1
            try:
                row = _parsed(line)
                kind = row.get("type")
                if kind == _EVENT:
                    events.append((number, row))
                elif kind != _QUERY:
                    self._take(number, line, row)
            except ValueError as error:
                self._report.skipped.append((number, str(error)))
        self._flush()
        self._take_events(events)
        self._report.skipped.sort(key=lambda entry: int(entry[0]))
        for project in self._projects:
            relink(self._store, project, "import:jsonl")
        return self._report

    def _take(self, number: int, line: bytes, row: dict[str, Any]) -> None:
        memory, edges = from_row(row, self._clock.now())
        said = hash(line)
        first, before = self._seen.setdefault(memory.id, (number, said))
        if before != said:
            raise ValueError(f"id: {memory.id} is already that of line {first}")
        if first != number:
            self._report.known += 1
            return
        self._waiting.append((memory, edges))
        if len(self._waiting) == BATCH:
            self._flush()

    def _flush(self) -> None:
        stored = store_batch(self._store, self._waiting)
        self._projects |= dict.fromkeys(memory.project for memory, _ in self._waiting)
        self._report.stored += stored
        self._report.known += len(self._waiting) - stored
        self._waiting.clear()

    def _take_events(self, events: Sequence[tuple[int, Mapping[str, Any]]]) -> None:
        """After all memories: an event may stand before its hits."""
        for start in range(0, len(events), BATCH):
            with self._store.write():
                for number, row in events[start : start + BATCH]:
                    try:
                        self._report.events += self._store.log.record(event_from_row(row))
                    except ValueError as error:
                        self._report.skipped.append((number, str(error)))


def store_batch(store: Store, batch: Sequence[tuple[Memory, tuple[Edge, ...]]]) -> int:
    """Store what is new, with the edges it begins, in one write; how many were.

    Edges may point at what comes later, or never: they are kept all the same. Of what is known already nothing is
    touched, so that a link a person unmade stays unmade.
    """
    if not batch:
        return 0
    with store.write():
        new = set(store.memories.add([memory for memory, _ in batch], imported=True))
        store.memories.add((), [edge for memory, edges in batch if memory.id in new for edge in edges])
    return len(new)


@contextlib.contextmanager
def _opened(source: Path | IO[str] | IO[bytes]) -> Iterator[tuple[IO[bytes], str]]:
    if isinstance(source, Path) and source.is_file():
        try:
            with source.open("rb") as file:
                yield file, str(source)
        except OSError as error:
            raise MemoError(f"{source} cannot be read ({error.strerror})") from None
        return
    with tempfile.TemporaryFile() as copy:  # what comes through a pipe can be read once only
        _copy(source, copy)
        copy.seek(0)
        yield copy, str(source) if isinstance(source, Path) else "the input"


def _copy(source: Path | IO[str] | IO[bytes], copy: IO[bytes]) -> None:
    if isinstance(source, Path):
        try:
            with source.open("rb") as pipe:
                shutil.copyfileobj(pipe, copy)
        except OSError as error:
            raise MemoError(f"{source} cannot be read ({error.strerror})") from None
        return
    while chunk := source.read(1 << 16):
        copy.write(chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk)


def _refuse_what_is_no_jsonl(file: IO[bytes], name: str) -> None:
    objects = others = 0
    for number, line in _lines(file):
        if len(line) > LONGEST_LINE:
            raise MemoError(f"{name}: line {number} is longer than 4 MB; nothing was imported")
        if not objects:
            try:
                _parsed(line)
                objects += 1
            except ValueError:
                others += 1
    if others and not objects:
        raise MemoError(f"{name} is not JSON Lines (one JSON object a line); nothing was imported")


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that hold something, without their ends; of one that is too long only its beginning."""
    number = 0
    while line := file.readline(LONGEST_LINE + 2):
        number += 1
        if number == 1:
            line = line.removeprefix(_BOM)
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        if line.strip():
            yield number, line


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON ({error.msg})") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(row, dict):
        raise ValueError("not a JSON object")
    return row


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON")

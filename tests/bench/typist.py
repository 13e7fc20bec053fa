"""A person at an editor, faster than any: opens, types, saves, renames, commits; and how long the server kept one."""

from __future__ import annotations

import shutil
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any

from tests.e2e.editor import Editor
from tests.e2e.scratch import Scratch

from .table import percentile

OPEN_AT_ONCE = 20
CREATED, CHANGED, DELETED = 1, 2, 3
PATIENCE = 900.0
NOISE = 1.0  # milliseconds


class Typist:
    """Edits the work tree of `scratch` through an editor. Milliseconds: `pings`, for each save, of a request sent right
    behind it and answered on the event loop; `handled`, the processor time that the loop's thread took for the save."""

    def __init__(self, scratch: Scratch, editor: Editor):
        self.scratch, self.editor = scratch, editor
        self.pings: list[float] = []
        self.handled: list[float] = []
        self.hovers: list[float] = []
        self._open: OrderedDict[str, tuple[int, str]] = OrderedDict()

    # --- files
    def save(self, path: str, text: str, *, timed: bool = False) -> None:
        """Bring a file to a text as an editor does: open, change, write, save."""
        self.type(path, text)
        file = self.scratch.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        named = {"textDocument": {"uri": self.editor.uri(path)}}
        if not timed:
            self.editor.notify("textDocument/didSave", named)
            return
        times = [self._on_loop() for _ in range(2) if self.ping()]  # the first for what came before
        self.editor.notify("textDocument/didSave", named)
        self.pings.append(self.ping())
        times.append(self._on_loop())
        self.handled.append(max(0.0, times[2] - 2 * times[1] + times[0]))  # without what the ping takes

    def type(self, path: str, text: str) -> None:
        """Bring the open document to a text, by the lines that differ."""
        version, before = self._opened(path)
        self._open[path] = (version + 1, text)
        if before != text:
            named = {"uri": self.editor.uri(path), "version": version + 1}
            change = _change(before, text)
            self.editor.notify("textDocument/didChange", {"textDocument": named, "contentChanges": [change]})

    def open(self, path: str) -> None:
        self._opened(path)

    def close(self, path: str) -> None:
        if self._open.pop(path, None) is not None:
            self.editor.notify("textDocument/didClose", {"textDocument": {"uri": self.editor.uri(path)}})

    def delete(self, path: str) -> None:
        self.close(path)
        file = self.scratch.root / path
        if file.is_dir() and not file.is_symlink():
            shutil.rmtree(file)
        else:
            file.unlink(missing_ok=True)

    def rename(self, old: str, new: str) -> None:
        """A rename in the editor's tree of files."""
        self.close(old)
        target = self.scratch.root / new
        target.parent.mkdir(parents=True, exist_ok=True)
        (self.scratch.root / old).replace(target)
        files = [{"oldUri": self.editor.uri(old), "newUri": self.editor.uri(new)}]
        self.editor.notify("workspace/didRenameFiles", {"files": files})

    def watched(self, changes: Mapping[str, int]) -> None:
        """What the editor's file watcher tells."""
        told = [{"uri": self.editor.uri(path), "type": kind} for path, kind in changes.items()]
        self.editor.notify("workspace/didChangeWatchedFiles", {"changes": told})

    def head_moved(self, branch: str = "main") -> None:
        self.watched(dict.fromkeys((".git/HEAD", ".git/logs/HEAD", f".git/refs/heads/{branch}"), CHANGED))

    def _opened(self, path: str) -> tuple[int, str]:
        if path in self._open:
            self._open.move_to_end(path)
            return self._open[path]
        file = self.scratch.root / path
        text = file.read_bytes().decode() if file.exists() else ""
        self.editor.open(path, text, "python" if path.endswith(".py") else "plaintext")
        self._open[path] = (1, text)
        while len(self._open) > OPEN_AT_ONCE:
            self.close(next(iter(self._open)))
        return self._open[path]

    # --- durations, in milliseconds
    def ping(self) -> float:
        """How long a request takes that needs nothing but the loop."""
        return self._timed("workspace/symbol", {"query": "no question"})

    def _on_loop(self) -> float:
        """Milliseconds of processor time that the thread of the event loop, the first one, has had."""
        pid = self.editor.process.pid
        return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e6

    def hover(self, path: str, line: int, character: int) -> None:
        self.hovers.append(self._timed("textDocument/hover", self.editor.place(path, line, character)))

    def hover_names(self, path: str, limit: int = 3) -> None:
        """Hover what a file defines."""
        self._opened(path)
        for line, character in list(names(self._open[path][1]))[:limit]:
            self.hover(path, line, character)

    def _timed(self, method: str, params: Any) -> float:
        began = time.perf_counter()
        self.editor.request(method, params, PATIENCE)
        return (time.perf_counter() - began) * 1000

    # --- rest
    def rest(self) -> dict[str, Any]:
        """Wait until everything received is stored; the status then."""
        return self.editor.idle(PATIENCE)

    def resident(self) -> float:
        """Megabytes of memory the server has."""
        status = Path(f"/proc/{self.editor.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def _change(before: str, after: str) -> dict[str, Any]:
    """One incremental change that replaces the lines between what both begin and end with."""
    old, new = before.split("\n"), after.split("\n")
    head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old[:-1], new[:-1], strict=False)))
    rest = zip(reversed(old[head:]), reversed(new[head:]), strict=False)
    tail = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], rest))
    tail = min(tail, len(old) - head - 1, len(new) - head - 1)
    last = len(old) - 1 - tail
    end = {"line": last, "character": len(old[last].encode("utf-16-le")) // 2}
    return {
        "range": {"start": {"line": head, "character": 0}, "end": end},
        "text": "\n".join(new[head : len(new) - tail]),
    }


def names(text: str) -> Iterator[tuple[int, int]]:
    """Where functions and classes get their names."""
    for number, line in enumerate(text.splitlines()):
        for word in ("def ", "class "):
            if line.lstrip().startswith(word):
                yield number, line.index(word) + len(word)


def times_rest(busy: Iterable[float], idle: Iterable[float]) -> float:
    """How many times as long the 95th percentile is as at rest; below `NOISE` a rest is the machine's, not ours."""
    return p95(busy) / max(NOISE, p95(idle))


def p95(values: Iterable[float]) -> float:
    return percentile(list(values) or [0.0], 0.95)


@contextmanager
def typing(scratch: Scratch, *arguments: str, **options: Any) -> Iterator[Typist]:
    """A typist at a server of its own, which leaves as an editor does."""
    editor = Editor(scratch, client="Bench", arguments=arguments, **options)
    try:
        yield Typist(scratch, editor)
        editor.check()
    finally:
        editor.process.kill()

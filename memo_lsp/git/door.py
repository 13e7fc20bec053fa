"""Every git process there is starts here: never the network, never a prompt, never for longer than allowed.

At most two children live at once, for the whole process. A child is started in a session of its own, so that what it
started itself ends with it, and one watch thread ends those that outstay their deadline.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from memo_lsp.errors import MemoError

CHILDREN = 2
TIMEOUT = 10.0  # seconds for one answer
BIGGEST_FILE = "1m"  # above it git says "binary" instead of comparing
# Where a repository is comes from the arguments alone, whatever hook or shell this process was started from.
_LOCAL = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS", "LANGUAGE",
)  # fmt: skip
_QUIET = {
    "LC_ALL": "C",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
}
_slots = threading.BoundedSemaphore(CHILDREN)


class GitTrouble(MemoError):
    """Git cannot answer: `reason` says why, `fix` what a person can do, `code` the exit status if there was one."""

    def __init__(self, reason: str, fix: str = "", code: int | None = None):
        super().__init__(f"{reason}; {fix}" if fix else reason)
        self.reason = reason
        self.fix = fix
        self.code = code


class Child:
    """A running git: `stdout` is a binary stream, `allow(seconds)` moves its deadline, `finish()` waits for its end
    and raises GitTrouble unless it ended well. One that is asked question after question has a `stdin`."""

    def __init__(self, process: subprocess.Popen[bytes], complaints: IO[bytes], root: Path, timeout: float):
        self._process = process
        self._complaints = complaints
        self._root = root
        self._late = False
        self.timeout = timeout
        self.deadline = time.monotonic() + timeout
        self.stdin = process.stdin
        self.stdout = cast(IO[bytes], process.stdout)

    def allow(self, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds

    def end(self, late: bool = False) -> None:
        """Kill the child and everything it started."""
        self._late = self._late or late
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def finish(self) -> None:
        code = self._process.wait()
        if self._late:
            raise GitTrouble(f"git took longer than {self.timeout:g} s in {self._root}", "try again later")
        if code:
            self._complaints.seek(0)
            raise _trouble(self._complaints.read().decode("utf-8", "replace"), code, self._root)

    def close(self) -> None:
        if self._process.poll() is None:
            self.end()
        if self.stdin is not None:
            with contextlib.suppress(OSError):  # what was not taken any more
                self.stdin.close()
        self.stdout.close()
        self._complaints.close()
        self._process.wait()


class _Watch:
    """Ends overdue children; its thread lives only while there are any."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._children: set[Child] = set()
        self._running = False

    def add(self, child: Child) -> None:
        with self._changed:
            self._children.add(child)
            if not self._running:
                self._running = True
                threading.Thread(target=self._look, name="git-watch", daemon=True).start()

    def drop(self, child: Child) -> None:
        with self._changed:
            self._children.discard(child)
            self._changed.notify()

    def end_all(self) -> None:
        with self._changed:
            for child in self._children:
                child.end()

    def _look(self) -> None:
        with self._changed:
            while self._children:
                now = time.monotonic()
                for child in self._children:
                    if now > child.deadline:
                        child.end(late=True)
                self._changed.wait(0.1)
            self._running = False


_watch = _Watch()
atexit.register(_watch.end_all)


class Git:
    """Git as seen from one folder. Nothing here writes to the repository or to anybody's settings."""

    def __init__(self, root: Path, timeout: float = TIMEOUT):
        self.root = root
        self.timeout = timeout

    def run(self, *args: str, given: bytes = b"") -> bytes:
        """Standard output of `git ARGS`, fed with `given`; GitTrouble unless it exits 0."""
        with self.child(*args, given=given) as child:
            output = child.stdout.read()
            child.finish()
        return output

    def line(self, *args: str) -> str | None:
        """The answer as one line of text; None where git has no answer (exit 1), GitTrouble where it cannot look."""
        try:
            answer = self.run(*args)
        except GitTrouble as trouble:
            if trouble.code == 1:
                return None
            raise
        return answer.decode("utf-8", "replace").rstrip("\n") or None

    @contextlib.contextmanager
    def child(self, *args: str, given: bytes = b"") -> Iterator[Child]:
        """A running git that is fed with `given`, ended with the block."""
        with _input(given) as source:
            child = self._begin(args, source)
        try:
            yield child
        finally:
            leave(child)

    def partner(self, *args: str) -> Child:
        """A running git to ask question after question; whoever has it must `leave` it."""
        return self._begin(args, subprocess.PIPE)

    def _begin(self, args: tuple[str, ...], source: IO[bytes] | int) -> Child:
        if not _slots.acquire(timeout=self.timeout):
            raise GitTrouble("git is busy with earlier questions", "try again when they are done")
        try:
            child = self._start(args, source)
        except BaseException:
            _slots.release()
            raise
        _watch.add(child)
        return child

    def _start(self, args: tuple[str, ...], source: IO[bytes] | int) -> Child:
        command = ["git", "-C", str(self.root), "--no-optional-locks", "-c", "core.fsmonitor=false"]
        command += ["-c", f"core.bigFileThreshold={BIGGEST_FILE}", *args]
        complaints = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the child)
        try:
            process = subprocess.Popen(
                command,
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=_environment(),
                start_new_session=True,
            )
        except OSError as error:
            complaints.close()
            raise GitTrouble(f"git cannot be started ({error.strerror})", "install git, or put it on PATH") from None
        return Child(process, complaints, self.root, self.timeout)


def end_children() -> None:
    """End every git that still runs; whoever waits for one gets its GitTrouble. For a process that is leaving."""
    _watch.end_all()


def leave(child: Child) -> None:
    """End a child, whatever it is doing, and let the next one in."""
    _watch.drop(child)
    try:
        child.close()
    finally:
        _slots.release()


@contextlib.contextmanager
def _input(given: bytes) -> Iterator[IO[bytes] | int]:
    """A file rather than a pipe: nobody has to feed it while the answer is read."""
    if not given:
        yield subprocess.DEVNULL
        return
    with tempfile.TemporaryFile() as file:
        file.write(given)
        file.seek(0)
        yield file


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _LOCAL} | _QUIET


def _trouble(complaint: str, code: int, root: Path) -> GitTrouble:
    if "dubious ownership" in complaint or "is owned by someone else" in complaint:
        return GitTrouble(
            f"git refuses {root}: it belongs to another user",
            f"if you trust it, run: git config --global --add safe.directory {_advised(complaint) or root}",
            code,
        )
    lines = [line for line in complaint.splitlines() if line.strip()]
    said = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[-1] if lines else "")
    return GitTrouble(f"git failed in {root}: {said or f'exit status {code}'}", code=code)


def _advised(complaint: str) -> str | None:
    """The folder git itself would have added: not always the one it was asked about."""
    _, found, rest = complaint.partition("--add safe.directory ")
    return rest.splitlines()[0].strip() if found and rest else None

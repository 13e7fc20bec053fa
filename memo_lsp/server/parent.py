"""Watches the editor's process: when it dies without a word, so do we."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

LOOK_SECONDS = 1.0


def watch(pid: int, leave: Callable[[int], None], every: float = LOOK_SECONDS) -> None:
    """Call `leave(0)` once the process is gone. One that cannot be seen from here to begin with is not watched."""
    if not alive(pid):
        return

    def look() -> None:
        while alive(pid):
            time.sleep(every)
        leave(0)

    threading.Thread(target=look, name="memo-parent", daemon=True).start()


def alive(pid: int) -> bool:
    """Whether a process is there; one that belongs to somebody else is."""
    if os.name == "nt":
        return _alive_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return not _dead_but_unburied(pid)


def _dead_but_unburied(pid: int) -> bool:
    """A killed process stays as a zombie until its own parent looks."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[:1] == [b"Z"]
    except OSError:
        return False


def _alive_windows(pid: int) -> bool:
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(0x00100000, False, pid)  # SYNCHRONIZE
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == 0x00000102)  # WAIT_TIMEOUT
    finally:
        kernel.CloseHandle(handle)

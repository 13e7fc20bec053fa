"""What a person or a pipe says to a command: never waited for where nobody is there to say it."""

from __future__ import annotations

import os
import select
import stat
import sys


def agreed(question: str) -> bool:
    """A person at a terminal is asked; a script has said what it wants."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return True
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def is_piped() -> bool:
    """Whether stdin is a pipe or a file: not a terminal, not closed, not /dev/null."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode if sys.stdin else 0
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def something_comes(seconds: float) -> bool:
    """Whether stdin has something to say (its end counts) within this time; Windows cannot tell and waits."""
    return os.name == "nt" or bool(select.select([sys.stdin], [], [], seconds)[0])


def piped() -> str:
    """All of stdin as text, without a byte order mark and the newlines at its end."""
    if not sys.stdin:
        return ""
    return sys.stdin.buffer.read().decode("utf-8-sig", "replace").replace("\r\n", "\n").rstrip("\n")

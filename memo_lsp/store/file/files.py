"""Files only their owner can read, and whole copies of a database."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

import apsw

FILE = "memory.db"  # the store's name in its folder
_STEP_PAGES = 2_000


def private_folder(folder: Path) -> None:
    """Make a folder (0700), or take others' rights to it away. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _restrict(folder, 0o700)


def private_file(path: Path) -> None:
    """Make an empty file (0600), or take others' rights to it away. Raises OSError."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for name in (path, *companions(path)):
        _restrict(name, 0o600)


def _restrict(path: Path, mode: int) -> None:
    with suppress(FileNotFoundError):
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(mode)


def companions(path: Path) -> tuple[Path, Path]:
    """The write-ahead log and its index that stand beside a database."""
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def suspect(path: Path) -> Path:
    """A mark beside a database that gave a damaged page: the next start looks closely."""
    return path.with_name(path.name + ".suspect")


def copy_database(source: apsw.Connection, target: Path) -> None:
    """A whole copy of a database in use, 0600, put in place only when it is complete. Raises apsw.Error, OSError."""
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.part")
    unfinished.unlink(missing_ok=True)
    private_file(unfinished)
    try:
        copy = apsw.Connection(str(unfinished))
        try:
            with copy.backup("main", source, "main") as backup:
                while not backup.done:
                    backup.step(_STEP_PAGES)
            copy.execute("PRAGMA journal_mode = delete")
        finally:
            copy.close()
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def copy_into_memory(source: apsw.Connection, target: apsw.Connection) -> None:
    """A whole copy in a database in memory, which cannot keep the write-ahead log that a file's header asks for."""
    target.execute("PRAGMA locking_mode = exclusive")  # whoever is alone needs no shared index of the log
    with target.backup("main", source, "main") as backup:
        backup.step(-1)
    target.execute("PRAGMA journal_mode = delete; PRAGMA locking_mode = normal").fetchall()
    target.execute("SELECT 1 FROM sqlite_schema").fetchall()  # the lock goes with the next look


def set_aside(path: Path, why: str) -> Path:
    """Rename a database and its log, never over anything; the new name."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for number in range(1_000):
        aside = path.with_name(f"{path.name}.{why}-{stamp}{f'-{number}' if number else ''}")
        if not aside.exists():
            break
    log, index = companions(path)
    index.unlink(missing_ok=True)  # SQLite makes it from the log
    if log.exists() and log.stat().st_size:
        log.replace(companions(aside)[0])
    log.unlink(missing_ok=True)
    path.replace(aside)
    return aside

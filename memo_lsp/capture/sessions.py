"""Which sessions are alive: each holds a lock on a file of its own, which its end lets go of, however it ends."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, unquote

from filelock import BaseFileLock, FileLock, Timeout

FOLDER = "sessions"
log = logging.getLogger(__name__)


class Sessions:
    """The sessions of one home folder."""

    def __init__(self, home: Path):
        self._folder = home / FOLDER
        self._own: dict[str, BaseFileLock] = {}

    def begin(self, session: str) -> None:
        """This process is that session from now on, until it ends."""
        lock = FileLock(self._file(session), mode=0o600)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock.acquire(timeout=0)
        except (OSError, Timeout, NotImplementedError) as error:
            log.warning("sessions in %s cannot be told apart: %s", self._folder, error)
            return
        self._own[session] = lock

    def end(self, session: str) -> None:
        """The session is over."""
        lock = self._own.pop(session, None)
        if lock is not None:
            lock.release()
            self._file(session).unlink(missing_ok=True)

    def alive(self, session: str) -> bool:
        """Whether a process is that session now; True, too, where locks do not work and nobody can know."""
        if session in self._own:
            return True
        if not self._file(session).exists():
            return False
        lock = FileLock(self._file(session))
        try:
            lock.acquire(timeout=0)
        except (OSError, Timeout, NotImplementedError):
            return True
        lock.release()
        return False

    def tidy(self) -> None:
        """Remove the files of sessions that are over."""
        with suppress(OSError):
            for file in self._folder.glob("*.lock"):
                if not self.alive(unquote(file.stem)):
                    file.unlink(missing_ok=True)

    def _file(self, session: str) -> Path:
        return self._folder / f"{quote(session, safe='')}.lock"

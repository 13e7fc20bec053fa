"""What one process at a time may do: a lease in the store, and a lock on a file beside it.

The lock goes with the process that held it, so that whoever was killed is not waited for; the lease says the same where
files cannot be locked, and to whoever only looks.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress

from filelock import BaseFileLock, FileLock, Timeout

from memo_lsp.store import Store

LASTS = 30.0  # seconds after which a lease that is not renewed runs out


class Leases:
    """The leases of one process, which `holder` names. Safe from any thread; every method may raise StoreTrouble."""

    def __init__(self, store: Store, holder: str):
        self._store, self._holder = store, holder
        self._renewed: dict[str, float] = {}  # by lease, in the machine's monotonic time
        self._files: dict[str, BaseFileLock] = {}
        self._lock = threading.RLock()

    def take(self, lease: str) -> bool:
        """Take or renew a lease; False if a living process holds it."""
        with self._lock:
            locked = self._locked(lease)
            if locked is False or not self._free(lease, anyway=locked is True):
                return False
            if not self._store.lease.take(self._holder, LASTS, name=lease):
                self._unlock(lease)
                return False
            self._renewed[lease] = time.monotonic()
            return True

    def _locked(self, lease: str) -> bool | None:
        """Whether this process has the file's lock; None where files cannot be locked."""
        if self._store.mode != "rw":
            return None
        if lease not in self._files:
            path = self._store.path.with_name(f"{lease}.lock")
            self._files[lease] = FileLock(path, mode=0o600, thread_local=False)
        file = self._files[lease]
        try:
            if not file.is_locked:
                file.acquire(timeout=0)
        except Timeout:
            return False
        except (OSError, NotImplementedError):
            return None
        return True

    def _free(self, lease: str, anyway: bool) -> bool:
        """Whether nobody else has the lease; what a process that is gone still has is taken from it."""
        held = self._store.lease.held(name=lease)
        if held is None or held.holder == self._holder:
            return True
        return anyway and self._store.lease.release(held.holder, name=lease)

    def renew(self) -> None:
        """Renew all that is held."""
        for lease in list(self._renewed):
            with self._lock:
                if lease in self._renewed and not self.take(lease):  # else it was given back meanwhile
                    del self._renewed[lease]

    def held(self, lease: str) -> bool:
        """Whether a lease is held, and was renewed in time."""
        renewed = self._renewed.get(lease)
        return renewed is not None and time.monotonic() - renewed < LASTS

    def give_back(self, lease: str) -> None:
        """Another process may have it now."""
        with self._lock:
            try:
                if self._renewed.pop(lease, None) is not None:
                    self._store.lease.release(self._holder, name=lease)
            finally:
                self._unlock(lease)

    def give_all_back(self) -> None:
        for lease in list(self._renewed):
            self.give_back(lease)

    def _unlock(self, lease: str) -> None:
        if lease in self._files:
            with suppress(OSError):
                self._files[lease].release()

"""One window dreams for all: a lease that its holder renews, and that runs out when the holder is gone."""

from __future__ import annotations

import time
from dataclasses import dataclass

from memo_lsp.store.file.connection import Part


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds a lease and for how many seconds more."""

    holder: str
    seconds_left: float


class Lease(Part):
    """Leases by name. They count in the machine's own time, whatever clock the memories live by."""

    def take(self, holder: str, seconds: float, *, name: str = "dream") -> bool:
        """Take or renew a lease; False if another holder's has not run out. All take it for the same time: one that
        runs for longer is from before the machine's clock was set back, and nobody waits for that."""
        now = time.time()
        with self._database.write() as connection:
            found = connection.first(
                """
                INSERT INTO leases(name, holder, expires) VALUES (?1, ?2, ?3)
                ON CONFLICT (name) DO UPDATE SET holder = ?2, expires = ?3 WHERE holder = ?2
                  OR expires NOT BETWEEN ?4 AND ?3 + 1.0
                RETURNING holder
                """,
                (name, holder, now + seconds, now),
            )
        return found is not None

    def release(self, holder: str, *, name: str = "dream") -> bool:
        """Give a lease back; False if this holder did not have it."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM leases WHERE name = ? AND holder = ?", (name, holder))
            return connection.changes() > 0

    def held(self, *, name: str = "dream") -> Held | None:
        """Who holds a lease now, if anybody."""
        now = time.time()
        with self._database.read() as connection:
            found = connection.first("SELECT holder, expires FROM leases WHERE name = ? AND expires >= ?", (name, now))
        return Held(found[0], found[1] - now) if found else None

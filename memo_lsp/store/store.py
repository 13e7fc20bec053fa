"""The store as the rest of the program holds it: one object, its parts by name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal

import apsw

from memo_lsp.clock import Clock
from memo_lsp.model import Degraded
from memo_lsp.store.captured.episodes import Episodes
from memo_lsp.store.captured.gate import Gate
from memo_lsp.store.captured.heads import Heads
from memo_lsp.store.captured.mirrors import Mirrors
from memo_lsp.store.captured.offers import Offers
from memo_lsp.store.captured.patches import Patches
from memo_lsp.store.captured.pauses import Pauses
from memo_lsp.store.care.checks import Check, checks
from memo_lsp.store.care.repair import Repair
from memo_lsp.store.care.upkeep import Reindexed, backup, checkpoint, reindex, size, tidy, vacuum
from memo_lsp.store.dreamt.attendance import Attendance
from memo_lsp.store.dreamt.edits import Edits
from memo_lsp.store.dreamt.journal import Marks, Runs
from memo_lsp.store.dreamt.lease import Lease
from memo_lsp.store.dreamt.reviewing import Reviewing
from memo_lsp.store.dreamt.verdicts import Verdicts
from memo_lsp.store.dreamt.watermarks import Watermarks
from memo_lsp.store.file.connection import Database, Mode
from memo_lsp.store.memories.graph import Graph
from memo_lsp.store.memories.latest import Latest
from memo_lsp.store.memories.memories import Memories
from memo_lsp.store.memories.projects import Names
from memo_lsp.store.memories.recall_log import RecallLog
from memo_lsp.store.memories.spool import Spool
from memo_lsp.store.memories.subjects import Subjects
from memo_lsp.store.search.index import Engine
from memo_lsp.store.search.lexical import Lexical
from memo_lsp.store.search.means import MeanVectors
from memo_lsp.store.search.queue import Queue
from memo_lsp.store.search.signs import Held, Vec0ThenHeld
from memo_lsp.store.search.vectors import Vectors

EngineName = Literal["auto", "vec0", "numpy"]


class Store:
    """Everything remembered. `problems`: what was found not to work when it was opened."""

    def __init__(
        self, database: Database, clock: Clock, *, engine: EngineName = "auto", problems: Sequence[Degraded] = ()
    ):
        self.database = database
        self._problems = tuple(problems)
        self._clock = clock
        repair = Repair(database)
        self.memories = Memories(database, clock, repair)
        self.lexical = Lexical(database, clock, repair)
        self.vectors = Vectors(database, clock, _engine(database, engine))
        self.means = MeanVectors(database, clock)
        self.queue = Queue(database, clock)
        self.graph = Graph(database, clock)
        self.log = RecallLog(database, clock, self.memories)
        self.runs = Runs(database, clock)
        self.watermarks = Watermarks(database, clock)
        self.edits = Edits(database, clock, self.memories, self.vectors)
        self.marks = Marks(database, clock)
        self.reviewing = Reviewing(database, clock)
        self.lease = Lease(database, clock)
        self.attendance = Attendance(database, clock)
        self.latest = Latest(database, clock)
        self.subjects = Subjects(database, clock)
        self.verdicts = Verdicts(database, clock)
        self.spool = Spool(database, self.memories)
        self.heads = Heads(database, clock)
        self.patches = Patches(database, clock)
        self.episodes = Episodes(database, clock)
        self.mirrors = Mirrors(database, clock)
        self.offers = Offers(database, clock)
        self.pauses = Pauses(database, clock)
        self.gate = Gate(database, clock)
        self.projects = Names(database, clock)

    @property
    def path(self) -> Path:
        """The store's file."""
        return self.database.path

    @property
    def mode(self) -> Mode:
        """Whether it can be written, only read, or lives in memory until the program ends."""
        return self.database.mode

    @property
    def problems(self) -> list[Degraded]:
        """What does not work, in words for a person."""
        gone = self.database.gone()
        return [*self._problems, *([] if gone is None else [Degraded("store", gone)])]

    def generation(self) -> int:
        """A number that changes when any process changed what can be found: what caches hang on."""
        return self.database.generation()

    def write(self) -> AbstractContextManager[apsw.Connection]:
        """One transaction around several changes, all or nothing; keep it short. Raises StoreTrouble."""
        return self.database.write()

    def check(self) -> list[Check]:
        """Look at everything; reads the whole file."""
        return checks(self.database)

    def size(self) -> int:
        """Bytes on disk."""
        return size(self.database)

    def backup(self, target: Path) -> None:
        """A whole copy while the store is in use. Raises StoreTrouble."""
        backup(self.database, target)

    def checkpoint(self) -> int:
        """Move the write-ahead log into the file; pages moved. Raises StoreTrouble."""
        return checkpoint(self.database)

    def tidy(self) -> int:
        """Drop rows that have run out; how many. Raises StoreTrouble."""
        return tidy(self.database, self._clock.now())

    def vacuum(self) -> tuple[int, int]:
        """Rewrite the file without what was forgotten; bytes before and after. Raises StoreTrouble."""
        return vacuum(self.database)

    def reindex(self) -> Reindexed:
        """Make everything derived anew. Raises StoreTrouble."""
        return reindex(self.database, self.vectors)

    def close(self) -> None:
        """Close the file."""
        self.database.close()


def _engine(database: Database, engine: EngineName) -> Engine:
    return Vec0ThenHeld(database) if engine != "numpy" and database.can_vectors else Held(database)

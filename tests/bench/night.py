"""One night over a store, in a process of its own, which prints what it took: `python -m tests.bench.night HOME`.

Every pass is planned whole, then some of its edits are made. Watched are processor time, memory, how long the write
lock is held, and the longest stretch between two breaths.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memo_lsp.clock import MovableClock
from memo_lsp.dream.breath import unswept
from memo_lsp.dream.plan import Interrupted, PassName
from memo_lsp.dream.runner import Runner
from memo_lsp.services import Services, open_services
from memo_lsp.store.file.connection import Database

from .corpus import NEWEST
from .lived import LATER

PASSES: tuple[PassName, ...] = ("tend", "dedup", "supersede", "tide", "fold", "theme", "digest")
AT_MOST = 20.0  # seconds of edits a pass


@dataclass
class Breaths:
    """How long the work between two breaths takes, in milliseconds of this thread's processor time; ends a pass whose
    edits have taken long enough."""

    longest: dict[str, tuple[float, str]] = field(default_factory=dict)  # by pass, and who took it
    name: str = ""
    until: float = float("inf")
    last: float = field(default_factory=time.thread_time)

    def __call__(self) -> None:
        took = (time.thread_time() - self.last) * 1000
        if took > self.longest.get(self.name, (0.0, ""))[0]:
            self.longest[self.name] = took, _caller()
        if time.monotonic() >= self.until:
            self.until = float("inf")
            raise Interrupted
        self.last = time.thread_time()

    def begin(self, name: str) -> None:
        self.name, self.last, self.until = name, time.thread_time(), float("inf")

    def planned(self, done: int, total: int) -> None:
        """The first edit begins."""
        if done == 0:
            self.until = time.monotonic() + AT_MOST


def _caller() -> str:
    frame = sys._getframe(2)
    while frame.f_back is not None and "memo_lsp/dream/breath" in frame.f_code.co_filename:
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}"


@dataclass
class Held:
    """How long the write lock was held: milliseconds of processor time, and of any time."""

    processor: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    longest: str = ""

    @contextmanager
    def watch(self, name: Callable[[], str]) -> Iterator[None]:
        transaction = Database._transaction

        @contextmanager
        def watched(database: Database, connection: Any) -> Iterator[None]:
            began, worked = time.perf_counter(), time.thread_time()
            try:
                with transaction(database, connection):
                    yield
            finally:
                took = (time.thread_time() - worked) * 1000
                if took > max(self.processor, default=0.0):
                    self.longest = name()
                self.processor.append(took)
                self.wall.append((time.perf_counter() - began) * 1000)

        Database._transaction = watched  # type: ignore[method-assign]
        try:
            yield
        finally:
            Database._transaction = transaction  # type: ignore[method-assign]


@dataclass
class Proofs:
    """How long each edit took with its proof: seconds of processor time, and of any time."""

    took: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    @contextmanager
    def watch(self) -> Iterator[None]:
        prove = Runner._prove

        def watched(runner: Runner, *args: Any) -> None:
            began, worked = time.perf_counter(), time.process_time()
            prove(runner, *args)
            self.took.append(time.process_time() - worked)
            self.wall.append(time.perf_counter() - began)

        Runner._prove = watched  # type: ignore[method-assign]
        try:
            yield
        finally:
            Runner._prove = prove  # type: ignore[method-assign]


def night(services: Services) -> dict[str, Any]:
    """Plan every pass, make some of its edits, and look again at what found nothing."""
    breaths, held, proofs = Breaths(), Held(), Proofs()
    plans: dict[str, Any] = {}
    with held.watch(lambda: breaths.name), proofs.watch(), unswept():
        for name in PASSES:
            breaths.begin(f"plan of {name}")
            worked = time.process_time()
            ((_, plan),) = services.dreaming.preview([name], backlog=True, breathe=breaths)
            breaths()
            plans[name] = {"seconds": time.process_time() - worked, "edits": len(plan.edits)}
            plans[name] |= {"considered": plan.considered, "skipped": plan.skipped, "mb": _most_memory()}
            del plan
        planned = _most_memory()
        runs = [_run(services, name, breaths) for name in PASSES]
    return {
        "plans": plans,
        "planned_mb": planned,
        "resident_mb": _most_memory(),
        "runs": runs,
        "breaths": breaths.longest,
        "lock": (held.processor, held.wall, held.longest),
        "proofs": (proofs.took, proofs.wall),
        "settled": _settled(services),
    }


def _most_memory() -> float:
    """Megabytes this process had at the most until now."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _run(services: Services, name: PassName, breaths: Breaths) -> dict[str, Any]:
    breaths.begin(f"edits of {name}")
    worked, began = time.process_time(), time.monotonic()
    (run,) = services.dreaming.consolidate([name], backlog=True, breathe=breaths, progress=breaths.planned)
    took = {"processor": time.process_time() - worked, "seconds": time.monotonic() - began}
    return {"pass": name, "changed": run.changed, "refused": run.refused, "skipped": run.skipped, **took}


def _settled(services: Services) -> dict[str, float]:
    """Milliseconds of processor time that it takes to see that an hourly pass has nothing new to look at."""
    found = {}
    for name in ("dedup", "tide"):
        services.store.watermarks.note(name, services.store.watermarks.here())
        services.dreamer.settled(name)  # the first look after a change goes through all memories
        worked = time.thread_time()
        assert services.dreamer.settled(name)
        found[name] = (time.thread_time() - worked) * 1000
    return found


def main() -> None:
    services = open_services(Path(sys.argv[1]), os.environ, None, MovableClock(NEWEST + LATER))
    try:
        found = night(services)
    finally:
        services.close()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()

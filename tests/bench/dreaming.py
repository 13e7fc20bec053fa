"""A night over a large store: what it takes, what it holds up, and that hovers are as fast as before."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.dream.year import tells
from tests.embed.embedding_stub import Stub
from tests.summarize.chat_stub import chatting

from .corpus import CHECKOUT
from .lived import Lived, live
from .table import Figure, percentile, spread
from .wire import MEMO, Client

if TYPE_CHECKING:
    from .measures import Bench

PLANS = 300.0  # seconds of one core
MEMORY = 600.0  # megabytes
LOCK = 50.0  # milliseconds
PROOF = 2.0  # seconds
BREATH = 100.0  # milliseconds after which a pass ends once somebody comes back
PACE = 0.02  # seconds between hovers
ENOUGH = 120.0  # seconds after which hovering during a pass ends, whatever is left to do


def dreaming(bench: Bench) -> list[Figure]:
    """Plans and edits in a process of their own; then hovers through a server at rest and while it consolidates."""
    home = _lived(bench)
    with chatting(tells) as stub:
        seen = _night(bench, home, stub)
        rest, busy, runs = _hovers(bench, home, stub)
    bench.said("dreaming: while hovering " + ", ".join(f"{run['pass']} {run['changed']}" for run in runs))
    for run in seen["runs"]:
        bench.said(f"dreaming: {run}")
    return [*_night_figures(bench, seen), _hover_figure(rest, busy)]


def _lived(bench: Bench) -> Path:
    home = bench.folder / "lived"
    done = home / f"built-{bench.sizes.memories}"
    if not done.exists():
        lived = Lived(bench.corpus, bench.sizes.memories)
        live(home, lived, bench.sizes.events, bench.vectors, lambda n: bench.told(f"lived-in store: {n:,} memories"))
        done.touch()
    return home


def _copy(bench: Bench, home: Path, name: str) -> Path:
    """A night leaves another store behind."""
    shutil.rmtree(bench.folder / name, ignore_errors=True)
    return shutil.copytree(home, bench.folder / name)


def _env(bench: Bench, home: Path, stub: Stub) -> dict[str, str]:
    keeps = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")  # to one core, as the program itself does
    return {**bench.env(home), **keeps, "MEMO_SUMMARIZE_PROVIDER": "http", "MEMO_SUMMARIZE_URL": stub.url("")}


def _night(bench: Bench, home: Path, stub: Stub) -> dict[str, Any]:
    bench.told("a night")
    copy = _copy(bench, home, "night")
    command = [sys.executable, "-m", "tests.bench.night", str(copy)]
    done = subprocess.run(command, cwd=CHECKOUT, env=_env(bench, copy, stub), stdout=subprocess.PIPE, check=True)
    return dict(json.loads(done.stdout))


def _hovers(bench: Bench, home: Path, stub: Stub) -> tuple[list[float], list[float], list[dict[str, Any]]]:
    """Hovers at rest and during consolidation, each through a server of its own, and the runs of the latter."""
    copy = _copy(bench, home, "hovered")
    found: list[list[float]] = []
    runs: list[dict[str, Any]] = []
    for consolidates in (False, True):
        with Client([*MEMO, "serve"], bench.root, _env(bench, copy, stub)) as client:
            client.open(bench.document, bench.document.read_text())
            for number in range(20):
                bench.hover(client, bench.sizes.hovers + number % bench.sizes.hovers)
            bench.told(f"hovers {'during consolidation' if consolidates else 'at rest'}")
            asked = client.ask("workspace/executeCommand", _CONSOLIDATE) if consolidates else None
            found.append(_hovered(bench, client, asked))
            runs = client.command("memo.runs", {}) if consolidates else runs
    return found[0], found[1], runs


_CONSOLIDATE = {"command": "memo.consolidate", "arguments": [{"backlog": True}]}


def _hovered(bench: Bench, client: Client, asked: int | None) -> list[float]:
    """A hover after the other at a person's pace; while something was `asked`, until it is answered or long enough."""
    times: list[float] = []
    began = time.monotonic()
    while len(times) < bench.sizes.hovers or (asked is not None and time.monotonic() < began + ENOUGH):
        if asked is not None and client.answered(asked):
            break
        times.append(bench.hover(client, len(times) % bench.sizes.hovers))
        time.sleep(PACE)
    return times


def _night_figures(bench: Bench, seen: dict[str, Any]) -> list[Figure]:
    sizes = f"{bench.sizes.memories:,} memories, {bench.sizes.events:,} recall events"
    plans = seen["plans"]
    each = ", ".join(f"{name} {plan['seconds']:.1f} s ({plan['edits']:,})" for name, plan in plans.items())
    grown = ", ".join(f"{name} {plan['mb']:.0f}" for name, plan in plans.items())
    processor, wall, where = seen["lock"]
    proofs, waited = (each or [0.0] for each in seen["proofs"])
    took = f"median {statistics.median(proofs):.2f}, n {len(proofs)}, by the clock at most {max(waited):.1f}"
    breaths = sorted(((took, f"{name} ({who})") for name, (took, who) in seen["breaths"].items()), reverse=True)
    longest = ", ".join(f"{who} {took:.0f}" for took, who in breaths[:4])
    return [
        Figure("dreaming: plans of every pass", sum(plan["seconds"] for plan in plans.values()), "s", PLANS, note=each),
        Figure("dreaming: memory while planning", seen["planned_mb"], "MB", MEMORY, note=f"{sizes}; {grown}"),
        Figure("dreaming: memory of the night", seen["resident_mb"], "MB", MEMORY, note="the model and edits included"),
        Figure(
            "dreaming: write lock, processor time", max(processor), "ms", LOCK, note=f"{where}; {spread(processor)}"
        ),
        Figure("dreaming: write lock, 99.9th percentile", percentile(wall, 0.999), "ms", LOCK, note=spread(wall)),
        Figure("dreaming: an edit and its proof, processor time", max(proofs), "s", PROOF, note=took),
        Figure("dreaming: between two breaths, processor time", breaths[0][0], "ms", BREATH, note=longest),
        *(
            Figure(f"dreaming: {name} when nothing is new", took, "ms", 10, note="the hourly look, processor time")
            for name, took in seen["settled"].items()
        ),
    ]


def _hover_figure(rest: list[float], busy: list[float]) -> Figure:
    ratio = percentile(busy, 0.95) / percentile(rest, 0.95)
    note = f"{spread(busy)}, at rest {spread(rest)}, p95 {percentile(rest, 0.95):.1f}"
    return Figure("dreaming: hover during consolidation, ratio to rest", ratio, "x", 2, note=note)

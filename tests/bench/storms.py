"""What comes all at once: hundreds of files saved within a second, a branch switch over thousands, files too large to
be looked at. Hovers go on meanwhile, and it all amounts to one memory."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e.scratch import Scratch

from .table import Figure, spread
from .typist import CHANGED, CREATED, Typist, times_rest, typing

if TYPE_CHECKING:
    from .measures import Bench

WATCHED = "src/watched.py"  # what is hovered meanwhile
NAMES = 200
PACE = 0.02  # seconds between hovers
GROWTH = 120.0  # megabytes
MEGABYTE = 1_000_000


def _module(number: int, version: int) -> str:
    return (
        f'"""Part {number}."""\n\n\ndef part_{number}(value):\n    return value * {version} + {number}\n\n\n'
        f"def twice_{number}(value):\n    return part_{number}(value) * 2\n"
    )


def _path(number: int) -> str:
    return f"src/p{number // 100:02d}/m{number:04d}.py"


def _repository(folder: Path, files: int) -> Scratch:
    """`files` modules on `main`; on `other`, all of them changed."""
    shutil.rmtree(folder, ignore_errors=True)
    scratch = Scratch.make(folder)
    watched = "".join(f"def name_{n}(value):\n    return value + {n}\n\n\n" for n in range(NAMES))
    scratch.commit("start", {WATCHED: watched, **{_path(n): _module(n, 1) for n in range(files)}})
    scratch.git("switch", "-q", "-c", "other")
    scratch.commit("change everything", {_path(n): _module(n, 3) for n in range(files)})
    scratch.git("switch", "-q", "main")
    return scratch


class Storms:
    """One server, one storm after the other; hovers all along."""

    def __init__(self, typist: Typist, files: int, saves: int):
        self.typist, self.files, self.saves = typist, files, saves
        self._next = 0

    def all(self) -> dict[str, Callable[[], None]]:
        return {
            f"{self.saves} files saved": self.format_on_save,
            f"a switch over {self.files:,} files": self.switch,
            "a log of 60 MB": self.long_log,
            "a line of 5 MB": self.one_line,
        }

    def hover(self) -> None:
        line = 4 * (self._next % NAMES)
        self._next += 1
        self.typist.hover(WATCHED, line, 4)

    def at_rest(self) -> list[float]:
        """Hovers at the same pace when nothing happens, the embedder's model loaded."""
        self.typist.editor.command("memo.remember", title="Parts count from nought")
        self.typist.editor.until(lambda: not self.typist.editor.command("memo.status")["embedding"]["waiting"])
        for _ in range(NAMES):
            self.hover()
            time.sleep(PACE)
        idle, self.typist.hovers = self.typist.hovers, []
        return idle

    def hovers_until_rest(self, seconds: float = 3.0) -> None:
        """Hover at a person's pace, at least so long, until everything is stored."""
        least, deadline = time.monotonic() + seconds, time.monotonic() + 300
        while time.monotonic() < deadline:
            self.hover()
            time.sleep(PACE)
            if time.monotonic() > least and not self.typist.editor.command("memo.status")["pending"]:
                return

    def format_on_save(self) -> None:
        """Hundreds of saved files, each with a change, within a second."""
        began = time.monotonic()
        for number in range(self.saves):
            self.typist.save(_path(number), _module(number, 2))
            if number % 25 == 0:
                self.hover()
            time.sleep(max(0.0, began + number / self.saves - time.monotonic()))

    def switch(self) -> None:
        self.typist.scratch.git("stash", "-q")
        self.typist.scratch.git("switch", "-q", "other")
        self.typist.head_moved("other")
        self.typist.watched({_path(number): CHANGED for number in range(self.files)})

    def long_log(self) -> None:
        """Editors keep files of more than 50 MB to themselves, but their watchers tell of them."""
        line = "2026-01-05 08:00:00 INFO part 17 took 3 ms\n"
        file = self.typist.scratch.root / "debug.log"
        file.write_text(line * (60 * MEGABYTE // len(line)))
        for kind in (CREATED, *(CHANGED,) * 20):
            self.typist.watched({"debug.log": kind})
            self.typist.editor.notify(
                "textDocument/didSave", {"textDocument": {"uri": self.typist.editor.uri("debug.log")}}
            )

    def one_line(self) -> None:
        """A bundle of 5 MB on one line, opened and saved."""
        self.typist.save("bundle.js", "var a=[" + "1," * (5 * MEGABYTE // 2) + "0]\n")


def _storm(bench: Bench, storms: Storms, name: str, storm: Callable[[], None], idle: list[float]) -> Figure:
    bench.told(f"storm: {name}")
    began = time.perf_counter()
    storm()
    sent = time.perf_counter() - began
    storms.hovers_until_rest()
    busy, storms.typist.hovers = storms.typist.hovers, []
    took = f"sent in {sent:.1f} s, {time.perf_counter() - began:.1f} s in all"
    note = f"{spread(busy)}; at rest {spread(idle)}; {took}"
    return Figure(f"storms: hover, {name}, ratio to rest", times_rest(busy, idle), "x", 2, note=note)


def storms(bench: Bench) -> list[Figure]:
    """Hovers during each storm against hovers at rest; memory; what was remembered."""
    scratch = _repository(bench.folder / "storms", bench.sizes.switched)
    with typing(scratch) as typist:
        storms = Storms(typist, bench.sizes.switched, bench.sizes.stormed)
        typist.rest()
        idle = storms.at_rest()
        before = typist.resident()
        figures = [_storm(bench, storms, name, storm, idle) for name, storm in storms.all().items()]
        growth = typist.resident() - before
        skipped = typist.rest()["skipped"]
    exported = scratch.memo("export", "jsonl", "-", "--all").stdout.splitlines()
    made = [row for row in map(json.loads, exported) if row["origin"] != "git" and row["kind"] != "note"]
    titles = "; ".join(row["title"][:60] for row in made[:5])
    return [
        *figures,
        Figure("storms: memory grown", growth, "MB", GROWTH, note=f"from {before:.0f} MB; last skipped: {skipped}"),
        Figure("storms: memories besides one", abs(len(made) - 1), "", 0, note=f"{len(made)}: {titles}"),
    ]

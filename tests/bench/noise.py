"""A day of typing with auto-save: thousands of saves, of which a few dozen amount to anything."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from memo_lsp.text.times import iso
from tests.e2e.scratch import FIRST_COMMIT, Scratch

from .repository import NOUNS, VERBS, Module
from .table import Figure
from .typist import Typist, typing

if TYPE_CHECKING:
    from .measures import Bench

FILES = 6
MOST_MEMORIES = 60
BETWEEN_SAVES = 6.0  # seconds of the day between two auto-saves
PAUSE = 30 * 60.0  # now and then: longer than an episode stays open
CHANGES_A_STRETCH = 4
SLIP_EVERY = 8
SLIPS = (" ", "  ", "\n", "x", "self", "pass  # hm", "(", '"')
START = FIRST_COMMIT + 86_400.0


class Day:
    """A programmer's day: each change is typed letter by letter into a method, with slips, and saved on the way."""

    def __init__(self, typist: Typist, saves: int, changes: int, dice: random.Random):
        self.typist, self.dice = typist, dice
        self.now = START
        self.saves = 0
        self._a_change = saves // changes
        self.modules = [Module(f"src/{VERBS[n]}_{NOUNS[n]}.py", dice) for n in range(FILES)]

    def work(self, changes: int) -> None:
        for number in range(changes):
            self._change(self.dice.choice(self.modules))
            if number % CHANGES_A_STRETCH == CHANGES_A_STRETCH - 1:
                if number % (2 * CHANGES_A_STRETCH) == CHANGES_A_STRETCH - 1:
                    self._commit(f"feat: the {self.dice.choice(NOUNS)} can {self.dice.choice(VERBS)}, part {number}")
                self._wait(PAUSE)

    def _change(self, module: Module) -> None:
        """One line more in a method; what was typed so far is saved again and again."""
        before = module.text()
        module.change()
        states = list(_typed(before, module.text(), self._a_change, self.dice))
        for state in states:
            self.typist.save(module.path, state)
            self.saves += 1
            self._wait(BETWEEN_SAVES)

    def _wait(self, seconds: float) -> None:
        self.now += seconds
        self.typist.editor.request("memo/clock", {"now": iso(self.now)}, 120)

    def _commit(self, subject: str) -> None:
        scratch = self.typist.scratch
        date = f"{int(self.now)} +0000"
        scratch.env |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        scratch.git("commit", "-q", "-a", "-m", subject)
        self.typist.head_moved()
        self.typist.rest()


def _typed(before: str, after: str, saves: int, dice: random.Random) -> Iterator[str]:
    """The texts on the way from one to the other, one changed place after the other: growing by some letters, now and
    then by wrong ones that go at once, at times the same or with blanks at a line's end; the last is `after`."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    steps = [step for step in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if step[0] != "equal"]
    for number, (_, _, old_end, first, last) in enumerate(steps):
        written, rest = "".join(new[:first]), "".join(old[old_end:])
        lines, share = "".join(new[first:last]).removesuffix("\n"), saves // len(steps)
        for step in range(1, share + 1):
            slip = dice.choice(SLIPS) if step % SLIP_EVERY == 0 and step < share else ""
            if number < len(steps) - 1 or step < share:
                yield f"{written}{lines[: len(lines) * step // share]}{slip}\n{rest}"  # on a line of its own
    yield after


def noise(bench: Bench) -> list[Figure]:
    """How many memories a day of auto-saves leaves."""
    folder = bench.folder / "noise"
    shutil.rmtree(folder, ignore_errors=True)
    scratch = Scratch.make(folder)
    dice = random.Random(11)
    with typing(scratch, "--now", iso(START) or "") as typist:
        day = Day(typist, bench.sizes.saves, bench.sizes.changes, dice)
        scratch.commit("start", {module.path: module.text() for module in day.modules})
        typist.head_moved()
        typist.rest()
        bench.told(f"{bench.sizes.saves:,} saves")
        day.work(bench.sizes.changes)
        status = typist.rest()
    rows = [json.loads(line) for line in scratch.memo("export", "jsonl", "-", "--all").stdout.splitlines()]
    kinds = ", ".join(f"{n} {kind}" for kind, n in Counter(f"{r['origin']} {r['kind']}" for r in rows).most_common())
    gate = status.get("gate") or {}
    bench.said(f"noise: gate kept {gate.get('kept')}, dropped {gate.get('dropped')}")
    for row in rows:
        if row["kind"] == "dead-end":
            bench.said(f"noise: a dead end nobody walked: {row['title']}")
    saved = f"{day.saves:,} saves, {bench.sizes.changes} changes: {kinds}"
    return [Figure("noise: memories of a day of auto-saves", len(rows), "", MOST_MEMORIES, note=saved)]

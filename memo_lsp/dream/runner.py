"""Takes what passes plan, edit by edit: does it, proves it, keeps it or takes it back, and leaves a record.

Whoever runs a pass is the only one who does: an edit found unproven at the beginning is of a process that was stopped
in the middle, and is taken back first. An edit is committed before it is proven, since recall reads for itself.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from memo_lsp.clock import Clock
from memo_lsp.dream.apply import Applied, Embedded, Running, apply, parts, to_prove
from memo_lsp.dream.plan import Breathe, Chore, Digest, Edit, Fold, Interrupted, Pass, Plan, Sink, Theme, joined
from memo_lsp.dream.proof import Ask, questions
from memo_lsp.dream.view import View
from memo_lsp.errors import MemoError, StoreTrouble
from memo_lsp.model import LOST_RECALL, Memory
from memo_lsp.store import Store
from memo_lsp.store.dreamt.journal import CUT_SHORT, Run
from memo_lsp.store.dreamt.watermarks import Seen

log = logging.getLogger(__name__)

AT_ONCE = 32  # memories that sink in one transaction: some milliseconds
INTERRUPTED = "somebody came back: the rest comes next time"

Progress = Callable[[int, int], None]  # done, of how many


@dataclass(slots=True)
class _Tally:
    """What a run came to."""

    plan: Plan = field(default_factory=Plan)
    changed: int = 0
    refused: int = 0
    stopped: str | None = None
    chores: Counter[str] = field(default_factory=Counter)

    def found_nothing(self) -> bool:
        done = self.changed or self.chores.total()
        return not (done or self.refused or self.stopped or self.plan.skipped or self.plan.refused)


class Runner:
    """Runs one pass at a time. `view_of` gives what a pass is shown (the whole backlog, or only what reached somebody),
    `ask` answers a question as a search does and leaves no trace, `embed` makes the vectors of a memory (None where
    that cannot be done now)."""

    def __init__(
        self,
        store: Store,
        view_of: Callable[[bool, Breathe], View],
        ask: Ask,
        embed: Callable[[Memory, Breathe], Embedded | None],
        clock: Clock,
    ):
        self._store, self._view_of, self._ask, self._embed, self._clock = store, view_of, ask, embed, clock

    def settle(self) -> int:
        """Take back what nobody proved and end the runs that nobody ended; how many edits went."""
        edits = self._store.edits.unproven()
        for edit in edits:
            self._store.edits.take_back(edit)
        self._store.runs.cut_short(CUT_SHORT)
        return len(edits)

    def preview(self, pass_: Pass, *, backlog: bool = False, breathe: Breathe) -> Plan:
        """What a pass would do. Nothing is written. Raises Interrupted, MemoError."""
        view = self._view_of(backlog, breathe)
        try:
            return pass_.plan(view, breathe)
        finally:
            view.let_go()

    def run(
        self,
        pass_: Pass,
        cause: str,
        *,
        backlog: bool = False,
        breathe: Breathe,
        progress: Progress = lambda done, total: None,
    ) -> Run:
        """One run and its record; what `breathe` ends is left for next time. Trouble ends the run, which says so; what
        nobody expected, and a store that fails, is raised, too. Raises StoreTrouble."""
        self.settle()
        seen = self._store.watermarks.here()
        running = Running(self._store.runs.begin(pass_.name, cause), pass_.name, seen.at)
        tally = _Tally()
        try:
            tally.plan = self.preview(pass_, backlog=backlog, breathe=breathe)
            self._take(running, tally, breathe, progress)
        except Interrupted:
            tally.stopped = INTERRUPTED
        except StoreTrouble as trouble:
            tally.stopped = str(trouble)
            raise
        except MemoError as trouble:
            tally.stopped = str(trouble)
        except Exception as surprise:
            tally.stopped = f"it failed: {surprise!r}"
            raise
        finally:
            run = self._end(running, tally, seen)
        return run

    def _end(self, running: Running, tally: _Tally, seen: Seen) -> Run:
        if tally.found_nothing():
            self._store.watermarks.note(running.pass_name, seen)
        return self._store.runs.end(
            running.run,
            considered=tally.plan.considered,
            changed=tally.changed,
            vetoed=tally.plan.vetoed,
            refused=tally.refused + tally.plan.refused,
            skipped=tally.stopped or tally.plan.skipped,
            chores=tally.chores,
        )

    def _take(self, running: Running, tally: _Tally, breathe: Breathe, progress: Progress) -> None:
        work = list(_together(tally.plan.edits))
        for done, edits in enumerate(work):
            breathe()
            progress(done, len(work))
            self._do(running, edits, tally, breathe)
        progress(len(work), len(work))

    def _do(self, running: Running, edits: Sequence[Edit], tally: _Tally, breathe: Breathe) -> None:
        first = edits[0]
        if isinstance(first, Chore):
            tally.chores[first.name] += first.work(breathe)  # changes no memory: there is nothing to take back
        elif isinstance(first, Sink):
            with self._store.write():
                sunk = [apply(self._store, running, edit) for edit in edits if isinstance(edit, Sink)]
            tally.changed += sum(one is not None for one in sunk)
        else:
            self._prove(running, first, tally, breathe)

    def _prove(self, running: Running, edit: Applied, tally: _Tally, breathe: Breathe) -> None:
        """Do an edit, and keep it if nothing is harder to find by it."""
        vectors = self._embed(edit.memory, breathe) if isinstance(edit, Theme | Digest) else None
        proof = questions(self._store, edit, self._ask, breathe) if to_prove(edit) else None
        done = apply(self._store, running, edit, vectors)
        if done is None:
            return
        number, left = done
        if proof is not None and not self._holds(number, proof.holds, breathe):
            self._refuse(running, number, left, tally, breathe)
            return
        if proof is not None:
            self._store.edits.proven(number)
        tally.changed += len(left.members) if isinstance(left, Fold) else 1

    def _refuse(self, running: Running, number: int, edit: Applied, tally: _Tally, breathe: Breathe) -> None:
        """Take an edit back for good; of a fold of several, each is tried by itself."""
        if isinstance(edit, Fold) and len(edit.members) > 1:
            self._store.edits.take_back(number)
            for member in edit.members:
                breathe()
                self._prove(running, Fold(edit.survivor, (member,)), tally, breathe)
            return
        with self._store.write():
            self._store.edits.take_back(number)
            self._store.marks.add(joined(edit), running.pass_name, LOST_RECALL)
        tally.refused += 1

    def _holds(self, number: int, holds: Callable[[Ask, Breathe], bool], breathe: Breathe) -> bool:
        """Whether an edit may stay; one that cannot be proven now is taken back, unmarked."""
        try:
            return holds(self._ask, breathe)
        except BaseException:
            self._store.edits.take_back(number)
            raise


def _together(edits: Iterable[Edit]) -> Iterable[Sequence[Edit]]:
    """Edits in order, those that are done in one transaction together: memories that sink."""
    sinking: list[Edit] = []
    whole = chain.from_iterable((edit,) if isinstance(edit, Chore) else parts((edit,)) for edit in edits)
    for edit in whole:
        if not isinstance(edit, Sink):
            yield (edit,)
            continue
        sinking.append(edit)
        if len(sinking) == AT_ONCE:
            yield sinking
            sinking = []
    if sinking:
        yield sinking

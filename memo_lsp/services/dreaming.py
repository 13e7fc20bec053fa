"""Passes put together with what they need, and run one after the other.

Who runs passes makes sure that nobody else does at the same time (see dreamer.py). What only passes need is imported
when one is asked for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from memo_lsp.dream.elsewhere import Elsewhere, outcome
from memo_lsp.dream.plan import PASSES, Breathe, Interrupted, Pass, PassName, archives, left
from memo_lsp.errors import MemoError, WrongArgument
from memo_lsp.model import Memory, Query, RecallEvent
from memo_lsp.services.ground import Ground

if TYPE_CHECKING:
    from memo_lsp.dream.apply import Embedded
    from memo_lsp.dream.plan import Chore, Plan
    from memo_lsp.dream.runner import Progress, Runner
    from memo_lsp.dream.verdicts import Judge
    from memo_lsp.dream.view import View
    from memo_lsp.settings.tree import Summarize
    from memo_lsp.store.dreamt.journal import Run
    from memo_lsp.summarize.editor import Ask as AskEditor

log = logging.getLogger(__name__)

DEPTH = 10


class Dreaming:
    """The passes of one store."""

    def __init__(self, ground: Ground):
        self._ground = ground
        self.editor: AskEditor | None = None  # how to ask the editor's own model, where it said that it has one
        self._elsewhere = Elsewhere()
        self._judged_by: tuple[tuple[Summarize, AskEditor | None], Judge | None] | None = None

    def consolidate(
        self,
        passes: Sequence[PassName],
        *,
        cause: str = "manual",
        backlog: bool = False,
        breathe: Breathe,
        progress: Progress = lambda done, total: None,
    ) -> list[Run]:
        """Run passes, one after the other; a record each. Once `breathe` ended one, the others are left out. Raises
        StoreTrouble."""
        runs: list[Run] = []
        for name in passes:
            try:
                breathe()
            except Interrupted:
                break
            pass_ = self._pass(name)
            runs.append(self._runner().run(pass_, cause, backlog=backlog, breathe=breathe, progress=progress))
        return runs

    def preview(
        self, passes: Sequence[PassName], *, backlog: bool = False, breathe: Breathe = lambda: None
    ) -> list[tuple[PassName, Plan]]:
        """What passes would do, one after the other. Nothing is written, and no language model is asked. Raises
        MemoError."""
        runner = self._runner()
        gone: set[str] = set()
        found: list[tuple[PassName, Plan]] = []
        for name in passes:
            plan = left(runner.preview(self._pass(name, judge=False), backlog=backlog, breathe=breathe), gone)
            gone.update(uid for edit in plan.edits for uid in archives(edit))
            found.append((name, plan))
        return found

    def _runner(self) -> Runner:
        from memo_lsp.dream.runner import Runner

        ground = self._ground
        return Runner(ground.store, self.view, self.ask, self._embedded, ground.clock)

    def _pass(self, name: PassName, *, judge: bool = True) -> Pass:
        if name not in _MAKERS:
            raise WrongArgument("pass", f"{name!r} is no pass; there are {', '.join(PASSES)}")
        return _MAKERS[name](self, judge)

    @property
    def new_id(self) -> Callable[[], str]:
        return self._ground.new_id

    @cached_property
    def chores(self) -> tuple[Chore, ...]:
        """The upkeep there is; kept, for it knows what it saw the last time."""
        from memo_lsp.services.tending import chores

        return chores(self._ground)

    @property
    def edges(self) -> Literal["used", "published"]:
        """What joins memories for a theme."""
        return "published" if self._ground.settings.dream.edges == "published" else "used"

    def view(self, backlog: bool, breathe: Breathe) -> View:
        """What a pass is shown of the store now."""
        from memo_lsp.dream.limits import limits
        from memo_lsp.dream.look import Look

        ground = self._ground
        embedder = ground.embedder()
        found = limits(embedder, ground.store.path.parent)
        now = ground.clock.now()
        return Look(
            ground.store, now, breathe, embedder=embedder, limits=found, backlog=backlog, elsewhere=self._elsewhere
        )

    def ask(self, event: RecallEvent, *, by_own_words: bool = False) -> list[str]:
        """The ids a search answers a question with now, best first; nothing is written of it. Raises MemoError where
        part of the search does not work: such an answer proves nothing."""
        query = Query(
            text=event.text,
            symbols=event.symbols,
            path=event.path,
            project=event.project,
            branch=event.branch,
            k=DEPTH,
            surface="search",
            stand_ins=not by_own_words,
        )
        answer = self._ground.recall.answer(query)
        for missing in answer.degraded:
            raise MemoError(f"nothing can be proven while {missing.part} is missing: {missing.reason}")
        return [hit.memory.id for hit in answer.hits]

    def _embedded(self, memory: Memory, breathe: Breathe) -> Embedded | None:
        from memo_lsp.dream.apply import Embedded

        made = outcome(self._elsewhere.begin(partial(self._ground.indexer.made, memory)), breathe)
        return None if made is None else Embedded(*made)

    def judge(self, *, asks: bool = True) -> Judge | None:
        """Who is asked about groups of memories, the same one as long as the settings are; None: nobody. One that never
        `asks` stands in for it in a preview."""
        from memo_lsp.dream.verdicts import Unasked

        known = self._ground.settings.summarize, self.editor
        if self._judged_by is None or self._judged_by[0] != known:
            self._judged_by = known, self._made_judge()
        judge = self._judged_by[1]
        return judge if asks or judge is None else Unasked()

    def _made_judge(self) -> Judge | None:
        from memo_lsp.dream.judge import ModelJudge
        from memo_lsp.summarize.factory import make

        ground = self._ground
        summarizer = make(ground.settings.summarize, ground.environ, self.editor)
        if summarizer is None:
            log.info("no summarizer (memo.summarize.provider): themes are not written")
            return None
        first_lines = ground.settings.summarize.first_lines
        return ModelJudge(summarizer, ground.store.verdicts, ground.clock, first_lines=first_lines)

    def finish(self, seconds: float) -> None:
        """The process ends: wait so long at most for a model that still runs."""
        self._elsewhere.finish(seconds)


# --- the passes
def _dedup(dreaming: Dreaming, judge: bool) -> Pass:
    from memo_lsp.dream.passes.dedup import Dedup

    return Dedup()


def _supersede(dreaming: Dreaming, judge: bool) -> Pass:
    from memo_lsp.dream.passes.supersede import Supersede

    return Supersede(dreaming.judge(asks=judge))


def _fold(dreaming: Dreaming, judge: bool) -> Pass:
    from memo_lsp.dream.passes.fold import FoldPass

    return FoldPass()


def _theme(dreaming: Dreaming, judge: bool) -> Pass:
    from memo_lsp.dream.passes.theme import ThemePass

    return ThemePass(dreaming.judge(asks=judge), dreaming.new_id, dreaming.edges)


def _digest(dreaming: Dreaming, judge: bool) -> Pass:
    from memo_lsp.dream.passes.digest import DigestPass

    return DigestPass(judge=dreaming.judge(asks=judge))


def _tide(dreaming: Dreaming, judge: bool) -> Pass:
    from memo_lsp.dream.passes.tide import Tide

    return Tide()


def _tend(dreaming: Dreaming, judge: bool) -> Pass:
    from memo_lsp.dream.passes.tend import Tend

    return Tend(dreaming.chores)


_MAKERS: Mapping[PassName, Callable[[Dreaming, bool], Pass]] = {
    "dedup": _dedup, "supersede": _supersede, "fold": _fold, "theme": _theme, "digest": _digest, "tide": _tide,
    "tend": _tend,
}  # fmt: skip

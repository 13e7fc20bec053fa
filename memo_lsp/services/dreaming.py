"""Passes put together with what they need, run one after the other, and taken back: what every surface stands on.

Who runs passes makes sure that nobody else does at the same time (see dreamer.py). What only passes need is imported
when one is asked for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

from memo_lsp.dream.elsewhere import Elsewhere, outcome
from memo_lsp.dream.plan import PASSES, Breathe, Interrupted, Pass, PassName, archives, left
from memo_lsp.errors import MemoError, UnknownId, UnknownRun, WrongArgument
from memo_lsp.model import Memory, Query, RecallEvent
from memo_lsp.store.dreamt.edits import Selectors
from memo_lsp.text.times import iso, parse_time

if TYPE_CHECKING:
    from memo_lsp.dream.apply import Embedded
    from memo_lsp.dream.plan import Chore, Plan
    from memo_lsp.dream.runner import Progress, Runner
    from memo_lsp.dream.undo import Taken
    from memo_lsp.dream.verdicts import Judge
    from memo_lsp.dream.view import View
    from memo_lsp.services.build import Services
    from memo_lsp.settings.tree import Summarize
    from memo_lsp.store.dreamt.journal import Run
    from memo_lsp.summarize.editor import Ask as AskEditor

log = logging.getLogger(__name__)

DEPTH = 10


class Dreaming:
    """The passes of one store."""

    def __init__(self, services: Services):
        self._services = services
        self.editor: AskEditor | None = None  # how to ask the editor's own model, where it said that it has one
        self._elsewhere = Elsewhere()
        self._judged_by: tuple[tuple[Summarize, AskEditor | None], Judge | None] | None = None

    # --- forward
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

        services = self._services
        return Runner(services.store, self.view, self.ask, self._embedded, services.clock)

    def _pass(self, name: PassName, *, judge: bool = True) -> Pass:
        if name not in _MAKERS:
            raise WrongArgument("pass", f"{name!r} is no pass; there are {', '.join(PASSES)}")
        return _MAKERS[name](self, judge)

    @property
    def new_id(self) -> Callable[[], str]:
        return self._services.new_id

    @cached_property
    def chores(self) -> tuple[Chore, ...]:
        """The upkeep there is; kept, for it knows what it saw the last time."""
        from memo_lsp.services.tending import chores

        return chores(self._services)

    @property
    def edges(self) -> Literal["used", "published"]:
        """What joins memories for a theme."""
        return "published" if self._services.settings.dream.edges == "published" else "used"

    def view(self, backlog: bool, breathe: Breathe) -> View:
        """What a pass is shown of the store now."""
        from memo_lsp.dream.limits import limits
        from memo_lsp.dream.look import Look

        services = self._services
        embedder = services.embedder()
        found = limits(embedder, services.store.path.parent)
        now = services.clock.now()
        return Look(
            services.store, now, breathe, embedder=embedder, limits=found, backlog=backlog, elsewhere=self._elsewhere
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
        answer = self._services.recall.answer(query)
        for missing in answer.degraded:
            raise MemoError(f"nothing can be proven while {missing.part} is missing: {missing.reason}")
        return [hit.memory.id for hit in answer.hits]

    def _embedded(self, memory: Memory, breathe: Breathe) -> Embedded | None:
        from memo_lsp.dream.apply import Embedded

        made = outcome(self._elsewhere.begin(partial(self._services.indexer.made, memory)), breathe)
        return None if made is None else Embedded(*made)

    def judge(self, *, asks: bool = True) -> Judge | None:
        """Who is asked about groups of memories, the same one as long as the settings are; None: nobody. One that never
        `asks` stands in for it in a preview."""
        from memo_lsp.dream.verdicts import Unasked

        known = self._services.settings.summarize, self.editor
        if self._judged_by is None or self._judged_by[0] != known:
            self._judged_by = known, self._made_judge()
        judge = self._judged_by[1]
        return judge if asks or judge is None else Unasked()

    def _made_judge(self) -> Judge | None:
        from memo_lsp.dream.judge import ModelJudge
        from memo_lsp.summarize.factory import make

        services = self._services
        summarizer = make(services.settings.summarize, services.environ, self.editor)
        if summarizer is None:
            log.info("no summarizer (memo.summarize.provider): themes are not written")
            return None
        first_lines = services.settings.summarize.first_lines
        return ModelJudge(summarizer, services.store.verdicts, services.clock, first_lines=first_lines)

    def finish(self, seconds: float) -> None:
        """The process ends: wait so long at most for a model that still runs."""
        self._elsewhere.finish(seconds)

    # --- back
    def undo(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Take back what `theme`, `members`, `run`, `since`, `pass` choose together, or `all` of it; with `dryRun` only
        say what that would be. Raises WrongArgument, StoreTrouble."""
        taken = self.chosen(args)
        told = self.told(taken, dry_run=bool(args.get("dryRun")))  # before a digest or a theme has gone
        if not args.get("dryRun"):
            self.take_back(taken)
        return told

    def chosen(self, args: Mapping[str, Any]) -> list[Taken]:
        """What an undo with these arguments would take back. Raises WrongArgument, and UnknownId or MemoError where
        there is no such memory or run."""
        from memo_lsp.dream.undo import chosen

        given = [args.get(name) for name in ("theme", "run", "since", "pass")]
        if not any(value is not None for value in given) and not args.get("members") and not args.get("all"):
            raise WrongArgument("undo", "what? Give a theme, members, a run, since when, a pass, or all")
        theme, run, since, pass_name = given
        members, store = tuple(args.get("members") or ()), self._services.store
        for uid in filter(lambda uid: uid is not None and not store.edits.knows(uid), (theme, *members)):
            raise UnknownId(uid)
        if run is not None and store.runs.get(run) is None:
            raise UnknownRun(run)
        return chosen(store, Selectors(theme, members, run, _instant(since), pass_name))

    def take_back(self, taken: Sequence[Taken]) -> int:
        """Put it back, and mark it, while no pass runs; how many edits stood until now. Raises MemoError."""
        from memo_lsp.dream.undo import undo

        with self._services.dreamer.turn():
            return undo(self._services.store, taken)

    def told(self, taken: Sequence[Taken], *, dry_run: bool) -> dict[str, Any]:
        """What is put back, as every surface shows it."""
        titles = self._services.rows.called({uid for one in taken for uid in (one.made.into, *one.members)})
        return {
            "dry_run": dry_run,
            "put_back": len(taken),
            "edits": [_edit_row(one, titles) for one in taken],
            "blocked": [list(pair) for pair in dict.fromkeys(pair for one in taken for pair in one.pairs)],
        }


def _edit_row(taken: Taken, titles: Mapping[str, str]) -> dict[str, Any]:
    made = taken.made
    return {
        "edit": made.id,
        "run": made.run,
        "pass": made.pass_name,
        "kind": made.kind,
        "at": iso(made.made_at),
        "into": {"id": made.into, "title": titles.get(made.into, "")},
        "members": [{"id": uid, "title": titles.get(uid, "")} for uid in taken.members],
        "whole": taken.whole,
    }


def _instant(since: Any) -> float | None:
    """Seconds, or a time in ISO 8601. Raises WrongArgument."""
    if not isinstance(since, str):
        return None if since is None else float(since)
    try:
        return parse_time(since)
    except ValueError as trouble:
        raise WrongArgument("since", str(trouble)) from None


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

"""A repository's past as memories, newest first: stopped and gone on with at will, never doubled."""

from __future__ import annotations

import itertools
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from memo_lsp.capture.commits.memory import Source, Symbols, commit_memory, mails, skip_reason
from memo_lsp.capture.commits.relink import relink
from memo_lsp.clock import Clock
from memo_lsp.git.history import STEP, Commit, Listing, ahead_of, listing, own_mail, read
from memo_lsp.git.project import ProjectInfo, branch_of, default_branch
from memo_lsp.git.repository import Repository
from memo_lsp.model import Memory
from memo_lsp.store.store import Store

_PARSED = 50  # commits whose files are parsed at a time
Progress = Callable[[int, int], object]  # done, of how many


@dataclass(slots=True)
class ImportReport:
    """`read` commits were looked at, `stored` became memories, `skipped` says why others did not, `partial` came
    without symbols because this clone lacks their files; `stopped` before the end."""

    read: int = 0
    stored: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    partial: int = 0
    stopped: bool = False


def import_history(
    store: Store,
    repo: Repository,
    project: ProjectInfo,
    *,
    clock: Clock,
    since: float | None = None,
    limit: int | None = None,
    resume: bool = False,
    progress: Progress = lambda done, total: None,
    stop: threading.Event | None = None,
    own_mails: Iterable[str] = (),
) -> ImportReport:
    """Make memories of HEAD's history. What is stored (or was, and is forgotten) is not read again.

    `limit` takes the newest commits; with `resume` it counts what is newly stored, below where the last import ended.
    `own_mails` are the person's beside the one git reports. Raises GitTrouble, StoreTrouble; what was stored by then
    stands.
    """
    stored = store.memories.commits(project.key)
    ids = listing(repo, since=since, limit=None if resume else limit, stop=stop)
    wanted = Listing()
    for sha in ids:
        if sha not in stored:
            wanted.add(sha)
    report = ImportReport(skipped=Counter({"merge": ids.merges} if ids.merges else {}))
    source = _source(repo, project.key, mails((own_mail(repo), *own_mails)), clock.now())
    run = _Run(store, repo, source, report, stop or threading.Event())
    try:
        run.through(wanted, limit if resume else None, progress)
    finally:  # also where git failed midway: what is stored should be linked
        relink(store, project.key, "import:git")
    report.stopped = run.stop.is_set() and report.read < len(wanted)
    return report


def _source(repo: Repository, project: str, own: frozenset[str], now: float) -> Source:
    branch, default = branch_of(repo), default_branch(repo)
    ahead = ahead_of(repo, default) if default and default != branch else frozenset()
    return Source(project, branch, default or branch, ahead, own, now)


class _Run:
    def __init__(self, store: Store, repo: Repository, source: Source, report: ImportReport, stop: threading.Event):
        self._store = store
        self._repo = repo
        self._source = source
        self._report = report
        self._symbols = Symbols(repo)
        self.stop = stop

    def through(self, ids: Listing, limit: int | None, progress: Progress) -> None:
        """Step by step; `limit` bounds what is stored, whatever is skipped on the way."""
        waiting = iter(ids)
        total = len(ids) if limit is None else min(limit, len(ids))
        while not self.stop.is_set():
            room = STEP if limit is None else min(STEP, limit - self._report.stored)
            step = tuple(itertools.islice(waiting, room))
            if not step:
                return
            memories = self._memories(read(self._repo, step))
            self._report.stored += len(self._store.memories.add(memories, imported=True))
            progress(self._report.read if limit is None else self._report.stored, total)

    def _memories(self, commits: Sequence[Commit]) -> list[Memory]:
        found: list[Memory] = []
        for start in range(0, len(commits), _PARSED):
            if self.stop.is_set():
                break
            some = commits[start : start + _PARSED]
            self._report.read += len(some)
            reasons = [skip_reason(commit) for commit in some]
            self._report.skipped.update(reason for reason in reasons if reason)
            kept = [commit for commit, reason in zip(some, reasons, strict=True) if reason is None]
            self._symbols.prepare(kept)
            found += [commit_memory(commit, self._source, self._symbols) for commit in kept]
            self._report.partial += sum(commit.partial for commit in kept)
        return found

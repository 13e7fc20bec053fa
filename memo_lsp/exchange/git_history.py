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
    """`read` commits were looked at (all but those stored before), `stored` became memories, `skipped` says why the
    others did not, `partial` came without symbols because this clone lacks their files; `stopped` before the end."""

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
    repeats = ids.repeats(stored)
    wanted = Listing()
    for sha in ids:
        if sha not in stored and sha not in repeats:
            wanted.add(sha)
    source = _source(repo, project.key, mails((own_mail(repo), *own_mails)), clock.now())
    stop = stop or threading.Event()
    run = _Run(store, repo, source, stop, progress)
    run.report.skipped = +Counter({"merge": ids.merges, "same patch": len(repeats)})
    try:
        run.through(wanted, limit if resume else None)
    finally:  # also where git failed midway: what is stored should be linked
        relink(store, project.key, "import:git")
    run.report.stopped = stop.is_set() and run.report.read < len(wanted)
    run.report.read += ids.merges + len(repeats)
    return run.report


def _source(repo: Repository, project: str, own: frozenset[str], now: float) -> Source:
    branch, default = branch_of(repo), default_branch(repo)
    ahead = ahead_of(repo, default) if default and default != branch else frozenset()
    return Source(project, branch, default or branch, ahead, own, now)


class _Run:
    def __init__(self, store: Store, repo: Repository, source: Source, stop: threading.Event, progress: Progress):
        self._store = store
        self._repo = repo
        self._source = source
        self._symbols = Symbols(repo)
        self._progress = progress
        self._stop = stop
        self.report = ImportReport()

    def through(self, ids: Listing, limit: int | None) -> None:
        """Step by step; `limit` bounds what is stored, whatever is skipped on the way."""
        waiting = iter(ids)
        while not self._stop.is_set():
            room = STEP if limit is None else min(STEP, limit - self.report.stored)
            step = tuple(itertools.islice(waiting, room))
            if not step:
                return
            memories = self._memories(read(self._repo, step), len(ids))
            self.report.stored += len(self._store.memories.add(memories, imported=True))

    def _memories(self, commits: Sequence[Commit], total: int) -> list[Memory]:
        found: list[Memory] = []
        for start in range(0, len(commits), _PARSED):
            if self._stop.is_set():
                break
            some = commits[start : start + _PARSED]
            reasons = [skip_reason(commit) for commit in some]
            kept = [commit for commit, reason in zip(some, reasons, strict=True) if reason is None]
            self._symbols.prepare(kept)
            found += [commit_memory(commit, self._source, self._symbols) for commit in kept]
            self.report.read += len(some)
            self.report.skipped.update(reason for reason in reasons if reason)
            self.report.partial += sum(commit.partial for commit in kept)
            self._progress(self.report.read, total)
        return found

"""HEAD of each work tree: what happened to it since one last looked, told to sources in order, commits stored.

A look costs a few stats while nothing moved. What did is read from the reflog, so that the moves between two looks come
one by one, each on the branch it was made on; without a reflog the graph has to tell. A rebase is waited for.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from memo_lsp.capture.commits.keeping import Keeper, Outcome
from memo_lsp.capture.commits.look import Found, head, look
from memo_lsp.capture.commits.moves import Step
from memo_lsp.capture.source import HeadNews, Move
from memo_lsp.capture.watching import in_progress, poll_stamp, stash_stamp
from memo_lsp.errors import MemoError, StoreTrouble
from memo_lsp.git.door import GitTrouble
from memo_lsp.git.project import head_commit
from memo_lsp.git.reader import Reader
from memo_lsp.git.records import FileChange
from memo_lsp.git.repository import Repository, Stamp, stamp
from memo_lsp.store.captured.heads import HeadSeen

if TYPE_CHECKING:
    from memo_lsp.capture.desk import Desk

IDLE_SECONDS = 5.0  # after which the child that reads texts is let go
log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Place:
    """How far one is in the life of a HEAD: commit, branch, end of the reflog; not `known` where git did not tell.
    `whole` while all that happened until here is in the store: only then may the next session begin from here."""

    sha: str | None
    branch: str | None
    end: int
    stash: Stamp
    stamp: tuple[Stamp, ...] | None = None
    known: bool = True
    whole: bool = True
    troubles: set[str] = field(default_factory=set)

    def complain(self, trouble: MemoError) -> None:
        """One line a reason: git that refuses a repository refuses it all day."""
        said = " ".join(str(trouble).split())
        if said not in self.troubles:
            self.troubles.add(said)
            log.warning("commits are not captured: %s", said)


class Heads:
    """For one thread. `wall` is the time git writes into reflogs: the machine's, whatever a replay's clock says."""

    def __init__(self, wall: Callable[[], float] = time.time):
        self._wall = wall
        self._places: dict[Path, _Place] = {}
        self._readers: dict[Path, Reader] = {}

    def since_last_time(self, desk: Desk, *, quiet: bool) -> Sequence[HeadNews]:
        """What happened while no session looked. Of a work tree never seen before it is noted where HEAD is.

        The desk begins on the branch that was seen last, so that what is told leads from there to where HEAD is."""
        repo = _usable(desk)
        if repo is None:
            return ()
        if repo.git_dir not in self._places:
            seen = desk.store.heads.seen(repo.git_dir)
            if seen is None:
                desk.branch = self._begin(desk, repo).branch
                return ()
            self._places[repo.git_dir] = _Place(seen.sha, seen.branch, seen.log_end, stash_stamp(repo))
        desk.branch = self._places[repo.git_dir].branch
        return self.moved(desk, desk.clock.now(), quiet=quiet)

    def moved(self, desk: Desk, at: float, *, quiet: bool) -> Sequence[HeadNews]:
        """What happened to HEAD up to the instant `at`, oldest first; what came after is for the next call.

        `quiet`: told without its commits, and nothing is stored."""
        self._rest()
        repo = _usable(desk)
        if repo is None:
            return ()
        place = self._places.get(repo.git_dir)
        if place is None:
            return self.since_last_time(desk, quiet=quiet)
        now = poll_stamp(repo)
        if now == place.stamp:
            return ()
        if not place.known:
            del self._places[repo.git_dir]
            return self.since_last_time(desk, quiet=quiet)
        if in_progress(repo):
            place.stamp = now
            return ()
        age = desk.clock.now() - at
        try:
            found = look(repo, place.sha, place.branch, place.end, self._wall() - age, self._wall())
        except GitTrouble as trouble:
            place.stamp = now
            place.complain(trouble)
            return ()
        place.stamp = now if found.complete else None
        return self._told(desk, repo, place, found, at, quiet)

    def up_to_date(self, desk: Desk) -> bool:
        """Whether the last look left nothing for a later one."""
        place = self._places.get(desk.info.repo.git_dir) if desk.info.repo else None
        return place is None or place.stamp is not None

    def text(self, desk: Desk, path: str) -> str:
        """A file as HEAD has it, with plain line ends; empty if HEAD has none, or no text."""
        repo = _usable(desk)
        if repo is None:
            return ""
        place = self._places.get(repo.git_dir)
        sha = head_commit(repo) if place is None or in_progress(repo) else place.sha
        return self._reader(repo).text(f"{sha}:{path}") if sha else ""

    def sides(self, desk: Desk, change: FileChange) -> tuple[str, str]:
        """A file before and after a commit, with plain line ends; empty where it is not there, or no text."""
        repo = _usable(desk)
        if repo is None:
            return "", ""
        reader = self._reader(repo)
        old, new = (reader.text(blob) if blob else "" for blob in (change.old_blob, change.new_blob))
        return old, new

    def close(self) -> None:
        """Let go of git."""
        for reader in self._readers.values():
            reader.close()

    # --- what was found
    def _told(
        self, desk: Desk, repo: Repository, place: _Place, found: Found, at: float, quiet: bool
    ) -> tuple[HeadNews, ...]:
        stashed = found.complete and stash_stamp(repo) != place.stash
        kept = [] if quiet or not found.steps else self._kept(desk, repo, place, found)
        outcomes = [*kept, *(Outcome(step.move or "reset") for step in found.steps[len(kept) :])]
        news: list[HeadNews] = []
        for step, end, outcome in zip(found.steps, found.ends, outcomes, strict=True):
            move: Move = outcome.move
            if stashed and move == "reset" and step.old == step.new:
                move, stashed = "stash", False
            news.append(HeadNews(move, step.old, step.new, place.branch, step.branch, outcome.commits, at))
            place.sha, place.branch, place.end = step.new, step.branch, end
        if found.complete:
            place.end, place.stash = found.end, stash_stamp(repo)
        if stashed:
            news.append(HeadNews("stash", place.sha, place.sha, place.branch, place.branch, (), at))
        if found.steps and len(kept) < len(found.steps):
            self._note(desk, repo, place)
        return tuple(news)

    def _kept(self, desk: Desk, repo: Repository, place: _Place, found: Found) -> list[Outcome]:
        """What became of the steps, as far as git and the store go along."""
        self._let_go(repo)
        ends = dict(zip(found.steps, found.ends, strict=True))
        kept: list[Outcome] = []

        def stored(step: Step) -> None:
            if place.whole:
                desk.store.heads.saw(repo.git_dir, desk.project, HeadSeen(step.new, step.branch, ends[step]))

        try:
            kept.extend(Keeper(desk, repo).keep(found.steps, stored))  # what comes before one that fails stays
        except MemoError as trouble:
            place.whole = False
            place.complain(trouble)
        return kept

    def _begin(self, desk: Desk, repo: Repository) -> _Place:
        written = stamp(repo.git_dir / "logs" / "HEAD")
        place = _Place(None, None, written[1] if written else 0, stash_stamp(repo))
        try:
            place.sha, place.branch = head(repo)
        except GitTrouble as trouble:
            place.stamp, place.known = poll_stamp(repo), False
            place.complain(trouble)
        self._places[repo.git_dir] = place
        if place.known:
            self._note(desk, repo, place)
        return place

    def _note(self, desk: Desk, repo: Repository, place: _Place) -> None:
        if place.whole:
            with suppress(StoreTrouble):  # the next session looks at it again
                desk.store.heads.saw(repo.git_dir, desk.project, HeadSeen(place.sha, place.branch, place.end))

    # --- texts
    def _reader(self, repo: Repository) -> Reader:
        return self._readers.setdefault(repo.git_dir, Reader(repo))

    def _let_go(self, repo: Repository) -> None:
        """Two children may live at once, and one may be somebody else's."""
        if repo.git_dir in self._readers:
            self._readers[repo.git_dir].close()

    def _rest(self) -> None:
        for reader in self._readers.values():
            if IDLE_SECONDS < reader.idle() < math.inf:
                reader.close()


def _usable(desk: Desk) -> Repository | None:
    repo = desk.info.repo
    return None if repo is None or repo.broken else repo

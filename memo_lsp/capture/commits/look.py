"""One look at a HEAD that seems to have moved: the steps it made since, up to an instant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memo_lsp.capture.commits.moves import Step, settled, steps
from memo_lsp.git.door import Git
from memo_lsp.git.reflog import Entry, Tail, previous, tail
from memo_lsp.git.repository import Repository, head_commit, read_head, short_name, stamp

WRITING_SECONDS = 1.0  # git writes the reflog first: HEAD may differ from it for as long
_MAKES = frozenset(("commit", "amend", "cherry-pick", "revert", "merge"))
_SOON = 2.0  # seconds: a time in whole seconds and one in parts of it speak of the same moment


@dataclass(frozen=True, slots=True)
class Found:
    """Steps, oldest first, and where the reflog goes on after each. `complete`: there was nothing more, and `end` is
    where the next look begins."""

    steps: tuple[Step, ...] = ()
    ends: tuple[int, ...] = ()
    complete: bool = False
    end: int = 0


def head(repo: Repository) -> tuple[str | None, str | None]:
    """The commit HEAD stands on and its branch. Raises GitTrouble where only git can tell, and does not."""
    read = read_head(repo)
    if not read.stub:
        return head_commit(repo), short_name(read.ref) if read.ref else None
    git = Git(repo.root)
    branch = git.line("symbolic-ref", "--quiet", "--short", "HEAD")
    return git.line("rev-parse", "--verify", "--quiet", "HEAD"), None if branch == ".invalid" else branch


def look(repo: Repository, sha: str | None, branch: str | None, end: int, until: float, now: float) -> Found:
    """What HEAD did since it stood on a commit and branch and its reflog ended there, as far as it was done at `until`.
    Both times are git's. Raises GitTrouble where only git can tell where HEAD is."""
    now_at, now_on = head(repo)
    log = repo.git_dir / "logs" / "HEAD"
    told = tail(log, end, sha)
    agreed = settled(told.entries, now_at, now_on) if told.entries else now_at == sha
    written = stamp(log)
    if not agreed and written is not None and 0 <= now - written[0] / 1e9 < WRITING_SECONDS:
        return Found()
    happened = steps(told.entries, now_on)
    due = next((n for n, step in enumerate(happened) if until < _time(repo, told, step) <= now), len(happened))
    complete = due == len(happened)
    found = [_with_its_past(repo, step) for step in happened[:due]]
    if complete:
        found += _untold(told.entries, found[-1:], (sha, branch), (now_at, now_on))
    ends = tuple(told.entries[step.last - 1].end if step.last else told.end for step in found)
    return Found(tuple(found), ends, complete, told.end)


def _time(repo: Repository, told: Tail, step: Step) -> float:
    """When a step was done: the last when the reflog was written; of those before it the reflog knows the second, and
    a new commit's file the moment."""
    if step.last == len(told.entries):
        written = stamp(repo.git_dir / "logs" / "HEAD")
        return written[0] / 1e9 if written else 0.0
    second = told.entries[step.last - 1].time
    if step.new is None or step.move not in _MAKES:
        return second
    made = stamp(repo.common_dir / "objects" / step.new[:2] / step.new[2:])
    return made[0] / 1e9 if made and -0.1 < made[0] / 1e9 - second < _SOON else second


def _with_its_past(repo: Repository, step: Step) -> Step:
    """A rebase with the commit its branch stood on before, which HEAD may not have."""
    if step.move != "rebase" or step.branch is None or step.new is None:
        return step
    old = previous(repo.common_dir / "logs" / "refs" / "heads" / step.branch, step.new)
    return replace(step, old=old or step.old)


def _untold(
    entries: Sequence[Entry],
    last: Sequence[Step],
    before: tuple[str | None, str | None],
    now: tuple[str | None, str | None],
) -> list[Step]:
    """What brought HEAD from where the lines end to where it is."""
    sha, branch = (last[0].new, last[0].branch) if last else before
    if branch != now[1]:
        return [Step("switch", sha, now[0], now[1], len(entries))]
    return [] if sha == now[0] else [Step(None, sha, now[0], now[1], len(entries))]

"""HEAD at a glance: whether it moved, for the price of a few stats, and where it stands. Starts no git."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memo_lsp.git.repository import Repository, Stamp, head_commit, head_stamp, read_head, short_name, stamp

Glance = tuple[Path, tuple[Stamp, ...]]


@dataclass(frozen=True, slots=True)
class Stand:
    """Where HEAD stands: commit (None: unborn, or only git can say), branch (None: detached), size of its reflog."""

    repo: Repository
    sha: str | None
    branch: str | None
    log_end: int


def glance(repo: Repository) -> Glance:
    """Changes whenever HEAD moves, as far as its own file and its reflog tell."""
    return repo.git_dir, (*head_stamp(repo), stamp(_log(repo)))


def stand(repo: Repository) -> Stand:
    """Where HEAD stands now."""
    head = read_head(repo)
    log = stamp(_log(repo))
    return Stand(repo, head_commit(repo), short_name(head.ref) if head.ref else None, log[1] if log else 0)


def _log(repo: Repository) -> Path:
    return repo.git_dir / "logs" / "HEAD"

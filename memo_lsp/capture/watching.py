"""Where a repository shows that something happened to it: what an editor is asked to watch, and a stamp to look at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from memo_lsp.git.repository import Repository, Stamp, read_head, stamp

# Folders rather than files where git replaces files by renaming: a watch on a file would die with it.
_OWN = (
    "HEAD", "ORIG_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "logs/HEAD", "rebase-merge", "rebase-apply",
    "reftable/*",
)  # fmt: skip
_SHARED = ("packed-refs", "refs/**", "logs/refs/stash", "reftable/*")
IN_PROGRESS = ("rebase-merge", "rebase-apply")


@dataclass(frozen=True, slots=True)
class Watched:
    """A glob below a folder. `inside`: the folder lies in a workspace folder, so that editors watch it anyway."""

    base: Path
    pattern: str
    inside: bool

    @property
    def glob(self) -> str:
        """For editors that know no relative patterns."""
        return f"{self.base.as_posix()}/{self.pattern}"


def watch_globs(repo: Repository, folders: Iterable[Path]) -> tuple[Watched, ...]:
    """What to watch to learn that HEAD, a branch or the stash of a work tree moved."""
    if repo.broken:
        return ()
    folders = tuple(folders)
    places = [(repo.git_dir, name) for name in _OWN]
    places += [(repo.common_dir, name) for name in _SHARED if (repo.common_dir, name) not in places]
    return tuple(
        Watched(base, pattern, any(base.is_relative_to(folder) for folder in folders)) for base, pattern in places
    )


def in_progress(repo: Repository) -> bool:
    """Whether a rebase (or `git am`) is under way: what HEAD does meanwhile is not what it will be."""
    return any((repo.git_dir / name).is_dir() for name in IN_PROGRESS)


def poll_stamp(repo: Repository) -> tuple[Stamp, ...]:
    """Changes whenever HEAD, its branch or its reflog do, or a rebase begins or ends: one small read, a few stats."""
    head = read_head(repo)
    reference = () if head.ref is None else (stamp(repo.common_dir / head.ref), stamp(repo.git_dir / head.ref))
    own = ("HEAD", "logs/HEAD", "reftable/tables.list", *IN_PROGRESS)
    shared = stamp(repo.common_dir / "reftable/tables.list")
    return (*(stamp(repo.git_dir / name) for name in own), shared, stash_stamp(repo), *reference)


def stash_stamp(repo: Repository) -> Stamp:
    """Changes when something is put on the stash or taken from it."""
    return stamp(repo.common_dir / "refs" / "stash")

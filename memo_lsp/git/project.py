"""Whose project a path is and on which branch: the same answer from every clone, work tree and subfolder.

`Projects.of` is asked for every event. It reads a few stats and, when their stamps changed, a small file; git itself is
started once per repository without an origin (for its root commit), and in the background where HEAD is a stub.
"""

from __future__ import annotations

import os
import threading
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memo_lsp.git.door import Git, GitTrouble
from memo_lsp.git.origin import Origin, origin_of
from memo_lsp.git.repository import (
    Repository,
    Stamp,
    absolute,
    branch_commit,
    default_branch,
    head_commit,
    head_stamp,
    locate,
    read_head,
    repository_at,
    short_name,
    stamp,
)

__all__ = [
    "ProjectInfo", "Projects", "Repository", "branch_of", "default_branch", "head_commit", "is_ancestor", "locate",
    "merged_into_head", "own_mail",
]  # fmt: skip

Job = Callable[[], object]
_QUICK = 5.0  # seconds: these questions are asked while somebody waits for the project
_FEW_ORIGINS = 8  # an origin may be a clone of a clone; a ring of them ends here


@dataclass(frozen=True, slots=True)
class ProjectInfo:
    """`root` is what anchors' paths are relative to. `repo` is None without a usable git, `problem` then says why if
    there should have been one. `former` are keys under which the same project may have been kept before (before its
    first commit, before it had an origin): whoever opens it may carry those memories along."""

    key: str
    root: Path
    repo: Repository | None = None
    branch: str | None = None
    problem: GitTrouble | None = None
    former: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Identity:
    key: str
    settled: bool  # holds as long as the config stays as it is; otherwise a first commit may change it
    problem: GitTrouble | None = None


def _folder_key(folder: Path) -> str:
    return unicodedata.normalize("NFC", Path(os.path.realpath(folder)).as_posix())


def _identity(repo: Repository, hops: int) -> _Identity:
    if repo.broken:
        return _Identity(_folder_key(repo.root), settled=True)
    origin = origin_of(repo.common_dir / "config")
    if origin is not None and origin.key is not None:
        return _Identity(origin.key, settled=True)
    if origin is not None and hops:
        there = _local_origin(repo, origin)
        if there is not None:
            return _identity(there, hops - 1)
    return _by_root_commit(repo)


def _local_origin(repo: Repository, origin: Origin) -> Repository | None:
    base = _home_expanded(origin.path or "")
    place = base if base.is_absolute() else repo.home / base
    for folder in (place, place.with_name(f"{place.name}.git") if place.name else place):
        found = repository_at(folder)
        if found is not None and not found.broken and found.common_dir != repo.common_dir:
            return found
    return None


def _home_expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:  # a `~name` nobody here has
        return Path(path)


def _by_root_commit(repo: Repository) -> _Identity:
    folder = _folder_key(repo.home)
    if not _begun(repo):
        return _Identity(folder, settled=False)
    branch = default_branch(repo)
    start = (branch_commit(repo, branch) if branch else None) or "HEAD"
    try:
        # Along first parents only: a merged-in foreign history must not change who this project is.
        root = Git(repo.root, _QUICK).line("rev-list", "--first-parent", "--max-parents=0", start)
    except GitTrouble as trouble:
        return _Identity(folder, settled=True, problem=trouble)
    return _Identity(root.splitlines()[-1], settled=True) if root else _Identity(folder, settled=False)


def _begun(repo: Repository) -> bool:
    """Whether there is a commit to ask about: at HEAD or, in a new work tree beside it, on the default branch."""
    return read_head(repo).stub or head_commit(repo) is not None or _default_commit(repo) is not None


def _default_commit(repo: Repository) -> str | None:
    branch = default_branch(repo)
    return branch_commit(repo, branch) if branch else None


class _Branches:
    """The branch by the stamp of HEAD; what only git can read is asked for elsewhere and known from then on."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[Stamp, ...], str | None]] = {}

    def of(self, repo: Repository, ask: Callable[[Job], object] | None) -> str | None:
        if repo.broken:
            return None
        now = head_stamp(repo)
        known = self._known.get(repo.git_dir)
        if known is not None and known[0] == now:
            return known[1]
        head = read_head(repo)
        branch = short_name(head.ref) if head.ref else None
        self._known[repo.git_dir] = (now, branch)
        if head.stub and ask is not None:
            ask(lambda: self._ask(repo, now))
        elif head.stub:
            del self._known[repo.git_dir]
        return branch

    def _ask(self, repo: Repository, now: tuple[Stamp, ...]) -> None:
        try:
            branch = Git(repo.root, _QUICK).line("symbolic-ref", "--quiet", "--short", "HEAD")
        except GitTrouble:
            branch = None
        self._known[repo.git_dir] = (now, None if branch == ".invalid" else branch)


_branches = _Branches()


def branch_of(repo: Repository, ask: Callable[[Job], object] | None = None) -> str | None:
    """The branch a work tree is on, unborn ones too; None when detached or unknown.

    Never starts git. Where HEAD is a stub, `ask` is handed the job of finding out; the answer is there at a later call.
    """
    return _branches.of(repo, ask)


class Projects:
    """Project and branch of a path, remembered by stamps; safe from any thread, and it never raises.

    A project's key is opaque: a setting's word, else origin's normalised URL, else the root commit, else the folder. An
    origin on this machine stands for whatever that repository is.

    `background` runs a job off the caller's thread (default: a thread of its own).
    """

    def __init__(self, override: str | None = None, background: Callable[[Job], object] | None = None):
        self._override = override or None
        self._background = background or _in_a_thread
        self._known: dict[Path, tuple[Stamp, _Identity]] = {}
        self._earlier: dict[Path, tuple[str, ...]] = {}
        self._lock = threading.Lock()

    def of(self, path: Path, folder: Path | None = None) -> ProjectInfo:
        """The project of a file or folder. Outside any repository it is `folder`'s, the workspace folder that holds
        it, if given. Starts git only for a repository not seen before that has no origin."""
        return self._of(path, folder, afresh=False)

    def resolve(self, path: Path, folder: Path | None = None) -> ProjectInfo:
        """As `of`, but git is really asked: whether it accepts the repository, and what HEAD is if that is a stub."""
        return self._of(path, folder, afresh=True)

    def _of(self, path: Path, folder: Path | None, afresh: bool) -> ProjectInfo:
        try:
            repo = locate(path)
        except ValueError:  # a NUL in a path
            return ProjectInfo(self._override or str(path), path)
        if repo is None or repo.broken:
            return self._without_git(path, folder, repo)
        identity = self._identity(repo, afresh)
        problem = identity.problem
        if afresh:
            problem = _refusal(repo) or problem
        ask = _at_once if afresh else self._background
        key = self._override or identity.key
        former = () if self._override else tuple(earlier for earlier in self._former(repo) if earlier != key)
        return ProjectInfo(key, repo.root, repo, branch_of(repo, ask), problem, former)

    def _without_git(self, path: Path, folder: Path | None, broken: Repository | None) -> ProjectInfo:
        if broken is not None:
            root = broken.root
            problem = GitTrouble(f"{root / '.git'} leads to no repository", "repair or remove it")
        else:
            root, problem = folder or _nearest_folder(path), None
        return ProjectInfo(self._override or _folder_key(root), root, None, None, problem)

    def _identity(self, repo: Repository, afresh: bool) -> _Identity:
        now = stamp(repo.common_dir / "config")
        known = self._known.get(repo.common_dir)
        if known is not None and known[0] == now and self._stands(repo, known[1], afresh):
            return known[1]
        found = _identity(repo, _FEW_ORIGINS)
        with self._lock:
            if known is not None and known[1].key != found.key:
                self._earlier[repo.common_dir] = (*self._earlier.get(repo.common_dir, ()), known[1].key)
            self._known[repo.common_dir] = (now, found)
        return found

    @staticmethod
    def _stands(repo: Repository, identity: _Identity, afresh: bool) -> bool:
        if identity.problem is not None:
            return not afresh
        return identity.settled or not _begun(repo)

    def _former(self, repo: Repository) -> tuple[str, ...]:
        return tuple(dict.fromkeys((_folder_key(repo.home), *self._earlier.get(repo.common_dir, ()))))


def _in_a_thread(job: Job) -> None:
    threading.Thread(target=job, name="git-ask", daemon=True).start()


def _at_once(job: Job) -> None:
    job()


def _nearest_folder(path: Path) -> Path:
    """The path itself if it is a folder, else the first folder above it that is there."""
    path = absolute(path)
    return next((folder for folder in (path, *path.parents) if folder.is_dir()), path)


def _refusal(repo: Repository) -> GitTrouble | None:
    try:
        Git(repo.root, _QUICK).run("rev-parse", "--git-dir")
    except GitTrouble as trouble:
        return trouble
    return None


def merged_into_head(repo: Repository) -> frozenset[str]:
    """Names of the branches whose work HEAD already holds, local ones and origin's; empty if git cannot say."""
    try:
        git = Git(repo.root)
        listed = git.run("for-each-ref", "--merged=HEAD", "--format=%(refname)", "refs/heads", "refs/remotes/origin")
        here = git.run("for-each-ref", "--format=%(refname)", "refs/heads")
    except GitTrouble:
        return frozenset()
    local = frozenset(map(short_name, here.decode("utf-8", "replace").splitlines()))
    merged = listed.decode("utf-8", "replace").splitlines()
    names = {name for name in map(short_name, merged) if not name.startswith("refs/")}
    there = {name.removeprefix("refs/remotes/origin/") for name in merged if name.startswith("refs/remotes/")}
    return frozenset(names | (there - local - {"HEAD"}))


def is_ancestor(repo: Repository, commit: str) -> bool | None:
    """Whether HEAD already holds a commit; None if git does not know it."""
    try:
        Git(repo.root).run("merge-base", "--is-ancestor", commit, "HEAD")
    except GitTrouble as trouble:
        return False if trouble.code == 1 else None
    return True


def own_mail(repo: Repository) -> str | None:
    """`user.email` as git reports it in this repository, whichever file it stands in."""
    try:
        return Git(repo.root).line("config", "--get", "user.email")
    except GitTrouble:
        return None

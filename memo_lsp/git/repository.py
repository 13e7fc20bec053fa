"""Where a repository is and what its HEAD says, by reading `.git`: a few stats and one small file, never a process."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

Stamp = tuple[int, int, int] | None
_HEX = re.compile(rb"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_STUB = "refs/heads/.invalid"  # what HEAD says where references are kept in tables (reftable)
_USUAL_BRANCHES = ("main", "master", "trunk", "develop")
_LONGEST_POINTER = 64 * 1024


@dataclass(frozen=True, slots=True)
class Repository:
    """The innermost repository around a path. `root` is the top of its work tree, `git_dir` this work tree's own git
    folder, `common_dir` the one all its work trees share. `broken`: there is a `.git`, and it leads nowhere."""

    root: Path
    git_dir: Path
    common_dir: Path
    broken: bool = False

    @property
    def home(self) -> Path:
        """The folder that stands for all work trees: the main one's top, or the bare repository."""
        return self.common_dir.parent if self.common_dir.name == ".git" else self.common_dir


@dataclass(frozen=True, slots=True)
class Head:
    """`ref` is None on a detached HEAD, `sha` unless detached; a `stub` only git itself can read."""

    ref: str | None = None
    sha: str | None = None
    stub: bool = False


def absolute(path: Path) -> Path:
    """Made absolute and tidied, links left as they are: paths stay as the editor spells them."""
    return Path(os.path.normpath(path.absolute()))


def locate(path: Path) -> Repository | None:
    """The innermost repository that holds `path` (a file, a folder, or something not there yet); None outside any."""
    start = absolute(path)
    for folder in (start, *start.parents):
        found = _repository_at(folder)
        if found is not None:
            return found
    return None


def repository_at(folder: Path) -> Repository | None:
    """The repository whose top, or whose bare self, is this very folder."""
    return _repository_at(absolute(folder))


def _repository_at(folder: Path) -> Repository | None:
    marker = folder / ".git"
    try:
        mode = marker.stat().st_mode
    except OSError:
        if marker.is_symlink():  # a link into nothing is a broken repository, not none
            return Repository(folder, marker, marker, broken=True)
        return _bare(folder)
    git_dir = marker if _is_folder(mode) else _pointed_at(marker)
    if git_dir is None or not _has_head(git_dir):
        return Repository(folder, marker, marker, broken=True)
    return Repository(folder, git_dir, _common(git_dir))


def _bare(folder: Path) -> Repository | None:
    if folder.name == ".git" or not _has_head(folder):
        return None
    if not ((folder / "objects").is_dir() and (folder / "refs").is_dir()):
        return None
    return Repository(folder, folder, _common(folder))


def _is_folder(mode: int) -> bool:
    return mode & 0o170000 == 0o040000


def _has_head(git_dir: Path) -> bool:
    return os.path.lexists(git_dir / "HEAD")


def _pointed_at(marker: Path) -> Path | None:
    text = read_small(marker)
    if text is None or not text.startswith(b"gitdir:"):
        return None
    target = os.fsdecode(text.removeprefix(b"gitdir:").strip(b" \t\r\n"))
    return Path(os.path.normpath(marker.parent / target)) if target else None


def _common(git_dir: Path) -> Path:
    text = read_small(git_dir / "commondir")
    target = os.fsdecode(text.strip()) if text else ""
    return Path(os.path.normpath(git_dir / target)) if target else git_dir


def read_small(path: Path) -> bytes | None:
    """The file's bytes; None if it cannot be read or is no file of git's (they are tiny)."""
    try:
        with path.open("rb") as file:
            data = file.read(_LONGEST_POINTER + 1)
    except OSError:
        return None
    return data if len(data) <= _LONGEST_POINTER else None


def stamp(path: Path) -> Stamp:
    """What changes whenever git replaces or rewrites a file: (mtime in ns, size, inode); None if it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def head_stamp(repo: Repository) -> tuple[Stamp, ...]:
    """Changes whenever HEAD may name another branch; where references are kept in tables, HEAD itself never does."""
    tables = (stamp(folder / "reftable" / "tables.list") for folder in (repo.git_dir, repo.common_dir))
    return (stamp(repo.git_dir / "HEAD"), *tables)


def read_head(repo: Repository) -> Head:
    text = _head_text(repo)
    if text is None:
        return Head()
    if not text.startswith(b"ref:"):
        return Head(sha=text.decode()) if _HEX.match(text) else Head()
    ref = text.removeprefix(b"ref:").strip().decode("utf-8", "replace")
    return Head(stub=True) if ref == _STUB else Head(ref=ref)


def _head_text(repo: Repository) -> bytes | None:
    head = repo.git_dir / "HEAD"
    try:
        target = head.readlink()  # the oldest form of HEAD
    except OSError:
        text = read_small(head)
        return text.strip() if text is not None else None
    return b"ref: " + os.fsencode(target)


def short_name(ref: str) -> str:
    """`refs/heads/feature/x` → `feature/x`: a name is data, whatever stands in it."""
    return ref.removeprefix("refs/heads/")


def resolve_ref(repo: Repository, ref: str) -> str | None:
    """The commit a reference names, from its own file or the packed ones; None if it has none yet."""
    for _ in range(5):  # symbolic references may chain; git gives up at five too
        text = _loose(repo, ref)
        if text is None:
            return _packed(repo, ref)
        if not text.startswith(b"ref:"):
            return text.decode() if _HEX.match(text) else None
        ref = text.removeprefix(b"ref:").strip().decode("utf-8", "replace")
    return None


def _loose(repo: Repository, ref: str) -> bytes | None:
    for folder in (repo.git_dir, repo.common_dir):
        text = read_small(folder / ref)
        if text is not None:
            return text.strip()
    return None


def _packed(repo: Repository, ref: str) -> str | None:
    try:
        packed = b"\n" + (repo.common_dir / "packed-refs").read_bytes()
    except OSError:
        return None
    found = re.search(rb"\n([0-9a-f]{40,64}) " + re.escape(ref.encode()) + rb"\r?\n", packed)
    return found[1].decode() if found else None


def head_commit(repo: Repository) -> str | None:
    """The commit HEAD stands on; None if there is none yet, or only git could tell."""
    if repo.broken:
        return None
    head = read_head(repo)
    return head.sha or (resolve_ref(repo, head.ref) if head.ref else None)


def default_branch(repo: Repository) -> str | None:
    """The branch the history belongs to unless something says otherwise: origin's, a usual name, the main tree's."""
    text = read_small(repo.common_dir / "refs" / "remotes" / "origin" / "HEAD")
    named = (text or b"").strip().removeprefix(b"ref: refs/remotes/origin/").decode("utf-8", "replace")
    for name in (named, *_USUAL_BRANCHES):
        if name and branch_commit(repo, name) is not None:
            return name
    main = read_head(Repository(repo.home, repo.common_dir, repo.common_dir))
    return short_name(main.ref) if main.ref else None


def branch_commit(repo: Repository, name: str) -> str | None:
    """Where a branch stands here, or where origin's stood when last seen."""
    return resolve_ref(repo, f"refs/heads/{name}") or resolve_ref(repo, f"refs/remotes/origin/{name}")

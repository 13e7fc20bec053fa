"""What git ignores: asked once for many paths, and remembered until a file that says so changes.

A path beyond a link or in a submodule makes git refuse the whole question; it is then asked in halves.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from memo_lsp.git.door import Git, GitTrouble
from memo_lsp.git.repository import Repository

log = logging.getLogger(__name__)

REMEMBERED = 50_000  # paths
QUESTIONS = 32  # to git about one batch at most
_ABOUT_ONE_PATH = ("symbolic link", "in submodule", "outside repository", "invalid path")

Stamp = tuple[tuple[int, int] | None, ...]


class Asks(Protocol):
    def run(self, *args: str, given: bytes = b"") -> bytes: ...

    def line(self, *args: str) -> str | None: ...


class Ignored:
    """Of many paths those that git ignores. Not for several threads at once."""

    def __init__(self, git: Callable[[Path], Asks] = Git):
        self._git = git
        self._known: dict[tuple[Path, str], tuple[Stamp, bool]] = {}
        self._excludes: dict[Path, tuple[Stamp, Path | None]] = {}
        self._told: set[Path] = set()

    def among(self, repo: Repository | None, paths: Iterable[str]) -> frozenset[str]:
        """The ignored ones of `paths`, which are relative to the repository's top. Without git, or where git cannot
        say, nothing is ignored; the latter is logged once a repository."""
        if repo is None or repo.broken:
            return frozenset()
        if len(self._known) > REMEMBERED:
            self._known.clear()
        stamps = _Stamps(repo, self._excludes_of(repo))
        now = {path: stamps.of(path) for path in paths}
        unknown = [path for path, stamp in now.items() if self._stamp(repo, path) != stamp]
        if unknown:
            ignored = self._ask(repo, unknown)
            if ignored is None:
                return frozenset()
            self._known.update({(repo.root, path): (now[path], path in ignored) for path in unknown})
        return frozenset(path for path in now if self._known.get((repo.root, path), ((), False))[1])

    def _stamp(self, repo: Repository, path: str) -> Stamp | None:
        known = self._known.get((repo.root, path))
        return known[0] if known else None

    def _ask(self, repo: Repository, paths: Sequence[str]) -> frozenset[str] | None:
        """None if git cannot say."""
        git, waiting, found, questions = self._git(repo.root), [list(paths)], set[str](), 0
        while waiting and questions < QUESTIONS:
            asked, questions = waiting.pop(), questions + 1
            try:
                found.update(_check(git, asked))
            except GitTrouble as trouble:
                if not any(words in trouble.reason for words in _ABOUT_ONE_PATH):
                    self._tell(repo, trouble)
                    return None
                half = len(asked) // 2
                waiting += [part for part in (asked[:half], asked[half:]) if len(asked) > 1]
        return frozenset(found)

    def _tell(self, repo: Repository, trouble: GitTrouble) -> None:
        if repo.root not in self._told:
            self._told.add(repo.root)
            log.warning("nothing counts as ignored: %s", trouble)

    def _excludes_of(self, repo: Repository) -> Path | None:
        """The person's own list for all repositories (`core.excludesFile`), asked again when that may have changed."""
        stamp = tuple(_stat(path) for path in _configurations(repo))
        known = self._excludes.get(repo.root)
        if known is None or known[0] != stamp:
            try:
                named = self._git(repo.root).line("config", "--type=path", "--get", "core.excludesFile")
            except GitTrouble:
                named = None
            known = stamp, Path(named) if named else _configured_home() / "git" / "ignore"
            self._excludes[repo.root] = known
        return known[1]


def _check(git: Asks, paths: Sequence[str]) -> Iterator[str]:
    given = b"\0".join(os.fsencode(path) for path in paths) + b"\0"
    try:
        answer = git.run("check-ignore", "-z", "--stdin", given=given)
    except GitTrouble as trouble:
        if trouble.code == 1:  # none of them
            return iter(())
        raise
    return (os.fsdecode(path) for path in answer.split(b"\0") if path)


class _Stamps:
    """Of a path, the stamps of every file that has a say in whether it is ignored; each looked at once."""

    def __init__(self, repo: Repository, excludes: Path | None):
        self._root = repo.root
        self._shared: Stamp = (
            _stat(repo.common_dir / "info" / "exclude"),
            _stat(excludes) if excludes is not None else None,
        )
        self._folders: dict[str, Stamp] = {}

    def of(self, path: str) -> Stamp:
        return self._shared + self._folder(path.rpartition("/")[0])

    def _folder(self, folder: str) -> Stamp:
        known = self._folders.get(folder)
        if known is None:
            own = (_stat(self._root / folder / ".gitignore"),)
            known = self._folder(folder.rpartition("/")[0]) + own if folder else own
            self._folders[folder] = known
        return known


def _stat(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _configurations(repo: Repository) -> Iterator[Path]:
    yield repo.common_dir / "config"
    yield Path(os.environ.get("GIT_CONFIG_GLOBAL") or Path.home() / ".gitconfig")
    yield _configured_home() / "git" / "config"


def _configured_home() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")

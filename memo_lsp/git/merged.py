"""Whether work done on another branch has reached HEAD: asked of git once for each place HEAD stands.

A branch that never had a commit of its own lies in HEAD's history from birth; what was noted on it counts as not merged
for as long as it stands where the note was made.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from memo_lsp.git.project import head_commit, is_ancestor, merged_into_head
from memo_lsp.git.repository import Repository, branch_commit, read_small, resolve_ref

_OWN = (b"commit", b"cherry-pick", b"rebase", b"merge", b"am:", b"pull", b"revert")
Job = Callable[[], object]


@dataclass(slots=True)
class _Known:
    head: str | None
    branches: frozenset[str]
    commits: dict[str, bool | None] = field(default_factory=dict)


class Merged:
    """Answers by the commit HEAD stands at. Safe from any thread."""

    def __init__(self, background: Callable[[Job], object]):
        self._background = background
        self._known: dict[Path, _Known] = {}
        self._asking: set[Path] = set()
        self._lock = threading.Lock()

    def of(self, repo: Repository, branch: str, commit: str | None, *, wait: bool = True) -> bool | None:
        """Whether what was noted on `branch` at `commit` is part of what `repo` has checked out; None if not known.

        With `wait=False` git is not waited for: the answer of the last look, while a new one is under way."""
        known = self._look(repo, wait)
        if known is None:
            return None
        if branch in known.branches:
            return commit is None or not _stands_unworked(repo, branch, commit)
        if branch_commit(repo, branch) is not None or commit is None:
            return False
        return self._holds(known, repo, commit, wait)

    def _look(self, repo: Repository, wait: bool) -> _Known | None:
        head = head_commit(repo)
        known = self._known.get(repo.git_dir)
        if known is not None and known.head == head:
            return known
        if wait:
            return self._ask(repo)
        with self._lock:
            begin = repo.git_dir not in self._asking
            self._asking.add(repo.git_dir)
        if begin:
            self._background(lambda: self._ask(repo))
        return known

    def _ask(self, repo: Repository) -> _Known:
        try:
            found = _Known(head_commit(repo), merged_into_head(repo))
            self._known[repo.git_dir] = found
        finally:
            with self._lock:
                self._asking.discard(repo.git_dir)
        return found

    def _holds(self, known: _Known, repo: Repository, commit: str, wait: bool) -> bool | None:
        """For a branch that is gone: whether HEAD's history holds the commit itself."""
        if commit not in known.commits and wait:
            known.commits[commit] = is_ancestor(repo, commit)
        return known.commits.get(commit)


def _stands_unworked(repo: Repository, branch: str, commit: str) -> bool:
    """Whether the branch is still at the note's commit and was never committed to, as its reflog tells."""
    ref = f"refs/heads/{branch}"
    if resolve_ref(repo, ref) != commit:
        return False
    lines = (read_small(repo.common_dir / "logs" / ref) or b"").splitlines()
    return not any(line.partition(b"\t")[2].startswith(_OWN) for line in lines)

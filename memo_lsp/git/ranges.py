"""What lies between two places in history, and whether two commits are the same change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memo_lsp.git.door import Git, GitTrouble
from memo_lsp.git.repository import Repository

_PATCHES_BYTES = 32_000_000  # of diffs looked at for one answer
_PATCH = (
    "diff-tree", "--stdin", "--root", "-r", "-p", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames",
    "--submodule=short",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Between:
    """Commits of a range, oldest first: at most as many as asked for, the newest. `more`: there were others."""

    shas: tuple[str, ...] = ()
    more: bool = False


def between(repo: Repository, new: str | None, without: Iterable[str | None], most: int) -> Between:
    """The commits that `new` stands on and those of `without` do not, merges too. GitTrouble where one is not known."""
    without = tuple(sha for sha in without if sha is not None)
    if new is None or new in without:
        return Between()
    bounds = [new, *(f"^{sha}" for sha in without)]
    found = Git(repo.root).run("rev-list", "--topo-order", f"--max-count={most + 1}", *bounds, "--")
    shas = found.decode("ascii").split()
    return Between(tuple(reversed(shas[:most])), len(shas) > most)


def is_held(repo: Repository, sha: str) -> bool:
    """Whether any reference still stands on a commit; True if git cannot say."""
    try:
        return bool(Git(repo.root).run("for-each-ref", "--count=1", "--format=x", f"--contains={sha}"))
    except GitTrouble as trouble:
        return trouble.code is None  # a commit that is not here any more is held by nothing


def patch_ids(repo: Repository, shas: Iterable[str]) -> dict[str, str]:
    """What a commit changes, as one number that outlives a rebase (`git patch-id --stable`); merges, empty commits and
    those whose files are not here have none."""
    given = "".join(f"{sha}\n" for sha in shas).encode()
    if not given:
        return {}
    git = Git(repo.root)
    try:
        with git.child(*_PATCH, given=given) as child:
            diffs = child.stdout.read(_PATCHES_BYTES)
            if child.stdout.read(1):
                return {}
            child.finish()
        answer = git.run("patch-id", "--stable", given=diffs) if diffs else b""
    except GitTrouble:
        return {}
    pairs = (line.split() for line in answer.decode("ascii").splitlines())
    return {sha: patch for patch, sha in pairs}

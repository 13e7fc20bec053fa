"""A repository's past as a stream of commits, newest first, in steps of a few hundred: never all of it in memory.

Each step asks one short-lived git, so that other questions get their turn between. Merges are left out. In a clone that
lacks objects nothing is fetched: such a commit comes with what is here and is marked `partial`.
"""

from __future__ import annotations

import itertools
import re
import threading
from array import array
from collections.abc import Container, Iterator, Sequence
from typing import IO

from memo_lsp.git.door import Git, GitTrouble
from memo_lsp.git.project import head_commit, own_mail
from memo_lsp.git.records import Commit, FileChange, Hunk, Tape, read_commit
from memo_lsp.git.repository import Repository, branch_commit, read_head, read_small

__all__ = [
    "STEP", "Commit", "FileChange", "Hunk", "Listing", "ahead_of", "contents", "count", "listing", "next_content",
    "own_mail", "read",
]  # fmt: skip

STEP = 200
_PATIENCE = 120.0  # seconds for one step, or for listing: a step may hold a commit that touches everything
_BIGGEST_BLOB = 1024 * 1024
_HEADER = re.compile(rb"[0-9a-f]{40,64} (\w+) (\d+)\n")
_FORMAT = "--format=%H%x00%P%x00%an%x00%ae%x00%ct%x00%at%x00%s%x00%b"  # -z ends it with a NUL
_DIFF = ("diff-tree", "--stdin", "--always", "--root", "-r", "--raw", "-z", "--encoding=UTF-8", "--no-color", _FORMAT)
_WITH_HUNKS = (*_DIFF, "-M", "-p", "-U0", "--no-ext-diff", "--no-textconv", "--submodule=short")
_WITHOUT_BLOBS = (*_DIFF, "--no-renames")
_WITHOUT_TREES = (
    "log", "--stdin", "--no-walk=unsorted", "--no-patch", "-z", "--encoding=UTF-8", "--no-show-signature",
    "--no-notes", "--no-color", _FORMAT,
)  # fmt: skip


class Listing:
    """Commit ids, newest first, packed (30 bytes each for SHA-1), and how many merges stood between them."""

    def __init__(self) -> None:
        self._packed = bytearray()
        self._width = 20
        self._origins = array("q")
        self._copies = bytearray()
        self.merges = 0

    def add(self, sha: str, origin: int = 0, copy: bool = False) -> None:
        """`origin`: a number for who wrote it, when and under which subject; `copy`: it was committed anew later."""
        self._width = len(sha) // 2
        self._packed += bytes.fromhex(sha)
        self._origins.append(origin)
        self._copies.append(copy)

    def __len__(self) -> int:
        return len(self._copies)

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self._packed), self._width):
            yield self._packed[start : start + self._width].hex()

    def repeats(self, known: Container[str]) -> set[str]:
        """Cherry-picked and rebased copies of commits that stand in the listing too: the same patch again.

        Of a commit and its copies one is left: a `known` one, else the original, else the newest.
        """
        twice = {one for one, following in itertools.pairwise(sorted(self._origins)) if one == following}
        alike: dict[int, list[tuple[str, bool]]] = {}
        for sha, origin, copy in zip(self, self._origins, self._copies, strict=True):
            if origin in twice:
                alike.setdefault(origin, []).append((sha, bool(copy)))
        return {sha for group in alike.values() for sha in _repeats(group, known)}


def _repeats(group: Sequence[tuple[str, bool]], known: Container[str]) -> Iterator[str]:
    stays, stays_copy = min(group, key=lambda one: (one[0] not in known, one[1]))
    for sha, copy in group:
        # Two originals alike in all this are two commits: scripts make several in one second under one subject.
        if sha != stays and sha not in known and (copy or stays_copy):
            yield sha


def listing(
    repo: Repository,
    *,
    since: float | None = None,
    limit: int | None = None,
    stop: threading.Event | None = None,
) -> Listing:
    """The commits HEAD stands on, newest first, without merges: at most `limit`, none made before `since` (seconds).
    Ends early at a `stop`. GitTrouble if git cannot say; empty before the first commit."""
    found = Listing()
    if head_commit(repo) is None and not read_head(repo).stub:
        return found
    bounds = [f"--max-age={int(since)}"] if since is not None else []
    command = ("rev-list", "--parents", "--format=%at%x00%ct%x00%ae%x00%s", *bounds, "HEAD", "--")
    with Git(repo.root, _PATIENCE).child(*command) as child:
        for header in child.stdout:
            if (limit is not None and len(found) >= limit) or (stop is not None and stop.is_set()):
                return found
            _, sha, *parents = header.decode("ascii").split()
            written, committed, who_and_what = child.stdout.readline().split(b"\0", 2)
            if len(parents) > 1:
                found.merges += 1
            else:
                found.add(sha, hash((written, who_and_what)), written != committed)
        child.finish()
    return found


def count(repo: Repository, since: float | None = None, limit: int | None = None) -> int:
    """How many commits a listing would give."""
    return len(listing(repo, since=since, limit=limit))


def ahead_of(repo: Repository, branch: str) -> frozenset[str]:
    """The commits of HEAD that `branch` does not hold (yet); empty if there is no such branch."""
    base = branch_commit(repo, branch)
    if base is None:
        return frozenset()
    try:
        return frozenset(Git(repo.root, _PATIENCE).run("rev-list", f"{base}..HEAD", "--").decode("ascii").split())
    except GitTrouble:
        return frozenset()


def read(repo: Repository, ids: Sequence[str]) -> list[Commit]:
    """These commits (no merges) in this order, with what they changed."""
    cut = _shallow(repo) & set(ids)
    whole = [sha for sha in ids if sha not in cut]
    known = {commit.sha: commit for commit in _changes(repo, whole)}
    # A shallow clone's oldest commits look as if they had made every file there is.
    known |= {commit.sha: commit for commit in _step(repo, sorted(cut), _WITHOUT_TREES, partial=True)}
    return [known[sha] for sha in ids]


def _changes(repo: Repository, ids: Sequence[str]) -> list[Commit]:
    try:
        return _step(repo, ids, _WITH_HUNKS)
    except GitTrouble as trouble:
        if trouble.code is None:
            raise
    try:
        bare = _step(repo, ids, _WITHOUT_BLOBS, partial=True)
        absent = _absent(repo, bare)
    except GitTrouble:
        return _step(repo, ids, _WITHOUT_TREES, partial=True)
    whole = [commit.sha for commit in bare if not _blobs_of(commit) & absent]
    known = {commit.sha: commit for commit in _step(repo, whole, _WITH_HUNKS)} if absent else {}
    return [known.get(commit.sha, commit) for commit in bare]


def _step(repo: Repository, ids: Sequence[str], command: tuple[str, ...], partial: bool = False) -> list[Commit]:
    if not ids:
        return []
    given = "".join(f"{sha}\n" for sha in ids).encode()
    with Git(repo.root, _PATIENCE).child(*command, given=given) as child:
        tape = Tape(child.stdout)
        following = [sha.encode() for sha in ids[1:]] + [b""]
        try:
            commits = [read_commit(tape, after, partial) for after in following]
        except EOFError:
            child.finish()
            raise GitTrouble(f"git's answer in {repo.root} ends too early", code=128) from None
        child.finish()
    return commits


def _blobs_of(commit: Commit) -> set[str]:
    return {blob for change in commit.files for blob in (change.old_blob, change.new_blob) if blob}


def _absent(repo: Repository, commits: Sequence[Commit]) -> set[str]:
    """Objects of these commits' trees, and of those they changed, that are not in this clone."""
    tips = {sha for commit in commits for sha in (commit.sha, *commit.parents)}
    given = "".join(f"{sha}\n" for sha in sorted(tips)).encode()
    command = ("rev-list", "--objects", "--no-object-names", "--missing=print", "--no-walk=unsorted", "--stdin")
    with Git(repo.root, _PATIENCE).child(*command, given=given) as child:
        absent = {line[1:].strip().decode("ascii") for line in child.stdout if line.startswith(b"?")}
        child.finish()
    return absent


def _shallow(repo: Repository) -> set[str]:
    text = read_small(repo.common_dir / "shallow")
    return set(text.decode("ascii", "replace").split()) if text else set()


def contents(repo: Repository, blobs: Sequence[str]) -> Iterator[tuple[str, bytes | None]]:
    """Each blob with its content, in order; None if it is over 1 MB, not a file's, or not in this clone."""
    if not blobs:
        return
    given = "".join(f"{blob}\n" for blob in blobs).encode()
    waiting = iter(blobs)
    with Git(repo.root, _PATIENCE).child("cat-file", "--batch", "--buffer", given=given) as child:
        for blob in waiting:
            child.allow(_PATIENCE)  # from here on: what is done with each content takes its time too
            try:
                content = next_content(child.stdout)
            except EOFError:  # where something is absent and may not be fetched, git gives up altogether
                yield blob, None
                break
            yield blob, content
    for blob in waiting:
        yield blob, None


def next_content(stream: IO[bytes]) -> bytes | None:
    """The next answer of `cat-file --batch`; None if it is over 1 MB, not a file's, or missing. EOFError at the end."""
    line = stream.readline()
    if not line:
        raise EOFError
    header = _HEADER.fullmatch(line)
    if header is None:  # `<what was asked> missing`
        return None
    size = int(header[2])
    if header[1] == b"blob" and size <= _BIGGEST_BLOB:
        return stream.read(size + 1)[:size]
    left = size + 1
    while left and (chunk := stream.read(min(left, _BIGGEST_BLOB))):
        left -= len(chunk)
    return None

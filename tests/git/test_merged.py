"""Is a branch's work part of what is checked out?"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memo_lsp.git.merged import Merged
from memo_lsp.git.project import locate
from tests.conftest import Scratch

Prepare = Callable[[Scratch], str]  # ends on main; gives the commit the note on feat/x was made at


def untouched(scratch: Scratch) -> str:
    scratch.git("checkout", "-q", "-b", "feat/x")
    head = scratch.git("rev-parse", "HEAD")
    scratch.git("checkout", "-q", "main")
    return head


def worked_on(scratch: Scratch) -> str:
    scratch.git("checkout", "-q", "-b", "feat/x")
    head = scratch.commit("work")
    scratch.git("checkout", "-q", "main")
    return head


def merged(scratch: Scratch) -> str:
    head = worked_on(scratch)
    scratch.git("merge", "-q", "--no-ff", "-m", "Merge", "feat/x")
    return head


def fast_forwarded(scratch: Scratch) -> str:
    head = worked_on(scratch)
    scratch.git("merge", "-q", "--ff-only", "feat/x")
    return head


def merged_and_gone(scratch: Scratch) -> str:
    head = merged(scratch)
    scratch.git("branch", "-q", "-d", "feat/x")
    return head


def thrown_away(scratch: Scratch) -> str:
    head = worked_on(scratch)
    scratch.git("branch", "-q", "-D", "feat/x")
    return head


def noted_before_its_work_was_merged(scratch: Scratch) -> str:
    first = untouched(scratch)
    scratch.git("checkout", "-q", "feat/x")
    scratch.commit("work")
    scratch.git("checkout", "-q", "main")
    scratch.git("merge", "-q", "--no-ff", "-m", "Merge", "feat/x")
    return first


CASES = [
    (untouched, False), (worked_on, False), (merged, True), (fast_forwarded, True), (merged_and_gone, True),
    (thrown_away, False), (noted_before_its_work_was_merged, True),
]  # fmt: skip


@pytest.mark.parametrize(("prepare", "expected"), CASES, ids=lambda value: getattr(value, "__name__", str(value)))
def test_merged(scratch: Scratch, prepare: Prepare, expected: bool):
    scratch.commit("start")
    commit = prepare(scratch)
    repo = locate(scratch.root)
    assert repo is not None
    assert Merged(lambda job: job()).of(repo, "feat/x", commit) is expected


def test_who_does_not_wait_learns_it_the_next_time(scratch: Scratch):
    scratch.commit("start")
    commit = worked_on(scratch)
    repo = locate(scratch.root)
    assert repo is not None
    jobs: list[Callable[[], object]] = []
    known = Merged(jobs.append)
    assert known.of(repo, "feat/x", commit, wait=False) is None
    assert known.of(repo, "feat/x", commit, wait=False) is None
    assert len(jobs) == 1
    jobs.pop()()
    assert known.of(repo, "feat/x", commit, wait=False) is False
    scratch.git("merge", "-q", "--no-ff", "-m", "Merge", "feat/x")
    assert known.of(repo, "feat/x", commit, wait=False) is False
    jobs.pop()()
    assert known.of(repo, "feat/x", commit, wait=False) is True

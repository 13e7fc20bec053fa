from __future__ import annotations

import pytest

from memo_lsp.capture.watching import poll_stamp, watch_globs
from memo_lsp.git.project import locate


@pytest.fixture
def placed(scratch, tmp_path):
    """A repository with a linked work tree."""
    scratch.write("a.py", "x = 1\n").commit("chore: start")
    scratch.git("worktree", "add", "-q", str(tmp_path / "tree"), "-b", "tree-work")
    return scratch


def test_what_to_watch(placed, tmp_path):
    main = watch_globs(locate(placed.root), [placed.root])
    git = placed.root / ".git"
    assert {one.pattern for one in main} >= {"HEAD", "logs/HEAD", "packed-refs", "refs/**", "MERGE_HEAD", "reftable/*"}
    assert len(main) == len(set(main))
    assert {(one.base, one.inside) for one in main} == {(git, True)}
    tree = watch_globs(locate(tmp_path / "tree"), [tmp_path / "tree"])
    assert {one.base for one in tree if one.pattern == "HEAD"} == {git / "worktrees" / "tree"}
    assert {one.base for one in tree if one.pattern == "refs/**"} == {git}
    assert not any(one.inside for one in tree)
    assert main[0].glob == f"{git.as_posix()}/HEAD"
    (tmp_path / "tree" / ".git").write_text("gitdir: /nowhere\n")
    assert watch_globs(locate(tmp_path / "tree"), []) == ()


def test_the_stamp_changes_with_what_matters(scratch):
    seen = [poll_stamp(locate(scratch.root))]

    def check(changes: bool = True) -> None:
        now = poll_stamp(locate(scratch.root))
        assert (now != seen[-1]) is changes
        seen.append(now)

    check(changes=False)
    scratch.write("a.py", "x\n").commit("one")
    check()
    for name in ("b", "c", "d"):  # HEAD is replaced by a rename each time
        scratch.git("checkout", "-q", "-b", name)
        check()
    scratch.git("config", "core.logAllRefUpdates", "false")
    (scratch.root / ".git" / "logs" / "HEAD").unlink()
    check()
    scratch.write("a.py", "y\n").commit("two")
    check()
    scratch.write("a.py", "z\n")
    check(changes=False)
    scratch.git("stash", "-q")
    check()
    scratch.git("stash", "pop", "-q")
    check()
    (scratch.root / ".git" / "rebase-merge").mkdir()
    check()

"""HEAD followed through everything git does to it, with a real git."""

from __future__ import annotations

import os

import pytest

from memo_lsp.capture.heads import Heads
from tests.capture.watched import PLAIN, Watched, add, begin, titles
from tests.conftest import Scratch

OTHER = "Other <other@host.invalid>"


@pytest.fixture
def begun(scratch: Scratch) -> Scratch:
    return begin(scratch)


@pytest.fixture
def tree(begun: Scratch, store, clock) -> Watched:
    found = Watched(begun.root, store, clock)
    assert found.began == []
    return found


def test_first_sight_notes_where_head_is_and_no_move_costs_no_git(begun, tree, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert tree.news() == tree.news() == []
    assert titles(tree) == set()
    assert tree.desk.store.heads.seen(tree.desk.info.repo.git_dir).branch == "main"


def test_a_commit(begun, tree):
    sha = begun.write("a.py", PLAIN.format("a").replace("1", "2")).commit("fix(a): two\n\nBecause.")
    (news,) = tree.news()
    (commit, uid), memory = news.commits[0], tree.memories()["fix(a): two"]
    assert (news.move, news.new, news.old_branch, news.new_branch) == ("commit", sha, "main", "main")
    assert (commit.sha, uid, tree.remembered) == (sha, memory.id, [memory.id])
    assert (memory.commit, memory.branch, memory.kind) == (sha, "main", "fix")
    assert (memory.session, memory.origin) == ("s1", "git")
    assert (memory.trust, memory.body, [anchor.symbol for anchor in memory.anchors]) == ("owner", "Because.", ["a"])
    assert tree.heads.sides(tree.desk, commit.files[0]) == ("def a():\n    return 1\n", "def a():\n    return 2\n")
    assert tree.desk.store.gate.counts() == (1, {})
    assert tree.news() == []
    tree.heads.close()


def test_what_is_not_worth_it_is_counted(begun, tree):
    begun.write("r.txt", "x\n").commit("build(deps): bump x", author="updater[bot] <bot@host.invalid>")
    begun.write("uv.lock", "x\n").commit("refresh the lock file")
    begun.write("a.py", "x\n").commit("wip")
    begun.write("a.py", "y\n").commit("y")
    begun.write("a.py", "z\n").commit("feat: theirs", author=OTHER)
    assert tree.moves() == ["commit"] * 5
    assert titles(tree) == {"y", "feat: theirs"}
    assert tree.memories()["feat: theirs"].trust == "external"
    assert tree.desk.store.gate.counts() == (2, {"bot": 1, "lock files only": 1, "says nothing": 1})


def test_layout_alone_anchors_no_symbol(begun, tree):
    begun.write("a.py", "def a():\n\n    return   1\n").commit("style: spaces")
    tree.news()
    (anchor,) = tree.memories()["style: spaces"].anchors
    assert (anchor.path, anchor.symbol) == ("a.py", None)


def test_three_switches_in_a_row(begun, tree):
    odd = "fix/it's-ünï"
    for name in ("feature/pay/v2", odd):
        begun.git("checkout", "-q", "-b", name)
    add(begun, "b")
    begun.git("checkout", "-q", "--detach")
    add(begun, "c")
    begun.git("checkout", "-q", "main")
    news = tree.news()
    assert [(one.move, one.new_branch) for one in news] == [
        ("switch", "feature/pay/v2"), ("switch", odd), ("commit", odd), ("switch", None), ("commit", None),
        ("switch", "main"),
    ]  # fmt: skip
    assert {title: memory.branch for title, memory in tree.memories().items()} == {"feat: b": odd, "feat: c": None}


def test_branches_renamed_orphaned_and_tags(begun, tree):
    begun.git("tag", "v1.0")
    begun.git("branch", "-m", "trunk")
    begun.git("checkout", "-q", "v1.0")
    begun.git("checkout", "-q", "--orphan", "island")
    assert [(one.move, one.new_branch) for one in tree.news()] == [
        ("switch", "trunk"), ("switch", "island"), ("reset", "island"),
    ]  # fmt: skip
    add(begun, "b")
    (news,) = tree.news()
    assert (news.move, news.old, news.new_branch) == ("commit", None, "island")


def test_a_merge_adds_nothing_beside_what_it_brought(begun, tree):
    begun.git("checkout", "-q", "-b", "side")
    add(begun, "b")
    begun.git("checkout", "-q", "main")
    add(begun, "c")
    tree.news()
    begun.git("merge", "-q", "--no-ff", "-m", "Merge branch 'side'", "side")
    (news,) = tree.news()
    assert (news.move, [uid for _, uid in news.commits]) == ("merge", [None])
    assert titles(tree) == {"feat: b", "feat: c"}
    assert tree.desk.store.gate.counts() == (2, {"merge": 1})


def test_a_pull_brings_what_others_made(begun, tree, tmp_path):
    begun.git("clone", "-q", str(begun.root), str(tmp_path / "there"))
    there = Scratch(tmp_path / "there", begun.clock)
    for name in ("b", "c"):
        there.write(f"{name}.py", PLAIN.format(name)).commit(f"feat: {name}", author=OTHER)
    begun.git("pull", "-q", str(there.root), "main")
    (news,) = tree.news()
    assert (news.move, len(news.commits)) == ("pull", 2)
    there.write("d.py", PLAIN.format("d")).commit("feat: d", author=OTHER)
    add(begun, "mine")
    begun.git("pull", "-q", "--rebase", str(there.root), "main")
    assert tree.moves() == ["commit", "rebase"]
    assert {title: memory.trust for title, memory in tree.memories().items()} == {
        "feat: b": "external", "feat: c": "external", "feat: d": "external", "feat: mine": "owner",
    }  # fmt: skip
    assert {memory.branch for memory in tree.memories().values()} == {"main"}


def test_a_stash_is_neither_commit_nor_switch(begun, tree):
    begun.write("a.py", "x = 2\n")
    begun.git("stash", "-q")
    assert tree.moves() == ["stash"]
    begun.git("stash", "pop", "-q")
    assert tree.moves() == ["stash"]
    begun.git("stash", "-q")
    begun.git("stash", "pop", "-q")
    (news,) = tree.news()
    assert (news.move, news.old == news.new, news.commits) == ("reset", True, ())
    assert titles(tree) == set()


def test_reset_back_and_forward(begun, tree):
    sha = add(begun, "b")
    begun.git("reset", "-q", "--hard", "HEAD~1")
    begun.git("reset", "-q", "--hard", sha)
    assert tree.moves() == ["commit", "reset", "reset"]
    assert titles(tree) == {"feat: b"}


def test_before_the_first_commit(scratch, store, clock):
    tree = Watched(scratch.root, store, clock)
    assert tree.heads.text(tree.desk, "a.py") == ""
    add(scratch, "a")
    (news,) = tree.news()
    assert (news.move, news.old, news.new_branch, len(news.commits)) == ("commit", None, "main", 1)
    assert titles(tree) == {"feat: a"}


def test_while_no_editor_was_open(begun, tree, store, clock):
    add(begun, "b")
    begun.git("checkout", "-q", "-b", "side")
    add(begun, "c")
    again = Watched(begun.root, store, clock)
    assert [one.move for one in again.began] == ["commit", "switch", "commit"]
    assert {title: one.branch for title, one in again.memories().items()} == {"feat: b": "main", "feat: c": "side"}
    assert Watched(begun.root, store, clock).began == []
    assert len(tree.news()) == 3  # another window is told of it too, and makes nothing of it
    assert store.gate.counts() == (2, {})
    assert len(again.memories()) == 2


def test_paused_the_place_moves_on_and_nothing_is_kept(begun, tree, store, clock):
    add(begun, "b")
    (news,) = tree.news(quiet=True)
    assert (news.move, news.commits) == ("commit", ())
    add(begun, "c")
    tree.news()
    assert Watched(begun.root, store, clock).began == []
    assert titles(tree) == {"feat: c"}


@pytest.mark.parametrize("kept", [True, False])
def test_without_a_reflog_the_graph_tells(begun, tree, store, clock, kept):
    if kept:  # it was cut short since
        (begun.root / ".git" / "logs" / "HEAD").write_text("")
    else:
        begun.git("config", "core.logAllRefUpdates", "false")
        (begun.root / ".git" / "logs" / "HEAD").unlink()
        os.utime(begun.root / ".git" / "HEAD")
    tree.news()
    begun.git("config", "core.logAllRefUpdates", "false")
    (begun.root / ".git" / "logs" / "HEAD").unlink(missing_ok=True)
    add(begun, "b")
    assert tree.moves() == ["commit"]
    begun.commit("feat: b anew", "--amend")
    assert tree.moves() == ["amend"]
    begun.git("checkout", "-q", "-b", "side")
    assert tree.moves() == ["switch"]
    add(begun, "c")
    add(begun, "d")
    assert tree.moves() == ["pull"]
    begun.git("reset", "-q", "--hard", "HEAD~2")
    assert tree.moves() == ["reset"]
    assert titles(tree) == {"feat: b anew", "feat: c", "feat: d"}


def test_work_trees_have_heads_of_their_own(begun, tree, store, clock, tmp_path):
    begun.git("worktree", "add", "-q", str(tmp_path / "tree"), "-b", "tree-work")
    other = Watched(tmp_path / "tree", store, clock, tree.heads)
    there = Scratch(tmp_path / "tree", begun.clock)
    add(there, "b")
    assert tree.news() == []
    (news,) = other.news()
    assert (news.new_branch, other.desk.project) == ("tree-work", tree.desk.project)
    assert other.memories()["feat: b"].branch == "tree-work"


def test_what_came_after_an_event_waits(begun, store, clock):
    wall = [0.0]
    tree = Watched(begun.root, store, clock, Heads(lambda: wall[0]))
    add(begun, "b")
    log = begun.root / ".git" / "logs" / "HEAD"
    wall[0] = log.stat().st_mtime + 60
    saved_at = clock.now() - 61
    begun.clock = int(log.stat().st_mtime)
    begun.git("reset", "-q", "--hard", "HEAD")
    os.utime(log, (wall[0] - 60, wall[0] - 60))
    assert [one.move for one in tree.news(at=saved_at)] == ["commit"]
    assert tree.news(at=saved_at) == []
    assert tree.moves() == ["reset"]

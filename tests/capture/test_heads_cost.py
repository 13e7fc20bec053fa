"""What looking at HEAD costs, counted in git processes, and what happens when git or the store does not go along."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

import pytest

from memo_lsp.errors import StoreTrouble
from memo_lsp.git import door
from tests.capture.watched import PLAIN, Watched, add, begin, titles
from tests.conftest import Scratch


@pytest.fixture
def begun(scratch: Scratch) -> Scratch:
    return begin(scratch)


@pytest.fixture
def tree(begun: Scratch, store, clock) -> Watched:
    return Watched(begun.root, store, clock)


@pytest.fixture
def children(monkeypatch) -> list[str]:
    """The git commands that were started."""
    started: list[str] = []
    start = door.Git._start

    def counted(self, args, source):
        started.append(" ".join(args[:2]))
        return start(self, args, source)

    monkeypatch.setattr(door.Git, "_start", counted)
    return started


ONE_LOOK = [
    "cat-file --batch", "config --get", "diff-tree --stdin", "diff-tree --stdin", "patch-id --stable",
]  # fmt: skip


def test_git_is_asked_once_for_all_commits_of_a_look(begun, tree, children, monkeypatch):
    monkeypatch.setattr(tree.desk.store.memories, "export", None)  # nor is all of a project read
    add(begun, "b")
    tree.news()
    assert sorted(children) == ONE_LOOK
    children.clear()
    for name in "cde":
        add(begun, name)
    begun.commit("feat: e, better", "--amend")
    tree.news()
    assert sorted(children) == ONE_LOOK
    children.clear()
    assert [tree.news() for _ in range(20)] == [[]] * 20
    begun.git("checkout", "-q", "-b", "side")
    begun.write("a.py", "x\n")
    begun.git("stash", "-q")
    assert tree.moves() == ["switch", "stash"]
    assert children == []


def test_a_rebase_of_many_asks_as_often_as_one_of_few(begun, tree, children):
    begun.git("checkout", "-q", "-b", "topic")
    for number in range(12):
        add(begun, f"m{number}")
    begun.git("checkout", "-q", "main")
    add(begun, "z")
    begun.git("checkout", "-q", "topic")
    tree.news()
    begun.git("rebase", "-q", "main")
    children.clear()
    assert tree.moves() == ["rebase"]
    assert len([one for one in children if one.startswith("rev-list")]) == 3
    assert sorted(one for one in children if not one.startswith("rev-list")) == ONE_LOOK


def test_texts_come_from_one_child_that_is_let_go(begun, tree, children, monkeypatch):
    assert tree.heads.text(tree.desk, "a.py") == PLAIN.format("a")
    assert [tree.heads.text(tree.desk, f"none{number}.py") for number in range(50)] == [""] * 50
    assert children == ["cat-file --batch"]
    assert len(door._watch._children) == 1
    monkeypatch.setattr("memo_lsp.capture.heads.IDLE_SECONDS", -1.0)
    tree.news()
    assert not door._watch._children
    assert tree.heads.text(tree.desk, "a.py") == PLAIN.format("a")
    tree.heads.close()
    assert not door._watch._children


def fake_git(tmp_path: Path, monkeypatch, script: str) -> None:
    program = tmp_path / "bin" / "git"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def test_a_repository_git_refuses_is_told_of_once_and_made_up_for(begun, tree, store, clock, tmp_path, caplog):
    caplog.set_level(logging.WARNING, "memo_lsp")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("b", "c"):
            add(begun, name)
            said = "fatal: detected dubious ownership in repository at '/w/r'"
            fake_git(tmp_path, patch, f'echo "{said}" >&2; exit 128')
            (news,) = tree.news()
            assert (news.move, news.commits, news.new_branch) == ("commit", (), "main")
            (tmp_path / "bin" / "git").unlink()
    assert [record.message for record in caplog.records if "safe.directory" in record.message] != []
    assert len(caplog.records) == 1
    add(begun, "d")
    assert tree.moves() == ["commit"]
    assert titles(tree) == {"feat: d"}
    again = Watched(begun.root, store, clock)
    assert [one.move for one in again.began] == ["commit"] * 3
    assert titles(again) == {"feat: b", "feat: c", "feat: d"}


def test_a_store_that_cannot_be_written_loses_nothing(begun, tree, store, clock, monkeypatch):
    def locked():
        raise StoreTrouble("the store is locked")

    add(begun, "b")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store.database, "write", locked)
        assert tree.moves() == ["commit"]
    assert store.spool.drain() == 1
    assert titles(tree) == {"feat: b"}
    again = Watched(begun.root, store, clock)
    assert [one.commits[0][1] for one in again.began] == [again.memories()["feat: b"].id]


def test_where_head_is_a_stub_git_tells(tmp_path, store, clock, monkeypatch):
    real = begin(Scratch(tmp_path / "real").init("dev"))
    git_dir = tmp_path / "stub" / ".git"
    (git_dir / "reftable").mkdir(parents=True)
    (git_dir / "refs").mkdir()
    (git_dir / "HEAD").write_text("ref: refs/heads/.invalid\n")
    tables = git_dir / "reftable" / "tables.list"
    tables.write_text("1\n")
    plain = os.environ["PATH"]
    monkeypatch.setenv("PATH", "/nowhere")
    nobody = Watched(tmp_path / "stub", store, clock)
    assert (nobody.news(), nobody.desk.branch) == ([], None)
    assert store.heads.seen(git_dir) is None
    monkeypatch.setenv("PATH", plain)
    fake_git(tmp_path, monkeypatch, f'[ "$1" = -C ] && shift 2\nPATH={plain} exec git -C {real.root} "$@"')
    tables.write_text("1\n")
    assert nobody.news() == []
    tree = Watched(tmp_path / "stub", store, clock)
    assert (tree.desk.branch, nobody.desk.branch, store.heads.seen(git_dir).branch) == ("dev", "dev", "dev")
    assert store.heads.seen(git_dir).sha == real.git("rev-parse", "HEAD")
    add(real, "b")
    tables.write_text("1\n2\n")
    assert [(one.move, one.new_branch) for one in tree.news()] == [("commit", "dev")]
    assert tree.memories()["feat: b"].branch == "dev"
    real.git("checkout", "-q", "-b", "next")
    tables.write_text("1\n2\n3\n")
    assert [(one.move, one.new_branch) for one in tree.news()] == [("switch", "next")]

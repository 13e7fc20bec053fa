from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest

from memo_lsp.git import door
from memo_lsp.git.project import (
    Projects,
    branch_of,
    default_branch,
    head_commit,
    is_ancestor,
    locate,
    merged_into_head,
    own_mail,
)


@pytest.fixture
def no_git(monkeypatch):
    """Any attempt to start a process fails the test."""

    def refuse(*args, **kwargs):
        raise AssertionError("git was started")

    return lambda: monkeypatch.setattr(subprocess, "Popen", refuse)


def fake_git(tmp_path: Path, monkeypatch, script: str) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "git"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def key(path: Path) -> str:
    return Projects().of(path).key


def branch(path: Path) -> str | None:
    return Projects().of(path).branch


def test_clone_worktree_and_subfolder_are_one_project(scratch, tmp_path):
    scratch.write("src/a.py", "x = 1\n").commit("feat: first")
    scratch.git("worktree", "add", "-q", "../tree", "-b", "tree-work")
    scratch.git("clone", "-q", str(scratch.root), str(tmp_path / "clone"))
    scratch.git("clone", "-q", str(tmp_path / "clone"), str(tmp_path / "second"))
    places = [scratch.root, scratch.root / "src" / "a.py", scratch.root / "new" / "b.py"]
    places += [tmp_path / "tree", tmp_path / "clone" / "src", tmp_path / "second"]
    assert len({key(place) for place in places}) == 1
    assert branch(tmp_path / "tree") == "tree-work"
    assert branch(scratch.root / "src") == "main"
    assert Projects().of(tmp_path / "tree" / "src").root == tmp_path / "tree"


def test_an_origin_is_known_by_its_url_without_a_password(scratch, tmp_path, no_git):
    scratch.git("remote", "add", "origin", "https://me:hunter2@Code.host/owner/name.git")
    no_git()
    assert key(scratch.root) == "code.host/owner/name"
    assert key(tmp_path) == str(tmp_path)
    assert Projects("ours").of(tmp_path / "anywhere").key == "ours"


def test_an_unreadable_local_origin_leaves_the_root_commit(scratch):
    first = scratch.commit("feat: first")
    scratch.git("remote", "add", "origin", "/nowhere/at/all")
    assert key(scratch.root) == first


def test_an_origin_that_is_itself_is_no_ring(scratch):
    scratch.git("remote", "add", "origin", ".")
    assert key(scratch.root) == str(scratch.root)


def test_orphan_branches_and_foreign_histories_do_not_change_who_it_is(scratch, tmp_path):
    first = scratch.write("a", "1").commit("feat: first")
    scratch.git("checkout", "-q", "--orphan", "pages")
    scratch.commit("docs: pages")
    assert key(scratch.root) == first
    scratch.git("checkout", "-q", "main")
    scratch.git("merge", "-q", "--allow-unrelated-histories", "-s", "ours", "-m", "merge", "pages")
    assert key(scratch.root) == first


def test_before_the_first_commit(scratch):
    projects = Projects()
    before = projects.of(scratch.root / "a.py")
    assert (before.key, before.branch, before.problem) == (str(scratch.root), "main", None)
    assert head_commit(before.repo) is None
    first = scratch.commit("feat: first")
    after = projects.of(scratch.root / "a.py")
    assert (after.key, after.former) == (first, (str(scratch.root),))
    assert head_commit(after.repo) == first
    scratch.git("remote", "add", "origin", "git@code.host:o/n")
    assert projects.of(scratch.root).key == "code.host/o/n"
    assert first in projects.of(scratch.root).former


def test_a_submodule_is_its_own_project(scratch, tmp_path):
    scratch.commit("feat: outer")
    other = type(scratch)(tmp_path / "lib").init("trunk")
    other.write("l.py", "x = 1\n").commit("chore: lib")
    scratch.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../lib", "dep")
    assert key(scratch.root / "dep" / "l.py") == key(other.root) != key(scratch.root)
    assert branch(scratch.root / "dep" / "l.py") == "trunk"
    scratch.write("dep/.git", "gitdir: /nowhere\n")
    broken = Projects().of(scratch.root / "dep" / "l.py")
    assert (broken.repo, broken.branch, broken.key) == (None, None, str(scratch.root / "dep"))
    assert "leads to no repository" in str(broken.problem)


@pytest.mark.parametrize("content", ["gitdir: /nowhere/at/all\n", "", "gitdir:", "nonsense", "\x00\xff"])
def test_a_broken_git_file_is_never_the_parent(scratch, content):
    scratch.commit("feat: first")
    inner = scratch.write("broken/.git", content).root / "broken"
    repo = locate(inner / "deep" / "x.py")
    assert repo.broken and repo.root == inner
    assert branch_of(repo) is None and head_commit(repo) is None
    assert key(inner) == str(inner) != key(scratch.root)


def test_outside_any_repository(tmp_path):
    (tmp_path / "plain").mkdir()
    for asked in (tmp_path / "plain", tmp_path / "plain" / "missing" / "x.py"):
        found = Projects().of(asked)
        assert (found.key, found.root, found.repo) == (str(tmp_path / "plain"), tmp_path / "plain", None)
    assert Projects().of(tmp_path / "plain" / "x.py", tmp_path).key == str(tmp_path)
    assert Projects().of(Path("bad\0name")).repo is None


NAMES = ["feature/pay/v2", "feature-pay-v2", "fix/it's-ünï", "v1.2.x", 'say-"hi"', "清零", "main-ß"]


def test_branch_names_are_data(scratch, no_git):
    scratch.commit("feat: first")
    projects = Projects()
    projects.of(scratch.root)
    for name in NAMES:
        scratch.git("checkout", "-q", "-b", name)
        assert projects.of(scratch.root / "x.py").branch == name
    no_git()
    assert projects.of(scratch.root).branch == NAMES[-1]


def test_detached_and_in_the_middle_of_a_rebase(scratch):
    scratch.write("a", "1").commit("one")
    scratch.git("checkout", "-q", "-b", "topic")
    second = scratch.write("a", "2").commit("two")
    scratch.git("checkout", "-q", "main")
    scratch.write("a", "3").commit("three")
    scratch.git("checkout", "-q", "topic")
    subprocess.run(["git", "rebase", "main"], cwd=scratch.root, capture_output=True, check=False)
    assert (scratch.root / ".git" / "rebase-merge").exists()
    assert branch(scratch.root) is None
    scratch.git("rebase", "--abort")
    assert branch(scratch.root) == "topic"
    scratch.git("checkout", "-q", "--detach")
    assert branch(scratch.root) is None
    assert head_commit(locate(scratch.root)) == second


def test_head_is_found_among_packed_references(scratch, no_git):
    sha = scratch.commit("feat: first")
    scratch.git("branch", "other/main")
    scratch.git("pack-refs", "--all")
    assert not (scratch.root / ".git" / "refs" / "heads" / "main").exists()
    no_git()
    assert head_commit(locate(scratch.root)) == sha
    assert default_branch(locate(scratch.root)) == "main"


def stub_head(scratch) -> None:
    (scratch.root / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")


def test_a_stub_head_is_git_s_to_read(scratch, tmp_path, monkeypatch):
    scratch.git("remote", "add", "origin", "git@code.host:o/n")
    stub_head(scratch)
    fake_git(tmp_path, monkeypatch, "echo dev")
    jobs: list = []
    projects = Projects(background=jobs.append)
    assert projects.of(scratch.root).branch is None
    assert projects.of(scratch.root).branch is None
    assert len(jobs) == 1
    jobs[0]()
    assert projects.of(scratch.root).branch == "dev"
    assert Projects().resolve(scratch.root).branch == "dev"
    assert branch_of(locate(scratch.root)) == "dev"


def test_a_stub_head_without_git_is_unknown(scratch, tmp_path, monkeypatch):
    scratch.git("remote", "add", "origin", "git@code.host:o/n")
    stub_head(scratch)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = Projects().resolve(scratch.root)
    assert found.branch is None
    assert "cannot be started" in str(found.problem)


def test_a_repository_git_refuses_names_the_mend(scratch, tmp_path, monkeypatch):
    said = "fatal: detected dubious ownership in repository at '/w/r'"
    advice = "git config --global --add safe.directory /w/r"
    fake_git(tmp_path, monkeypatch, f'echo "{said}" >&2; echo "{advice}" >&2; exit 128')
    scratch.write("a.py", "")
    before = Path(os.environ["GIT_CONFIG_GLOBAL"]).read_bytes()
    found = Projects().resolve(scratch.root)
    assert found.problem.fix.endswith("run: git config --global --add safe.directory /w/r")
    assert (found.branch, found.key) == ("main", str(scratch.root))
    assert Path(os.environ["GIT_CONFIG_GLOBAL"]).read_bytes() == before


def test_without_git_there_is_still_a_project(scratch, tmp_path, monkeypatch):
    scratch.commit("feat: first")
    monkeypatch.setenv("PATH", str(tmp_path))
    projects = Projects()
    found = projects.of(scratch.root)
    assert (found.key, found.branch) == (str(scratch.root), "main")
    assert "install git" in found.problem.fix
    monkeypatch.undo()
    assert projects.of(scratch.root).problem is not None  # not asked again on every event
    assert projects.resolve(scratch.root).problem is None


def test_a_bare_repository_and_paths_inside_git_s_own_folder(scratch, tmp_path):
    first = scratch.commit("feat: first")
    scratch.git("clone", "-q", "--bare", str(scratch.root), str(tmp_path / "bare.git"))
    assert locate(tmp_path / "bare.git").root == tmp_path / "bare.git"
    assert key(tmp_path / "bare.git") == first
    assert locate(scratch.root / ".git" / "COMMIT_EDITMSG").root == scratch.root


def test_what_is_merged(scratch):
    scratch.commit("one")
    scratch.git("branch", "done")
    scratch.git("checkout", "-q", "-b", "open/work")
    ahead = scratch.commit("two")
    scratch.git("checkout", "-q", "main")
    repo = locate(scratch.root)
    assert merged_into_head(repo) == {"main", "done"}
    assert is_ancestor(repo, ahead) is False
    assert is_ancestor(repo, "HEAD") is True
    assert is_ancestor(repo, "0" * 40) is None


def test_own_mail_is_what_git_reports_there(scratch):
    assert own_mail(locate(scratch.root)) == "dev@host.invalid"
    scratch.git("config", "user.email", "here@host.invalid")
    assert own_mail(locate(scratch.root)) == "here@host.invalid"


def test_a_known_project_costs_no_process(scratch, no_git):
    scratch.commit("feat: first")
    projects = Projects()
    first = projects.of(scratch.root)
    no_git()
    assert projects.of(scratch.root / "a" / "b.py") == first


def test_git_is_never_let_onto_the_network(scratch, tmp_path, monkeypatch):
    fake_git(tmp_path, monkeypatch, "env")
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    seen = dict(line.partition("=")[::2] for line in door.Git(scratch.root).run("x").decode().splitlines())
    assert seen["GIT_NO_LAZY_FETCH"] == "1" and seen["GIT_ALLOW_PROTOCOL"] == "none" and seen["LC_ALL"] == "C"
    assert seen["GIT_TERMINAL_PROMPT"] == "0" and "GIT_DIR" not in seen

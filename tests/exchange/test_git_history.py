from __future__ import annotations

import threading

import pytest

from memo_lsp.capture.commits.memory import ANCHORED_SYMBOLS
from memo_lsp.exchange import git_history
from memo_lsp.exchange.git_history import ImportReport, import_history
from memo_lsp.git import history
from memo_lsp.git.door import GitTrouble
from memo_lsp.git.project import Projects
from memo_lsp.model import Anchor, Memory

OTHER = "Other <other@host.invalid>"


@pytest.fixture
def bring(scratch, store, clock):
    """Imports the scratch repository's history."""

    def run(**options) -> ImportReport:
        info = Projects().resolve(scratch.root)
        return import_history(store, info.repo, info, clock=clock, **options)

    return run


def known(store) -> dict[str, Memory]:
    return {memory.title: memory for memory in store.memories.export()}


def anchors(memory: Memory) -> list[str]:
    return sorted(f"{anchor.path}::{anchor.symbol}" if anchor.symbol else anchor.path for anchor in memory.anchors)


def first_day(scratch) -> None:
    scratch.write("io.py", "def load(p):\n    return open(p)\n").commit("feat(io): load a file")
    scratch.write("io.py", 'def load(p):\n    return open(p, "rb")\n').commit("fix(io): read bytes")
    scratch.git("checkout", "-q", "-b", "side")
    scratch.write("out.py", "def save(p): pass\n").commit("feat(out): save", author=OTHER)
    scratch.git("checkout", "-q", "main")
    scratch.git("merge", "-q", "--no-ff", "-m", "Merge branch 'side'", "side")
    scratch.write("r.txt", "x\n").commit("build(deps): bump x", author="updater[bot] <bot@host.invalid>")
    scratch.write("uv.lock", "x\n").commit("refresh the lock file")
    scratch.commit("wip")
    scratch.write("io.py", "def load(p):\n    with open(p) as f:\n        return f\n").commit("fix(io): close it")


ALL = {"feat(io): load a file", "fix(io): read bytes", "feat(out): save", "fix(io): close it"}


def test_a_first_day(scratch, store, bring, clock):
    first_day(scratch)
    assert bring(limit=1).stored == 1
    assert set(known(store)) == {"fix(io): close it"}
    told: list[tuple[int, int]] = []
    report = bring(progress=lambda done, total: told.append((done, total)))
    assert (report.read, report.stored, report.partial, report.stopped) == (7, 3, 0, False)
    assert report.skipped == {"merge": 1, "bot": 1, "lock files only": 1, "says nothing": 1}
    assert told == [(6, 6)]
    assert set(known(store)) == ALL
    for again in (bring(), bring(resume=True)):
        assert again.stored == 0
    assert store.memories.count() == 4


def test_what_a_commit_becomes(scratch, store, bring, clock):
    text = "def charge(card):\n    return card.charge()\n\n\ndef other():\n    pass\n"
    scratch.write("src/pay.py", text).write("README.md", "x\n").commit("chore: start")
    body = "Why: `retry_later` saw 502.\r\n\r\nToken ghp_" + "A1b2" * 9
    scratch.write("src/pay.py", text.replace("card.charge()", "retry(card)"))
    sha = scratch.commit(f"fix(pay)!: retry\n\n{body}")
    bring()
    memory = known(store)["fix(pay)!: retry"]
    assert (memory.kind, memory.tags, memory.topic, memory.commit) == ("fix", ("fix",), "pay", sha)
    assert (memory.trust, memory.confidence, memory.author, memory.origin) == ("owner", "high", "Dev", "git")
    assert (memory.branch, memory.created_at, memory.stored_at) == ("main", 1_700_007_200.0, clock.now())
    (anchor,) = memory.anchors
    assert (anchor.path, anchor.symbol, anchor.line, anchor.state) == ("src/pay.py", "charge", 1, "same")
    assert anchor.hash
    assert "ghp_" not in memory.body and "[secret:" in memory.body and "\r" not in memory.body
    assert "retry_later" in memory.symbols
    start = known(store)["chore: start"]
    assert anchors(start) == ["README.md", "src/pay.py::charge", "src/pay.py::other"]
    assert (start.topic, start.kind, start.tags) == ("src.pay", "change", ("chore",))


ANCHORS = [
    ("def a():\n    return 1\n\ndef b():\n    return 2\n", "def a():\n    return 1\n\ndef b():\n    return 3\n",
     ["x.py::b"]),
    ("def a():\n    x = 1\n    return 1\n", "def a():\n    return 1\n", ["x.py::a"]),
    ("def a():\n    pass\n\ndef b():\n    pass\n", "def a():\n    pass\n", ["x.py::b"]),
    ("class A:\n    def m(self):\n        return 1\n", "class A:\n    def m(self):\n        return 2\n",
     ["x.py::A", "x.py::A.m"]),
    ("# one\n", "# two\n", ["x.py"]),
    ("def broken(:\n", "def broken(:\n\n", ["x.py"]),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), ANCHORS)
def test_symbols_whose_lines_met_a_hunk(scratch, store, bring, before, after, expected):
    scratch.write("x.py", before).commit("before")
    scratch.write("x.py", after).commit("the change")
    bring()
    assert anchors(known(store)["the change"]) == expected


def test_a_symbol_that_went_away_is_gone(scratch, store, bring):
    scratch.write("x.py", "def b():\n    pass\n").commit("before")
    scratch.write("x.py", "y = 1\n").commit("the change")
    bring()
    assert Anchor("x.py", "b", state="gone") in known(store)["the change"].anchors


def test_renames_odd_paths_and_secret_files(scratch, store, bring):
    scratch.write("a.py", "def one():\n    return 1\n\n\ndef two():\n    return 2\n").commit("first")
    scratch.git("mv", "a.py", "b.py")
    scratch.write("gr\u0308o.py", "x = 1\n").write("secrets.py", "token = 1\n").write(".env", "A=1\n")
    scratch.write("b.py", "def one():\n    return 1\n\n\ndef two():\n    return 22\n").commit("second")
    bring()
    found = anchors(known(store)["second"])
    assert "b.py::two" in found and "b.py::one" not in found
    assert {".env", "secrets.py"} <= set(found)


def test_a_commit_that_touches_everything_is_capped(scratch, store, bring):
    for n in range(30):
        scratch.write(f"m{n:02}.py", "".join(f"def f{n}_{k}():\n    pass\n" for k in range(5)))
    scratch.write("notes.md", "x\n").commit("feat: everything")
    bring()
    memory = known(store)["feat: everything"]
    assert len({anchor.path for anchor in memory.anchors}) == 31
    assert len([anchor for anchor in memory.anchors if anchor.symbol]) == ANCHORED_SYMBOLS
    assert len([name for name in memory.symbols if name.startswith("f")]) == 150 - ANCHORED_SYMBOLS


def test_whose_and_on_which_branch(scratch, store, bring):
    scratch.commit("feat: mine")
    scratch.commit("feat: theirs", author=OTHER)
    scratch.git("checkout", "-q", "-b", "topic/x")
    scratch.commit("feat: ahead", author="Old Me <ME@old.invalid>")
    bring(own_mails=["me@old.invalid"])
    found = {title: (m.trust, m.confidence, m.author, m.branch) for title, m in known(store).items()}
    assert found == {
        "feat: mine": ("owner", "high", "Dev", "main"),
        "feat: theirs": ("external", "medium", "Other", "main"),
        "feat: ahead": ("owner", "high", "Old Me", "topic/x"),
    }


def test_reverts_and_bumps_are_linked_whatever_came_first(scratch, store, bring):
    first = scratch.commit("feat: x")
    scratch.commit("Bump ruff to 1.0")
    scratch.commit("Bump ruff to 1.1")
    scratch.commit(f'Revert "feat: x"\n\nThis reverts commit {first}.')
    for _ in range(4):
        bring(resume=True, limit=1)
    found = known(store)
    assert found["feat: x"].valid_to == found['Revert "feat: x"'].created_at
    edges = {(e.type, e.source, e.target) for m in found.values() for e in store.graph.edges_of(m.id)}
    assert edges == {
        ("reverts", found['Revert "feat: x"'].id, found["feat: x"].id),
        ("supersedes", found["Bump ruff to 1.1"].id, found["Bump ruff to 1.0"].id),
    }


def test_resuming_goes_on_below_whatever_is_skipped(scratch, store, bring):
    for n in range(5):
        scratch.commit(f"feat: {n}")
    for _ in range(4):
        scratch.commit("wip")
    assert bring(resume=True, limit=2).stored == 2
    assert bring(resume=True, limit=2).stored == 2
    assert set(known(store)) == {"feat: 4", "feat: 3", "feat: 2", "feat: 1"}


def test_stopped_and_gone_on_with(scratch, store, bring, monkeypatch):
    monkeypatch.setattr(git_history, "STEP", 3)
    for n in range(10):
        scratch.commit(f"feat: {n}")
    stop = threading.Event()
    report = bring(stop=stop, progress=lambda done, total: stop.set())
    assert (report.stored, report.stopped) == (3, True)
    assert set(known(store)) == {"feat: 9", "feat: 8", "feat: 7"}
    report = bring(resume=True)
    assert (report.stored, report.stopped) == (7, False)


def test_an_import_that_was_killed_is_completed(scratch, store, bring, monkeypatch):
    monkeypatch.setattr(git_history, "STEP", 2)
    for n in range(6):
        scratch.commit(f"feat: {n}")

    def killed(done, total):
        if done > 2:
            raise SystemExit

    with pytest.raises(SystemExit):
        bring(progress=killed)
    assert store.memories.count() == 2
    bring(resume=True)
    assert store.memories.count() == 6


def test_a_cherry_pick_is_the_same_patch(scratch, store, bring):
    scratch.commit("feat: base")
    scratch.git("checkout", "-q", "-b", "side")
    picked = scratch.write("b.py", "x = 1\n").commit("fix: twice")
    scratch.git("checkout", "-q", "main")
    scratch.commit("feat: other")
    scratch.clock += 3600
    scratch.git("cherry-pick", picked, GIT_COMMITTER_DATE=f"{scratch.clock} +0000")
    scratch.clock += 3600
    scratch.git("merge", "-q", "-m", "Merge side", "side")
    assert bring().skipped == {"merge": 1, "same patch": 1}
    assert known(store)["fix: twice"].commit == picked
    assert bring(resume=True).stored == 0
    assert sorted(memory.title for memory in store.memories.export()) == ["feat: base", "feat: other", "fix: twice"]


def test_a_copy_that_is_stored_stands_for_the_original(scratch, store, bring):
    scratch.commit("feat: base")
    scratch.git("checkout", "-q", "-b", "side")
    picked = scratch.write("b.py", "x = 1\n").commit("fix: twice")
    scratch.git("checkout", "-q", "main")
    scratch.commit("feat: other")
    scratch.clock += 3600
    scratch.git("cherry-pick", picked)
    bring()
    scratch.git("merge", "-q", "-m", "Merge side", "side")
    assert bring().stored == 0


def test_commits_of_one_second_and_one_name_are_not_copies(scratch, store, bring):
    for n in range(3):
        scratch.clock -= 3600
        scratch.write("a.py", f"x = {n}\n").commit("feat: same words")
    assert bring().stored == 3


def test_what_was_forgotten_stays_forgotten(scratch, store, bring):
    scratch.commit("feat: one")
    scratch.commit("feat: two")
    bring()
    store.memories.forget(known(store)["feat: one"].id)
    assert bring().stored == 0


def test_since(scratch, store, bring):
    scratch.commit("feat: old")
    at = scratch.clock + 1800.0
    scratch.commit("feat: new")
    bring(since=at)
    assert set(known(store)) == {"feat: new"}


def test_absent_files_are_counted(scratch, store, clock, tmp_path):
    scratch.write("a.py", "def a():\n    pass\n").commit("feat: one")
    scratch.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    url = f"file://{scratch.root}"
    scratch.git("clone", "-q", "--filter=blob:none", "--no-checkout", url, str(clone), cwd=tmp_path)
    info = Projects().resolve(clone)
    report = import_history(store, info.repo, info, clock=clock)
    assert (report.stored, report.partial) == (1, 1)
    assert anchors(known(store)["feat: one"]) == ["a.py"]


def test_nothing_is_parsed_for_what_is_stored_or_skipped(scratch, store, bring, monkeypatch):
    scratch.write("a.py", "def a():\n    pass\n").commit("feat: one")
    bring()
    scratch.write("b.py", "def b():\n    pass\n").commit("wip")

    def refuse(repo, blobs):
        assert not blobs
        return iter(())

    monkeypatch.setattr("memo_lsp.capture.commits.memory.contents", refuse)
    assert bring().skipped == {"says nothing": 1}


def test_an_empty_repository(scratch, bring):
    assert bring() == ImportReport()


def test_git_s_refusal_is_told(scratch, bring, monkeypatch):
    scratch.commit("feat: one")

    def refuse(*args, **kwargs):
        raise GitTrouble("git refuses", "run this")

    monkeypatch.setattr(history, "_changes", refuse)
    with pytest.raises(GitTrouble, match="git refuses; run this"):
        bring()

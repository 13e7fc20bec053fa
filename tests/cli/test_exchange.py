"""import and export: git, JSON Lines, markdown."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.cli import embedding
from memo_lsp.cli.output import Output
from tests.cli.conftest import Memo


def git(*arguments: str, date: str = "2026-01-05T08:00:00Z") -> None:
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    subprocess.run(["git", *arguments], check=True, capture_output=True, env=os.environ | dates)


@pytest.fixture
def repository(memo: Memo) -> Memo:
    """Three commits of one's own, one of another, a bot's, a merge."""
    git("init", "-q", "-b", "main")
    Path("io.py").write_text("def load(p):\n    return open(p)\n")
    git("add", ".")
    git("commit", "-qm", "feat(io): load a file")
    Path("io.py").write_text('def load(p):\n    return open(p, "rb")\n')
    git("commit", "-qam", "fix(io): read bytes, the codec guessed wrong", date="2026-01-06T08:00:00Z")
    Path("x.txt").write_text("x")
    git("add", ".")
    git("commit", "-qm", "build(deps): bump x", "--author=updater[bot] <bot@host.invalid>", date="2026-01-07T08:00:00Z")
    Path("io.py").write_text('def load(p):\n    with open(p, "rb") as f:\n        return f.read()\n')
    git("commit", "-qam", "fix(io): close the file", date="2026-01-08T08:00:00Z")
    return memo


def exported(memo: Memo, *options: str) -> list[dict[str, Any]]:
    done = memo("export", "jsonl", "out.jsonl", "--json", *options)
    rows = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    assert done.json == {"written": len(rows)}
    return rows


def test_git_history_newest_first_never_twice(repository: Memo) -> None:
    first = repository("import", "git", "--limit", "1", "--json").json
    assert (first["stored"], first["waiting"], first["stopped"]) == (1, 0, False)
    assert [row["title"] for row in exported(repository)] == ["fix(io): close the file"]
    rest = repository("import", "git")
    assert rest.code == 0 and "2 remembered" in rest.out and "Left out:" in rest.out
    assert repository("import", "git", "--resume", "--json").json["stored"] == 0
    rows = exported(repository)
    assert {row["title"] for row in rows} == {
        "feat(io): load a file", "fix(io): read bytes, the codec guessed wrong", "fix(io): close the file",
    }  # fmt: skip
    assert all(row["origin"] == "git" and row["anchors"][0]["symbol"] == "load" for row in rows)
    assert "close the file" in repository("recall", "--symbol", "load").out


@pytest.mark.parametrize(
    ("arguments", "stored"),
    [((), 3), (("--since", "2026-01-06"), 2), (("--since", "2027-01-01"), 0), (("--limit", "2"), 1)],
)
def test_how_much_of_it(arguments: tuple[str, ...], stored: int, repository: Memo) -> None:
    assert repository("import", "git", "--json", *arguments).json["stored"] == stored


def test_another_repository_than_the_one_around(repository: Memo, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    assert repository("import", "git", "work", "--json").json["stored"] == 3
    assert repository("timeline", "--json").json == []
    monkeypatch.chdir(home / "work")
    assert len(repository("timeline", "--json").json) == 3


@pytest.mark.parametrize(
    ("repo", "why"), [("nowhere", "no such folder"), (".", "no git repository"), ("file", "no git")]
)
def test_where_there_is_no_repository(repo: str, why: str, memo: Memo) -> None:
    Path("file").touch()
    done = memo("import", "git", repo)
    assert done.code == 1 and why in done.err


def test_what_waits_for_vectors_is_said_and_why(repository: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMO_EMBED_PROVIDER", "http")
    monkeypatch.setenv("MEMO_EMBED_URL", "http://127.0.0.1:9/embed")
    monkeypatch.setenv("MEMO_EMBED_MODEL", "m")
    done = repository("import", "git")
    assert done.code == 0 and "3 without a vector yet (" in done.out and "reindex" in done.out
    left = repository("import", "git", "--no-embed", "--json").json
    assert (left["stored"], left["waiting"]) == (0, 3)
    failed = repository("reindex")
    assert failed.code == 1 and "3 memories have no vectors yet" in failed.err


def test_a_history_may_be_kept_under_another_name(repository: Memo) -> None:
    assert repository("import", "git", "--project", "mine", "--json").json["stored"] == 3
    assert {row["project"] for row in exported(repository, "--all")} == {"mine"}
    assert exported(repository) == [] and len(exported(repository, "--project", "mine")) == 3


def test_a_note_from_before_the_first_commit_stays_the_projects(memo: Memo) -> None:
    git("init", "-q")
    memo("remember", "before there was a commit")
    git("commit", "-q", "--allow-empty", "-m", "chore: start")
    assert [row["title"] for row in memo("timeline", "--json").json] == ["before there was a commit"]


def test_a_repository_without_commits(memo: Memo) -> None:
    git("init", "-q")
    assert memo("import", "git", "--json").json["stored"] == 0


def test_jsonl_there_and_back(repository: Memo, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository("import", "git")
    repository("remember", "elsewhere", "--project", "another")
    rows = exported(repository, "--all")
    assert len(rows) == 4 and len(exported(repository)) == 3
    assert repository("export", "jsonl", "-").out == Path("out.jsonl").read_text("utf-8")
    exported(repository, "--all")
    monkeypatch.setenv("MEMO_HOME", str(home / "second"))
    taken = repository("import", "jsonl", "out.jsonl", "--json").json
    assert (taken["stored"], taken["known"], taken["skipped"]) == (4, 0, [])
    assert repository("import", "jsonl", "out.jsonl", "--json").json["known"] == 4
    again = exported(repository, "--all")
    assert sorted(again, key=lambda row: row["id"]) == sorted(rows, key=lambda row: row["id"])


def test_bad_lines_are_named_and_the_good_ones_stand(memo: Memo) -> None:
    lines = ['{"title": "good", "id": "a"}', "{", '{"title": "fine", "id": "b", "project": "p"}', '{"title": ""}']
    Path("in.jsonl").write_text("\n".join(lines))
    done = memo("import", "jsonl", "in.jsonl")
    assert done.code == 1 and "2 of 4 lines skipped: 2, 4" in done.err and "2 memories taken in" in done.out
    assert memo("show", "b", "--json").json["title"] == "fine"


@pytest.mark.parametrize("content", [b"\x00\x01binary", b"title,body\n1,2\n", b'{"a": "' + b"x" * 5_000_000 + b'"}'])
def test_what_is_no_jsonl_is_refused_whole(content: bytes, memo: Memo) -> None:
    Path("in.jsonl").write_bytes(content)
    done = memo("import", "jsonl", "in.jsonl")
    assert done.code == 1 and "nothing was imported" in done.err
    assert memo("import", "jsonl", "absent.jsonl").code == 1


def test_markdown_there_and_back(repository: Memo, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository("import", "git")
    assert repository("export", "markdown", "notes", "--json").json == {"written": 3}
    assert len(list(Path("notes").rglob("*.md"))) == 3
    monkeypatch.setenv("MEMO_HOME", str(home / "second"))
    assert repository("import", "markdown", "notes", "--json").json["stored"] == 3
    assert repository("import", "markdown", "notes", "--json").json["stored"] == 0
    assert repository("import", "markdown", "absent").code == 1


class Pretender:
    """An indexer with work for `steps` steps."""

    def __init__(self, steps: int):
        self.left = steps

    def waiting(self) -> int:
        return self.left

    def step(self, budget: float, stop: threading.Event) -> bool:
        self.left -= 1
        return self.left > 0


class Pretended:
    """Services with nothing but that, and a clock that runs a second a look."""

    def __init__(self, steps: int):
        self.indexer, self.clock, self.at = Pretender(steps), self, 0.0

    def monotonic(self) -> float:
        self.at += 1.0
        return self.at


@pytest.mark.parametrize(("steps", "seconds", "left"), [(5, float("inf"), 0), (5, 3.0, 3), (0, 9.0, 0)])
def test_embedding_what_waits(steps: int, seconds: float, left: int) -> None:
    services: Any = Pretended(steps)
    embedding.embed_waiting(services, Output(False), seconds)
    assert services.indexer.left == left


def test_ctrl_c_ends_the_work_in_order() -> None:
    before = signal.getsignal(signal.SIGINT)
    with embedding.stoppable() as stop:
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
    seen: list[bool] = []

    def elsewhere() -> None:
        with embedding.stoppable() as stop:
            seen.append(stop.is_set())

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert seen == [False]

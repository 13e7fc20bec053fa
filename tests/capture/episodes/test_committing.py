"""What a commit holds of what was saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from memo_lsp.capture.episodes.committing import Committed, Taken, is_blob, left
from memo_lsp.capture.source import Save
from memo_lsp.git.records import Commit, FileChange
from memo_lsp.store.captured.episodes import Episode, EpisodeFile, Version


@pytest.mark.parametrize("data", [b"a = 1\n", b"a = 1\r\nb = 2\r\n", b"\xef\xbb\xbfa = 1\n", "é\n".encode(), b""])
def test_a_text_is_known_by_its_blob(scratch, data):
    scratch.write("a.py", data)
    blob = scratch.git("hash-object", "--no-filters", "a.py")
    text = data.decode("utf-8-sig").replace("\r\n", "\n")
    assert is_blob(text, blob)
    assert not is_blob(text + "x", blob)


def test_a_save_that_was_on_its_way_when_its_commit_was_seen(scratch):
    scratch.write("a.py", "a = 1\n")
    change = FileChange("a.py", None, "A", None, scratch.git("hash-object", "a.py"))
    committed = Committed()
    committed.add("p", [Commit("s", (), "Dev", "d@x", 1.0, "t", "", (change,))], 10.0)
    held = {
        (at, text, project): committed.holds(project, Save("a.py", Path("a.py"), "", text, "python", at))
        for at in (9.0, 11.0) for text in ("a = 1\n", "a = 2\n") for project in ("p", "q")
    }  # fmt: skip
    assert [key for key, value in held.items() if value] == [(9.0, "a = 1\n", "p")]


def file(path: str, before: str | None, *texts: str) -> EpisodeFile:
    return EpisodeFile(path, before, tuple(Version(float(n), text, {"run": 1}) for n, text in enumerate(texts)))


def test_what_goes_on():
    files = (
        file("a.py", "0", "1", "2"),
        file("b.py", "0", "1", "2"),
        file("c.py", "0", "1", "0"),
        file("d.py", "0", "1"),
    )
    episode = Episode("s", "p", "main", 0.0, 1.0, files)
    held = {"a.py": Taken("1", "m"), "d.py": Taken("1", None)}
    rest = [(save.path, save.before, save.after, dict(save.facts)) for save in left(episode, held)]
    assert rest == [("a.py", "1", "2", {}), ("b.py", "0", "2", {})]

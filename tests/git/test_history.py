from __future__ import annotations

import io
import subprocess
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.git.door import GitTrouble
from memo_lsp.git.history import Commit, Hunk, ahead_of, contents, count, listing, read
from memo_lsp.git.project import locate
from memo_lsp.git.records import Tape


def commits(scratch, **bounds) -> list[Commit]:
    repo = locate(scratch.root)
    return read(repo, list(listing(repo, **bounds)))


def subjects(scratch, **bounds) -> list[str]:
    return [commit.subject for commit in commits(scratch, **bounds)]


def change(scratch, path: str, before: str | bytes, after: str | bytes):
    scratch.write(path, before).commit("before")
    scratch.write(path, after).commit("after")
    (only,) = commits(scratch, limit=1)[0].files
    return only


MISLEADING = "-- x\n++ y\n@@ -1 +1 @@\ndiff --git a/x b/x\n\\ No newline\n:100644 000000 x\n"


@pytest.mark.parametrize(
    ("before", "after", "hunks"),
    [
        ("a\nb\nc\n", "a\nB\nc\n", [Hunk(2, 1, 2, 1)]),
        ("a\nb\n", "a\nb\nc\nd\n", [Hunk(2, 0, 3, 2)]),
        ("a\nb\nc\n", "a\nc\n", [Hunk(2, 1, 1, 0)]),
        ("a\nb", "a\nB", [Hunk(2, 1, 2, 1)]),
        ("a", "b\n", [Hunk(1, 1, 1, 1)]),
        ("a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n", [Hunk(1, 1, 1, 1), Hunk(5, 1, 5, 1)]),
        (MISLEADING, "x\n", [Hunk(1, 6, 1, 1)]),
        ("x\n", MISLEADING, [Hunk(1, 1, 1, 6)]),
        ("a\r\nb\r\n", "a\r\nc\r\n", [Hunk(2, 1, 2, 1)]),
        (b"\0a\n", b"\0b\n", []),
        ("a\n" * 9000 + "b\0\n", "a\n" * 9000 + "c\0\n", [Hunk(9001, 1, 9001, 1)]),
        ("a" * 1_100_000, "b" * 1_100_000, []),
    ],
)
def test_hunks_are_counted_whatever_the_lines_say(scratch, before, after, hunks):
    assert list(change(scratch, "x.txt", before, after).hunks) == hunks


PATHS = ['say "hi".py', "tab\there.py", "new\nline.py", "sub dir/ü ñ.py", " lead", "-dash", ":x"]


@pytest.mark.parametrize("path", PATHS)
def test_paths_come_as_they_are(scratch, path):
    only = change(scratch, path, "a\n", "b\n")
    assert (only.path, only.old_path, only.status, len(only.hunks)) == (path, path, "M", 1)


def test_added_removed_renamed_and_retyped(scratch):
    text = "".join(f"line {n}\n" for n in range(20))
    scratch.write("a.py", text).write("gone.py", "x = 1\n").write("kind", "plain\n").commit("one")
    scratch.git("mv", "a.py", "pkg.py")
    scratch.write("pkg.py", text + "more\n").write("new.py", "y = 1\n")
    for name in ("gone.py", "kind"):
        (scratch.root / name).unlink()
    (scratch.root / "kind").symlink_to("new.py")
    scratch.commit("two")
    changed = {(f.status, f.old_path, f.path): f for f in commits(scratch, limit=1)[0].files}
    assert set(changed) == {
        ("D", "gone.py", "gone.py"),
        ("T", "kind", "kind"),
        ("A", None, "new.py"),
        ("R", "a.py", "pkg.py"),
    }
    assert changed["R", "a.py", "pkg.py"].hunks == (Hunk(20, 0, 21, 1),)
    assert changed["D", "gone.py", "gone.py"].new_blob is None
    assert changed["T", "kind", "kind"].new_blob is None
    assert changed["A", None, "new.py"].old_blob is None


def test_messages_and_people(scratch):
    scratch.commit("feat: a\nwrapped subject\n\nbody\n\nwith: trailer\x01\n", author="Ünï Çode <u@host.invalid>")
    scratch.commit("")
    empty, full = commits(scratch)
    assert (empty.subject, empty.body, empty.files) == ("", "", ())
    assert (full.subject, full.body) == ("feat: a wrapped subject", "body\n\nwith: trailer\x01")
    assert (full.author, full.email, full.time) == ("Ünï Çode", "u@host.invalid", 1_700_003_600.0)


def test_other_encodings_are_survived(scratch):
    head = f"tree {scratch.git('write-tree')}\nauthor A <a@h> 1 +0000\ncommitter A <a@h> 1 +0000\n".encode()
    for header, message in ((b"encoding ISO-8859-1\n", b"gr\xf6\xdfe\n"), (b"", b"\xff\xfe\n")):
        made = subprocess.run(
            ["git", "hash-object", "-t", "commit", "-w", "--stdin"],
            cwd=scratch.root, input=head + header + b"\n" + message, capture_output=True, check=True,
        )  # fmt: skip
        scratch.git("update-ref", "HEAD", made.stdout.decode().strip())
        assert subjects(scratch) == ["größe" if header else "\ufffd\ufffd"]


def test_newest_first_without_merges_within_bounds(scratch):
    scratch.commit("one")
    scratch.git("checkout", "-q", "-b", "side")
    scratch.commit("two")
    scratch.git("checkout", "-q", "main")
    third = scratch.commit("three")
    scratch.clock += 3600
    scratch.git("merge", "-q", "--no-ff", "-m", "Merge branch 'side'", "side")
    assert subjects(scratch) == ["three", "two", "one"]
    assert subjects(scratch, limit=2) == ["three", "two"]
    assert subjects(scratch, since=1_700_000_000 + 7200) == ["three", "two"]
    repo = locate(scratch.root)
    assert (count(repo), count(repo, limit=2), listing(repo).merges) == (3, 2, 1)
    assert ahead_of(repo, "side") == {third, scratch.git("rev-parse", "HEAD")}
    assert ahead_of(repo, "nowhere") == frozenset()


def test_nothing_before_the_first_commit(scratch):
    assert subjects(scratch) == []


def test_a_stop_ends_a_listing(scratch):
    scratch.commit("one")
    stop = threading.Event()
    stop.set()
    assert subjects(scratch, stop=stop) == []


def test_contents_by_blob_id(scratch):
    scratch.write("a", "first\n").write("big", "x" * 1_200_000).write("empty", "").commit("one")
    ids = {change.path: change.new_blob for change in commits(scratch)[0].files}
    repo = locate(scratch.root)
    wanted = [ids["a"], ids["big"], "0" * 39 + "1", ids["empty"], scratch.git("rev-parse", "HEAD"), ids["a"]]
    assert [content for _, content in contents(repo, wanted)] == [b"first\n", None, None, b"", None, b"first\n"]
    assert list(contents(repo, [])) == []


def partial_clone(scratch, tmp_path, spec: str):
    scratch.git("config", "uploadpack.allowFilter", "true")
    clone = type(scratch)(tmp_path / "clone")
    url = f"file://{scratch.root}"
    scratch.git("clone", "-q", f"--filter={spec}", "--no-checkout", url, str(clone.root), cwd=tmp_path)
    return clone


def test_a_clone_without_blobs_gives_what_it_has(scratch, tmp_path):
    scratch.write("a.py", "x = 1\n").commit("one")
    scratch.write("a.py", "x = 2\n").commit("two")
    scratch.git("mv", "a.py", "b.py")
    scratch.commit("three")
    clone = partial_clone(scratch, tmp_path, "blob:none")
    found = [(c.subject, c.partial, [(f.status, f.path, f.hunks) for f in c.files]) for c in commits(clone)]
    assert found == [
        ("three", True, [("D", "a.py", ()), ("A", "b.py", ())]),
        ("two", True, [("M", "a.py", ())]),
        ("one", True, [("A", "a.py", ())]),
    ]
    clone.git("checkout", "-q", "main~1")  # now one side of "two" is here, and both of "three"
    assert [(c.subject, c.partial) for c in commits(clone)] == [("two", True), ("one", True)]
    clone.git("checkout", "-q", "main~2")
    clone.git("checkout", "-q", "main")
    assert [(c.subject, c.partial, len(c.files)) for c in commits(clone)] == [
        ("three", False, 1),
        ("two", False, 1),
        ("one", False, 1),
    ]


def test_a_clone_without_trees_gives_the_words(scratch, tmp_path):
    for name in ("one", "two"):
        scratch.write("a.py", name).commit(name)
    clone = partial_clone(scratch, tmp_path, "tree:0")
    assert [(c.subject, c.partial, c.files) for c in commits(clone)] == [("two", True, ()), ("one", True, ())]


def test_a_shallow_clone_s_oldest_commit_has_not_made_every_file(scratch, tmp_path):
    for name in ("one", "two", "three"):
        scratch.write(name, name).commit(name)
    clone = type(scratch)(tmp_path / "clone")
    scratch.git("clone", "-q", "--depth=2", f"file://{scratch.root}", str(clone.root), cwd=tmp_path)
    assert [(c.subject, c.partial, len(c.files)) for c in commits(clone)] == [("three", False, 1), ("two", True, 0)]


def test_a_git_that_fails_is_not_taken_for_a_short_history(scratch):
    scratch.write("a", "1").commit("one")
    repo = locate(scratch.root)
    ids = list(listing(repo))
    (scratch.root / ".git" / "objects").rename(scratch.root / ".git" / "moved")
    (scratch.root / ".git" / "objects").mkdir()
    with pytest.raises(GitTrouble):
        read(repo, ids)


@settings(max_examples=60)
@given(st.lists(st.binary(max_size=30), max_size=6), st.integers(1, 7))
def test_the_tape_does_not_care_where_chunks_end(fields, size):
    class Dripping(io.BytesIO):
        def read(self, wanted=-1):
            return super().read(size)

    clean = [field.replace(b"\0", b"") for field in fields]
    tape = Tape(Dripping(b"".join(field + b"\0" for field in clean)))
    assert [tape.until(b"\0") for _ in clean] == clean
    assert tape.starts(b"") and not tape.starts(b"x")

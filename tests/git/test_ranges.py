from __future__ import annotations

import pytest

from memo_lsp.git.door import GitTrouble
from memo_lsp.git.project import locate
from memo_lsp.git.ranges import Between, between, is_held, patch_ids
from memo_lsp.git.reader import Reader


def test_what_lies_between(scratch):
    first, second, third = (scratch.write("a", str(n)).commit(str(n)) for n in range(3))
    repo = locate(scratch.root)
    assert between(repo, third, (first,), 9) == Between((second, third))
    assert between(repo, third, (None,), 2) == Between((second, third), more=True)
    assert between(repo, third, (third, first), 9) == between(repo, None, (first,), 9) == Between()
    with pytest.raises(GitTrouble):
        between(repo, third, ("d" * 40,), 9)


def test_what_a_reference_holds(scratch):
    held = scratch.commit("held")
    loose = scratch.commit("loose")
    scratch.git("reset", "-q", "--hard", held)
    repo = locate(scratch.root)
    assert [is_held(repo, sha) for sha in (held, loose, "d" * 40)] == [True, False, False]


def test_a_patch_outlives_its_place(scratch, monkeypatch):
    scratch.write("a", "1\n2\n3\n").commit("start")
    scratch.git("checkout", "-q", "-b", "side")
    there = scratch.write("b c", "x\n").commit("same")
    scratch.git("checkout", "-q", "main")
    other = scratch.write("a", "1\n2\n4\n").commit("other")
    scratch.git("cherry-pick", there)
    here, empty = scratch.git("rev-parse", "HEAD"), scratch.commit("nothing in it")
    found = patch_ids(locate(scratch.root), (there, other, here, empty))
    assert set(found) == {there, other, here}
    assert found[there] == found[here] != found[other]
    assert patch_ids(locate(scratch.root), ()) == {}
    monkeypatch.setattr("memo_lsp.git.ranges._PATCHES_BYTES", 10)
    assert patch_ids(locate(scratch.root), (there,)) == {}


def test_texts_one_at_a_time(scratch):
    scratch.write("a b.py", "\ufeffx = 1\r\ny = 2\r\n").write("bytes", b"\xff\x00").write("big", "x" * 1_100_000)
    sha = scratch.commit("start")
    reader = Reader(locate(scratch.root))
    assert reader.idle() == float("inf")
    for _ in range(2):
        assert reader.text(f"{sha}:a b.py") == "x = 1\ny = 2\n"
        for none in (f"{sha}:bytes", f"{sha}:big", f"{sha}:x 1 2", "nonsense", f"{sha}:a\nb", f"{sha}:\udce9"):
            assert reader.text(none) == ""
        assert reader.idle() < 5
        reader.close()
    assert reader.text(f"{sha}:a b.py") == "x = 1\ny = 2\n"
    reader._child.end()  # somebody killed it
    assert "".join((reader.text(f"{sha}:a b.py"), reader.text(f"{sha}:a b.py"))).startswith("x = 1\ny = 2\n")
    reader.close()

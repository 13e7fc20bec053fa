from __future__ import annotations

import pytest

from memo_lsp.capture.commits.rewrites import replaced
from memo_lsp.git.records import Commit, FileChange


def commit(text: str) -> tuple[Commit, str]:
    """`sha time patch files subject`"""
    sha, written, patch, files, subject = text.split(" ", 4)
    changes = tuple(FileChange(path, path, "M", "x", "y") for path in files.split(","))
    return Commit(sha, (), "Dev", "dev@h", 99.0, subject, "", changes, written=float(written)), patch


@pytest.mark.parametrize(
    ("gone", "came", "want"),
    [
        (["a 1 p f x", "b 2 q g y"], ["A 1 p f x", "B 2 q g y"], {"A": ["a"], "B": ["b"]}),
        (["a 1 p f x", "b 2 q g y"], ["B 2 q g y", "A 1 p f x"], {"A": ["a"], "B": ["b"]}),  # put in another order
        (["a 1 p f x"], ["A 1 p f reworded"], {"A": ["a"]}),
        (["a 1 p f x"], ["A 7 p f x"], {"A": ["a"]}),
        (["a 1 p f x"], ["A 1 z f reworded"], {"A": ["a"]}),  # and its patch changed in a conflict
        (["a 1 p f x"], ["A 7 z f x"], {}),
        (["a 1 p f x", "b 1 q g y", "c 1 r h z"], ["B 1 s g y", "C 1 r h z"], {"B": ["b"], "C": ["c"]}),  # a is out
        (["a 1 p f x", "b 1 q g y"], ["A 1 pq f,g x"], {"A": ["a", "b"]}),  # b was squashed
        (["a 1 p f x", "b 2 q g y"], ["A 1 p f x"], {"A": ["a"]}),  # b was dropped
        (["a 1 p f x", "b 2 q g y", "c 3 r h z"], ["A 1 pqr f,g,h x"], {"A": ["a", "b", "c"]}),
        (["a 1 p f x", "b 2 q g y", "c 3 r f fixup! x"], ["A 1 pr f x", "B 2 q g y"], {"A": ["a", "c"], "B": ["b"]}),
        (["a 1 p f x", "b 3 r f fixup! nobody"], ["A 1 pr f x"], {"A": ["a"]}),
        (["a 1 - f x"], ["A 1 - f x"], {"A": ["a"]}),  # no patch ids
        ([], ["A 1 p f x"], {}),
    ],
)
def test_what_stands_for_what(gone, came, want):
    old, new = [commit(text) for text in gone], [commit(text) for text in came]
    patches = {one.sha: patch for one, patch in (*old, *new) if patch != "-"}
    assert replaced([one for one, _ in old], [one for one, _ in new], patches) == want

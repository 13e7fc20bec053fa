"""Where texts differ: the hunks turn one into the other, and are as few as a reader would make them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.capture.episodes.hunks import Hunk, Lines, all_replaced, hunks, shown, telling


def spans(old: str, new: str):
    return [(one.old_start, one.old_end, one.new_start, one.new_end) for one in hunks(old.split(), new.split())]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a b c", "a b c", []),
        ("a b c", "a x c", [(1, 2, 1, 2)]),
        ("a b c", "a c", [(1, 2, 1, 1)]),
        ("a c", "a b c", [(1, 1, 1, 2)]),
        ("", "a", [(0, 0, 0, 1)]),
        ("a b c d e", "a x c y e", [(1, 2, 1, 2), (3, 4, 3, 4)]),
        ("f { x } g { y }", "f { x } h { z } g { y }", [(4, 4, 4, 8)]),
        ("a a a a", "a b a a c a", [(1, 1, 1, 2), (3, 3, 4, 5)]),
    ],
)
def test_hunks(old, new, expected):
    assert spans(old, new) == expected


lines = st.lists(st.sampled_from("abcdefgh"), max_size=14)


@given(lines, lines)
def test_hunks_turn_one_text_into_the_other(old, new):
    made, at = [], 0
    for one in hunks(old, new):
        made += old[at : one.old_start]
        assert len(made) == one.new_start
        made += new[one.new_start : one.new_end]
        at = one.old_end
    assert made + old[at:] == new


@given(lines)
def test_the_same_has_none(text):
    assert hunks(text, text) == ()


def test_touching():
    one = Hunk(3, 5, 3, 4)
    assert [at for at in range(9) if one.touches(at, at + 1)] == [2, 3, 4, 5]


def test_what_is_shown():
    old, new = Lines("a = 1\nb = 2\n\nc = 3"), Lines("a = 1\nb = 20\n\n\nc = 3")
    assert shown(all_replaced(old, new, hunks(old.keys, new.keys))) == "- b = 2\n+ b = 20"
    long = Lines("\n".join(f"x{n} = {n}" for n in range(99)))
    text = shown(all_replaced(Lines(""), long, hunks([], long.keys)))
    assert text.endswith("+ … 75 more lines") and len(text.split("\n")) == 25


def test_the_telling_line():
    assert telling(["}", "x = 1", "retries = total(nine, attempts)"], ["x = 1"]) == "retries = total(nine, attempts)"
    assert telling(["# why so many words in here", "y()"]) == "y()"
    assert telling(["", "}"]) == ""
    assert len(telling(["word " * 99])) <= 90

"""What counts as tried and taken back, as versions of a file: each a text and the minute it was saved."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.capture.episodes.dead_ends import dead_ends
from memo_lsp.capture.episodes.seen import Seen

BASE = "def fetch(url):\n    return get(url)\n\n\ndef parse(page):\n    return page.title\n"
TRIED = BASE.replace("get(url)", "get(url, retries=9)")
OTHER = BASE.replace("page.title", "page.title.strip()")
BOTH = TRIED.replace("page.title", "page.title.strip()")


def found(*versions: tuple[str, float] | str, elsewhere=(), language="python"):
    """The dead ends of versions, a minute and a half between those that say nothing else."""
    seen, at = [], 0.0
    for version in versions:
        text, minutes = version if isinstance(version, tuple) else (version, at / 60 + 1.5)
        at = minutes * 60
        seen.append(Seen(text, at))
    return dead_ends(seen, language, [minutes * 60 for minutes in elsewhere])


def lines(ends):
    return [(pair.old, pair.new) for end in ends for pair in end.hunks]


def test_a_hunk_saved_and_taken_back_later():
    (end,) = found(BASE, TRIED, BOTH, OTHER)
    assert [(pair.old, pair.new) for pair in end.hunks] == [
        (("    return get(url)",), ("    return get(url, retries=9)",))
    ]
    assert (end.names, [one.qualified for one in end.symbols]) == (("fetch",), ["fetch"])
    assert (end.base, end.born, end.back) == (0, 1, 3)


@pytest.mark.parametrize(
    ("versions", "elsewhere", "count"),
    [
        (((BASE, 0), (TRIED, 1), (BASE, 1.9)), (), 0),  # within a minute: a slip
        (((BASE, 0), (TRIED, 1), (BASE, 2)), (), 0),
        (((BASE, 0), (TRIED, 1), (BASE, 2.1)), (), 1),
        (((BASE, 0), (TRIED, 1), (BASE, 1.9)), (1.5,), 1),  # another file was saved between
        (((BASE, 0), (TRIED, 1), (BASE, 1.9)), (0.5, 1.95), 0),
        (((BASE, 0), (TRIED, 1), (BOTH, 1.4), (OTHER, 1.8)), (), 1),  # another place of this file was
        (((BASE, 0), (TRIED, 1), (TRIED.replace("9", "90"), 1.4), (BASE, 1.8)), (), 0),  # only the spot itself
    ],
)
def test_slips(versions, elsewhere, count):
    assert len(found(*versions, elsewhere=elsewhere)) == count


LAYOUT = "def fetch(\n        url):\n\n    return get( url )\n\n\ndef parse(page):\n    return page.title\n"
COMMENTED = BASE.replace("    return get", "    # the server is slow\n    return get")
PRINTED = BASE.replace("    return get", "    print(url, 'here')\n    return get")
MOVED = "def parse(page):\n    return page.title\n\n\ndef fetch(url):\n    return get(url)\n"
WITHOUT = BASE.replace("    return page.title\n", "    pass\n")


@pytest.mark.parametrize(
    "versions",
    [
        (BASE, TRIED),
        (BASE, TRIED, OTHER.replace("get(url)", "post(url)")),  # replaced by something third
        (BASE, LAYOUT, BASE),
        (BASE, COMMENTED, BASE),
        (BASE, PRINTED, BASE),
        (BASE, MOVED, BASE),
        (BASE, BASE + "\n\n", BASE),
        (BASE, BASE + "x = 1\ny = 2\nz = 3\n", BASE + "y = 2\nx = 1\n"),
    ],
)
def test_what_is_no_dead_end(versions):
    assert found(*versions) == ()


def test_taken_back_after_other_edits_in_the_same_function():
    base = "def f(a):\n    b = a\n    c = b\n    return c\n"
    (end,) = found(
        base,
        base.replace("c = b", "c = slow(b)"),
        base.replace("c = b", "c = slow(b)").replace("b = a", "b = abs(a)"),
        base.replace("b = a", "b = abs(a)"),
    )
    assert lines([end]) == [(("    c = b",), ("    c = slow(b)",))]


def test_taken_back_with_another_layout():
    (end,) = found(BASE, TRIED, BASE.replace("    return get", "  return   get"))
    assert end.names == ("fetch",)


def test_on_top_of_an_edit_that_stays():
    kept = BASE.replace("get(url)", "post(url)")
    (end,) = found(BASE, kept, kept.replace("post(url)", "post(url, 3)"), kept)
    assert lines([end]) == [(("    return post(url)",), ("    return post(url, 3)",))]


def test_one_part_of_what_came_stays():
    grown = BASE + "\n\ndef one(x):\n    y = x + 1\n    return y\n"
    assert found(BASE, grown, BASE + "\n\ndef one(x):\n    return x + 1\n") == ()
    two = grown + "\n\ndef two(x):\n    z = x * 2\n    return z\n"
    (end,) = found(BASE, two, grown)
    assert end.names == ("two",)
    assert end.symbols == ()


def test_grown_over_saves_and_taken_back_at_once_or_by_and_by():
    one = BASE.replace("    return get", "    session = open()\n    return get")
    two = one.replace("    return get", "    session.retry(9)\n    return get")
    full = ((), ("    session = open()", "    session.retry(9)"))
    assert lines(found(BASE, one, two, BASE)) == [full]
    assert lines(found(BASE, one, two, one, BASE)) == [full]


def test_became_something_else_before_it_was_taken_back():
    again = BASE.replace("get(url)", "fetch_all(url)")
    assert lines(found(BASE, TRIED, again, BASE)) == [(("    return get(url)",), ("    return get(url, retries=9)",))]
    one = BASE.replace("    return get", "    session = open()\n    return get")
    other = one.replace("session = open()", "with_session(open(), retries=9)")
    assert lines(found(BASE, one, other, BASE)) == [((), ("    with_session(open(), retries=9)",))]
    assert found(BASE, one, other) == ()


def test_what_came_beside_it_stays():
    one = BASE.replace("    return get", "    session = open()\n    return get")
    two = one.replace("    return get", "    check(url)\n    return get")
    (end,) = found(BASE, one, two, BASE.replace("    return get", "    check(url)\n    return get"))
    assert lines([end]) == [((), ("    session = open()",))]


def test_removed_and_brought_back():
    (end,) = found(BASE, WITHOUT, BASE)
    assert lines([end]) == [(("    return page.title",), ("    pass",))]


def test_the_same_twice_is_found_twice():
    assert len(found(BASE, TRIED, BASE, TRIED, BASE)) == 2


def test_a_language_without_a_grammar():
    (end,) = found("timeout: 3\nsize: 1\n", "timeout: 90\nsize: 1\n", "timeout: 3\nsize: 1\n", language="yaml")
    assert (end.names, lines([end])) == ((), [(("timeout: 3",), ("timeout: 90",))])


bodies = st.lists(st.sampled_from(["x = 1", "y = 2", "if a:", "    return b", "", "# note", "z()"]), max_size=6)


@given(st.lists(bodies, max_size=6), st.floats(0.01, 59))
def test_slips_alone_make_no_dead_end(tries, seconds):
    base = "def f():\n    pass\n"
    versions = [Seen(base, 0)]
    for number, body in enumerate(tries):
        at = (number + 1) * 600.0
        text = base + "\n".join(body)
        if text != base:
            versions += [Seen(text, at), Seen(base, at + seconds)]
    assert dead_ends(versions, "python") == ()


@given(st.lists(bodies, min_size=1, max_size=8))
def test_whatever_is_saved_it_ends(texts):
    versions = [Seen("\n".join(text), number * 100.0) for number, text in enumerate(texts)]
    for end in dead_ends(versions, "python"):
        assert 0 <= end.base < end.born < end.back + 1 <= len(versions)
        assert end.hunks

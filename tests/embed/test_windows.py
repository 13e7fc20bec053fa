"""Windows cover a text, keep to the tokens they may have, and prefer to end where a thought ends."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.embed.windows import LONG, WHOLE, cut
from memo_lsp.embed.wordpiece import bundled_wordpiece
from memo_lsp.model import Window

PIECES = (
    "The cache is cleared on every write. ",
    "Retry twice, then give up!\n",
    "清零之前要先备份。",
    "- item one\n",
    "get_effective_contract_price(order, 3)\n\n",
    "Ünïcödé 😀 text? ",
    "x" * 70 + " ",
    "สวัสดีชาวโลก",
    "/srv/app/releases/2024/current/config/settings.production.yaml ",
    *("\t\n", "\r\n", "\u2028", "\x00\x1f"),
)
TEXTS = st.one_of(st.text(max_size=2000), st.lists(st.sampled_from(PIECES), max_size=120).map("".join))


def tokens(window: Window) -> int:
    return bundled_wordpiece().count(window.text)


@given(TEXTS)
def test_offsets_are_code_points_of_the_text(text: str):
    for window in cut(text):
        assert text[window.start : window.end] == window.text
        assert window.text == window.text.strip() != ""


@given(TEXTS)
def test_every_character_that_is_no_whitespace_lies_in_a_window(text: str):
    covered = bytearray(len(text))
    for window in cut(text):
        covered[window.start : window.end] = b"\1" * (window.end - window.start)
    assert all(covered[at] or char.isspace() for at, char in enumerate(text))


@given(TEXTS)
def test_windows_move_forward_and_overlap_by_less_than_they_hold(text: str):
    windows = cut(text)
    assert all(left.start < right.start and left.end < right.end for left, right in pairwise(windows))
    assert len(windows) <= 1 + bundled_wordpiece().count(text) // (LONG // 6) + len(text) // 32


@given(TEXTS)
def test_what_fits_is_one_window_and_what_does_not_is_none_too_long(text: str):
    windows = cut(text)
    if text.strip() and bundled_wordpiece().count(text) <= WHOLE:
        assert len(windows) == 1
    assert all(tokens(window) <= WHOLE for window in windows)


def test_128_tokens_with_the_models_own_two_are_one_window():
    assert len(cut("word " * 126)) == 1
    assert len(cut("word " * 127)) > 1


def test_blank_text_has_no_window():
    assert [cut(text) for text in ("", " ", "\n\t\u3000")] == [[], [], []]


def prose(count: int, between: str, seed: int = 3) -> str:
    chance = random.Random(seed)
    names = ["cache", "parser", "hover", "store", "window", "editor", "index", "commit", "branch", "anchor"]
    lines = (f"The {chance.choice(names)} keeps {chance.choice(names)} {at} until it is read." for at in range(count))
    return between.join(lines)


def shared(windows: list[Window]) -> float:
    """The share of a window that stands in the next one, too."""
    return sum(max(0, left.end - right.start) / len(left.text) for left, right in pairwise(windows)) / len(windows)


@pytest.mark.parametrize("between", [" ", "\n", "\n\n"])
def test_windows_start_and_end_with_sentences(between: str):
    windows = cut(prose(100, between))
    assert all(window.text.startswith("The ") and window.text.endswith(".") for window in windows)


def test_windows_share_a_third_but_across_paragraphs_nothing():
    assert 0.2 < shared(cut(prose(100, " "))) < 0.5
    assert 0.2 < shared(cut(prose(100, "\n"))) < 0.5
    assert shared(cut(prose(100, "\n\n"))) == 0
    assert 0.15 < shared(cut("\n\n".join(prose(12, " ", seed) for seed in range(9)))) < 0.4


def test_a_wrapped_sentence_is_not_cut_at_its_line_ends():
    text = "\n".join(f"The {name} reads\nall of\nits own lines." for name in "abcdefghijklmnopqrstuvwxyz")
    assert all(window.text.endswith(".") and window.text.startswith("The") for window in cut(text))


@pytest.mark.parametrize(
    ("text", "most"),
    [
        (prose(12_000, " "), 12_000),
        ("a" * 1_000_000, 20_000),
        ("漢字" * 170_000, 12_000),
        (" a" * 400_000, 20_000),
        ("\n" * 1_000_000, 0),
        ("😀" * 250_000, 20_000),
        ("." * 500_000, 20_000),
    ],
    ids=["prose", "one word", "ideographs", "letters", "blank lines", "emoji", "dots"],
)
def test_huge_texts_are_cut(text: str, most: int):
    windows = cut(text)
    assert len(windows) <= most
    assert not windows or windows[-1].end == len(text.rstrip())

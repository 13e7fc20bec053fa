from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.excerpt import excerpt

FILLER = "Nothing of note happens in this sentence at all. "


def check(text: str, words: list[str], *matched: str) -> None:
    found = excerpt(text, words)
    assert [found.text[start:end] for start, end in found.matches] == list(matched)


@pytest.mark.parametrize(
    ("text", "words", "matched"),
    [
        ("Rounding rounds; it rounded the Round.", ["rounding"], ["Rounding", "rounds", "rounded", "Round"]),
        ("subtotal total_price Total", ["total"], ["total", "Total"]),
        ("logging logs the log", ["log"], ["logging", "logs", "log"]),
        ("Invoice.total", ["Invoice.total"], ["Invoice", "total"]),
        ("重跑gen后清零清零", ["清零", "gen"], ["gen", "清零", "清零"]),
        ("parseHTTPBody", ["parseHTTPBody"], ["parseHTTPBody"]),
        ("straße", ["STRASSE"], ["straße"]),
        ("nothing here", ["total"], []),
        ("", ["total"], []),
    ],
)
def test_matches(text: str, words: list[str], matched: list[str]) -> None:
    check(text, words, *matched)


def test_a_short_text_is_whole() -> None:
    assert excerpt("  short, with ends \n", ["x"]).text == "  short, with ends \n"


def test_without_a_window_it_is_where_the_words_stand_densest() -> None:
    text = f"{FILLER * 10}One retry. {FILLER * 10}The retry waits with backoff and jitter. {FILLER * 10}"
    found = excerpt(text, ["retry", "backoff", "jitter"])
    assert found.text.startswith("The retry waits with backoff and jitter.")
    assert len(found.text) <= 320
    assert [found.text[start:end] for start, end in found.matches] == ["retry", "backoff", "jitter"]


def test_the_window_that_matched_is_kept_to() -> None:
    text = f"retry backoff. {FILLER * 10}Wait longer each time. {FILLER * 10}"
    low = text.index("Wait")
    assert excerpt(text, ["retry"], (low, low + 60)).text.startswith("Wait longer each time.")


def test_a_window_longer_than_the_limit_is_searched() -> None:
    text = FILLER * 20 + "The retry waits. " + FILLER * 20
    found = excerpt(text, ["retry"], (100, len(text)))
    assert "The retry waits." in found.text


@pytest.mark.parametrize("span", [None, (0, 5), (-9, 99_999), (700, 600), (3, 3)])
@pytest.mark.parametrize("text", [FILLER * 20, "word" * 300, "数据处理" * 200, "\n\n " * 200, "x " * 400])
def test_it_begins_at_a_word_and_keeps_the_limit(text: str, span: tuple[int, int] | None) -> None:
    found = excerpt(text, ["note", "数据"], span)
    assert found.text in text
    assert len(found.text) <= 320
    if " happens " in text:
        at = text.index(found.text)
        assert at == 0 or not text[at - 1].isalnum()
        assert found.text[-1] in "." or not text[text.index(found.text) + len(found.text)].isalnum()


@given(
    st.text(alphabet=st.sampled_from("ab数 \n_.é"), max_size=120),
    st.lists(st.text(alphabet="ab数é", max_size=3), max_size=3),
    st.none() | st.tuples(st.integers(-5, 130), st.integers(-5, 130)),
    st.integers(1, 60),
)
def test_ranges_lie_within_the_excerpt(text: str, words: list[str], span: tuple[int, int] | None, limit: int) -> None:
    found = excerpt(text, words, span, limit)
    assert len(found.text) <= limit or found.text == text
    assert found.text in text
    last = 0
    for start, end in found.matches:
        assert last <= start < end <= len(found.text)
        last = end

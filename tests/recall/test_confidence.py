"""How much of a question a memory says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memo_lsp.model import Memory
from memo_lsp.recall.confidence import coverage
from memo_lsp.text.prepare import Word

from .conftest import Desk


def check(words: dict[str, float], held: str, want: float) -> None:
    information = {Word(text, tuple(text.split())): weight for text, weight in words.items()}
    stems = {word: frozenset(word.phrase) for word in information}
    assert coverage(information, stems, set(held.split())) == pytest.approx(want)


@pytest.mark.parametrize(
    ("words", "held", "want"),
    [
        ({}, "a", 0.0),
        ({"a": 1.0}, "a b", 1.0),
        ({"a": 1.0, "b": 3.0}, "a", 0.25),
        ({"a": 1.0, "b": 3.0}, "b", 0.75),
        ({"c d": 2.0, "a": 2.0}, "c a", 0.5),
        ({"c d": 2.0, "a": 2.0}, "d c", 0.5),
    ],
)
def test_coverage(words: dict[str, float], held: str, want: float):
    check(words, held, want)


@pytest.mark.parametrize(
    ("text", "confident"),
    [
        ("releasing", True),
        ("release holidays", True),
        ("release quokka", False),
        ("quokka", False),
        ("the of and", False),
    ],
)
def test_a_common_word_alone_does_not_make_sure(desk: Desk, note: Callable[..., Memory], text: str, confident: bool):
    desk.embedder = None
    desk.put(
        note("r", "release on Tuesdays, never before a holiday"), *(note(f"m{i}", f"release {i}") for i in range(9))
    )
    assert desk.ask(text).confident == confident

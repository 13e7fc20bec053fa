"""How quoted phrases compare."""

from __future__ import annotations

import pytest

from memo_lsp.store.file.phrases import fold, holds


@pytest.mark.parametrize(
    ("text", "phrase", "held"),
    [
        ("The  Basket\n rounds", "basket ROUNDS", True),
        ("Stra\u00dfe", "STRASSE", True),
        ("gro\u0308ssen", "GRÖSSEN", True),
        ("rounds", "round s", False),
        ("", "x", False),
    ],
)
def test_phrases(text: str, phrase: str, held: bool) -> None:
    assert holds(text, fold(phrase)) is held

"""Models that want words before a text get them, by name or as set."""

from __future__ import annotations

import pytest

from memo_lsp.embed.prefixes import prefixes

BGE = "Represent this sentence for searching relevant passages: "


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("intfloat/multilingual-e5-small", ("query: ", "passage: ")),
        ("E5-base-v2", ("query: ", "passage: ")),
        ("nomic-embed-text:latest", ("search_query: ", "search_document: ")),
        ("BAAI/bge-small-en-v1.5", (BGE, "")),
        ("bge-m3", ("", "")),
        ("multilingual-e5-large-instruct", ("", "")),
        ("all-minilm", ("", "")),
        ("qwen2.5-embed", ("", "")),
        ("the5", ("", "")),
        ("", ("", "")),
    ],
)
def test_by_name(model: str, expected: tuple[str, str]):
    assert prefixes(model, None, None) == expected


def test_settings_come_first_and_may_be_empty():
    assert prefixes("e5-small", "q> ", None) == ("q> ", "passage: ")
    assert prefixes("e5-small", "", "") == ("", "")
    assert prefixes("unknown", None, "p> ") == ("", "p> ")

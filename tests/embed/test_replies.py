"""Reply bodies of every known shape, and of none."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.embed.port import Failure
from memo_lsp.embed.replies import read, unit
from memo_lsp.web.replies import BadReply


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ({"embedding": [1, 2]}, [[1, 2]]),
        ({"embedding": [[1, 2]]}, [[1, 2]]),
        ({"embeddings": [[1, 2]]}, [[1, 2]]),
        ({"embeddings": [1, 2]}, [[1, 2]]),
        ({"embeddings": [[1, 2], [3, 4]]}, [[1, 2], [3, 4]]),
        ({"data": [{"embedding": [1]}, {"embedding": [2]}]}, [[1], [2]]),
        ({"data": [{"index": 1, "embedding": [2]}, {"index": 0, "embedding": [1]}]}, [[1], [2]]),
        ({"object": "list", "usage": {}, "data": [{"index": 0, "embedding": [1], "object": "embedding"}]}, [[1]]),
    ],
)
def test_known_shapes(reply: Any, expected: list[Any]):
    assert read(json.dumps(reply).encode(), len(expected)) == expected


@pytest.mark.parametrize(
    ("body", "count", "words"),
    [
        (b"", 1, "empty"),
        (b"<html><body>502 Bad Gateway</body></html>", 1, "not JSON, it starts with '<html>"),
        (b'{"embedding": [1, NaN]}', 1, "NaN"),
        (b'{"embedding": [Infinity]}', 1, "Infinity"),
        (b"[[1, 2]]", 1, "a JSON list"),
        (b"null", 1, "a JSON NoneType"),
        (b"{}", 1, "lacks the field `data`, `embeddings` or `embedding`"),
        (b'{"error": {"message": "model is loading"}}', 1, "lacks the field .*: model is loading"),
        (b'{"error": "no such model"}', 1, "no such model"),
        (b'{"embedding": "AAAA"}', 1, "lacks the field"),
        (b'{"embeddings": [[1]]}', 2, "1 vectors for 2 texts"),
        (b'{"embedding": [1, 2]}', 2, "1 vectors for 2 texts"),
        (b'{"data": [{"index": 0, "embedding": [1]}, {"index": 1}]}', 2, r"lacks the field `data\[1\].embedding`"),
        (b'{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [2]}]}', 2, "has the index 1"),
        (b'{"data": [{"index": 7, "embedding": [1]}]}', 1, "has the index 0"),
        (b'{"data": [3]}', 1, r"`data\[0\].embedding`"),
        (b"[" * 100_000, 1, "not JSON"),
        (b"\xff\xfe\x00", 1, "not JSON"),
    ],
)
def test_wrong_replies_say_what_is_wrong(body: bytes, count: int, words: str):
    with pytest.raises(BadReply, match=words):
        read(body, count)


@given(st.binary(max_size=200), st.integers(1, 3))
def test_any_bytes_are_read_or_refused(body: bytes, count: int):
    try:
        assert len(read(body, count)) == count
    except BadReply as bad:
        assert str(bad)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ([1.0, None], "no finite number"),
        ([1.0, float("nan")], "no finite number"),
        ([1.0, 1e999], "no finite number"),
        ([0, 0, 0], "all zeros"),
        ([], "not a list of numbers"),
        ([[1.0, 2.0]], "not a list of numbers"),
        (["x", "y"], "not a list of numbers"),
        ([{"a": 1}], "not a list of numbers"),
        ("12", "not a list of numbers"),
        (None, "not a list of numbers"),
        ([1, [2]], "not a list of numbers"),
        ([10**400], "not a list of numbers"),
    ],
)
def test_what_is_no_vector(raw: Any, words: str):
    found = unit(raw, None)
    assert isinstance(found, Failure)
    assert words in found.reason
    assert found.permanent


def test_a_vector_of_another_length_is_none():
    assert unit([1, 2, 3], 4) == Failure("the vector has 3 numbers, not 4", permanent=True)


@given(st.lists(st.floats(-1e308, 1e308), min_size=1, max_size=20).filter(any))
def test_vectors_are_made_unit_length(raw: list[float]):
    vector = unit(raw, len(raw))
    assert isinstance(vector, np.ndarray)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)

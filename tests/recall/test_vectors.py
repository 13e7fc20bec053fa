"""Vectors of questions: made once, ready or not, never asked for twice."""

from __future__ import annotations

import pytest

from memo_lsp.embed.port import EmbedderDown, Failure
from memo_lsp.recall.vectors import QuestionVectors

from .tiny import REJECTED, Down, Tiny


def test_made_once_and_kept():
    tiny = Tiny()
    vectors = QuestionVectors(lambda: tiny)
    assert vectors.ready("a") is None
    assert vectors.of("a") is vectors.of("a") is vectors.ready("a")
    vectors.prepare(["a", "b", "", "b"])
    assert tiny.asked == ["a", "b"]


def test_another_embedder_has_vectors_of_its_own():
    tiny = Tiny()
    vectors = QuestionVectors(lambda: tiny)
    vectors.of("a")
    tiny.fingerprint = "tiny@2"
    assert vectors.ready("a") is None


def test_long_questions_share_what_a_model_reads():
    tiny = Tiny()
    vectors = QuestionVectors(lambda: tiny)
    vectors.of("a" * 5_000)
    assert vectors.ready("a" * 6_000) is not None
    assert len(tiny.asked[0]) == 2_000


@pytest.mark.parametrize("embedder", [None, Down(REJECTED), Down(Failure("too long", True))])
def test_what_cannot_be_made_is_said(embedder: Tiny | None):
    vectors = QuestionVectors(lambda: embedder)
    with pytest.raises(EmbedderDown):
        vectors.of("a")
    assert vectors.ready("a") is None


def test_preparing_without_an_embedder_does_nothing():
    QuestionVectors(lambda: None).prepare(["a"])

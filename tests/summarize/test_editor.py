"""The editor's model, and which summarizer the settings ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from memo_lsp.settings.tree import Summarize
from memo_lsp.summarize.editor import EditorSummarizer
from memo_lsp.summarize.factory import make
from memo_lsp.summarize.port import Declined


def answering(answer: Any) -> EditorSummarizer:
    def ask(params: Mapping[str, Any], seconds: float) -> Any:
        assert params == {"system": "s", "prompt": "p", "maxTokens": 9}
        assert seconds == 30
        if isinstance(answer, Exception):
            raise answer
        return answer

    return EditorSummarizer(ask, 30)


def test_a_text_is_an_answer():
    assert answering({"text": "```json\n{}\n```"}).write("s", "p", 9) == "{}"


@pytest.mark.parametrize(
    ("answer", "lasting"),
    [
        (TimeoutError(), False),
        (RuntimeError("the person said no"), True),
        (None, True),
        ({}, True),
        ({"text": None}, True),
        ({"text": "  "}, True),
        ("text", True),
        ([{"text": "x"}], True),
    ],
)
def test_anything_else_is_a_decline(answer: Any, lasting: bool):
    with pytest.raises(Declined) as told:
        answering(answer).write("s", "p", 9)
    assert told.value.lasting == lasting
    assert "person" not in str(told.value)


@pytest.mark.parametrize(
    ("provider", "announced", "kind"),
    [
        ("none", True, None),
        ("none", False, None),
        ("http", False, "http"),
        ("http", True, "http"),
        ("editor", True, "editor"),
        ("editor", False, None),
    ],
)
def test_which_one_is_made(provider: str, announced: bool, kind: str | None):
    made = make(Summarize(provider=provider, url="http://h"), {}, (lambda *_: None) if announced else None)
    assert (made.kind if made else None) == kind

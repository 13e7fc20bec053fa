"""A model's text out of whatever it comes in."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.summarize.replies import MOST_CHARACTERS, bare, content
from memo_lsp.web.replies import BadReply


def choices(message: Any) -> dict[str, Any]:
    return {"id": "1", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


@pytest.mark.parametrize(
    "reply",
    [
        choices({"role": "assistant", "content": "yes"}),
        choices({"role": "assistant", "content": "yes", "reasoning_content": "hm", "refusal": None}),
        choices({"content": [{"type": "text", "text": "y"}, {"type": "text", "text": "es"}]}),
        choices({"content": [{"type": "thinking", "text": "no"}, {"type": "text", "text": "yes"}]}),
        {"model": "local", "message": {"role": "assistant", "content": "yes"}, "done": True},
    ],
)
def test_known_shapes(reply: Any):
    assert content(json.dumps(reply).encode()) == "yes"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"<html>Sign in</html>", "not JSON, it starts with '<html>Sign"),
        (b"", "empty"),
        (b"[]", "a JSON list"),
        (b"{}", r"lacks the field `choices\[0\].message`"),
        (b'{"error": {"message": "no such model"}}', "no such model"),
        (b'{"choices": []}', "lacks the field"),
        (b'{"choices": [3]}', "lacks the field"),
        (b'{"choices": [{"message": "text"}]}', "lacks the field"),
        (json.dumps(choices({"content": None, "tool_calls": []})).encode(), "holds no text"),
        (json.dumps(choices({"content": " \n"})).encode(), "holds no text"),
        (json.dumps(choices({"content": 7})).encode(), "holds no text"),
        (json.dumps(choices({"content": None, "refusal": "I cannot"})).encode(), "refused"),
    ],
)
def test_what_is_no_text_says_why(body: bytes, words: str):
    with pytest.raises(BadReply, match=words):
        content(body)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(body: bytes):
    try:
        assert content(body).strip()
    except BadReply as bad:
        assert str(bad)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', '{"a": 1}'),
        (' \n{"a": 1}\n\n', '{"a": 1}'),
        ('```json\n{"a": 1}\n```', '{"a": 1}'),
        ('```\n{"a": 1}\n```\n', '{"a": 1}'),
        ('~~~json\n{"a": 1}\n~~~', '{"a": 1}'),
        ('Here you are:\n\n```json\n{\n "a": 1\n}\n```\nAnything else?', '{\n "a": 1\n}'),
        ('<think>the notes say {"b": 2}</think>\n{"a": 1}', '{"a": 1}'),
        ("<think>```json\n{}\n``` no</think>```json\n[1]\n```", "[1]"),
        ('the opening tag was left out</think>\n\n{"a": 1}', '{"a": 1}'),
        ("<think>and it never ended", ""),
        ('{"a": 1}<think>was that right?</think>', '{"a": 1}'),
        ('<think>one</think><think>two</think>{"a": 1}', '{"a": 1}'),
        ('```json\r\n{"a": 1}\r\n```', '{"a": 1}'),
        ("```json\n{}\n```\nor\n```json\n[]\n```", "```json\n{}\n```\nor\n```json\n[]\n```"),
        ('{"a": "```json"}', '{"a": "```json"}'),
        ("plain words", "plain words"),
        ("", ""),
    ],
)
def test_reasoning_and_fences_are_taken_off(text: str, expected: str):
    assert bare(text) == expected


@given(st.recursive(st.none() | st.text() | st.integers(), st.lists, max_leaves=5))
def test_json_in_a_fence_comes_out_as_it_went_in(value: Any):
    written = json.dumps(value)
    assert json.loads(bare(f"```json\n{written}\n```")) == json.loads(bare(written)) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 30_000,
        "<think>" * 20_000,
        "</think>" * 20_000,
        "```x\n" * 30_000,
        "```" + " " * 100_000 + "!\n" + " " * 90_000,
        "x" * 30_000_000,
        '{"title": "' + "y " * 5_000_000 + '"}',
    ],
)
def test_a_flood_of_text_is_dealt_with_at_once(text: str):
    begun = time.perf_counter()
    bare(text)
    assert time.perf_counter() - begun < 2.0


def test_what_is_longer_than_any_answer_is_none():
    assert bare('"' + "x" * MOST_CHARACTERS + '"') == ""

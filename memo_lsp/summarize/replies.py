"""What a model said, taken out of its envelope: the body of a chat endpoint, reasoning before, a code fence around."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from memo_lsp.web.replies import BadReply, read_json, told

_REASONING = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_REASONED = re.compile(r".*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_UNFINISHED = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*\w*[ \t]*\n(?P<inside>.*?)\n?[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE)


def content(body: bytes) -> str:
    """The text in a chat endpoint's reply, `choices[0].message.content` or Ollama's own `message.content`.

    Raises BadReply where there is none."""
    reply = read_json(body)
    if not isinstance(reply, Mapping):
        raise BadReply(f"the reply is a JSON {type(reply).__name__}, not an object with `choices`")
    message = _message(reply)
    if message is None:
        words = told(reply)
        raise BadReply(f"the reply lacks the field `choices[0].message`{': ' * bool(words)}{words}")
    if message.get("refusal"):
        raise BadReply("the model refused")
    text = _text(message.get("content"))
    if not text.strip():
        raise BadReply("the reply holds no text")
    return text


def bare(text: str) -> str:
    """A model's text without its reasoning, and out of the one code fence it stands in, if there is one.

    Empty where the reasoning never ended."""
    text = _REASONED.sub("", _REASONING.sub("", text))  # some servers leave out the opening tag
    if _UNFINISHED.search(text):
        return ""
    fenced = list(_FENCE.finditer(text))
    return (fenced[0]["inside"] if len(fenced) == 1 else text).strip()


def _message(reply: Mapping[str, Any]) -> Mapping[str, Any] | None:
    choices = reply.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else reply
    message = first.get("message") if isinstance(first, Mapping) else None
    return message if isinstance(message, Mapping) else None


def _text(value: Any) -> str:
    """Content is a text, or a list of parts of which some are text."""
    if isinstance(value, str):
        return value
    parts = value if isinstance(value, list) else ()
    texts = (part.get("text") for part in parts if isinstance(part, Mapping) and part.get("type") in (None, "text"))
    return "".join(text for text in texts if isinstance(text, str))

"""What a model said, taken out of its envelope: the body of a chat endpoint, reasoning before, a code fence around."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from memo_lsp.web.replies import BadReply, read_json, told

MOST_CHARACTERS = 200_000  # of a model's text, reasoning and all: what is longer is no answer to what was asked

_REASONING = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"(`{3,}|~{3,})[ \t]*(\w*)")


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

    Empty where the reasoning never ended, and where the text is longer than any answer is."""
    if len(text) > MOST_CHARACTERS:
        return ""
    said = _unreasoned(text)
    inside = _fenced(said.split("\n"))
    return (said if inside is None else inside).strip()


def _unreasoned(text: str) -> str:
    """What is left without reasoning; a closing tag that was never opened ends what began with the text."""
    kept: list[str] = []
    at, opened = 0, -1
    for tag in _REASONING.finditer(text):
        if not tag[1]:
            opened = tag.start() if opened < 0 else opened
            continue
        if opened < 0:
            kept.clear()
        else:
            kept.append(text[at:opened])
        at, opened = tag.end(), -1
    return "".join((*kept, text[at:])) if opened < 0 else ""


def _fenced(lines: Sequence[str]) -> str | None:
    """What stands in a text's one code fence; None where there is none, or several."""
    found: list[str] = []
    begin, mark = 0, ""
    for place, line in enumerate(lines):
        fence = _FENCE.fullmatch(line.strip())
        if fence is None:
            continue
        if not mark:
            begin, mark = place + 1, fence[1]
        elif fence[1] == mark and not fence[2]:
            found.append("\n".join(lines[begin:place]))
            mark = ""
    return found[0] if len(found) == 1 else None


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

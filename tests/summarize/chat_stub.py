"""A real HTTP server that plays a chat endpoint: it says what the test tells it to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.embed.embedding_stub import Answer, Asked, Stub, serving


def says(text: Any, **message: Any) -> Answer:
    """An answer with this text; anything that is no text is written as JSON."""
    words = text if isinstance(text, str) else json.dumps(text)
    return Answer({"choices": [{"message": {"role": "assistant", "content": words, **message}}]})


def prompt_of(asked: Asked) -> str:
    return asked.body["messages"][-1]["content"]


@contextmanager
def chatting(answer: Callable[[Asked], Answer]) -> Iterator[Stub]:
    with serving(answer) as stub:
        yield stub

"""What some models were trained to read before a question and before a passage."""

from __future__ import annotations

import re

_KNOWN = (  # model name, before a question, before a passage; from each model's own description
    (re.compile(r"(?<![a-z0-9])e5(?![a-z0-9])(?!.*instruct)"), "query: ", "passage: "),
    (re.compile(r"nomic"), "search_query: ", "search_document: "),
    (
        re.compile(r"(?<![a-z0-9])bge(?!-m3)(?![a-z0-9])"),
        "Represent this sentence for searching relevant passages: ",
        "",
    ),
)


def prefixes(model: str, query: str | None, passage: str | None) -> tuple[str, str]:
    """The prefixes for questions and passages: as set, else what the model's name asks for, else none."""
    known = next((found for name, *found in _KNOWN if name.search(model.lower())), ["", ""])
    return (known[0] if query is None else query, known[1] if passage is None else passage)

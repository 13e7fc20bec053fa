"""Evaluation sets: memories and questions in one JSONL file. Here the questions are read; the rest is an import."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memo_lsp.errors import MemoError
from memo_lsp.model import Query
from memo_lsp.text.times import parse_time


@dataclass(frozen=True, slots=True)
class Question:
    """A question and what is known about its answer: grades by id, and which memory must stand above which.

    With no `relevant` id the right answer is nothing."""

    id: str
    kind: str  # its class: `changelog`, `version` …
    query: Query
    relevant: Mapping[str, float] = field(default_factory=dict)
    over: Mapping[str, str] = field(default_factory=dict)  # {old: new}


@dataclass(frozen=True, slots=True)
class EvalSet:
    """A set as read: its name, its file, its questions."""

    name: str
    path: Path
    questions: tuple[Question, ...]


def read(path: Path) -> EvalSet:
    """Read a set's questions. Raises MemoError for a file or question that cannot be read, or if there is none."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as trouble:
        raise MemoError(f"{path} cannot be read ({trouble.strerror or trouble})") from None
    except UnicodeDecodeError:
        raise MemoError(f"{path} is no evaluation set: it is not UTF-8 text") from None
    questions = tuple(
        _question(row, f"{path}: line {number}") for number, row in _rows(text) if row.get("type") == "query"
    )
    if not questions:
        raise MemoError(f'{path}: holds no question; a question is a line with "type": "query"')
    return EvalSet(path.stem, path, questions)


def _rows(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbered objects; what is none is left to the import, which names it."""
    for number, line in enumerate(text.split("\n"), 1):
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            yield number, row


def _question(row: Mapping[str, Any], where: str) -> Question:
    try:
        query = Query(
            text=str(row.get("text") or ""),
            symbols=tuple(str(name) for name in row.get("symbols") or ()),
            path=row.get("path"),
            project=row.get("project"),
            branch=row.get("branch"),
            as_of=parse_time(row.get("as_of")),
        )
        relevant = {str(uid): float(grade) for uid, grade in (row.get("relevant") or {}).items()}
        over = {str(old): str(new) for old, new in (row.get("over") or {}).items()}
    except (AttributeError, TypeError, ValueError) as trouble:
        raise MemoError(f"{where}: not a question ({trouble})") from None
    return Question(str(row.get("id") or where), str(row.get("class") or "other"), query, relevant, over)

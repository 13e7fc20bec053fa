"""What a digest says of its days: decisions, fixes and dead ends first, then the symbols most worked on, then counts.

Every line is a title somebody wrote; nothing is made up. What was replaced is told as replaced, never as a fact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memo_lsp.dream.links import Successor
from memo_lsp.model import Subject

HEADED = {"decision": "Decisions", "fix": "Fixes", "dead-end": "Dead ends"}  # told in full, in this order
MOST_LINES = {"day": 300, "week": 300, "month": 100}  # under one heading; a month's weeks lie beneath it
MOST_SYMBOLS = 8
MOST_OTHERS = 10
REPLACED = "(replaced by “"
_LONGEST_LINE = 240
_PLURALS = {
    "decision": "decisions", "fix": "fixes", "dead-end": "dead ends", "change": "changes", "note": "notes",
    "todo": "todos", "revert": "reverts", "reference": "references",
}  # fmt: skip
_SINGULARS = {"dead-end": "dead end"}


@dataclass(frozen=True, slots=True)
class Retold:
    """The words of a digest; `counts` go behind its name, `quotes` are the ids of all it names."""

    counts: str
    body: str
    quotes: tuple[str, ...]


def retell(facts: Sequence[Subject], replaced: Mapping[str, Successor], layer: str) -> Retold:
    """A digest of these facts, oldest first. `replaced` tells what stands for those that do not stand any more."""
    quotes: dict[str, None] = {}
    parts: list[str] = []
    for kind, heading in HEADED.items():
        lines = _lines([fact for fact in facts if fact.kind == kind], replaced, MOST_LINES[layer], quotes)
        parts += [f"{heading}\n" + "\n".join(lines)] if lines else []
    parts += [f"Worked on: {symbols}."] if (symbols := _symbols(facts)) else []
    parts.append(f"{_said(facts)}.")
    others = [fact for fact in facts if fact.kind not in HEADED]
    lines = _lines(others[-MOST_OTHERS:], replaced, MOST_OTHERS, quotes)
    parts += ["Also\n" + "\n".join(lines)] if lines else []
    return Retold(_headline(facts), "\n\n".join(parts), tuple(quotes))


def _lines(
    facts: Sequence[Subject], replaced: Mapping[str, Successor], most: int, quotes: dict[str, None]
) -> list[str]:
    """One line a title; the same title again is counted on it."""
    said: Counter[str] = Counter()
    for fact in facts:
        line = f"- {_one_line(fact.title)}"
        if (successor := replaced.get(fact.id)) is not None:
            line += f" {REPLACED}{_one_line(successor.title)}”)"
        if line not in said and len(said) == most:
            break
        said[line] += 1
        quotes |= dict.fromkeys((fact.id, successor.id) if successor else (fact.id,))
    left = len(facts) - sum(said.values())
    lines = [line if count == 1 else f"{line} ({count} times)" for line, count in said.items()]
    return [*lines, f"- and {left} more"] if left else lines


def _one_line(title: str) -> str:
    line = " ".join(title.split())
    return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1].rstrip()}…"


def _symbols(facts: Sequence[Subject]) -> str:
    """The symbols, else the files, that most facts belong to; each with the number of facts if that is above 1."""
    for named in ("symbol", "path"):
        counted = Counter(
            name for fact in facts for name in {getattr(anchor, named) for anchor in fact.anchors} if name
        )
        if counted:
            most = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:MOST_SYMBOLS]
            return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in most)
    return ""


def _headline(facts: Sequence[Subject]) -> str:
    kinds = Counter(fact.kind for fact in facts)
    headed = [_many(kinds[kind], kind) for kind in HEADED if kinds[kind]]
    return ", ".join(headed) or _many(len(facts), "memory")


def _said(facts: Sequence[Subject]) -> str:
    """`9 memories: 5 fixes, 4 changes; by Ann and 2 others`."""
    kinds = Counter(fact.kind for fact in facts)
    told = ", ".join(_many(count, kind) for kind, count in sorted(kinds.items(), key=lambda item: (-item[1], item[0])))
    authors = sorted({fact.author for fact in facts if fact.author})
    people = f"; by {', '.join(authors[:3])}" if len(authors) > 1 else ""
    people += f" and {len(authors) - 3} more" if len(authors) > 3 else ""
    return _many(len(facts), "memory") + (f": {told}" if told else "") + people


def _many(count: int, kind: str) -> str:
    if count == 1:
        return f"1 {_SINGULARS.get(kind, kind)}"
    return f"{count} {_PLURALS.get(kind) or ('memories' if kind == 'memory' else f'{kind}s')}"

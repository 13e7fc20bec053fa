"""Memories in any number, recombined from real commit messages; the questions asked of them.

The messages come from the folder that MEMO_SHARED names (default: `../shared` beside the checkout), else from the
project's own small set, which is real in shape only. Everything is drawn from one seed.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memo_lsp.model import Anchor, Memory

CHECKOUT = Path(__file__).parents[2]
SMALL = CHECKOUT / "tests" / "data" / "small.jsonl"
PROJECT = "bench"
DAY = 86_400.0
NEWEST = 1_780_000_000.0
YEARS = 5 * 365


def shared() -> Path | None:
    """The folder with real histories, if there is one."""
    folder = Path(os.environ.get("MEMO_SHARED") or CHECKOUT.parent / "shared") / "bench"
    return folder if folder.is_dir() else None


@dataclass(frozen=True)
class Corpus:
    """`rows` are real messages as JSON Lines have them; `real` says whether they come from real histories."""

    rows: tuple[dict[str, Any], ...]
    questions: tuple[str, ...]
    real: bool

    @classmethod
    def load(cls) -> Corpus:
        folder = shared()
        files = sorted(folder.glob("*.jsonl")) if folder else [SMALL]
        rows = [row for file in files for row in _rows(file)]
        commits = [row for row in rows if row.get("commit") and row.get("title")]
        asked = [row["text"] for row in rows if row.get("type") == "query" and row.get("text")]
        random.Random(7).shuffle(asked)
        return cls(tuple(commits), tuple(asked), folder is not None)

    def memory(self, number: int) -> Memory:
        """The `number`th memory: parts of three messages, the code of the first, the names of the second."""
        dice = random.Random(number)
        first, second, third = (dice.choice(self.rows) for _ in range(3))
        own_mail = dice.random() < 0.6
        return Memory(
            id=f"bench{number:07}",
            title=_spliced(first["title"], second["title"], dice),
            body=_some_lines(second.get("body", ""), third.get("body", ""), dice),
            kind=first.get("kind", "change"),
            created_at=NEWEST - dice.random() * YEARS * DAY,
            project=PROJECT,
            branch="main",
            commit=f"{dice.getrandbits(160):040x}",
            origin="git",
            author="Dev" if own_mail else "Somebody Else",
            trust="owner" if own_mail else "external",
            confidence="high" if own_mail else "medium",
            anchors=tuple(Anchor(a["path"], a.get("symbol")) for a in first.get("anchors", ())[:4]),
            symbols=tuple(second.get("symbols", ())[:6]),
        )

    def names(self, count: int) -> list[str]:
        """Distinct identifiers as a cursor meets them: the often remembered more likely, one in five unknown."""
        weights = Counter(name for row in self.rows for name in _names(row))
        dice = random.Random(11)
        known = sorted(weights, key=lambda name: dice.random() ** (1 / weights[name]), reverse=True)
        names = [f"unheard_of_{at}" if at % 5 == 4 or not known else known.pop(0) for at in range(count)]
        return list(dict.fromkeys(names))

    def path(self) -> str:
        """The Python file most memories are about."""
        paths = Counter(a["path"] for row in self.rows for a in row.get("anchors", ()) if a["path"].endswith(".py"))
        return paths.most_common(1)[0][0]


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def _names(row: dict[str, Any]) -> list[str]:
    named = [*row.get("symbols", ()), *(a["symbol"] for a in row.get("anchors", ()) if a.get("symbol"))]
    return [last for name in named if (last := name.rpartition(".")[2]).isidentifier()]


def _spliced(first: str, second: str, dice: random.Random) -> str:
    head, tail = first.split(), second.split()
    return " ".join((*head[: dice.randint(1, max(1, len(head)))], *tail[dice.randint(0, len(tail)) :]))


def _some_lines(first: str, second: str, dice: random.Random) -> str:
    lines = [line for line in (*first.splitlines(), *second.splitlines()) if line.strip()]
    return "\n".join(line for line in lines if dice.random() < 0.4)

"""A file as an episode saw it: its texts one after another, when each was saved, and what tools said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from memo_lsp.capture.events import Diagnostic
from memo_lsp.code.symbols import Symbol, enclosing, symbols
from memo_lsp.store.episodes import EpisodeFile
from memo_lsp.text.secrets import redact

MOST_SAID = 40  # of one version
LONGEST_MESSAGE = 600
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Said:
    """What a tool said of a text, and of which symbol in it (None: outside all)."""

    severity: int
    message: str
    code: str
    source: str
    symbol: str | None
    line: int

    @property
    def key(self) -> tuple[str | None, str, str, str]:
        """What stays the same while the text moves about."""
        return self.symbol, _DIGITS.sub("#", self.message), self.code, self.source

    def plain(self) -> list[Any]:
        """As it is kept with a version."""
        return [self.severity, self.message, self.code, self.source, self.symbol, self.line]

    def told(self) -> str:
        """For a person: `"Item" has no attribute "price" (mypy attr-defined)`."""
        by = " ".join(part for part in (self.source, self.code) if part)
        return f"{self.message} ({by})" if by else self.message


def said(diagnostics: Iterable[Diagnostic], text: str, language: str | None) -> tuple[Said, ...]:
    """What diagnostics say of a text, errors first; without secrets, bounded."""
    found = sorted(diagnostics, key=lambda one: one.severity)[:MOST_SAID]
    known = symbols(text, language) if found else ()
    return tuple(_said(one, known) for one in found)


def _said(one: Diagnostic, known: Sequence[Symbol]) -> Said:
    around = enclosing(known, one.start_line)
    message = redact(one.message[:LONGEST_MESSAGE]).strip()
    return Said(one.severity, message, one.code, one.source, around[0].qualified if around else None, one.start_line)


def plain(all_said: Iterable[Said]) -> list[list[Any]]:
    return [one.plain() for one in all_said]


def from_plain(facts: Mapping[str, Any]) -> tuple[Said, ...]:
    """What is kept with a version."""
    return tuple(Said(*one) for one in facts.get("said", ()))


@dataclass(frozen=True, slots=True)
class Seen:
    """A text a file had, when it was saved, and what was last said of it while it was the saved one."""

    text: str
    at: float
    said: tuple[Said, ...] = ()


def segments(file: EpisodeFile, known: Iterable[Said] = ()) -> tuple[tuple[Seen, ...], ...]:
    """The texts of a file in runs that were made by editing, each beginning with the text it counts from.

    `known` is what was said of the text before the first save. Between two runs something else replaced the text."""
    runs = groupby(file.versions, key=lambda version: version.facts.get("run", 0))
    found = [tuple(Seen(one.text, one.at, from_plain(one.facts)) for one in run) for _, run in runs]
    if file.before is not None and found and not file.versions[0].facts.get("run", 0):
        found[0] = (Seen(file.before, found[0][0].at, tuple(known)), *found[0])
    return tuple(found)

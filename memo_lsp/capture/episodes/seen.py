"""A file as an episode saw it: its texts one after another, when each was saved, and what tools said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from memo_lsp.capture.events import Diagnostic
from memo_lsp.code.languages import language_of
from memo_lsp.code.symbols import Symbol, enclosing, symbols
from memo_lsp.store.captured.episodes import EpisodeFile, Version
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


def from_plain(held: Mapping[str, Any], name: str = "said") -> tuple[Said, ...]:
    """What is kept with a version."""
    return tuple(Said(*one) for one in held.get(name, ()))


@dataclass(frozen=True, slots=True)
class Seen:
    """A text a file had, when it was saved, and what was last said of it while it was the saved one."""

    text: str
    at: float
    said: tuple[Said, ...] = ()


def facts(run: int, now: Iterable[Said], known: Iterable[Said] = (), language: str | None = None) -> dict[str, Any]:
    """What is kept with a version: which run of editing it belongs to, what is said of it; with a file's first one
    also what was said of the text before, and with each its language if its name does not tell. That nothing is said
    is told as well: it takes back what was."""
    held: dict[str, Any] = {"run": run, "known": plain(known), "language": language}
    return {"said": plain(now), **{name: value for name, value in held.items() if value}}


def runs(file: EpisodeFile) -> tuple[tuple[Seen, ...], ...]:
    """The texts of a file in runs that were made by editing, each beginning with the text it counts from. Between two
    runs something else replaced the text."""
    grouped = groupby(file.versions, key=_run)
    found = [tuple(Seen(one.text, one.at, from_plain(one.facts)) for one in run) for _, run in grouped]
    if file.before is not None and found and _run(file.versions[0]) == 0:
        first = Seen(file.before, found[0][0].at, from_plain(file.versions[0].facts, "known"))
        found[0] = (first, *found[0])
    return tuple(found)


def _run(version: Version) -> int:
    return int(version.facts.get("run", 0))


def language(file: EpisodeFile) -> str | None:
    told = next((version.facts["language"] for version in file.versions if "language" in version.facts), None)
    return told or language_of(file.path)

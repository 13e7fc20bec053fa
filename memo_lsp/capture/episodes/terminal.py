"""A test or build command that failed and then passed: what it said, and what was edited between. Pure.

A run that passes mends a failing one of the same command line (blanks and the order of flags aside) in the same folder;
or, of the same tool, those failing tests that it ran, too: because it ran all, or names them or their file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memo_lsp.capture.episodes.commands import Command, command, covers, same
from memo_lsp.capture.episodes.finding import MOST_ANCHORS, Finding, bounded
from memo_lsp.capture.episodes.outputs import outcome
from memo_lsp.capture.episodes.telling import Work
from memo_lsp.capture.events import Ran
from memo_lsp.model import Anchor
from memo_lsp.text.secrets import redact

LISTED_NAMES = 12
LISTED_EDITS = 20


@dataclass(frozen=True, slots=True)
class Edited:
    """Something edited since a run failed: how it is told, and where it is anchored."""

    told: str
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class Failing:
    """A run that failed and has not passed since. `since`: the last save before it, None if there was none; `edited`
    is what an episode that is closed by now held of the time between."""

    line: str
    cwd: str
    names: tuple[str, ...]
    error: str
    since: float | None
    edited: tuple[Edited, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.cwd}\0{self.line}"

    def plain(self) -> dict[str, Any]:
        edited = [
            [one.told, one.anchor.path, one.anchor.symbol, one.anchor.line, one.anchor.hash] for one in self.edited
        ]
        return {"line": self.line, "cwd": self.cwd, "names": list(self.names), "error": self.error,
                "since": self.since, "edited": edited}  # fmt: skip


def from_plain(value: Mapping[str, Any]) -> Failing:
    """The run that `plain` gave, from JSON."""
    edited = tuple(Edited(told, Anchor(*anchor)) for told, *anchor in value["edited"])
    return Failing(**{**value, "names": tuple(value["names"]), "edited": edited})


def failed(event: Ran, since: float | None) -> Failing | None:
    """A run that failed; None if it passed or is none of a test, build or check."""
    known = command(event.command) if event.exit_code else None
    if known is None:
        return None
    report = outcome(known.tool, event.output)
    names = tuple(redact(name) for name in report.failing)
    return Failing(redact(known.line), str(event.cwd), names, redact(report.error), since)


def again(new: Failing, old: Failing) -> Failing:
    """A command that failed once more: if for the same reason, everything since the first time counts."""
    alike = bool(set(new.names) & set(old.names)) or (new.names == old.names and new.error == old.error)
    return replace(new, since=old.since, edited=old.edited) if alike else new


def may_mend(event: Ran) -> bool:
    """Whether a run passed that some failing one may be waiting for."""
    return event.exit_code == 0 and command(event.command) is not None


def with_edits(run: Failing, work: Work) -> Failing:
    """The run with what was edited since, too."""
    every = {one.anchor: one for one in (*run.edited, *edited(work))}
    return replace(run, edited=tuple(every.values())[:LISTED_EDITS])


def mended(event: Ran, failing: Iterable[Failing]) -> list[tuple[Failing, Failing | None]]:
    """The failing runs that a passing one mends, each as far as it does, and what of it is left (None: nothing)."""
    known = command(event.command) if event.exit_code == 0 else None
    if known is None:
        return []
    parts = ((one, _mended(known, str(event.cwd), one)) for one in failing)
    return [(replace(one, names=names), _rest(one, names)) for one, names in parts if names is not None]


def _mended(passed: Command, cwd: str, one: Failing) -> tuple[str, ...] | None:
    """The failing tests of a run that passed now; None if this has nothing to do with it."""
    known = command(one.line)
    if known is None or cwd != one.cwd:
        return None
    if same(passed, known):
        return one.names
    return tuple(name for name in one.names if covers(passed, known, name)) or None


def _rest(one: Failing, names: tuple[str, ...]) -> Failing | None:
    left = tuple(name for name in one.names if name not in names)
    return replace(one, names=left) if left else None


def edited(work: Work) -> tuple[Edited, ...]:
    """What a stretch of work edited, the most worked on first."""
    found = [
        Edited(f"{file.path}: {one.told()}", Anchor(file.path, one.name, one.symbol.start_line, one.symbol.hash))
        for file, one in work.ranked
        if one.symbol is not None
    ]
    held = {one.anchor.path for one in found}
    return (*found, *(Edited(file.told(), Anchor(file.path)) for file in work.files if file.path not in held))[
        :LISTED_EDITS
    ]


def mended_finding(run: Failing, at: float) -> Finding | None:
    """A mended run as it is remembered; None if nothing was edited: then it was not the code."""
    if not run.edited:
        return None
    about = run.names[0] if run.names else run.error
    more = f" and {len(run.names) - 1} more" if len(run.names) > 1 else ""
    listed = [
        *run.names[:LISTED_NAMES],
        *([f"and {len(run.names) - LISTED_NAMES} more"] * (len(run.names) > LISTED_NAMES)),
    ]
    parts = (
        f"`{run.line}` failed:",
        "\n".join((*listed, *([run.error] if run.error else []))),
        "\n".join(("Passes after editing:", *(one.told for one in run.edited))),
    )
    anchors = tuple(one.anchor for one in run.edited[:MOST_ANCHORS])
    return Finding(
        "fix",
        f"{run.line} passes again: {about}{more}" if about else f"{run.line} passes again",
        bounded("\n\n".join(part for part in parts if part)),
        at,
        anchors,
        run.names[:LISTED_NAMES],
    )

"""What the lines of HEAD's reflog amount to: one step for a commit with its amends, one for a whole rebase. Pure.

A line says what moved HEAD and between which commits. On which branch that was is worked out backwards, from where HEAD
is now: a checkout names the branch it came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memo_lsp.capture.source import Move
from memo_lsp.git.reflog import Entry

_CHECKOUT = re.compile(r"checkout: moving from (?P<old>\S+) to (?P<new>.*)")
_RENAMED = re.compile(r"Branch: renamed refs/heads/(?P<old>\S+) to refs/heads/(?P<new>\S+)")
_BEGUN = re.compile(r"(?:[^:]*\(start\)|rebase): checkout (?P<onto>\S+)")
_DONE = re.compile(r"[^:]*(?:\(finish\)|rebase finished): (?:returning to )?(?:refs/heads/)?(?P<branch>\S*)")
_ABORTED = re.compile(r"[^:]*(?:\(abort\)|rebase: aborting)")
_REPLAYED = re.compile(r"(?:pull|rebase)\b[^:]*\((?!start)[a-z-]+\): |rebase(?: finished)?: ")
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_OWN: dict[str, Move] = {
    "commit": "commit",
    "commit (initial)": "commit",
    "commit (amend)": "amend",
    "commit (merge)": "merge",
    "commit (cherry-pick)": "cherry-pick",
    "am": "commit",
    "cherry-pick": "cherry-pick",
    "revert": "revert",
    "reset": "reset",
    "initial pull": "pull",
    "clone": "pull",
}
_BY_WORD: dict[str, Move] = {"pull": "pull", "cherry-pick": "cherry-pick", "revert": "revert"}
_AMENDABLE = frozenset(("commit", "amend", "cherry-pick", "revert", "merge", "pull"))


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened to HEAD; `move` is None where only the graph can tell what. `branch` is the one after.

    `replaced`: commits that an amend within the step put others in place of, oldest first. `base`: what was rebased on,
    and `onto` how it was named. `last` counts the reflog's lines up to the end of this."""

    move: Move | None
    old: str | None
    new: str | None
    branch: str | None
    last: int = 0
    replaced: tuple[str, ...] = ()
    base: str | None = None
    onto: str | None = None


def steps(entries: Sequence[Entry], branch: str | None) -> list[Step]:
    """The steps of a stretch of reflog, oldest first; `branch` is where HEAD is at its end. A rebase that was given up
    is none."""
    branches = _branches(entries, branch)
    found: list[Step] = []
    at = 0
    while at < len(entries):
        if _BEGUN.match(entries[at].message) or (at == 0 and _amid(entries)):
            end = _end(entries, at)
            found += _rebased(entries, at, end, branches[end])
            at = end + 1
            continue
        _join(found, _step(entries[at], branches[at], at))
        at += 1
    return found


def settled(entries: Sequence[Entry], sha: str | None, branch: str | None) -> bool:
    """Whether HEAD is where its reflog's last line says; git writes the line first."""
    if not entries:
        return True
    checkout = _CHECKOUT.match(entries[-1].message)
    still = checkout is not None and branch == checkout["old"] != checkout["new"]
    unborn = sha is None and entries[-1].old is not None  # an orphan branch, of which no line tells
    return unborn or (entries[-1].new == sha and not still)


def _branches(entries: Sequence[Entry], branch: str | None) -> list[str | None]:
    """The branch after each entry."""
    found: list[str | None] = []
    for entry in reversed(entries):
        done = _DONE.match(entry.message)
        branch = done["branch"] or branch if done else branch
        found.append(branch)
        branch = _left(entry.message, branch)
    return found[::-1]


def _left(message: str, branch: str | None) -> str | None:
    """The branch before a line that ended on `branch`."""
    left = _CHECKOUT.match(message) or _RENAMED.match(message)
    if left is None:
        return branch
    return None if _COMMIT.fullmatch(left["old"]) else left["old"]


def _amid(entries: Sequence[Entry]) -> bool:
    """Whether the first line comes from within a rebase, its commits and amends included."""
    first = next((entry for entry in entries if _BEGUN.match(entry.message) or _REPLAYED.match(entry.message)), None)
    return first is not None and _BEGUN.match(first.message) is None


def _end(entries: Sequence[Entry], start: int) -> int:
    """The last line of a rebase: that of its end or, on a detached HEAD where there is none, the last that is its."""
    last = start
    for at in range(start, len(entries)):
        message = entries[at].message
        if _DONE.match(message) or _ABORTED.match(message):
            return at
        if at > start and _BEGUN.match(message):
            break
        last = at if _REPLAYED.match(message) else last
    return last


def _rebased(entries: Sequence[Entry], start: int, end: int, branch: str | None) -> Iterator[Step]:
    """The step of a rebase; of one that began before one looked, what it was based on is not known."""
    if _ABORTED.match(entries[end].message) is None:
        begun = _BEGUN.match(entries[start].message)
        base, onto = (entries[start].new, begun["onto"]) if begun else (None, None)
        yield Step("rebase", entries[start].old, entries[end].new, branch, end + 1, base=base, onto=onto)


def _step(entry: Entry, branch: str | None, at: int) -> Step | None:
    if _CHECKOUT.match(entry.message) or _RENAMED.match(entry.message):
        return Step("switch", entry.old, entry.new, branch, at + 1)
    move = _move(entry.message)
    return None if entry.old == entry.new and move != "reset" else Step(move, entry.old, entry.new, branch, at + 1)


def _move(message: str) -> Move | None:
    action, _, rest = message.partition(":")
    if action in _OWN:
        return _OWN[action]
    word = action.split(" ")[0]
    if word == "merge":
        return "pull" if "Fast-forward" in rest else "merge"
    return _BY_WORD.get(word)


def _join(found: list[Step], step: Step | None) -> None:
    """Add a step; an amend of what the last one made becomes part of it, and so does the second line of a rename."""
    if step is None:
        return
    last = found[-1] if found else None
    if last is not None and step.move == "amend" and last.move in _AMENDABLE and last.new == step.old and last.new:
        found[-1] = replace(last, new=step.new, last=step.last, replaced=(*last.replaced, last.new))
    elif last is not None and last.new is None and step.old is None and last.move == step.move == "switch":
        found[-1] = replace(last, new=step.new, branch=step.branch, last=step.last)
    else:
        found.append(step)

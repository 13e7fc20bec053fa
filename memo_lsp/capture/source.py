"""What a source of memories is: told about events of one work tree, one method a kind of event, in order of arrival."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memo_lsp.capture.events import Diagnosed, Ran
from memo_lsp.git.records import Commit

if TYPE_CHECKING:
    from memo_lsp.capture.desk import Desk

Move = Literal["commit", "amend", "rebase", "merge", "pull", "cherry-pick", "revert", "switch", "reset", "stash"]


@dataclass(frozen=True, slots=True)
class Save:
    """A save worth looking at: `path` as anchors have it, `before` the text it counts from, `file` where it lies."""

    path: str
    file: Path
    before: str
    after: str
    language: str | None
    at: float


@dataclass(frozen=True, slots=True)
class HeadNews:
    """What HEAD's move amounted to. `commits` are those that are new here, oldest first, each with the memory it made
    (None: none). `old_branch` is the branch before, which what was saved until then belongs to.

    Of an amend it is the commit as it is now, of a rebase only what it brought. A stash, taken or put back, moves
    nothing (`old` is `new`), and so may a reset: the files changed by other hands all the same, as after any move but a
    commit, an amend and a revert of one's own."""

    move: Move
    old: str | None
    new: str | None
    old_branch: str | None
    new_branch: str | None
    commits: tuple[tuple[Commit, str | None], ...] = ()
    at: float = 0.0


class Source:
    """One source. What it does not override, it does not care about."""

    def started(self, desk: Desk) -> None:
        """A work tree is seen for the first time in this session."""

    def named(self, desk: Desk, former: str) -> None:
        """The project has another key than before; what the store holds of it went along."""

    def saved(self, desk: Desk, save: Save) -> None:
        """A document was saved with another text than before, layout included."""

    def kept_as_it_was(self, desk: Desk, path: str, text: str, at: float) -> None:
        """A document was saved unchanged."""

    def rebased(self, desk: Desk, path: str, text: str, at: float) -> None:
        """A document's text was replaced by something other than editing (a checkout, a stash): count from here."""

    def renamed(self, desk: Desk, old: str, new: str, at: float) -> None:
        """A file or folder was renamed in the editor."""

    def changed(self, desk: Desk, paths: Sequence[str], at: float) -> None:
        """Files changed on disk; one that is not there any more was deleted."""

    def diagnosed(self, desk: Desk, path: str, event: Diagnosed) -> None:
        """What tools say about a file now."""

    def ran(self, desk: Desk, event: Ran) -> None:
        """A command ended in a terminal."""

    def head_moved(self, desk: Desk, news: HeadNews) -> None:
        """HEAD moved; its commits are stored already."""

    def ticked(self, desk: Desk, at: float) -> None:
        """Time went by."""

    def closing(self, desk: Desk) -> None:
        """The session ends."""

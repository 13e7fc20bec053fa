"""What passes did, taken back: chosen, told, and put back while none runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from memo_lsp.errors import UnknownId, UnknownRun, WrongArgument
from memo_lsp.services.rows import Rows
from memo_lsp.store.dreamt.edits import Selectors
from memo_lsp.text.times import iso, parse_time

if TYPE_CHECKING:
    from memo_lsp.dream.undo import Taken
    from memo_lsp.store import Store


class Undoing:
    """Of one store. In a `turn` no pass runs, in any window."""

    def __init__(self, store: Store, rows: Rows, turn: Callable[[], AbstractContextManager[None]]):
        self._store, self._rows, self._turn = store, rows, turn

    def undo(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Take back what `theme`, `members`, `run`, `since`, `pass` choose together, or `all` of it; with `dryRun` only
        say what that would be. Raises WrongArgument, StoreTrouble."""
        taken = self.chosen(args)
        told = self.told(taken, dry_run=bool(args.get("dryRun")))  # before a digest or a theme has gone
        if not args.get("dryRun"):
            self.take_back(taken)
        return told

    def chosen(self, args: Mapping[str, Any]) -> list[Taken]:
        """What an undo with these arguments would take back. Raises WrongArgument, and UnknownId or MemoError where
        there is no such memory or run."""
        from memo_lsp.dream.undo import chosen

        given = [args.get(name) for name in ("theme", "run", "since", "pass")]
        if not any(value is not None for value in given) and not args.get("members") and not args.get("all"):
            raise WrongArgument("undo", "what? Give a theme, members, a run, since when, a pass, or all")
        theme, run, since, pass_name = given
        members, store = tuple(args.get("members") or ()), self._store
        for uid in filter(lambda uid: uid is not None and not store.edits.knows(uid), (theme, *members)):
            raise UnknownId(uid)
        if run is not None and store.runs.get(run) is None:
            raise UnknownRun(run)
        return chosen(store, Selectors(theme, members, run, _instant(since), pass_name))

    def take_back(self, taken: Sequence[Taken]) -> int:
        """Put it back, and mark it, while no pass runs; how many edits stood until now. Raises MemoError."""
        from memo_lsp.dream.undo import undo

        with self._turn():
            return undo(self._store, taken)

    def told(self, taken: Sequence[Taken], *, dry_run: bool) -> dict[str, Any]:
        """What is put back, as every surface shows it."""
        titles = self._rows.called({uid for one in taken for uid in (one.made.into, *one.members)})
        return {
            "dry_run": dry_run,
            "put_back": len(taken),
            "edits": [_edit_row(one, titles) for one in taken],
            "blocked": [list(pair) for pair in dict.fromkeys(pair for one in taken for pair in one.pairs)],
        }


def _edit_row(taken: Taken, titles: Mapping[str, str]) -> dict[str, Any]:
    made = taken.made
    return {
        "edit": made.id,
        "run": made.run,
        "pass": made.pass_name,
        "kind": made.kind,
        "at": iso(made.made_at),
        "into": {"id": made.into, "title": titles.get(made.into, "")},
        "members": [{"id": uid, "title": titles.get(uid, "")} for uid in taken.members],
        "whole": taken.whole,
    }


def _instant(since: Any) -> float | None:
    """Seconds, or a time in ISO 8601. Raises WrongArgument."""
    if not isinstance(since, str):
        return None if since is None else float(since)
    try:
        return parse_time(since)
    except ValueError as trouble:
        raise WrongArgument("since", str(trouble)) from None

"""Which commits a step of HEAD is about: those that went, those that came in their place, those it brought."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from memo_lsp.capture.commits.moves import Step
from memo_lsp.capture.source import Move
from memo_lsp.git.door import GitTrouble
from memo_lsp.git.ranges import between
from memo_lsp.git.repository import Repository, resolve_ref

MOST = 500  # commits looked at for one step; the rest of a long absence is for an import
_ONE = frozenset(("commit", "cherry-pick", "revert", "amend"))
Known = Callable[[Sequence[str]], Collection[str]]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Plan:
    """Commits oldest first. `came` may stand for `gone`; `compares`: their patches say which for which."""

    step: Step
    move: Move
    gone: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    brought: tuple[str, ...] = ()
    compares: bool = False
    brought_on: str | None = None

    @property
    def shas(self) -> tuple[str, ...]:
        return (*self.came, *self.brought)

    @property
    def fresh(self) -> tuple[str, ...]:
        """Those that stand for no other for certain."""
        return self.brought if self.gone else self.shas

    def branch_of(self, sha: str) -> str | None:
        """The branch a commit came in on."""
        return self.brought_on if sha in self.brought else self.step.branch


def planned(repo: Repository, step: Step, known: Known) -> Plan:
    """What a step is about; `known` tells which commits were dealt with before. Raises GitTrouble."""
    if step.move == "switch" or step.new is None:
        return Plan(step, step.move or "reset")
    if step.move in _ONE:
        went = (step.old,) if step.move == "amend" and step.old else ()
        return Plan(step, step.move, (*went, *step.replaced), (step.new,))
    if step.move == "rebase":
        return _rebased(repo, step, known)
    if step.move is None:
        return _by_graph(repo, step, known)
    came = (step.new,) if step.replaced else ()
    brought = tuple(sha for sha in _new(repo, step.new, (step.old,), known) if sha not in came)
    return Plan(step, step.move, step.replaced, came, brought, brought_on=step.branch)


def _rebased(repo: Repository, step: Step, known: Known) -> Plan:
    gone = between(repo, step.old, (step.new,), MOST).shas
    came = between(repo, step.new, (step.base, step.old), MOST).shas
    brought = tuple(_new(repo, step.base, (step.old,), known)) if step.base else ()
    return Plan(step, "rebase", gone, came, brought, True, _named(repo, step.onto) or step.branch)


def _by_graph(repo: Repository, step: Step, known: Known) -> Plan:
    """Without a word of what happened: what went and what came tell it."""
    try:
        gone = between(repo, step.old, (step.new,), MOST).shas
    except GitTrouble as trouble:
        if trouble.code is None or trouble.fix:
            raise
        return Plan(step, "reset")  # where one stood is not known any more: a new clone in an old place
    if not gone:
        brought = tuple(_new(repo, step.new, (step.old,), known))
        return Plan(step, "commit" if len(brought) == 1 else "pull", brought=brought, brought_on=step.branch)
    came = between(repo, step.new, (step.old,), MOST).shas
    move: Move = "reset" if not came else "amend" if len(came) == len(gone) == 1 else "rebase"
    return Plan(step, move, gone, came, compares=True)


def _new(repo: Repository, new: str | None, without: Sequence[str | None], known: Known) -> list[str]:
    found = between(repo, new, without, MOST)
    if found.more:
        log.info("more than %d commits came at once: those before are left to an import of the history", MOST)
    before = known(found.shas)
    return [sha for sha in found.shas if sha not in before]


def _named(repo: Repository, name: str | None) -> str | None:
    """The branch that was rebased onto, if a branch it was."""
    if name is None:
        return None
    if resolve_ref(repo, f"refs/heads/{name}") is not None:
        return name
    remote, _, branch = name.partition("/")
    return branch if remote and branch and resolve_ref(repo, f"refs/remotes/{name}") is not None else None

"""What becomes of commits in the store as HEAD moves: new memories, and memories that follow their rewritten commits.

Everything is found by project and commit, in one transaction a step, so that two windows that look at the same move
make one memory of it. Whatever a commit came to is noted beside its patch: rewritten, it is known again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from memo_lsp.capture.commits.memory import (
    Source,
    Symbols,
    commit_memory,
    mails,
    skip_reason,
    split_way,
    with_way,
)
from memo_lsp.capture.commits.moves import Step
from memo_lsp.capture.commits.plans import Plan, planned
from memo_lsp.capture.commits.relink import CAPTURE, relink_new
from memo_lsp.capture.commits.rewrites import replaced
from memo_lsp.capture.source import Move
from memo_lsp.errors import StoreTrouble
from memo_lsp.git.door import GitTrouble
from memo_lsp.git.history import Commit, own_mail, read
from memo_lsp.git.ranges import is_held, patch_ids
from memo_lsp.git.repository import Repository
from memo_lsp.model import Edge, Memory
from memo_lsp.store.captured.gate import KEPT
from memo_lsp.store.captured.patches import Patch

if TYPE_CHECKING:
    from memo_lsp.capture.desk import Desk

_PARSED = 50  # commits whose files are parsed at a time, and stored at a time
_COMPARED = 200  # commits whose patches are compared
_WORDS = ("title", "body", "kind", "topic", "tags", "author")  # a person may have written them anew since
_CODE = ("anchors", "symbols")
_PICKED = re.compile(r"\(cherry picked from commit ([0-9a-f]{7,64})\)")
Made = tuple[tuple[Commit, str | None], ...]
First = tuple[Patch, bool]  # the same patch as an earlier commit, and whether anything still stands on that


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step was, and its commits with the memories they have."""

    move: Move
    commits: Made = ()


class Keeper:
    """For the moves of one look. GitTrouble where git cannot say what came, StoreTrouble where it cannot be stored:
    what is new then waits beside the store."""

    def __init__(self, desk: Desk, repo: Repository):
        self._desk, self._repo, self._store, self._project = desk, repo, desk.store, desk.project
        self._symbols = Symbols(repo)
        self._commits: dict[str, Commit] = {}
        self._patches: dict[str, str] = {}
        self._made: dict[str, Memory] = {}
        self._firsts: dict[str, First] = {}
        self._touched: list[str] = []

    def keep(self, steps: Sequence[Step], stored: Callable[[Step], None]) -> Iterator[Outcome]:
        """Each step with what became of it; `stored` is called in the transaction that stores its last part."""
        plans = [planned(self._repo, step, self._known) for step in steps]
        if any(plan.shas for plan in plans):
            self._read(plans)
        for plan in plans:
            made = self._kept(plan, stored)
            yield Outcome(plan.move, made)

    # --- reading
    def _known(self, shas: Sequence[str]) -> set[str]:
        """Those of these commits that were dealt with before."""
        known = {sha for sha in shas if self._store.patches.of(self._project, sha) is not None}
        return known | self._store.memories.of_commits(self._project, shas).keys()

    def _read(self, plans: Sequence[Plan]) -> None:
        came = dict.fromkeys(sha for plan in plans for sha in (*plan.came, *plan.brought))
        gone = dict.fromkeys(sha for plan in plans for sha in plan.gone)
        try:
            commits = read(self._repo, [*(came | gone)])
        except GitTrouble:  # what is gone may be gone for good
            commits = read(self._repo, [*came])
        self._commits = {commit.sha: commit for commit in commits}
        single = [commit.sha for commit in commits if len(commit.parents) < 2]
        self._patches = patch_ids(self._repo, single) if len(single) <= _COMPARED else {}
        own = mails((own_mail(self._repo), *self._desk.settings.git.mails))
        self._make([(self._commits[sha], plan) for plan in plans for sha in (*plan.came, *plan.brought)], own)

    def _make(self, wanted: Sequence[tuple[Commit, Plan]], own: frozenset[str]) -> None:
        wanted = [(commit, plan) for commit, plan in wanted if _reason(commit) is None]
        for start in range(0, len(wanted), _PARSED):
            some = wanted[start : start + _PARSED]
            self._symbols.prepare(commit for commit, _ in some)
            for commit, plan in some:
                self._made[commit.sha] = self._memory(commit, plan.branch_of(commit.sha), own)

    def _memory(self, commit: Commit, branch: str | None, own: frozenset[str]) -> Memory:
        source = Source(self._project, branch, branch, frozenset(), own, self._desk.clock.now())
        return replace(commit_memory(commit, source, self._symbols), session=self._desk.session.id)

    # --- storing
    def _kept(self, plan: Plan, stored: Callable[[Step], None]) -> Made:
        self._touched = []
        self._firsts = dict(self._seen_before(plan))  # git is asked before the store is held
        made: list[tuple[Commit, str | None]] = []
        parts = [plan.brought[at : at + _PARSED] for at in range(0, len(plan.brought), _PARSED)] or [()]
        try:
            for number, part in enumerate(parts):
                with self._store.write():
                    made += [(self._commits[sha], self._fresh(self._commits[sha])) for sha in part]
                    if number == len(parts) - 1:
                        made += self._rewritten(plan)
                        stored(plan.step)
        except StoreTrouble:
            self._store.spool.add([self._made[sha] for sha in plan.fresh if sha in self._made.keys() - self._firsts])
            raise
        self._link()
        return tuple(made)

    def _link(self) -> None:
        ids = list(dict.fromkeys(self._touched))
        if ids:
            relink_new(self._store, self._project, self._store.memories.get_many(ids).values())
            self._desk.session.remembered(ids)

    def _rewritten(self, plan: Plan) -> Made:
        """The commits that came with the step itself, some of them in place of others. Those of a rebase are told of
        only where they stand for nothing that was there."""
        came = [self._commits[sha] for sha in plan.came]
        gone = [self._commits[sha] for sha in plan.gone if sha in self._commits]
        stands = replaced(gone, came, self._patches) if plan.compares else _amended(plan)
        found = []
        for commit in came:
            olds = stands.get(commit.sha, [])
            uid = self._in_place_of(commit, olds, plan.move) if olds else self._fresh(commit)
            if not olds or plan.move != "rebase":
                found.append((commit, uid))
        return tuple(found)

    def _fresh(self, commit: Commit) -> str | None:
        """The memory of a commit that stands for no other here: the one it has, that of the same patch, or its own."""
        known = self._store.patches.of(self._project, commit.sha)
        if known is not None:
            return known.memory
        have = self._store.memories.of_commits(self._project, (commit.sha,))
        if commit.sha in have:
            self._note(commit, have[commit.sha])
            return have[commit.sha]
        reason = _reason(commit)
        if reason is not None:
            self._count(reason)
            self._note(commit, None)
            return None
        if commit.sha not in self._firsts:
            return self._store_new(commit)
        first, held = self._firsts[commit.sha]
        if not held:
            return self._in_place_of(commit, [first.sha], "rebase")
        self._count("same patch")
        self._note(commit, first.memory)
        return first.memory

    def _store_new(self, commit: Commit) -> str | None:
        memory = self._made[commit.sha]
        if self._store.spool.add([memory]):
            self._count(KEPT)
            self._touched.append(memory.id)
        self._note(commit, memory.id)
        return memory.id if memory.id in self._touched else None

    def _in_place_of(self, commit: Commit, olds: Sequence[str], move: Move) -> str | None:
        """A rewritten commit has the memory of what it replaces; if that was more than one, theirs fold into it."""
        own = self._memory_of(commit.sha)
        holders = [(old, uid) for old in olds if (uid := self._memory_of(old)) is not None]
        if own is None and not holders:
            return self._without(commit, olds, move)
        survivor = own or holders[0][1]
        if own is None:
            self._carry(survivor, commit, holders[0][0], move)
        for uid in dict.fromkeys(uid for _, uid in holders if uid != survivor):
            self._fold(uid, survivor)
        for old in olds:
            self._store.patches.repoint(
                self._project, old, commit.sha, patch_id=self._patches.get(commit.sha), memory_uid=survivor
            )
        self._note(commit, survivor)
        self._touched.append(survivor)
        return survivor

    def _without(self, commit: Commit, olds: Sequence[str], move: Move) -> str | None:
        """Of a commit whose forerunners have no memory: what was forgotten stays so, and a rebase makes nothing new."""
        have = self._store.memories.of_commits(self._project, olds)
        rows = [row for old in olds if (row := self._store.patches.of(self._project, old)) is not None]
        if move != "rebase" and not have and not any(row.forgotten for row in rows):
            return self._fresh(commit)
        self._note(commit, None)
        for row in rows:
            self._store.patches.repoint(self._project, row.sha, commit.sha)
        return None

    def _memory_of(self, sha: str) -> str | None:
        known = self._store.patches.of(self._project, sha)
        if known is not None and known.memory is not None:
            return known.memory
        return self._store.memories.of_commits(self._project, (sha,)).get(sha)

    def _carry(self, uid: str, commit: Commit, old: str, move: Move) -> None:
        """A memory gets its commit's new words, but for those a person changed, and the code it is about now."""
        memory, now = self._store.memories.get(uid), self._made.get(commit.sha)
        changes: dict[str, Any] = {"commit": commit.sha}
        if now is not None:
            was = self._memory(self._commits[old], None, frozenset()) if old in self._commits else None
            message, way = split_way(memory.body)
            said = replace(memory, body=message)
            for name in _WORDS:
                if was is None or getattr(said, name) == getattr(was, name):
                    changes[name] = getattr(now, name)
            if "body" in changes:
                changes["body"] = with_way(now.body, way)
            if old not in self._patches or self._patches[old] != self._patches.get(commit.sha):
                changes |= {name: getattr(now, name) for name in _CODE}
            if move != "rebase":
                changes["created_at"] = now.created_at
        self._store.memories.update(uid, **changes)

    def _fold(self, uid: str, into: str) -> None:
        """What was squashed into another commit lives on in its memory."""
        memory = self._store.memories.get(uid)
        if memory.pinned or memory.state == "archived":
            return
        self._store.memories.update(uid, state="archived", commit=None)
        self._store.memories.add((), [Edge("archived_into", uid, into, maker=CAPTURE, made_at=self._desk.clock.now())])

    # --- the same patch elsewhere
    def _seen_before(self, plan: Plan) -> Iterator[tuple[str, First]]:
        """Of each commit that is new the one it is a copy of, or was before it was rewritten, if that has a memory."""
        for commit in (self._commits[sha] for sha in plan.fresh if sha in self._made):
            for found in self._candidates(commit):
                if found.sha != commit.sha and found.memory is not None and self._stands(found.memory):
                    yield commit.sha, (found, is_held(self._repo, found.sha))
                    break

    def _candidates(self, commit: Commit) -> Iterator[Patch]:
        patches, copied = self._store.patches, commit.written != commit.time
        patch = self._patches.get(commit.sha)
        for one in patches.by_patch(self._project, patch) if patch else ():
            if one.author_time == commit.written or not is_held(self._repo, one.sha):
                yield one
        picked = _PICKED.search(commit.body)
        if picked is not None:
            yield from self._as_patch(self._store.memories.at_commit(self._project, picked[1]), commit)
        if not copied:
            return
        memory = self._made[commit.sha]
        for one in patches.by_author_time(self._project, commit.written):
            if one.author_mail_hash == _mail(commit) and self._title(one.memory) == memory.title:
                yield one
        same = self._store.memories.find_same(self._project, memory.title, memory.body)
        yield from (one for one in self._as_patch(same, commit) if one.author_time == commit.written)

    def _as_patch(self, uid: str | None, commit: Commit) -> Iterable[Patch]:
        """An imported commit, of which no patch was noted."""
        memory = self._store.memories.get(uid) if uid else None
        if memory is not None and memory.commit is not None and memory.origin == "git":
            return (Patch(memory.commit, None, memory.created_at or 0.0, None, memory.id),)
        return ()

    def _stands(self, uid: str) -> bool:
        """What was reverted may be made again, and is then a commit of its own."""
        memory = self._store.memories.get_many((uid,)).get(uid)
        return memory is not None and memory.valid_to is None

    def _title(self, uid: str | None) -> str | None:
        memory = self._store.memories.get_many((uid,)).get(uid) if uid else None
        return memory.title if memory else None

    def _note(self, commit: Commit, uid: str | None) -> None:
        patch = self._patches.get(commit.sha)
        self._store.patches.add(self._project, commit.sha, patch, commit.written, _mail(commit), uid)

    def _count(self, reason: str) -> None:
        self._store.gate.count(self._project, reason)


def _reason(commit: Commit) -> str | None:
    return "merge" if len(commit.parents) > 1 else skip_reason(commit)


def _mail(commit: Commit) -> str:
    return blake2b(commit.email.lower().encode("utf-8", "replace"), digest_size=8).hexdigest()


def _amended(plan: Plan) -> dict[str, list[str]]:
    """Only the last commit of such a step stands for others: the newest of them first."""
    return {plan.came[-1]: list(reversed(plan.gone))} if plan.came and plan.gone else {}

"""A look at memories that are in no store, for passes that need no vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memo_lsp.dream.plan import Digest, Plan
from memo_lsp.model import Edge, Memory, Subject


def subject_of(memory: Memory) -> Subject:
    return Subject(
        row=0, id=memory.id, title=memory.title, kind=memory.kind, channel=memory.channel, project=memory.project,
        branch=memory.branch, sessions=frozenset(filter(None, (memory.session,))),
        made_at=memory.stored_at if memory.created_at is None else memory.created_at, stored_at=memory.stored_at,
        last_surfaced_at=memory.last_surfaced_at, stability_days=memory.stability_days, surfaced=memory.surfaced,
        feedback=memory.feedback, pinned=memory.pinned, state=memory.state, origin=memory.origin, author=memory.author,
        trust=memory.trust, topic=memory.topic, commit=memory.commit, anchors=memory.anchors, embedded=True,
    )  # fmt: skip


@dataclass
class Looked:
    """Shows what it is given; what is invalid is not shown."""

    now: float
    known: list[Memory] = field(default_factory=list)
    links: list[Edge] = field(default_factory=list)
    parted: set[str] = field(default_factory=set)
    backlog: bool = False
    limits: Any = None
    log_on: bool = True

    def _in(self, archived: bool) -> list[Subject]:
        valid = [one for one in self.known if one.valid_to is None and (one.state == "archived") == archived]
        return sorted((subject_of(one) for one in valid), key=lambda one: one.made_at)

    def subjects(self) -> Sequence[Subject]:
        return self._in(False)

    def archived(self) -> Sequence[Subject]:
        return self._in(True)

    def memories(self, ids: Iterable[str]) -> Mapping[str, Memory]:
        by_id = {one.id: one for one in self.known}
        return {uid: by_id[uid] for uid in ids if uid in by_id}

    def edges(self, ids: Iterable[str]) -> Sequence[Edge]:
        wanted = set(ids)
        return [edge for edge in self.links if wanted & {edge.source, edge.target} and edge.unmade_at is None]

    def survivors(self, ids: Iterable[str]) -> Mapping[str, str]:
        into = {edge.source: edge.target for edge in self.links if edge.type in ("archived_into", "part_of")}
        return {uid: into[uid] for uid in ids if uid in into}

    def apart(self, a: str, b: str) -> bool:
        return a == b and a in self.parted

    def let_go(self) -> None:
        """There is nothing to let go."""

    def take(self, plan: Plan) -> None:
        """Digests stand from now on, as the store would have them."""
        for edit in plan.edits:
            assert isinstance(edit, Digest)
            self.known = [one for one in self.known if one.id != edit.memory.id] + [edit.memory]

"""The same standing fact, learned again in another session: a language model writes it down once, over all of them.

Memories come together by use, never by a shared word. What a person holds on to is cited and left standing; what was
cited once is not told again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, takewhile
from typing import ClassVar, Literal

from memo_lsp import formulas
from memo_lsp.dream.cluster import OWN_DAYS, WINDOW_DAYS, Cluster, edges, gathered, published, relearned
from memo_lsp.dream.plan import Breathe, Edit, Link, PassName, Plan, Theme
from memo_lsp.dream.rules import WRITTEN, YOUNGEST, chosen, movable
from memo_lsp.dream.together import together, uses
from memo_lsp.dream.verdicts import Decline, Judge, Replaces, Verdict, Written
from memo_lsp.dream.view import View
from memo_lsp.model import EMPTY, Anchor, Edge, Memory, Subject

NO_SUMMARIZER = "no summarizer: themes are not written (memo.summarize.provider)"
LOG_OFF = "recall log is off"
UNMEASURED = "no embedder whose likeness was measured"
MOST_ANCHORS = 40  # of a theme; what its members have beyond them is found through the words
EdgesBy = Literal["used", "published"]


@dataclass(frozen=True, slots=True)
class _Found:
    """Groups that may be themes, the most used first; of how many pairs, and which of those a rule held apart."""

    clusters: Sequence[Cluster]
    considered: int
    vetoed: Mapping[str, int] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True)
class ThemePass:
    """The pass. `judge`: whom to ask, None where no summarizer is configured; `new_id` makes a memory's id."""

    judge: Judge | None
    new_id: Callable[[], str]
    edges: EdgesBy = "used"
    name: ClassVar[PassName] = "theme"
    needs_idle: ClassVar[bool] = True

    def plan(self, view: View, breathe: Breathe) -> Plan:
        if not view.log_on:
            return Plan(skipped=LOG_OFF)
        if self.judge is None:
            return Plan(skipped=NO_SUMMARIZER)
        if self.edges == "used" and view.limits is None:
            return Plan(skipped=UNMEASURED)
        subjects = chosen(view.subjects(), lambda subject: _looked_at(subject, view), breathe)
        found = self._clusters(subjects, view, breathe)
        by_id = {subject.id: subject for subject in subjects}
        sitting = self.judge.sitting(breathe)
        edits: list[Edit] = []
        refused = 0
        vetoed = Counter(found.vetoed)
        for cluster in found.clusters:
            breathe()
            members = _unparted(_untold([by_id[uid] for uid in cluster.members], view), view)
            if sitting.trouble is not None or len(members) < 2 or not relearned(members):
                continue
            whole = view.memories([member.id for member in members])
            verdict = sitting.group([whole[member.id] for member in members if member.id in whole])
            made = self._edits(verdict, members, whole, view)
            edits += made
            refused += verdict is not None and not made
            vetoed.update([verdict.reason] if isinstance(verdict, Decline) else [])
        return Plan(found.considered, tuple(edits), vetoed, refused, None if edits else sitting.trouble)

    def _clusters(self, subjects: Sequence[Subject], view: View, breathe: Breathe) -> _Found:
        own = self.edges == "used"
        events = [event for event in view.events(self._since(view)) if event.used]
        survivors = view.survivors({uid for event in events for uid in event.used})
        seen = together(uses(events, survivors, breathe=breathe), breathe)
        if not own:
            return _Found(published(subjects, seen, breathe=breathe), len(seen.pairs))
        links = edges(subjects, seen, view, breathe)
        return _Found(gathered(links, subjects, seen, view, breathe), links.considered, links.vetoed)

    def _since(self, view: View) -> float:
        """From when on the recall log is looked at: with the backlog all of it."""
        if self.edges == "published":
            return view.now - WINDOW_DAYS * formulas.DAY
        return 0.0 if view.backlog else view.now - OWN_DAYS * formulas.DAY

    def _edits(
        self, verdict: Verdict | None, members: Sequence[Subject], whole: Mapping[str, Memory], view: View
    ) -> list[Edit]:
        if isinstance(verdict, Written):
            named = [member for member in members if member.id in verdict.members]
            if len(named) < 2 or not relearned(named):
                return []
            theme = _theme(self.new_id(), verdict, named, [whole[member.id] for member in named], view.now)
            under = tuple(member.id for member in named if movable(member, view.now))
            return [Theme(theme, under, tuple(member.id for member in named if member.id not in under))]
        if isinstance(verdict, Replaces):
            return list(_links(verdict, members, view))
        return []


def _looked_at(subject: Subject, view: View) -> bool:
    return (
        subject.embedded
        and subject.kind not in WRITTEN
        and view.now - subject.made_at >= YOUNGEST
        and (view.backlog or view.reached(subject))
    )


def _untold(members: Sequence[Subject], view: View) -> list[Subject]:
    """Those that no theme cites yet, by date."""
    ids = {member.id for member in members}
    told = {edge.source for edge in view.edges(ids) if edge.type == "part_of" and edge.unmade_at is None}
    return [member for member in members if member.id not in told]


def _unparted(members: Sequence[Subject], view: View) -> list[Subject]:
    """Those that nothing keeps apart from an older one of them."""
    kept: list[Subject] = []
    for member in members:
        if not any(view.apart(one.id, member.id) for one in kept):
            kept.append(member)
    return kept


def _theme(uid: str, written: Written, members: Sequence[Subject], whole: Sequence[Memory], now: float) -> Memory:
    """The theme as a memory: it stands where its members stood, in the code, among topics and in time. Writing it down
    made nothing new, and what only it made look new would pass answers that are."""
    people = _people(members)
    body = f"{written.body}\n\nPeople: {', '.join(people)}" if people else written.body
    return Memory(
        id=uid,
        title=written.title,
        body=body,
        kind="theme",
        channel="observation",
        created_at=max(member.made_at for member in members),
        updated_at=now,
        stored_at=now,
        valid_from=min(member.made_at for member in members),
        last_surfaced_at=max((at for member in members if (at := member.last_surfaced_at) is not None), default=None),
        stability_days=max(member.stability_days for member in members),
        project=members[0].project,
        branch=members[0].branch,
        origin="dream",
        topic=common_topic([member.topic for member in members]),
        tags=written.concepts,
        trust="self",
        anchors=_anchors(whole),
        symbols=tuple(dict.fromkeys(chain.from_iterable(memory.symbols for memory in whole))),
        extra={"people": list(people)} if people else EMPTY,
    )


def common_topic(topics: Sequence[str | None]) -> str | None:
    """The longest topic that holds all of these; a memory without one has no say."""
    routes = [topic.split(".") for topic in topics if topic]
    shared = takewhile(lambda labels: len(set(labels)) == 1, zip(*routes, strict=False))
    return ".".join(labels[0] for labels in shared) or None


def _people(members: Sequence[Subject]) -> tuple[str, ...]:
    """Who said it, if it was not oneself alone."""
    if not any(member.foreign for member in members):
        return ()
    told = ("me" if not member.foreign else member.author or member.origin for member in members)
    return tuple(dict.fromkeys(told))


def _anchors(whole: Sequence[Memory]) -> tuple[Anchor, ...]:
    """Every place once, those most members share first."""
    places = Counter((anchor.path, anchor.symbol) for memory in whole for anchor in memory.anchors)
    latest = {(anchor.path, anchor.symbol): anchor for memory in whole for anchor in memory.anchors}
    return tuple(latest[place] for place, _ in places.most_common(MOST_ANCHORS))


def _links(verdict: Replaces, members: Sequence[Subject], view: View) -> Iterator[Edit]:
    """Edges from the newer to the older ones. A person's own hold on one outweighs what a model says."""
    by_id = {member.id: member for member in members}
    for pair in verdict.pairs:
        newer, older = by_id[pair.newer], by_id[pair.older]
        if movable(older, view.now):
            yield Link(
                Edge("supersedes", newer.id, older.id, "theme", confidence=pair.confidence, made_at=newer.made_at)
            )

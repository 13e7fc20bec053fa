"""An older fact is linked to the newer one that replaces it: titles that are equal but for the versions they name.

The later made replaces the earlier one, whichever version is higher: a pin back is an update, too. What commits say
about each other is linked when they are read; this finds what became possible later, and notes that are no commits.
Values and decisions need a judge: if there is one, it is asked about the pairs most worth it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, TypeAlias

from memo_lsp.dream.guard import veto
from memo_lsp.dream.passes.judged import queue
from memo_lsp.dream.passes.restated import Veto
from memo_lsp.dream.passes.rulings import rulings
from memo_lsp.dream.plan import Breathe, Link, PassName, Plan
from memo_lsp.dream.rules import movable, one_party
from memo_lsp.dream.verdicts import Judge
from memo_lsp.dream.view import View
from memo_lsp.model import Edge, Subject
from memo_lsp.text.identifiers import nfc
from memo_lsp.text.prepare import index_text
from memo_lsp.text.titles import VersionKey, version_key

MOST_ASKED = 200  # pairs looked at for some that were not answered yet
Versions: TypeAlias = tuple[tuple[VersionKey, str], ...]
_VERSION = re.compile(
    r"(?<![\w.$#])v?(?:\d+(?:\.\d+)+|(?<=v)\d+)(?:[-_.]?(?:a|b|c|rc|alpha|beta|dev|pre|preview|post|snapshot|nightly|"
    r"canary|next|final|r|p)[-.]?\d*)*(?:\+[\w.]+)?(?![\w%]|\.\d)"
    r"(?!\s?(?:%|[nµu]?s|ms|sec|secs|seconds|min|minutes|h|hours|days|[kmgt]i?b|bytes|px|r?em|pt|fps|[kmg]?hz|x)\b)",
    re.IGNORECASE,
)
_HERE = " versionstandshere "
# What is told about a version, done for it, or that it came out, is not replaced by the same about another one:
# `Drop Python 3.7`, `Fix the parser on 3.8` and `Release 0.4` stand beside what was dropped, mended, released later.
_ABOUT = re.compile(
    r"\b(?:break\w*|broke\w*|fail\w*|crash\w*|lacks?|lacking|miss(?:es|ing)|hangs?|leaks?|bugs?|buggy|errors?|raises?|"
    r"regress\w*|flak\w*|slow\w*|wrong\w*|warn\w*|deadlock\w*|corrupt\w*|works?|working|workarounds?|changes?|changed|"
    r"needs?|needed|requires?|cannot|can't|not|no|never|without|doesn't|isn't|won't|support\w*|test(?:s|ed|ing)?|"
    r"compat\w*|deprecat\w*|behav\w*|semantics|releas\w*)\b"
    r"|(?:^|:)\W*(?:fix|avoid|add|drop|remov|revert|undo|prepar|start|mak)\w*\b",
    re.IGNORECASE,
)
# `Zlib 4.10 breaks the build`, `Python 3.12 wheels are missing`: what follows a version so is said about it.
_TOLD = re.compile(rf"{_HERE.strip()} +(?!(?:is|as|was|across|this|plus)\b)[a-z]*[a-rt-z]s\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Supersede:
    """The pass. `judge`: whom to ask about decisions, None where no summarizer is configured; `veto` is the guard."""

    judge: Judge | None = None
    veto: Veto = veto
    name: ClassVar[PassName] = "supersede"
    needs_idle: ClassVar[bool] = False

    def plan(self, view: View, breathe: Breathe) -> Plan:
        groups = _by_title(view.subjects(), breathe)
        pairs = list(_followed(groups, view, breathe))
        made = _Links(view)
        for (older, newer), near in zip(pairs, _near_enough(view, pairs), strict=True):
            breathe()
            if near:
                made.add(Edge("supersedes", newer.id, older.id, maker="supersede", made_at=newer.made_at))
        asked, refused = self._ask(made, view, breathe)
        return Plan(sum(map(len, groups)) + asked, tuple(made.links), refused=made.refused + refused)

    def _ask(self, made: _Links, view: View, breathe: Breathe) -> tuple[int, int]:
        """How many pairs of decisions were looked at, and how many answers about them were no good."""
        if self.judge is None:
            return 0, 0
        pairs = queue(view, self.veto, breathe, MOST_ASKED)
        edges, refused = rulings(self.judge, pairs, view, breathe)
        for edge in edges:
            made.add(edge)
        return len(pairs), refused


def _by_title(subjects: Iterable[Subject], breathe: Breathe) -> list[list[tuple[Subject, Versions]]]:
    """Memories of one project and branch whose titles differ at most in the versions they name, oldest first."""
    groups: dict[tuple[str | None, str | None, str], list[tuple[Subject, Versions]]] = defaultdict(list)
    for subject in subjects:
        breathe()
        if (found := subject_of(subject.title)) is not None:
            words, versions = found
            groups[subject.project, subject.branch, words].append((subject, versions))
    return [group for group in groups.values() if len(group) > 1]


def subject_of(title: str) -> tuple[str, Versions] | None:
    """What a title says of which versions: its words with the versions taken out, and these.

    None if it names none, a pre-release, or tells a fault or a property of one."""
    title = nfc(title)
    named = _VERSION.findall(title)
    if not named or _ABOUT.search(title):
        return None
    versions = tuple(_key(version) for version in named)
    words = _VERSION.sub(_HERE, title)
    if any(stage < 0 for (_, stage, _), _ in versions) or _TOLD.search(words):
        return None
    return " ".join(re.findall(r"\w+", index_text(words).casefold())), versions


def _key(version: str) -> tuple[VersionKey, str]:
    release, _, build = version.lower().removeprefix("v").partition("+")
    return version_key(release), build


def _followed(
    groups: Sequence[list[tuple[Subject, Versions]]], view: View, breathe: Breathe
) -> Iterator[tuple[Subject, Subject]]:
    """Each memory with the next later one of its title that names other versions, unless something replaced it."""
    for group in groups:
        breathe()
        replaced = _replaced(view, [subject.id for subject, _ in group])
        for at, (older, versions) in enumerate(group):
            later = islice(group, at + 1, None)
            newer = next((one for one, other in later if other != versions and one_party(one, older)), None)
            if newer is not None and older.id not in replaced and _may_follow(view, older, newer):
                yield older, newer


def _may_follow(view: View, older: Subject, newer: Subject) -> bool:
    return movable(older, view.now) and newer.made_at > older.made_at and not view.apart(older.id, newer.id)


def _replaced(view: View, ids: Sequence[str]) -> set[str]:
    """What a link that counts makes superseded already: one from a memory that is there and valid."""
    edges = [edge for edge in view.edges(ids) if edge.type == "supersedes"]
    sources = view.memories({edge.source for edge in edges})
    valid = {uid for uid, one in sources.items() if one.valid_to is None or one.valid_to > view.now}
    return {edge.target for edge in edges if edge.source in valid}


def _near_enough(view: View, pairs: Sequence[tuple[Subject, Subject]]) -> list[bool]:
    """Whether the texts lie close. Without an embedder equal titles are enough; with one, vectors are waited for."""
    if view.limits is None:
        return [True] * len(pairs)
    least = view.limits.supersede
    return [cosine is not None and cosine >= least for cosine in view.cosines(pairs)]


class _Links:
    """Links to make, none of which closes a circle with those there are."""

    def __init__(self, view: View):
        self._view = view
        self._planned: dict[str, set[str]] = defaultdict(set)
        self.links: list[Link] = []
        self.refused = 0

    def add(self, edge: Edge) -> None:
        if edge.type == "supersedes" and self._leads_to(edge.target, edge.source):
            self.refused += 1
            return
        self.links.append(Link(edge))
        if edge.type == "supersedes":
            self._planned[edge.source].add(edge.target)

    def _leads_to(self, start: str, end: str) -> bool:
        """Whether `start` replaces `end`, over however many others."""
        reached: set[str] = set()
        waiting = {start}
        while waiting and end not in waiting:
            reached |= waiting
            found = {edge.target for edge in self._view.edges(waiting) if _replaces(edge, waiting)}
            waiting = (found | {target for uid in waiting for target in self._planned.get(uid, ())}) - reached
        return end in waiting


def _replaces(edge: Edge, sources: set[str]) -> bool:
    return edge.type == "supersedes" and edge.source in sources

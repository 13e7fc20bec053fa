"""The explorer: what belongs together by the published arithmetic, in figures, without a write and without the network.

It shows what a look at the recall log would find, with parameters one can turn; the theme pass draws its own edges.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from memo_lsp import formulas
from memo_lsp.dream.cluster import EPS, MIN_PTS, WINDOW_DAYS, Cluster, published, relearned
from memo_lsp.dream.plan import Breathe
from memo_lsp.dream.rules import WRITTEN, movable
from memo_lsp.dream.together import Together, Use, together, uses
from memo_lsp.dream.view import View
from memo_lsp.errors import WrongArgument
from memo_lsp.model import Subject
from memo_lsp.store.memories.recall_log import LogInfo
from memo_lsp.text.times import iso

YOUNG_SECONDS = 3600.0  # nothing younger is archived by any pass
LOOSE_EPS, LOOSE_MIN_PTS = 0.45, 2
_AT_ONCE = 200  # memories whose survivors are asked for together


@dataclass(frozen=True, slots=True)
class Parameters:
    """What one may turn: DBSCAN's two, τ in days, how far back to look in days, and which hits of an event count.

    Raises WrongArgument for what cannot be."""

    eps: float = EPS
    min_pts: int = MIN_PTS
    tau_days: float = formulas.TAU_DAYS
    since_days: float = WINDOW_DAYS
    every: bool = False  # all that came up, not only what was used

    def __post_init__(self) -> None:
        if self.tau_days <= 0:
            raise WrongArgument("tauDays", "wants a number above 0")
        if self.min_pts < 1:
            raise WrongArgument("minPts", "wants a whole number from 1 on")

    @property
    def max_gap_days(self) -> float:
        """The widest gap in days that being always recalled together bridges; infinite if any is."""
        return formulas.widest_gap_days(self.eps, self.tau_days)


@dataclass(frozen=True, slots=True)
class Exploration:
    """What was found. `alone` counts the observations that were never recalled together with anything."""

    parameters: Parameters
    observations: int
    alone: int
    log_on: bool
    log: LogInfo
    clusters: Sequence[Cluster]
    members: Mapping[str, Subject]
    archived: frozenset[str]  # what a pass would put beneath themes

    @property
    def noise(self) -> int:
        return self.observations - len(self.members)

    def hints(self) -> Iterator[str]:
        """What could be done where there is little to see."""
        turned, gap = self.parameters, self.parameters.max_gap_days
        if not self.log_on:
            yield "recall log is off: nothing is known to belong together (`memo.recall.log` turns it on)"
        elif not self.log.events:
            yield "nothing was recalled yet; until then it is as if the recall log is off, and all is noise"
        if not self.clusters and self.log_on and (turned.eps < LOOSE_EPS or turned.min_pts > LOOSE_MIN_PTS):
            yield f"no cluster: try `--eps {LOOSE_EPS} --min-pts {LOOSE_MIN_PTS}`"
        if 0 < gap < turned.since_days:
            covering = turned.tau_days * turned.since_days / gap
            yield (
                f"the window of {turned.since_days:g} days is wider than the {gap:.1f} days that can be bridged; "
                f"`--tau-days {math.ceil(covering * 10) / 10:g}` would cover it"
            )


def explore(
    view: View, log: LogInfo, parameters: Parameters, breathe: Breathe, project: str | None = None
) -> Exploration:
    """Look at the memories made or used within the window (of one project, or of all). `log` is the whole log's size.

    With the log off nothing was recalled together, and all is noise."""
    begin = view.now - parameters.since_days * formulas.DAY
    used = _uses(view, begin, parameters.every, breathe) if view.log_on else []
    recalled = set(chain.from_iterable(use.ids for use in used))
    subjects = [
        each for each in view.subjects()
        if each.channel == "observation" and each.kind not in WRITTEN and project in (None, each.project)
        and (each.made_at >= begin or each.id in recalled)
    ]  # fmt: skip
    seen = together(used, breathe)
    clusters = published(
        subjects, seen, eps=parameters.eps, min_pts=parameters.min_pts, tau_days=parameters.tau_days, breathe=breathe
    )
    by_id = {each.id: each for each in subjects}
    members = {uid: by_id[uid] for cluster in clusters for uid in cluster.members}
    return Exploration(
        parameters=parameters, observations=len(subjects), alone=len(by_id.keys() - _accompanied(seen)),
        log_on=view.log_on, log=log, clusters=clusters, members=members,
        archived=frozenset(uid for cluster in clusters for uid in _archived(cluster, members, view.now)),
    )  # fmt: skip


def _uses(view: View, begin: float, every: bool, breathe: Breathe) -> list[Use]:
    events = list(view.events(begin))
    ids = sorted({uid for event in events for uid in (event.hits if every else event.used)})
    survivors: dict[str, str] = {}
    for at in range(0, len(ids), _AT_ONCE):
        breathe()
        survivors.update(view.survivors(ids[at : at + _AT_ONCE]))
    return uses(events, survivors, every=every, breathe=breathe)


def _accompanied(seen: Together) -> set[str]:
    return set(chain.from_iterable(seen.pairs))


def _archived(cluster: Cluster, members: Mapping[str, Subject], now: float) -> Iterator[str]:
    """What of a cluster a pass would archive: nothing if one session wrote it all, else what may be moved."""
    known = [members[uid] for uid in cluster.members]
    if relearned(known):
        yield from (each.id for each in known if movable(each, now))


def to_json(found: Exploration) -> dict[str, Any]:
    """As `dream --json` prints it: shares in percent, times in ISO 8601, an infinite gap as null."""
    turned, gap = found.parameters, found.parameters.max_gap_days
    return {
        "observations": found.observations,
        "without_co_recall": {"n": found.alone, "share": percent(found.alone, found.observations)},
        "params": {
            "eps": turned.eps,
            "min_pts": turned.min_pts,
            "tau_days": turned.tau_days,
            "since_days": round(turned.since_days, 3),
            "events": "all" if turned.every else "used",
        },
        "weights": {
            "semantic": 0.0,
            "temporal": formulas.TEMPORAL_WEIGHT,
            "co_retrieval": formulas.CO_RECALL_WEIGHT,
        },
        "max_gap_days": None if math.isinf(gap) else round(gap, 1),
        "log": {"on": found.log_on, "events": found.log.events, "oldest": iso(found.log.oldest)},
        "clusters": [
            {"members": [_member(found.members[uid]) for uid in cluster.members], "together": cluster.together}
            for cluster in found.clusters
        ],
        "would_archive": len(found.archived),
        "noise": found.noise,
        "hints": list(found.hints()),
    }


def _member(subject: Subject) -> dict[str, Any]:
    return {
        "id": subject.id,
        "title": subject.title,
        "created_at": iso(subject.made_at),
        "origin": subject.origin,
    }


def percent(part: int, whole: int) -> float:
    """A share in percent, to one place; 0 of nothing."""
    return round(100.0 * part / whole, 1) if whole else 0.0

"""Groups of memories that were used together: the published arithmetic, and the edges the theme pass itself draws.

Both are DBSCAN on a sparse graph of pairs that were recalled together, inside one project and branch (of the pass's
own edges every one counts, so that its clusters are what any chain of edges joins); what is not in the graph is far, so
that neither time nor likeness alone ever brings two memories together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from memo_lsp import formulas
from memo_lsp.dream.guard import veto
from memo_lsp.dream.plan import Breathe
from memo_lsp.dream.together import Together
from memo_lsp.dream.view import View
from memo_lsp.model import Subject

EPS = 0.35
MIN_PTS = 3
LEAST_SESSIONS = 2
LEAST_CO_RECALL = 0.2
WINDOW_DAYS = 14.0  # how far back the published arithmetic looks
OWN_DAYS = 180.0  # how much of the recall log the pass's edges are drawn from
_NONE_AT_ALL = 1e-9  # a sparse matrix takes a distance of 0 for "no entry"
_BREATH = 1000  # pairs between two breaths: a few milliseconds
_AT_ONCE = 200  # pairs whose cosines are asked for together

_Link = tuple[str, str, float]  # two ids and their distance


@dataclass(frozen=True, slots=True)
class Bond:
    """A link that holds a cluster: how often its two were used together, and how far apart they are, in [0, 1]."""

    a: str
    b: str
    together: int
    distance: float


@dataclass(frozen=True, slots=True)
class Cluster:
    """Memories that belong together, by date; how often they were used together, summed over its pairs."""

    members: tuple[str, ...]
    together: int
    bonds: tuple[Bond, ...] = ()


@dataclass(frozen=True, slots=True)
class Edges:
    """Pairs the theme pass would join, of how many it looked at, and what the guard held apart, by rule."""

    links: Sequence[_Link]
    considered: int
    vetoed: Mapping[str, int]


def published(
    subjects: Sequence[Subject],
    together: Together,
    *,
    eps: float = EPS,
    min_pts: int = MIN_PTS,
    tau_days: float = formulas.TAU_DAYS,
    breathe: Breathe = lambda: None,
) -> list[Cluster]:
    """Clusters by `1 - (0.625·coRet + 0.375·e^(-gap/τ))` over pairs ever recalled together, the most used first."""
    links: list[_Link] = []
    for a, b, co, _ in _pairs(subjects, together, breathe):
        time = formulas.temporal((a.made_at - b.made_at) / formulas.DAY, tau_days)
        if (distance := 1.0 - formulas.belonging(co, time)) <= eps:
            links.append((a.id, b.id, distance))
    return _clusters(_dbscan(links, eps, min_pts, breathe), links, subjects, together, breathe)


def own(subjects: Sequence[Subject], together: Together, view: View, breathe: Breathe) -> list[Cluster]:
    """Clusters of at least two on the theme pass's own edges, the most used first. No two that are to stay apart."""
    return gathered(edges(subjects, together, view, breathe), subjects, together, view, breathe)


def edges(subjects: Sequence[Subject], together: Together, view: View, breathe: Breathe) -> Edges:
    """The pairs that were learned twice: used together in at least two sessions, coRet ≥ 0.2, written in different
    sessions, alike by the embedder's theme threshold, and no rule of the guard but that on own words against it."""
    if (limits := view.limits) is None:
        return Edges((), 0, {})
    candidates = [
        (a, b, co)
        for a, b, co, sessions in _pairs(subjects, together, breathe)
        if sessions >= LEAST_SESSIONS and co >= LEAST_CO_RECALL and relearned((a, b)) and not view.apart(a.id, b.id)
    ]
    vetoed: Counter[str] = Counter()
    links: list[_Link] = []
    for a, b, co in _alike(candidates, view, limits.theme, breathe):
        if rule := veto(a.title, b.title, own_words=False):
            vetoed[rule] += 1
        else:
            links.append((a.id, b.id, 1.0 - co))
    return Edges(links, len(candidates), vetoed)


def gathered(
    found: Edges, subjects: Sequence[Subject], together: Together, view: View, breathe: Breathe
) -> list[Cluster]:
    """What these edges hold together. Where two of a group are to stay apart, the younger one leaves it."""
    links = found.links
    linked = {uid for a, b, _ in links for uid in (a, b)}
    order = {subject.id: place for place, subject in enumerate(subjects) if subject.id in linked}
    while True:
        groups = _connected(links)
        leaving = {uid for group in groups if (uid := _odd_one(sorted(group, key=order.__getitem__), view))}
        if not leaving:
            return _clusters(groups, links, subjects, together, breathe)
        links = [link for link in links if link[0] not in leaving and link[1] not in leaving]


def relearned(subjects: Iterable[Subject]) -> bool:
    """Whether these were not all written in one session. What has none (imported history) was written in its own."""
    return len(frozenset[str]().union(*(each.sessions or {each.id} for each in subjects))) > 1


def _pairs(
    subjects: Sequence[Subject], together: Together, breathe: Breathe
) -> Iterator[tuple[Subject, Subject, float, int]]:
    """Pairs of one project and branch that were recalled together, with coRet and the number of sessions."""
    known = {subject.id: subject for subject in subjects}
    for number, (ids, pair) in enumerate(together.pairs.items()):
        if number % _BREATH == 0:
            breathe()
        a, b = known.get(ids[0]), known.get(ids[1])
        if a is not None and b is not None and (a.project, a.branch) == (b.project, b.branch):
            co = formulas.co_recall(pair.together, together.surfaced[a.id], together.surfaced[b.id])
            yield a, b, co, pair.sessions


def _alike(
    candidates: Sequence[tuple[Subject, Subject, float]], view: View, least: float, breathe: Breathe
) -> Iterator[tuple[Subject, Subject, float]]:
    for at in range(0, len(candidates), _AT_ONCE):
        some = candidates[at : at + _AT_ONCE]
        breathe()
        for candidate, cosine in zip(some, view.cosines([(a, b) for a, b, _ in some]), strict=True):
            if cosine is not None and cosine >= least:
                yield candidate


def _odd_one(group: Sequence[str], view: View) -> str | None:
    """The first that is to stay apart from an older one of its group."""
    return next((young for old, young in combinations(group, 2) if view.apart(old, young)), None)


def _connected(links: Sequence[_Link]) -> list[list[str]]:
    """What any chain of links joins: DBSCAN for two points a cluster, without what it takes to load it."""
    root: dict[str, str] = {}

    def end(uid: str) -> str:
        while (above := root.setdefault(uid, uid)) != uid:
            root[uid] = uid = root[above]
        return uid

    for a, b, _ in links:
        first, second = sorted((end(a), end(b)))
        root[second] = first
    groups: dict[str, list[str]] = {}
    for uid in sorted(root):
        groups.setdefault(end(uid), []).append(uid)
    return list(groups.values())


def _dbscan(links: Sequence[_Link], eps: float, min_pts: int, breathe: Breathe) -> list[list[str]]:
    """The clusters of a sparse graph; what no link reaches is noise without being asked."""
    if not links:
        return []
    from scipy.sparse import coo_array

    breathe()  # both libraries take their time to load
    from sklearn.cluster import DBSCAN
    from sklearn.neighbors import sort_graph_by_row_values

    breathe()
    ids = sorted({uid for a, b, _ in links for uid in (a, b)})
    place = {uid: number for number, uid in enumerate(ids)}
    rows, columns = [place[a] for a, _, _ in links], [place[b] for _, b, _ in links]
    far = [max(distance, _NONE_AT_ALL) for _, _, distance in links]
    graph = coo_array((far + far, (rows + columns, columns + rows)), shape=(len(ids), len(ids))).tocsr()
    graph = sort_graph_by_row_values(graph, warn_when_not_sorted=False)
    labels = DBSCAN(eps=max(eps, _NONE_AT_ALL), min_samples=min_pts, metric="precomputed").fit_predict(graph)
    groups: dict[int, list[str]] = {}
    for uid, label in zip(ids, labels.tolist(), strict=True):
        if label >= 0:
            groups.setdefault(label, []).append(uid)
    return list(groups.values())


def _clusters(
    groups: Sequence[Sequence[str]],
    links: Sequence[_Link],
    subjects: Sequence[Subject],
    together: Together,
    breathe: Breathe,
) -> list[Cluster]:
    group_of = {uid: number for number, group in enumerate(groups) for uid in group}
    made = {subject.id: subject.made_at for subject in subjects if subject.id in group_of}
    bonds: list[list[Bond]] = [[] for _ in groups]
    for a, b, distance in links:
        if (group := group_of.get(a)) is not None and group == group_of.get(b):
            bonds[group].append(Bond(a, b, together.pairs[min(a, b), max(a, b)].together, distance))
    times = [0] * len(groups)
    for number, ((a, b), pair) in enumerate(together.pairs.items()):
        if number % _BREATH == 0:
            breathe()
        if (group := group_of.get(a)) is not None and group == group_of.get(b):
            times[group] += pair.together
    found = [
        Cluster(tuple(sorted(group, key=lambda uid: (made[uid], uid))), times[number], tuple(bonds[number]))
        for number, group in enumerate(groups)
    ]
    return sorted(found, key=lambda cluster: (-cluster.together, cluster.members))

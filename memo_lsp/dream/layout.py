"""Where things stand in the explorer's picture: a cluster's memories among themselves, and its cards on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memo_lsp.dream.cluster import Bond

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CAREFUL = 30  # members up to which lengths are kept exactly; beyond, a faster layout
_SEED = 7  # the same clusters are the same picture


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float


def arrange(
    members: Sequence[str], bonds: Sequence[Bond], width: float, height: float, unit: float
) -> tuple[dict[str, Point], float]:
    """Points of a cluster's members in a box of this width, and the height they take, at most `height`.

    The nearer two are, the closer they stand; `unit` is the greatest length of 1. The longer side lies level."""
    import networkx as nx
    import numpy as np

    graph = nx.Graph()
    graph.add_nodes_from(members)
    graph.add_edges_from((bond.a, bond.b, {"far": 0.6 + 1.4 * bond.distance}) for bond in bonds)
    if len(members) == 2:
        found = {uid: np.array([float(place), 0.0]) for place, uid in enumerate(members)}
    elif len(members) <= _CAREFUL:
        found = nx.kamada_kawai_layout(graph, weight="far")
    else:
        found = nx.spring_layout(graph, seed=_SEED, iterations=100)
    lengths = [np.linalg.norm(found[a] - found[b]) / far for a, b, far in graph.edges(data="far")]
    points = _level(np.array([found[uid] for uid in members]) / np.mean(lengths))
    low, high = points.min(axis=0), points.max(axis=0)
    scale = min((width, height) / np.maximum(high - low, 1e-9))
    placed = (points - (low + high) / 2) * min(scale, unit)
    down = placed[:, 1].max()
    points_by_id = {
        uid: Point(float(x + width / 2), float(y + down)) for uid, (x, y) in zip(members, placed, strict=True)
    }
    return points_by_id, 2 * float(down)


def _level(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The points turned so that they spread from left to right, the first of them at the left."""
    import numpy as np

    centred = points - points.mean(axis=0)
    turned = centred @ np.linalg.svd(centred, full_matrices=False)[2].T
    return np.asarray(turned * np.where(turned[0] > 0, -1.0, 1.0), dtype=np.float64)


def strongest(members: Sequence[str], bonds: Sequence[Bond]) -> list[Bond]:
    """The bonds to draw: those most often used, twice as many as there are members, and what else holds all of them
    together. Every line between many members would be one patch of colour."""
    import networkx as nx

    if len(bonds) <= 2 * len(members):
        return list(bonds)
    graph = nx.Graph()
    graph.add_edges_from((bond.a, bond.b, {"weight": bond.together}) for bond in bonds)
    tree = nx.maximum_spanning_tree(graph)
    most = set(sorted(bonds, key=lambda bond: -bond.together)[: 2 * len(members)])
    return [bond for bond in bonds if bond in most or tree.has_edge(bond.a, bond.b)]


def columns(heights: Sequence[float], count: int, gap: float) -> list[tuple[int, float]]:
    """The column and top of each card, in order, each in the column that is shortest so far."""
    ends = [0.0] * count
    found = []
    for height in heights:
        shortest = min(range(count), key=ends.__getitem__)
        found.append((shortest, ends[shortest]))
        ends[shortest] += height + gap
    return found

"""The arithmetic of remembering: how scores scale, how memories sink and stay, how two of them belong together.

Pure numbers in, pure numbers out. Ages and stabilities are days, scores lie in [0, 1] unless said otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

DAY = 86_400.0

TIDE_RATE = 0.15  # how fast an unvisited memory sinks, per stability
TIDE_FLOOR = 0.85
MOST_STABLE_DAYS = 365.0

CO_RECALL_WEIGHT = 0.625
TEMPORAL_WEIGHT = 0.375
TAU_DAYS = 7.0


def age_days(then: float | None, now: float) -> float:
    """Days from `then` to `now`, both epoch seconds; an unknown or future time counts as fresh: 0."""
    return 0.0 if then is None else max(0.0, (now - then) / DAY)


def distance_of(cosine: float) -> float:
    """L2 distance of two unit vectors with this cosine."""
    return math.sqrt(max(0.0, 2.0 - 2.0 * cosine))


def similarity(distance: float) -> float:
    """`1 - d²/4` for the L2 distance of unit vectors: identical 1, orthogonal 0.5, opposite 0."""
    return 1.0 - distance * distance / 4.0


def scale_keyword(scores: Sequence[float]) -> list[float]:
    """Min-max of bm25 scores (more negative is better) onto [0, 1]: the best is 1; if all tie, all are."""
    if not scores:
        return []
    best, worst = min(scores), max(scores)
    return [1.0 if best == worst else (worst - score) / (worst - best) for score in scores]


def rrf(rank: int, weight: float = 1.0, k: float = 60.0) -> float:
    """One leg's share in reciprocal rank fusion, `weight / (k + rank)`, rank from 1 (Cormack et al., 2009)."""
    return weight / (k + rank)


def idf(frequency: int, total: int) -> float:
    """`ln(1 + (N - df + ½) / (df + ½))`: positive for every word, also in a store of five memories."""
    return math.log(1.0 + (max(total, frequency) - frequency + 0.5) / (frequency + 0.5))


def half_life(age: float, days: float) -> float:
    """What is left after `age` days of something that halves every `days`."""
    return math.pow(2.0, -age / days)


def recency(age: float, days: float = 21.0, floor: float = 0.5) -> float:
    """Factor of a dated observation when the newest is asked for: 1 when fresh, `floor` when ancient."""
    return floor + (1.0 - floor) * half_life(age, days)


def buoyancy(age: float, stability: float) -> float:
    """`1 / (1 + 0.15·age/S)`: how afloat a memory is `age` days after it last surfaced, with stability `S` days."""
    return 1.0 / (1.0 + TIDE_RATE * age / stability)


def afloat(last_surfaced: float | None, stored: float, stability: float, now: float) -> float:
    """Buoyancy at `now` of what surfaced last, or else came into the store, then; epoch seconds, stability in days."""
    return buoyancy(age_days(stored if last_surfaced is None else last_surfaced, now), stability)


def tide(afloat: float, floor: float = TIDE_FLOOR) -> float:
    """Factor of a memory of this buoyancy, from `floor` (sunk) to 1 (afloat)."""
    return floor + (1.0 - floor) * afloat


def stability_after(stability: float, gain: float) -> float:
    """Stability in days once a memory surfaced: `min(365, S·(1 + 0.5·g·365/(365+S)))`."""
    grown = stability * (1.0 + 0.5 * gain * MOST_STABLE_DAYS / (MOST_STABLE_DAYS + stability))
    return min(MOST_STABLE_DAYS, grown)


def usage(useful: int, opened: int, not_useful: int) -> float:
    """`0.75 + 0.5·(u+1)/(u+n+2)` with u = useful + a quarter of the times opened: 1 with no evidence."""
    good = useful + opened / 4.0
    return 0.75 + 0.5 * (good + 1.0) / (good + not_useful + 2.0)


def co_recall(together: int, surfaced_a: int, surfaced_b: int) -> float:
    """Jaccard of two memories' recall events: `together / (a + b - together)`; 0 if neither ever surfaced."""
    either = surfaced_a + surfaced_b - together
    return together / either if either > 0 else 0.0


def temporal(gap_days: float, tau: float = TAU_DAYS) -> float:
    """`e^(-gap/τ)`: how close in time two memories were made."""
    return math.exp(-abs(gap_days) / tau)


def belonging(co: float, time: float) -> float:
    """Similarity the explorer clusters on: `0.625·coRet + 0.375·temp`; its distance is 1 minus this."""
    return CO_RECALL_WEIGHT * co + TEMPORAL_WEIGHT * time


def widest_gap_days(eps: float, tau: float = TAU_DAYS) -> float:
    """The longest gap that perfect co-recall bridges within `eps`: `-τ·ln((1-eps-0.625)/0.375)`; inf if any does."""
    left = (1.0 - eps - CO_RECALL_WEIGHT) / TEMPORAL_WEIGHT
    return math.inf if left <= 0 else max(0.0, -tau * math.log(left))

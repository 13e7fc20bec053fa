"""How good an answer was, and a lot of answers together. A figure with nothing to count is None."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

FIGURES = (
    "n", "recall@5", "recall@10", "mrr", "ndcg@10", "abstention", "false_silence", "newest_first", "p50_ms", "p95_ms",
)  # fmt: skip
DEPTH = 10

Figures = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answered question: ids best first (a folded memory under what it lives in, once), and what was wanted."""

    kind: str
    ranked: tuple[str, ...]
    relevant: Mapping[str, float]
    over: Mapping[str, str]
    confident: bool
    took_ms: float

    @property
    def answerable(self) -> bool:
        return bool(self.relevant)


def recall_at(outcome: Outcome, depth: int) -> float:
    """Share of what is relevant among the first `depth` hits."""
    return len(set(outcome.ranked[:depth]) & set(outcome.relevant)) / len(outcome.relevant)


def reciprocal_rank(outcome: Outcome) -> float:
    """1 over the place of the first relevant hit among the first ten, 0 if there is none."""
    places = (place for place, uid in enumerate(outcome.ranked[:DEPTH], 1) if uid in outcome.relevant)
    return 1.0 / next(places, math.inf)


def ndcg(outcome: Outcome) -> float:
    """Discounted gain of the first ten hits over the best there could be (Järvelin & Kekäläinen, 2002)."""
    found = (outcome.relevant.get(uid, 0.0) for uid in outcome.ranked[:DEPTH])
    ideal = _gain(sorted(outcome.relevant.values(), reverse=True)[:DEPTH])
    return _gain(found) / ideal if ideal else 0.0


def _gain(grades: Iterable[float]) -> float:
    return math.fsum((2.0**grade - 1.0) / math.log2(place + 1) for place, grade in enumerate(grades, 1))


def silent(outcome: Outcome) -> bool:
    """Whether the answer said that nothing fits."""
    return not outcome.confident or not outcome.ranked


def newest_first(outcome: Outcome) -> float:
    """Share of the replaced facts whose replacement was found with the replaced one not above it."""
    ranks = {uid: place for place, uid in enumerate(outcome.ranked[:DEPTH])}
    good = sum(new in ranks and ranks[new] < ranks.get(old, math.inf) for old, new in outcome.over.items())
    return good / len(outcome.over)


def score_of(outcome: Outcome) -> dict[str, float]:
    """The figures that one question has by itself; means of them are what a set has."""
    scores: dict[str, float] = {}
    if outcome.answerable:
        scores |= {"recall@5": recall_at(outcome, 5), "recall@10": recall_at(outcome, 10)}
        scores |= {"mrr": reciprocal_rank(outcome), "ndcg@10": ndcg(outcome), "false_silence": float(silent(outcome))}
    else:
        scores["abstention"] = float(silent(outcome))
    if outcome.over:
        scores["newest_first"] = newest_first(outcome)
    return scores


def figures(outcomes: Sequence[Outcome]) -> Figures:
    """All figures of these outcomes."""
    scores = [score_of(outcome) for outcome in outcomes]
    took = sorted(outcome.took_ms for outcome in outcomes)
    means = {name: _mean([each[name] for each in scores if name in each]) for name in FIGURES[1:-2]}
    return {"n": len(outcomes), **means, "p50_ms": _percentile(took, 0.50), "p95_ms": _percentile(took, 0.95)}


def by_class(outcomes: Sequence[Outcome]) -> dict[str, Figures]:
    """`all` and then each class."""
    kinds = dict.fromkeys(outcome.kind for outcome in outcomes)
    parts = {kind: figures([each for each in outcomes if each.kind == kind]) for kind in kinds}
    return {"all": figures(outcomes), **parts}


def macro(per_set: Sequence[Figures]) -> Figures:
    """The mean over sets, each set counting the same; `n` is the sum."""
    means = {name: _mean([value for each in per_set if (value := each[name]) is not None]) for name in FIGURES[1:]}
    return {"n": sum(each["n"] or 0 for each in per_set), **means}


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _percentile(ordered: Sequence[float], share: float) -> float | None:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None

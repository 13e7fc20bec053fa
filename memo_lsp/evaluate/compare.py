"""Is the difference real? A paired bootstrap over the questions of a set or class (Efron & Tibshirani, 1993)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memo_lsp.evaluate.metrics import Outcome, score_of

COMPARED = ("recall@5", "recall@10", "mrr", "abstention", "newest_first")  # the higher the better
_SAMPLES = 4000
_SEED = 20_240_101
_OUTSIDE = 2.5  # percent beyond each end of the interval


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean of `second - first` over `n` questions, and its 95 % interval."""

    n: int
    mean: float
    low: float
    high: float

    @property
    def loses(self) -> bool:
        """Whether the second is worse beyond the interval."""
        return self.high < 0.0

    @property
    def wins(self) -> bool:
        return self.low > 0.0


def bootstrap(differences: Sequence[float]) -> Difference:
    """Interval of the mean of paired differences; the same input gives the same interval."""
    import numpy as np

    values = np.asarray(differences, dtype=np.float64)
    drawn = np.random.default_rng(_SEED).integers(0, len(values), size=(_SAMPLES, len(values)))
    low, high = np.percentile(values[drawn].mean(axis=1), [_OUTSIDE, 100 - _OUTSIDE])
    return Difference(len(values), float(values.mean()), float(low), float(high))


def compare(first: Sequence[Outcome], second: Sequence[Outcome]) -> dict[str, dict[str, Difference]]:
    """Two profiles over the same questions in the same order: {`all` or class: {figure: difference}}."""
    kinds = ("all", *dict.fromkeys(outcome.kind for outcome in first))
    pairs = list(zip(first, second, strict=True))
    return {kind: _compared([pair for pair in pairs if kind in ("all", pair[0].kind)]) for kind in kinds}


def _compared(pairs: Sequence[tuple[Outcome, Outcome]]) -> dict[str, Difference]:
    scores = [(score_of(a), score_of(b)) for a, b in pairs]
    found: dict[str, Difference] = {}
    for name in COMPARED:
        differences = [b[name] - a[name] for a, b in scores if name in a and name in b]
        if differences:
            found[name] = bootstrap(differences)
    return found


def losses(compared: Mapping[str, Mapping[str, Mapping[str, Difference]]]) -> list[str]:
    """What gets worse beyond its interval, in words, over {set: {class: {figure: difference}}}."""
    return [
        f"{name} / {kind}: {figure} {found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"
        for name, kinds in compared.items()
        for kind, figures in kinds.items()
        for figure, found in figures.items()
        if found.loses
    ]

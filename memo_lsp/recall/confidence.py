"""Knowing when there is nothing: confident only if a hit is near enough, or says enough of the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memo_lsp import formulas
from memo_lsp.embed.port import Embedder
from memo_lsp.recall.pool import Candidate
from memo_lsp.store.store import Store
from memo_lsp.text.prepare import Word

# Shares of the question's information, summed as idf. Measured on five repositories' histories and on rewordings: at
# most 5 % of what is off any topic passes. Words alone must be content with less: long questions are rarely repeated.
COVERAGE_FLOOR = 0.6
COVERAGE_ALONE = 0.37
_LOOKED_AT = 5  # hits, best by their words first


def fits(ranked: Sequence[Candidate], words: Sequence[Word], store: Store, embedder: Embedder | None) -> bool:
    """Whether any hit passes a floor: its similarity the embedder's, or its words that of coverage."""
    by_meaning = any("vector" in c.legs for c in ranked)
    floor = COVERAGE_FLOOR if by_meaning else COVERAGE_ALONE
    return _near(ranked, embedder) or _covered(ranked, words, store, floor)


def _near(ranked: Sequence[Candidate], embedder: Embedder | None) -> bool:
    if embedder is None:
        return False
    cosines = (2.0 * c.legs["vector"].value - 1.0 for c in ranked if "vector" in c.legs)
    return max(cosines, default=-1.0) >= embedder.thresholds.search_floor


def _covered(ranked: Sequence[Candidate], words: Sequence[Word], store: Store, floor: float) -> bool:
    found = sorted((c for c in ranked if "keyword" in c.legs), key=lambda c: c.legs["keyword"].rank)
    if not found or not words:
        return False
    total = store.lexical.total()
    information = {word: formulas.idf(df, total) for word, df in store.lexical.frequency(words).items()}
    stems = {word: store.lexical.stems(word) for word in information}
    held = (store.lexical.stems_of(c.memory) for c in found[:_LOOKED_AT])
    return any(coverage(information, stems, each) >= floor for each in held)


def coverage(
    information: Mapping[Word, float], stems: Mapping[Word, frozenset[str]], held: frozenset[str] | set[str]
) -> float:
    """Share of a question's information, 0 to 1, whose words stand (by their stems) among those `held`."""
    total = sum(information.values())
    return sum(weight for word, weight in information.items() if stems[word] <= held) / total if total else 0.0

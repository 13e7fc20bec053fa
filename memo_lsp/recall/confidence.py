"""Knowing when there is nothing: confident only if a hit is near enough, or says enough of the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memo_lsp import formulas
from memo_lsp.embed.port import Embedder
from memo_lsp.recall.pool import Candidate
from memo_lsp.store.store import Store
from memo_lsp.text.prepare import Word

COVERAGE_FLOOR = 0.6  # of the question's information, summed as idf
_LOOKED_AT = 5  # hits, best by their words first


def fits(ranked: Sequence[Candidate], words: Sequence[Word], store: Store, embedder: Embedder | None) -> bool:
    """Whether any hit passes a floor: its similarity the embedder's, or its words `COVERAGE_FLOOR`."""
    return _near(ranked, embedder) or _covered(ranked, words, store)


def _near(ranked: Sequence[Candidate], embedder: Embedder | None) -> bool:
    if embedder is None:
        return False
    cosines = (2.0 * c.legs["vector"].value - 1.0 for c in ranked if "vector" in c.legs)
    return max(cosines, default=-1.0) >= embedder.thresholds.search_floor


def _covered(ranked: Sequence[Candidate], words: Sequence[Word], store: Store) -> bool:
    found = sorted((c for c in ranked if "keyword" in c.legs), key=lambda c: c.legs["keyword"].rank)
    if not found or not words:
        return False
    total = store.lexical.total()
    information = {word: formulas.idf(df, total) for word, df in store.lexical.frequency(words).items()}
    stems = {word: store.lexical.stems(word) for word in information}
    return any(
        coverage(information, stems, store.lexical.stems_of(c.memory)) >= COVERAGE_FLOOR for c in found[:_LOOKED_AT]
    )


def coverage(
    information: Mapping[Word, float], stems: Mapping[Word, frozenset[str]], held: frozenset[str] | set[str]
) -> float:
    """Share of a question's information, 0 to 1, whose words stand (by their stems) among those `held`."""
    total = sum(information.values())
    return sum(weight for word, weight in information.items() if stems[word] <= held) / total if total else 0.0

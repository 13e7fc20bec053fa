"""Nearest neighbours: what all pairs would give, each pair once, and nearly all of it when only cells are looked at."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.dream import nearest as module
from memo_lsp.dream.nearest import nearest, units


def still() -> None:
    """Nobody waits."""


def directions(count: int, *, seed: int = 1, size: int = 8) -> np.ndarray:
    return np.random.default_rng(seed).integers(-127, 128, (count, size)).astype(np.int8)


def found(vectors: np.ndarray, wanted: list[int], least: float, most: int) -> dict[tuple[int, int], float]:
    pairs: dict[tuple[int, int], float] = {}
    for a, b, cosines in nearest(vectors, np.array(wanted, dtype=np.int64), least, most, still):
        for one, other, cosine in zip(a.tolist(), b.tolist(), cosines.tolist(), strict=True):
            key = (min(one, other), max(one, other))
            assert key not in pairs
            pairs[key] = cosine
    return pairs


def every(vectors: np.ndarray, wanted: list[int], least: float, most: int) -> set[tuple[int, int]]:
    cosines = units(vectors) @ units(vectors).T
    np.fill_diagonal(cosines, -2)
    best = [(at, other) for at in wanted for other in np.argsort(-cosines[at], kind="stable")[:most].tolist()]
    return {(min(pair), max(pair)) for pair in best if cosines[pair] >= least}


@given(count=st.integers(0, 60), most=st.integers(1, 9), least=st.floats(-1, 1), seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_directly_it_is_what_all_pairs_give(count: int, most: int, least: float, seed: int):
    vectors = directions(count, seed=seed)
    wanted = list(range(0, count, 2))
    assert set(found(vectors, wanted, least, most)) == every(vectors, wanted, least, most)


def test_blocks_join_without_a_seam(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_ASKING", 7)
    monkeypatch.setattr(module, "_ASKED", 5)
    vectors = directions(100)
    wanted = list(range(100))
    assert set(found(vectors, wanted, 0.4, 4)) == every(vectors, wanted, 0.4, 4)


def test_of_equals_no_more_than_asked_for():
    pairs = found(np.full((50, 8), 100, dtype=np.int8), list(range(50)), 0.9, 3)
    assert 75 <= len(pairs) <= 150
    assert min(pairs.values()) == pytest.approx(1.0, abs=1e-5)


def test_cells_lose_next_to_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "DIRECT", 0)
    monkeypatch.setattr(module, "_CELL", 16)
    dice = np.random.default_rng(3)
    seeds = np.repeat(dice.normal(size=(300, 32)), 5, axis=0)
    mixed = seeds + 0.3 * dice.normal(size=seeds.shape)
    vectors = np.rint(mixed / np.abs(mixed).max(axis=1, keepdims=True) * 127).astype(np.int8)
    wanted = list(range(len(vectors)))
    want = every(vectors, wanted, 0.8, 8)
    assert len(want) > 2_000
    assert len(want & set(found(vectors, wanted, 0.8, 8))) >= 0.98 * len(want)


def test_it_breathes():
    breaths = []
    list(nearest(directions(3_000), np.arange(3_000), 0.9, 4, lambda: breaths.append(1)))
    assert len(breaths) >= 36

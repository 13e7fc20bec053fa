"""Profiles as the table has them, and what a constant does to them."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.model import Anchor, Feedback, Memory, Surfaced
from memo_lsp.recall.pipeline import run
from memo_lsp.recall.pool import Candidate, LegHit, Link
from memo_lsp.recall.profiles import (
    COMPOSITE,
    CONSTANTS,
    LEGACY,
    ORDER,
    PROFILES,
    SIGNALS,
    V2,
    Profile,
    leg_alone,
    with_constants,
)
from memo_lsp.recall.stages.boost import BranchBoost, IdentifierBoost, RareTokenBoost
from memo_lsp.recall.stages.fuse import Rrf, Weighted
from memo_lsp.recall.stages.recency import AskedRecency
from memo_lsp.recall.stages.supersession import Superseded, SupersededOut
from memo_lsp.recall.stages.tide import Tide
from memo_lsp.settings.tree import CONSTANTS as SETTABLE
from memo_lsp.settings.tree import PROFILES as NAMED

from .pools import DAY, NOW, asked


def check(profile: Profile, constants: dict[str, Any], want: Any, stage: str, name: str) -> None:
    changed = with_constants(profile, constants)
    assert changed.stage(stage) == want
    assert changed.name == name
    places = [ORDER.index(each.name) for each in changed.stages]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("profile", "stages", "k", "wanted"),
    [
        (V2, "fuse identifier rare_token branch recency superseded tide cut excerpt", 10, 25),
        (V2, "fuse identifier rare_token branch recency superseded tide cut excerpt", 100, 100),
        (LEGACY, "fuse identifier branch superseded tide cut excerpt", 10, 25),
        (SIGNALS, "fuse recency superseded usage cut excerpt", 10, 40),
        (COMPOSITE, "fuse recency superseded trust confidence diversity cut excerpt", 10, 40),
        (leg_alone("keyword"), "fuse cut excerpt", 10, 25),
    ],
)
def test_the_table(profile: Profile, stages: str, k: int, wanted: int):
    assert [stage.name for stage in profile.stages] == stages.split()
    assert profile.wanted(k) == wanted


@pytest.mark.parametrize(
    ("profile", "constants", "stage", "want", "name"),
    [
        (V2, {}, "fuse", Weighted(0.7, 0.3), "v2"),
        (V2, {"vector_weight": 0.7}, "fuse", Weighted(0.7, 0.3), "v2"),
        (V2, {"vector_weight": "0.5"}, "fuse", Weighted(0.5, 0.3), "v2*"),
        (V2, {"fusion_mode": "rrf"}, "fuse", Rrf(60), "v2*"),
        (V2, {"rrf_k": 10, "fusion_mode": "rrf"}, "fuse", Rrf(10), "v2*"),
        (V2, {"rrf_k": 10}, "fuse", Weighted(), "v2"),
        (LEGACY, {"fusion_mode": "weighted", "keyword_weight": 1}, "fuse", Weighted(0.7, 1.0), "legacy*"),
        (V2, {"identifier_boost": 0}, "identifier", None, "v2*"),
        (V2, {"identifier_boost": 1}, "identifier", IdentifierBoost(0.3), "v2"),
        (V2, {"identifier_boost": 1.5}, "identifier", IdentifierBoost(0.5), "v2*"),
        (LEGACY, {"rare_token_boost": 1}, "rare_token", RareTokenBoost(1.15), "legacy*"),
        (V2, {"branch_boost": 1.4}, "branch", BranchBoost(1.4), "v2*"),
        (V2, {"recency": 90}, "recency", AskedRecency(half_life=90), "v2*"),
        (LEGACY, {"recency": True}, "recency", AskedRecency(), "legacy*"),
        (V2, {"superseded": 0}, "superseded", Superseded(1.0), "v2*"),
        (V2, {"superseded": 1}, "superseded", Superseded(0.5), "v2"),
        (V2, {"superseded": 0.2}, "superseded", Superseded(0.2), "v2*"),
        (LEGACY, {"superseded": 1}, "superseded", Superseded(0.5), "legacy*"),
        (SIGNALS, {"superseded": 1}, "superseded", SupersededOut(), "signals"),
        (SIGNALS, {"superseded": 0}, "superseded", Superseded(1.0), "signals*"),
        (V2, {"tide": 0}, "tide", None, "v2*"),
        (COMPOSITE, {"tide": 1}, "tide", Tide(), "composite*"),
        (V2, {"tide_floor": 0.5}, "tide", Tide(0.5), "v2*"),
        (V2, {"tide": 0, "tide_floor": 0.5}, "tide", None, "v2*"),
    ],
)  # fmt: skip
def test_constants(profile: Profile, constants: dict[str, Any], stage: str, want: Any, name: str):
    check(profile, constants, want, stage, name)


def test_candidates_are_a_constant():
    changed = with_constants(SIGNALS, {"candidates": 7})
    assert (changed.wanted(3), changed.wanted(10), changed.name) == (7, 10, "signals*")


@pytest.mark.parametrize(
    ("constants", "says"),
    [
        ({"colour": 1}, "colour: no such constant"),
        ({"vector_weight": "much"}, "vector_weight: 'much' is no number"),
        ({"vector_weight": -1}, "out of range"),
        ({"tide_floor": float("nan")}, "out of range"),
        ({"fusion_mode": "magic"}, "neither weighted nor rrf"),
        ({"candidates": 0}, "out of range"),
    ],
)
def test_what_a_constant_cannot_be(constants: dict[str, Any], says: str):
    with pytest.raises(ValueError, match=says):
        with_constants(V2, constants)


def test_the_settings_know_every_profile_and_constant():
    assert set(NAMED) == set(PROFILES)
    assert set(SETTABLE) == set(CONSTANTS)


IDS = st.sampled_from([f"m{i}" for i in range(12)])
WORDS = st.sampled_from(["get_price", "rounding", "latest", "total", "the", "holiday", "x"])
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
TIMES = st.none() | st.floats(NOW - 900 * DAY, NOW + 9 * DAY)


@st.composite
def candidates(draw: st.DrawFn) -> Candidate:
    anchors = draw(st.lists(st.sampled_from([Anchor("a.py"), Anchor("b.py", "total")]), max_size=2))
    memory = Memory(
        draw(IDS), draw(TEXTS), draw(TEXTS),
        kind=draw(st.sampled_from(["fix", "note", "reference"])),
        channel=draw(st.sampled_from(["observation", "memory"])),
        created_at=draw(TIMES), stored_at=draw(st.floats(NOW - 900 * DAY, NOW)), last_surfaced_at=draw(TIMES),
        branch=draw(st.sampled_from([None, "main", "x"])), trust=draw(st.sampled_from([None, "owner"])),
        pinned=draw(st.booleans()), anchors=tuple(anchors), surfaced=Surfaced(drill=draw(st.integers(0, 9))),
        feedback=Feedback(draw(st.integers(0, 9)), draw(st.integers(0, 9))),
    )  # fmt: skip
    legs = draw(st.sampled_from([("vector",), ("vector", "keyword")]))
    return Candidate(memory, {leg: LegHit(draw(st.integers(1, 25)), 0.0, draw(st.floats(0, 1))) for leg in legs})


@given(
    st.lists(candidates(), max_size=15, unique_by=lambda c: c.memory.id),
    st.sampled_from(list(PROFILES.values())),
    TEXTS,
    st.dictionaries(IDS, st.just(Link("new", "the new one")), max_size=3),
)
def test_factors_multiply_to_the_score(pool: list[Candidate], profile: Profile, text: str, successors: dict[str, Link]):
    question = asked(text, branch="main", symbols=("total",), successors=successors, k=8)
    ranked = run(profile.stages, tuple(pool), question)
    assert len(ranked) <= 8
    for hit in ranked:
        fused = next(step.value for step in hit.trace if step.stage == "fuse")
        assert fused is not None
        product = fused * math.prod(step.factor for step in hit.trace if step.factor is not None)
        assert hit.score == pytest.approx(product)
        assert hit.trace[-1].value == hit.score
        assert [step.stage for step in hit.trace[: len(hit.legs)]] == list(hit.legs)
    assert [hit.score for hit in ranked] == sorted((hit.score for hit in ranked), reverse=True)

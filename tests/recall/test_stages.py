"""Each stage alone, on literal pools: the numbers it promises, and that it cuts nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memo_lsp.model import Anchor, Feedback, Memory, Surfaced
from memo_lsp.recall.pool import Link, Pool, Stage
from memo_lsp.recall.profiles import V2
from memo_lsp.recall.stages.boost import BranchBoost, IdentifierBoost, RareTokenBoost
from memo_lsp.recall.stages.cut import Cut
from memo_lsp.recall.stages.diversity import TwoPerFile
from memo_lsp.recall.stages.excerpt import Excerpts
from memo_lsp.recall.stages.fuse import Cosine, Rrf, Weighted
from memo_lsp.recall.stages.quality import Confidence, Trust, Usage
from memo_lsp.recall.stages.recency import AskedRecency, HyperbolicRecency, KindRecency, asks_for_newest
from memo_lsp.recall.stages.supersession import Superseded, SupersededOut
from memo_lsp.recall.stages.tide import Tide

from .pools import DAY, NOW, asked, factors, found, memory, pool


def check(stage: Stage, kept: Memory, want: float, text: str = "", **question) -> None:
    """The factor a stage gives one memory; nothing is cut, and the score follows."""
    ranked = stage(pool(kept), asked(text, **question))
    assert [c.memory.id for c in ranked] == [kept.id]
    assert ranked[0].factor(stage.name) == pytest.approx(want)
    assert ranked[0].score == pytest.approx(want)


def aged(days: float, **values) -> Memory:
    return memory("a", created_at=NOW - days * DAY, **values)


def adrift(days: float, **values) -> Memory:
    return memory("a", stored_at=NOW - days * DAY, **values)


# --- fuse
@pytest.mark.parametrize(
    ("sim", "kw", "want"),
    [(0.62, 1.0, 0.734), (0.81, None, 0.81), (None, 0.4, 0.4), (0.5, 0.0, 0.35)],
)
def test_weighted(sim: float | None, kw: float | None, want: float):
    (only,) = Weighted()((found(memory("a"), sim, kw),), asked())
    assert only.score == pytest.approx(want)
    assert only.trace[-1].stage == "fuse"
    assert [step.stage for step in only.trace[:-1]] == list(only.legs)


@pytest.mark.parametrize(
    ("stage", "sim", "kw", "rank", "want"),
    [
        (Rrf(), 0.9, 0.2, 1, 2 / 61),
        (Rrf(), 0.9, None, 25, 1 / 85),
        (Rrf(k=10, vector=0.7, keyword=0.3), 0.1, 0.1, 2, 1 / 12),
        (Cosine(), 0.62, None, 1, 0.24),
        (Cosine(), 0.4, None, 1, 0.0),
    ],
)
def test_ranks_and_cosine(stage: Stage, sim: float, kw: float | None, rank: int, want: float):
    (only,) = stage((found(memory("a"), sim, kw, rank),), asked())
    assert only.score == pytest.approx(want)


def test_the_worked_example():
    text = "get_effective_contract_price rounding"
    a = memory("A", "Half-up in the totals", symbols=("get_effective_contract_price",))
    b = memory("B", "Cents are lost in the totals")
    ranked = Weighted()((found(b, 0.81), found(a, 0.62, 1.0)), asked())
    for stage in (IdentifierBoost(), RareTokenBoost(), Cut()):
        ranked = stage(ranked, asked(text))
    assert [(c.memory.id, round(c.score, 3)) for c in ranked] == [("A", 0.954), ("B", 0.81)]


# --- boosts
@pytest.mark.parametrize(
    ("title", "text", "symbols", "want"),
    [
        ("fix get_price", "get_price broken", (), 1.3),
        ("fix get_price_now", "get_price broken", (), 1.0),
        ("fix forget_price", "get_price broken", (), 1.0),
        ("fix Get_price", "get_price broken", (), 1.0),
        ("fix get_price.", "Why get_price?", (), 1.3),
        ("the price of total", "price total", (), 1.0),
        ("the API is slow", "API", (), 1.0),
        ("bump to 1.2.3", "1.2.3", (), 1.0),
        ("total is off", "", ("total",), 1.3),
        ("Invoice.total is off", "", ("total", "Invoice.total", "Invoice"), 1.9),
        ("a_b c_d e_f g_h", "a_b c_d e_f g_h", (), 2.0),
        ("a_b a_b", "a_b a_b", ("a_b",), 1.3),
        ("parseHTTPBody fails", "parseHTTPBody", (), 1.3),
        ("std::vector grows", "std::vector", (), 1.3),
        ("re\u0301sume\u0301_total", "r\u00e9sum\u00e9_total", (), 1.3),
        ("kebab-case-id is the banner", "", ("kebab-case-id",), 1.3),
        ("pre-commit runs", "", ("commit",), 1.0),
        ("数据处理(x) is slow", "", ("数据处理",), 1.3),
        ("x", "", ("",), 1.0),
    ],
)
def test_identifiers(title: str, text: str, symbols: tuple[str, ...], want: float):
    check(IdentifierBoost(), memory("a", title), want, text, symbols=symbols)


def test_an_identifier_may_stand_anywhere_in_a_memory():
    anchored = memory("a", "x", anchors=(Anchor("src/billing.py", "Invoice.total"),))
    check(IdentifierBoost(), anchored, 1.6, "Invoice.total in src/billing.py")
    check(IdentifierBoost(), memory("a", body="calls to_cents"), 1.3, "to_cents")


@pytest.mark.parametrize(
    ("title", "text", "want"),
    [
        ("Rounding is half-up", "why rounding", 1.15),
        ("roundings are half-up", "why rounding", 1.0),
        ("rounding of cents", "rounding cents", 1.15),
        ("the latest release version", "latest release version current", 1.0),
        ("tax is off", "tax", 1.0),
        ("get_price rounds", "get_price", 1.0),
        ("ABOVE them", "above", 1.0),
    ],
)
def test_rare_words(title: str, text: str, want: float):
    check(RareTokenBoost(), memory("a", title), want, text)


@pytest.mark.parametrize(
    ("written", "here", "want"), [("x", "x", 1.1), ("x", "y", 1.0), (None, None, 1.0), ("x", None, 1.0)]
)
def test_the_branch(written: str | None, here: str | None, want: float):
    check(BranchBoost(), memory("a", branch=written), want, branch=here)


# --- recency
@pytest.mark.parametrize(
    "text",
    ["latest pin", "the last fix", "newest", "current value", "the most recent one", "recent", "is it up to date",
     "now?", "Latest: x", "what now", "up-to-date"],
)  # fmt: skip
def test_what_asks_for_the_newest(text: str):
    assert asks_for_newest(text)


@pytest.mark.parametrize(
    "text",
    ["", "current_user", "last_seen", "Date.now", "now()", "datetime.now()", "src/latest/x", "currently", "std::recent",
     "lasting", "know", "latest_", "recent.py", "x.last"],
)  # fmt: skip
def test_what_does_not(text: str):
    assert not asks_for_newest(text)


@pytest.mark.parametrize(
    ("kept", "want"),
    [
        (aged(0), 1.0),
        (aged(21), 0.75),
        (aged(63), 0.5625),
        (aged(-3), 1.0),
        (memory("a"), 1.0),
        (aged(63, channel="memory"), 1.0),
        (aged(63, channel="skill"), 1.0),
    ],
)
def test_recency_when_asked(kept: Memory, want: float):
    check(AskedRecency(), kept, want, "latest")
    check(AskedRecency(), kept, 1.0, "plain")


def test_a_memory_competes_with_the_best_of_what_lives_on_in_it():
    """Found by both legs a little, it stands where the leg that found an archived one well puts it."""
    kept = memory("kept")
    twice = (found(kept, sim=0.69), found(kept, sim=0.60, kw=0.0), found(memory("other"), sim=0.65))
    assert [(c.memory.id, c.score) for c in Weighted()(twice, asked())] == [("kept", 0.69), ("other", 0.65)]
    assert [c.memory.id for c in Rrf()(twice, asked())] == ["kept", "other"]


def test_recency_looks_at_the_first_ten_only():
    ranked = Weighted()(
        tuple(found(replace(aged(21 * (1 + i % 3)), id=f"m{i:02}"), sim=0.9 - i / 100) for i in range(12)), asked()
    )
    ranked = AskedRecency()(tuple(reversed(ranked)), asked("latest"))
    assert [c.factor("recency") for c in ranked] == pytest.approx([0.75, 0.625, 0.5625] * 3 + [0.75, 1.0, 1.0])
    assert [c.factor("recency_behind") for c in ranked] == pytest.approx([1.0] * 10 + [0.5625] * 2)
    assert max(c.score for c in ranked[10:]) < min(c.score for c in ranked[:10])


@pytest.mark.parametrize(
    ("kept", "want"),
    [
        (aged(30, kind="change"), 0.5),
        (aged(30, kind="dead-end"), 0.5),
        (aged(60, kind="todo"), 0.5),
        (aged(120, kind="fix"), 0.5),
        (aged(120, kind="revert"), 0.5),
        (aged(180, kind="note"), 0.5),
        (aged(180, kind="whatever"), 0.5),
        (aged(365, kind="theme"), 0.5),
        (aged(365, kind="summary"), 0.5),
        (aged(1095, kind="decision"), 0.5),
        (aged(9999, kind="reference"), 1.0),
        (aged(9999, kind="change"), 0.2),
        (aged(300, kind="change", updated_at=NOW - 30 * DAY), 0.5),
    ],
)
def test_each_kind_has_its_half_life(kept: Memory, want: float):
    check(KindRecency(), kept, want)


@pytest.mark.parametrize(("days", "want"), [(0, 1.0), (30, 0.5), (90, 0.25)])
def test_hyperbolic_recency(days: float, want: float):
    check(HyperbolicRecency(), aged(days), want)


# --- supersession
def test_a_successor_is_carried_and_halves():
    successors = {"a": Link("b", "the new way")}
    (only,) = Superseded()(pool(memory("a")), asked(successors=successors))
    assert (only.score, only.successor) == (0.5, Link("b", "the new way"))
    check(Superseded(), memory("c"), 1.0, successors=successors)
    (only,) = Superseded(by=1.0)(pool(memory("a")), asked(successors=successors))
    assert (only.score, only.successor) == (1.0, Link("b", "the new way"))


def test_superseded_out():
    ranked = SupersededOut()(pool(memory("a"), memory("b")), asked(successors={"a": Link("b", "t")}))
    assert [c.memory.id for c in ranked] == ["b"]


# --- quality
@pytest.mark.parametrize(
    ("trust", "want"), [("owner", 1.0), ("self", 0.9), ("external", 0.7), ("untrusted", 0.5), (None, 0.6)]
)
def test_trust(trust: str | None, want: float):
    check(Trust(), memory("a", trust=trust), want)


@pytest.mark.parametrize(
    ("confidence", "want"), [("high", 1.0), ("medium", 0.9), ("low", 0.7), ("speculative", 0.5), (None, 0.7)]
)
def test_confidence(confidence: str | None, want: float):
    check(Confidence(), memory("a", confidence=confidence), want)


@pytest.mark.parametrize(("useful", "opened", "not_useful", "want"), [(0, 0, 0, 1.0), (2, 4, 0, 1.15), (0, 0, 3, 0.85)])
def test_usage(useful: int, opened: int, not_useful: int, want: float):
    kept = memory("a", feedback=Feedback(useful, not_useful), surfaced=Surfaced(drill=opened))
    check(Usage(), kept, want)


# --- tide
@pytest.mark.parametrize(
    ("kept", "want"),
    [
        (adrift(0), 1.0),
        (adrift(70), 0.91),
        (adrift(70, stability_days=70.0), 0.85 + 0.15 / 1.15),
        (adrift(70, last_surfaced_at=NOW), 1.0),
        (adrift(0, created_at=NOW - 900 * DAY), 1.0),
        (adrift(70, pinned=True), 1.0),
        (adrift(70, channel="memory"), 1.0),
        (adrift(70, channel="skill"), 1.0),
        (adrift(-5), 1.0),
    ],
)
def test_tide(kept: Memory, want: float):
    check(Tide(), kept, want)


def test_tide_floor_is_a_constant():
    check(Tide(floor=0.5), adrift(70), 0.7)


def test_recency_and_tide_stay_above_one_half():
    old = adrift(9e6, created_at=NOW - 9e6 * DAY)
    ranked = Tide()(AskedRecency()(pool(old), asked("latest")), asked("latest"))
    assert ranked[0].score == pytest.approx(0.5)


# --- diversity, cut, excerpt
def test_two_of_a_file():
    same = [memory(uid, anchors=(Anchor("a.py"), Anchor("b.py"))) for uid in "abc"]
    ranked = TwoPerFile()(pool(*same, memory("x"), memory("y"), memory("z")), asked())
    assert factors(ranked, "diversity") == {"a": 1.0, "b": 0.8, "x": 1.0, "y": 1.0, "z": 1.0}


def test_the_cut_sorts_by_score_then_newer_then_id():
    dated = [memory("old", created_at=1.0), memory("new", created_at=2.0), memory("b"), memory("a")]
    ranked = Cut()(pool(*dated), asked(k=3))
    assert [c.memory.id for c in ranked] == ["new", "old", "a"]
    last = [c.trace[-1] for c in ranked]
    assert [(step.stage, step.rank, step.value) for step in last] == [("cut", place, 1.0) for place in (1, 2, 3)]


def test_only_the_cut_cuts():
    many: Pool = pool(*(memory(str(i), anchors=(Anchor(f"{i}.py"),), stored_at=0.0) for i in range(60)))
    for stage in V2.stages:
        if stage.name == "cut":
            break
        many = stage(many, asked("latest get_price rounding", branch="main", successors={"3": Link("4", "t")}))
        assert len(many) == 60


def test_excerpts_show_the_words():
    kept = memory("a", "Rounding is half-up", body="x " * 400)
    (only,) = Excerpts()(pool(kept), asked("rounding", symbols=("Rounding",)))
    assert only.excerpt is not None
    assert len(only.excerpt.text) <= 320
    start, end = only.excerpt.matches[0]
    assert only.excerpt.text[start:end] == "Rounding"

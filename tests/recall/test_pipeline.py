"""Questions asked of a real store."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memo_lsp.embed.port import Failure
from memo_lsp.errors import MemoError, WrongArgument
from memo_lsp.model import Anchor, Edge, Memory, Query
from memo_lsp.recall.answer import to_json
from memo_lsp.recall.explain import explain
from memo_lsp.recall.pool import Step
from memo_lsp.recall.profiles import PROFILES, V2

from .conftest import Desk
from .pools import DAY, NOW
from .tiny import REJECTED, Down, Tiny

Note = Callable[..., Memory]


@pytest.fixture
def five(desk: Desk, note: Note) -> Desk:
    desk.put(
        note("release", "release on Tuesdays, never before a holiday", channel="memory"),
        note("prices", "prices in the basket are gross", body="Net prices are worked out at checkout only."),
        note("slow", "the report was slow", body="An index on the bill date made it fast."),
        note("retry", "retry AND backoff", body="migration of the orders database"),
        note("mixed", "重跑gen-itgc后清零", body="parseHTTPBody fails on chunked bodies"),
    )
    return desk


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("don't release before holidays", "release"),
        ("database migration", "retry"),
        ("AND", "retry"),
        ("gen", "mixed"),
        ("itgc", "mixed"),
        ("清零", "mixed"),
        ("http body", "mixed"),
        ("sluggish report", "slow"),
        ("NET PRICES", "prices"),
    ],
)
def test_what_is_found_first_and_surely(five: Desk, text: str, first: str):
    answer = five.ask(text)
    assert answer.hits[0].memory.id == first
    assert answer.confident


@pytest.mark.parametrize("text", ["quokka zeppelin marmalade", "quokka fast zeppelin marmalade", "🦘", "?!"])
def test_nothing_fits(five: Desk, text: str):
    assert not five.ask(text).confident
    five.embedder = None
    assert not five.ask(text).confident


def test_words_alone_are_sure_too(five: Desk):
    five.embedder = None
    answer = five.ask("don't release before holidays")
    assert (answer.hits[0].memory.id, answer.confident, answer.degraded) == ("release", True, ())
    assert answer.hits[0].sources == ("keyword",)


@pytest.mark.parametrize(
    "text",
    ["", " ", "'", '"', "\0", "*", "-", "(", "^x", "AND", "NOT OR", "NEAR(", "C++", "foo::bar", "don't log", "%s;--",
     "x" * 10_000, '"--error-on-warnings"', '"', "😋", "\ud800", "kind:", "a\nb\tc", "{}[]",
     "NEAR( AND * foo::bar C++ 😋 -"],
)  # fmt: skip
def test_any_text_is_a_question(five: Desk, text: str):
    assert json.dumps(to_json(five.ask(text)))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(max_size=40))
def test_no_text_fails(five: Desk, text: str):
    five.ask(text)


def test_a_pasted_log_is_a_question(five: Desk):
    assert five.ids("ERROR retry backoff orders " * 4000)


# --- filters and scope
def test_nothing_asked_is_nothing_found(five: Desk):
    assert five.ids("") == []
    assert not five.ask("").confident


def test_filters_alone_give_the_newest(desk: Desk, note: Note):
    desk.put(*(note(f"m{i}", kind="fix", created_at=NOW - i * DAY) for i in range(4)), note("x"))
    answer = desk.ask("kind:fix", k=3)
    assert [hit.memory.id for hit in answer.hits] == ["m0", "m1", "m2"]
    assert answer.confident
    assert desk.ids("kind:fix since:36h") == ["m0", "m1"]
    assert desk.ids("-kind:fix") == ["x"]


def test_a_symbol_alone_is_a_question(five: Desk):
    assert five.ids("", symbols=("parseHTTPBody",))[0] == "mixed"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rounding", {"here", "none"}),
        ("rounding project:*", {"here", "none", "there"}),
        ("rounding project:q", {"there"}),
        ('"rounding errors"', {"here"}),
        ('rounding -"rounding errors"', {"none"}),
        ("rounding is:pinned", {"here"}),
    ],
)
def test_scope(desk: Desk, note: Note, text: str, found: set[str]):
    desk.put(
        note("here", "rounding errors", pinned=True),
        note("there", "rounding", project="q"),
        note("none", "rounding", project=None),
    )
    assert set(desk.ids(text)) == found


def test_more_hits_want_more_candidates(desk: Desk, note: Note):
    desk.put(*(note(f"m{i}", f"rounding {i}") for i in range(60)))
    assert len(desk.ids("rounding", k=50)) == 50
    assert len(desk.ids("rounding", k=5)) == 5


# --- degraded
@pytest.mark.parametrize("trouble", [REJECTED, RuntimeError("boom"), Failure("too long", True)])
def test_a_failing_vector_leg_is_said(five: Desk, trouble: Exception | Failure, caplog: pytest.LogCaptureFixture):
    five.embedder = Down(trouble)
    answer = five.ask("database migration")
    assert answer.hits[0].memory.id == "retry"
    (degraded,) = answer.degraded
    assert degraded.part == "vector"
    assert degraded.reason
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "vector leg" in caplog.text


def test_a_failing_keyword_leg_is_said(five: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(five.store.lexical, "search", lambda *a, **k: 1 / 0)
    answer = five.ask("sluggish report")
    assert answer.hits[0].memory.id == "slow"
    assert [each.part for each in answer.degraded] == ["keyword"]
    five.embedder = Down(REJECTED)
    with pytest.raises(MemoError, match="keyword"):
        five.ask("another report")
    five.embedder = None
    with pytest.raises(MemoError):
        five.ask("sluggish report")


def test_left_out_is_not_degraded(five: Desk):
    answer = five.ask("database migration", vector=False)
    assert (answer.degraded, answer.hits[0].sources) == ((), ("keyword",))
    assert five.embedder.asked == []


def test_what_has_not_come_in_time_is_left_out(five: Desk):
    gate = threading.Event()

    class Slow(Tiny):
        def embed(self, texts, kind="passage", patience="background"):
            gate.wait(5)
            return super().embed(texts, kind, patience)

    five.embedder = Slow()
    answer = five.ask("database migration", deadline=time.monotonic() + 0.05)
    gate.set()
    assert [(each.part, each.reason) for each in answer.degraded] == [("vector", "not ready in time")]
    assert answer.hits[0].memory.id == "retry"


def test_the_legs_run_at_the_same_time(five: Desk, monkeypatch: pytest.MonkeyPatch):
    meet = threading.Barrier(2, timeout=5)
    search = five.store.lexical.search
    monkeypatch.setattr(five.store.lexical, "search", lambda *a, **k: (meet.wait(), search(*a, **k))[1])

    class Meeting(Tiny):
        def embed(self, texts, kind="passage", patience="background"):
            meet.wait()
            return super().embed(texts, kind, patience)

    five.embedder = Meeting()
    assert five.ask("database migration").degraded == ()


def test_a_question_is_embedded_once(five: Desk):
    five.ask("sluggish report")
    five.ask("sluggish report")
    assert five.embedder.asked == ["sluggish report"]


# --- what was replaced, reverted, or not yet there
def pins(note: Note) -> tuple[Memory, ...]:
    return tuple(note(f"pin{i}", f"pin openssl to {i}", created_at=NOW - (9 - i) * DAY) for i in (1, 2, 3))


def replaces(new: str, old: str, at: float = NOW - 60.0) -> Edge:
    return Edge("supersedes", new, old, made_at=at)


def test_the_replaced_step_back_and_name_the_live_end(desk: Desk, note: Note):
    desk.put(*pins(note), edges=(replaces("pin2", "pin1"), replaces("pin3", "pin2")))
    answer = desk.ask("openssl pin")
    assert answer.hits[0].memory.id == "pin3"
    links = {hit.memory.id: hit.superseded_by and hit.superseded_by.id for hit in answer.hits}
    assert links == {"pin3": None, "pin2": "pin3", "pin1": "pin3"}
    assert [step.factor for step in answer.hits[1].trace if step.stage == "superseded"] == [0.5]
    assert [link.id for link in answer.hits[0].replaces] == ["pin2"]


@pytest.mark.parametrize("end", ["forgotten", "invalidated", "unmade"])
def test_an_edge_is_live_only_while_its_successor_is(desk: Desk, note: Note, end: str):
    old, new, _ = pins(note)
    edge = replaces("pin2", "pin1")
    desk.put(old, new, edges=(edge,))
    assert desk.ask("openssl").hits[-1].superseded_by is not None
    if end == "forgotten":
        desk.store.memories.forget("pin2")
    elif end == "invalidated":
        desk.store.memories.invalidate("pin2", NOW - 1.0)
    else:
        desk.store.graph.unmake([edge], NOW - 1.0)
    hits = {hit.memory.id: hit for hit in desk.ask("openssl").hits}
    assert hits["pin1"].superseded_by is None
    assert "pin2" not in hits or end == "unmade"


def test_the_survivor_of_an_archived_successor_stands_in(desk: Desk, note: Note):
    old, new, survivor = pins(note)
    edges = (replaces("pin2", "pin1"), Edge("archived_into", "pin2", "pin3", made_at=NOW - 60.0))
    desk.put(old, new, survivor, edges=edges)
    desk.store.memories.update("pin2", state="archived")
    links = {hit.memory.id: hit.superseded_by and hit.superseded_by.id for hit in desk.ask("openssl").hits}
    assert links == {"pin1": "pin3", "pin3": None}


def test_as_of_sees_what_was_known_then(desk: Desk, note: Note):
    old, new, _ = pins(note)
    desk.put(old, new, edges=(replaces("pin2", "pin1", at=NOW - 2 * DAY),))
    assert desk.ids("openssl", as_of=NOW - 7.5 * DAY) == ["pin1"]
    then = desk.ask("openssl", as_of=NOW - 5 * DAY)
    assert [hit.superseded_by for hit in then.hits] == [None, None]
    assert [link for hit in then.hits for link in hit.replaces] == []
    assert {hit.memory.id for hit in desk.ask("openssl").hits if hit.superseded_by} == {"pin1"}


@pytest.mark.parametrize(("days_ago", "want"), [(1, ["all"]), (3, ["new", "old"]), (8, ["old"])])
def test_as_of_a_theme_stands_since_it_was_written(desk: Desk, note: Note, days_ago: float, want: list[str]):
    old, new = (
        note(uid, f"pin openssl {uid}", created_at=NOW - at * DAY, state="archived")
        for uid, at in (("old", 9), ("new", 7))
    )
    theme = note("all", "pin openssl", kind="theme", created_at=new.created_at)
    parts = (Edge("part_of", uid, "all", made_at=NOW - 2 * DAY) for uid in ("old", "new"))
    desk.put(old, new, theme, edges=tuple(parts))
    assert sorted(desk.ids("openssl", as_of=NOW - days_ago * DAY)) == want


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_the_invalidated_are_not_found_in_any_profile(desk: Desk, note: Note, profile: str):
    desk.put(note("gone", "pin openssl", valid_to=NOW - DAY, created_at=NOW - 9 * DAY), note("kept", "pin curl"))
    assert "gone" not in desk.ids("openssl pin", profile=profile)
    assert "gone" in desk.ids("openssl pin is:superseded", profile=profile)
    assert "gone" in desk.ids("openssl pin", as_of=NOW - 2 * DAY, profile=profile)


def test_the_archived_are_found_only_when_asked_for(desk: Desk, note: Note):
    desk.put(note("old", "pin openssl", state="archived"), note("sunk", "pin openssl", state="dormant"))
    assert desk.ids("openssl") == ["sunk"]
    assert desk.ids("openssl", surface="mcp") == ["sunk"]
    assert desk.ids("openssl", surface="briefing") == []
    assert "old" in desk.ids("openssl is:archived")


# --- profiles, constants, trace
def test_settings_change_whichever_profile_runs(five: Desk):
    assert five.ask("orders").profile == "v2"
    five.constants(superseded=0.3)
    assert five.ask("orders").profile == "v2*"
    assert five.ask("orders", profile="legacy").profile == "legacy*"
    assert five.recall.ask(Query("orders", project="p"), V2).profile == "v2"
    five.constants(profile="legacy", superseded=None)
    assert five.ask("orders").profile == "legacy"


def test_a_profile_that_cannot_run_is_not_listed(five: Desk):
    assert five.recall.profiles() == tuple(PROFILES)
    five.embedder = None
    assert "composite" not in five.recall.profiles()
    for name in ("composite", "nonsense"):
        with pytest.raises(WrongArgument, match="there are v2, legacy, signals"):
            five.ask("orders", profile=name)


def test_an_observer_sees_the_pool_after_each_stage(desk: Desk, note: Note):
    desk.put(*(note(f"m{i}", f"rounding {i}") for i in range(20)))
    sizes: dict[str, int] = {}
    desk.recall.ask(
        Query("rounding", project="p", k=5), V2, observe=lambda stage, pool: sizes.update({stage.name: len(pool)})
    )
    assert sizes == {stage.name: 5 if stage.name in ("cut", "excerpt") else 20 for stage in V2.stages}


def test_a_search_finds_by_branch_and_symbol(desk: Desk, note: Note):
    desk.put(note("theirs", "total rounding", branch="x"), note("ours", "total rounding", branch="main"))
    assert desk.ids("rounding") == ["ours", "theirs"]
    assert desk.ids("rounding", branch="x") == ["theirs", "ours"]


HIT_KEYS = [
    "id", "title", "kind", "channel", "score", "sources", "excerpt", "created_at", "project", "branch", "origin",
    "author", "trust", "confidence", "topic", "tags", "anchors", "pinned", "state", "merged", "superseded_by",
    "replaces", "beneath", "trace",
]  # fmt: skip


def test_the_json_of_an_answer(desk: Desk, note: Note):
    anchor = Anchor("src/billing.py", "Invoice.total", 41, "hash", "changed", 3)
    desk.put(
        note("old", "prices were net", created_at=NOW - DAY),
        note("new", "prices are gross", body="Half-up rounding.", anchors=(anchor,), tags=("tax",), branch="main",
             trust="owner", confidence="high", topic="src.billing", origin="person", author="Dev"),
        edges=(replaces("new", "old"),),
    )  # fmt: skip
    found = json.loads(json.dumps(to_json(desk.ask("gross prices", symbols=("Invoice.total",)))))
    assert list(found) == ["query", "profile", "took_ms", "confident", "recall", "degraded", "hits"]
    assert found["query"] == {"text": "gross prices", "symbols": ["Invoice.total"], "branch": "main", "project": "p"}
    assert 0 <= found["recall"] < 2**52
    new, old = found["hits"]
    assert list(new) == HIT_KEYS
    assert new["anchors"] == [
        {"path": "src/billing.py", "symbol": "Invoice.total", "line": 41, "state": "changed", "commits_since": 3}
    ]
    assert new["merged"] is True
    assert [link["id"] for link in new["replaces"]] == ["old"]
    assert old["superseded_by"] == {"id": "new", "title": "prices are gross"}
    assert new["created_at"].endswith("Z")
    assert {step["stage"] for step in new["trace"]} >= {"vector", "keyword", "fuse", "identifier", "branch", "cut"}
    start, end = new["excerpt"]["matches"][0]
    assert new["excerpt"]["text"][start:end].casefold() in ("prices", "gross")


def test_every_answer_has_a_number_of_its_own(five: Desk):
    assert five.ask("orders").recall != five.ask("orders").recall


def test_a_trace_in_words(desk: Desk, note: Note):
    desk.put(*pins(note)[:2], edges=(replaces("pin2", "pin1"),))
    words = "\n".join(explain(desk.ask("openssl pin").hits[-1]))
    for said in (
        "by meaning: place",
        "by its words: place",
        "Together:",
        "× 0.500: it has been replaced",
        "Place 2",
        "“pin openssl to 2”",
    ):
        assert said in words


def test_what_changed_nothing_is_no_reason(desk: Desk, note: Note):
    desk.put(*pins(note)[:2])
    (hit, *_) = desk.ask("openssl pin").hits
    steps = Step("tide", factor=0.99996), Step("usage", factor=1.25)
    assert explain(replace(hit, trace=steps)) == ["× 1.250: for what became of it in use."]

"""Digests: which periods have one, what it says, and that saying it again changes nothing."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from datetime import UTC, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memo_lsp.dream.judge import ModelJudge
from memo_lsp.dream.passes.digest import DigestPass
from memo_lsp.dream.plan import Digest, Interrupted
from memo_lsp.dream.prompts import of_digest
from memo_lsp.dream.verdicts import Decline, Told, read_prose
from memo_lsp.exchange.rows import from_row, to_row
from memo_lsp.model import Anchor, Edge, Memory
from memo_lsp.store import Store
from memo_lsp.text.periods import called, day_of, span_of
from memo_lsp.text.times import parse_time

from .looks import Looked

SHARED = Path(os.environ.get("MEMO_SHARED") or Path(__file__).parents[3] / "shared")
DAY = 86_400.0
BERLIN, KYOTO = timezone(timedelta(hours=2)), timezone(timedelta(hours=9))


def at(text: str) -> float:
    found = parse_time(text)
    assert found is not None
    return found


NOW = at("2026-07-08T12:00")


def fact(uid: str, when: str, title: str = "", kind: str = "change", **values: Any) -> Memory:
    made = at(when)
    return Memory(**({"id": uid, "title": title or f"Title of {uid}", "kind": kind, "created_at": made,
                      "stored_at": made, "project": "p", "trust": "owner"} | values))  # fmt: skip


def supersedes(newer: str, older: str, when: str = "2026-07-07") -> Edge:
    return Edge("supersedes", newer, older, made_at=at(when))


def digests(look: Looked, zone: timezone = UTC) -> dict[str, Memory]:
    """What a pass wants written, by layer and first day."""
    plan = DigestPass(zone).plan(look, lambda: None)
    assert all(isinstance(edit, Digest) for edit in plan.edits)
    return {f"{m.extra['period']['layer']} {m.extra['period']['label']}": m for m in (e.memory for e in plan.edits)}


def check(memories: list[Memory], *expected: str, links: tuple[Edge, ...] = (), layer: str = "week") -> None:
    """The body of the one digest of a layer, line by line."""
    found = [memory for name, memory in digests(Looked(NOW, memories, list(links))).items() if name.startswith(layer)]
    assert [memory.body.split("\n") for memory in found] == [list(expected)]


# --- which periods
@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], ""),
        (["2026-07-08T09:00"], ""),  # today is not over
        (["2026-07-07T23:59"], "month 2026-07-01, week 2026-07-06"),
        (["2026-07-07T09:00", "2026-07-07T10:00"], "month 2026-07-01, week 2026-07-06, day 2026-07-07"),
        (["2026-07-07T09:00", "2026-07-08T10:00"], "month 2026-07-01, week 2026-07-06"),
        (
            ["2026-06-30T09:00", "2026-07-01T09:00"],
            "month 2026-07-01, week 2026-06-29, month 2026-06-01",
        ),
        (["2019-03-05T09:00"] * 9, "month 2019-03-01, week 2019-03-04"),
        (["2026-07-09T09:00", "2026-08-01"], ""),  # made tomorrow, by a clock ahead of ours
        (["1850-01-01"], ""),
    ],
)
def test_which_periods_have_a_digest(days: list[str], expected: str) -> None:
    memories = [fact(f"m{n}", day) for n, day in enumerate(days)]
    assert ", ".join(digests(Looked(NOW, memories))) == expected


def test_each_project_has_its_own() -> None:
    memories = [fact("a", "2026-07-01"), fact("b", "2026-07-01", project="q"), fact("c", "2026-07-01", project=None)]
    found = DigestPass(UTC).plan(Looked(NOW, memories), lambda: None).edits
    told = sorted((edit.memory.project or "", edit.memory.body.split("\n")[-1]) for edit in found)
    assert told == [(p, f"- Title of {uid}") for p, uid in (("", "c"), ("", "c"), ("p", "a"), ("p", "a"), ("q", "b"),
                                                            ("q", "b"))]  # fmt: skip


def test_a_day_is_that_of_the_time_zone() -> None:
    memories = [fact("a", "2026-07-06T22:30Z"), fact("b", "2026-07-06T23:30Z")]
    assert "day 2026-07-06" in digests(Looked(NOW, memories), UTC)
    assert "day 2026-07-07" in digests(Looked(NOW, memories), BERLIN)


# --- what it says
def test_decisions_fixes_and_dead_ends_first_then_symbols_then_counts() -> None:
    check(
        [
            fact("c", "2026-07-01T08:00", "Rename the ledger", anchors=(Anchor("a.py", "Ledger.sum"),)),
            fact("f", "2026-07-01T09:00", "Round late", "fix", anchors=(Anchor("a.py", "Ledger.sum"),)),
            fact("x", "2026-07-01T10:00", "Tried floats, taken back", "dead-end"),
            fact("d", "2026-07-02T09:00", "Money is decimal", "decision", anchors=(Anchor("b.py", "pay"),)),
            fact("n", "2026-07-02T10:00", "Ask Ann about VAT", "note"),
            fact("g", "2026-07-03T09:00", "Round  late", "fix"),
        ],
        "Decisions", "- Money is decimal", "",
        "Fixes", "- Round late (2 times)", "",
        "Dead ends", "- Tried floats, taken back", "",
        "Worked on: Ledger.sum (2), pay.", "",
        "6 memories: 2 fixes, 1 change, 1 dead end, 1 decision, 1 note.", "",
        "Also", "- Rename the ledger", "- Ask Ann about VAT",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("links", "line"),
    [
        ((supersedes("new", "old"),), "- Use Redis (replaced by “Use Valkey”)"),
        ((supersedes("mid", "old"), supersedes("new", "mid")), "- Use Redis (replaced by “Use Valkey”)"),
        ((supersedes("mid", "old", "2026-07-02"), supersedes("new", "old")), "- Use Redis (replaced by “Use Valkey”)"),
        ((supersedes("gone", "old"),), "- Use Redis"),
        ((replace(supersedes("new", "old"), unmade_at=NOW),), "- Use Redis"),
        ((supersedes("old", "mid"), supersedes("mid", "old")), "- Use Redis"),
        ((Edge("refines", "new", "old"),), "- Use Redis"),
        (
            (supersedes("kept", "old"), Edge("archived_into", "kept", "new")),
            "- Use Redis (replaced by “Use Valkey”)",
        ),
    ],
)
def test_what_was_replaced_is_told_as_replaced(links: tuple[Edge, ...], line: str) -> None:
    memories = [
        fact("old", "2026-06-10", "Use Redis", "decision"),
        fact("mid", "2026-07-07", "Use KeyDB", "decision"),
        fact("new", "2026-07-07", "Use Valkey", "decision"),
        fact("kept", "2026-07-07", "Valkey it is", "decision", state="archived"),
        fact("gone", "2026-07-07", "Use nothing", "decision", valid_to=NOW - DAY),
    ]
    week = digests(Looked(NOW, memories, list(links)))["week 2026-06-08"]
    assert line in week.body.split("\n")
    assert ("replaced" in line) == ("new" in week.extra["period"]["quotes"])


def test_what_was_reverted_is_no_fact() -> None:
    kept, gone = fact("a", "2026-07-01", "Keep", "fix"), fact("b", "2026-07-01", "Undo", "fix", valid_to=NOW - DAY)
    check([kept, gone], "Fixes", "- Keep", "", "1 memory: 1 fix.")


@pytest.mark.parametrize(
    ("survivor", "expected"),
    [
        (fact("s", "2026-07-02", "Round late", "fix"), ["- Round late"]),
        (fact("s", "2026-06-02", "Round late", "fix"), ["- Round at the end"]),  # told in another week
        (fact("s", "2026-07-02", "All about rounding", "theme"), ["- Round at the end"]),
    ],
)
def test_what_was_folded_is_told_once(survivor: Memory, expected: list[str]) -> None:
    folded = fact("m", "2026-07-01", "Round at the end", "fix", state="archived")
    week = digests(Looked(NOW, [survivor, folded], [Edge("archived_into", "m", "s")]))["week 2026-06-29"]
    assert [line for line in week.body.split("\n") if line.startswith("-")] == expected


def test_what_lies_beneath_is_the_next_layer() -> None:
    memories = [fact("a", "2026-07-01T09:00"), fact("b", "2026-07-01T10:00"), fact("c", "2026-07-02")]
    found = digests(Looked(NOW, memories))
    beneath = {name: memory.extra["period"]["beneath"] for name, memory in found.items()}
    assert beneath == {
        "month 2026-07-01": [found["week 2026-06-29"].id],
        "week 2026-06-29": [found["day 2026-07-01"].id, "c"],
        "day 2026-07-01": ["a", "b"],
    }


@pytest.mark.parametrize(
    ("trusts", "expected"),
    [
        ((None,), "self"),
        (("owner",), "self"),
        (("owner", "external"), "external"),
        (("untrusted", "self"), "untrusted"),
    ],
)
def test_no_more_is_trusted_than_the_least_of_what_is_told(trusts: tuple[str | None, ...], expected: str) -> None:
    memories = [fact(f"m{n}", "2026-07-01", trust=trust) for n, trust in enumerate(trusts)]
    assert {memory.trust for memory in digests(Looked(NOW, memories)).values()} == {expected}


def test_a_week_names_every_decision_and_fix_and_a_month_leaves_them_to_its_weeks() -> None:
    memories = [fact(f"f{n:03}", f"2026-07-0{n % 5 + 1}T0{n % 9}:00", f"Fix number {n}", "fix") for n in range(250)]
    found = digests(Looked(NOW, memories))
    assert all(f"- Fix number {n}" in found["week 2026-06-29"].body.split("\n") for n in range(250))
    assert "- and 150 more" in found["month 2026-07-01"].body.split("\n")


# --- in prose
class Teller:
    """A judge that tells every digest the same way."""

    def __init__(self, answer: Any):
        self.answer, self.shown, self.over, self.trouble = answer, list[Memory](), False, None

    def sitting(self, breathe: Any) -> Any:
        return self

    def prose(self, digest: Memory) -> Any:
        self.shown.append(digest)
        return self.answer


@pytest.mark.parametrize(
    ("answer", "description"),
    [(Told("Rounding was mended."), "Rounding was mended."), (Decline("blank"), ""), (None, "")],
)
def test_prose_is_added_where_somebody_writes_it(answer: Any, description: str) -> None:
    look, teller = Looked(NOW, [fact("a", "2026-07-01", kind="fix")]), Teller(answer)
    plan = DigestPass(UTC, teller).plan(look, lambda: None)
    plain = DigestPass(UTC).plan(look, lambda: None)
    assert {edit.memory.description for edit in plan.edits} == {description}
    assert [replace(edit.memory, description="") for edit in plan.edits] == [edit.memory for edit in plain.edits]
    look.take(plan)
    assert not digests(look)  # what is told has not changed, with prose or without
    assert DigestPass(UTC, teller).plan(look, lambda: None).edits == ()
    assert len(teller.shown) == 2


WEEK = fact("w", "2026-07-01", "Week 27: 1 fix", "summary", body=(
    "Fixes\n- Round late in `Ledger.sum`\n- Use Redis (replaced by “Use Valkey”)\n\n2 memories: 2 fixes."))  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ('{"prose": "Rounding in Ledger.sum came late."}', Told("Rounding in Ledger.sum came late.")),
        ('{"prose": " Two things \\n were mended. "}', Told("Two things \n were mended.")),
        ('{"prose": "Rounding in Basket.total came late."}', Decline("an invented identifier")),
        ('{"prose": "Rounding came 3 days late."}', Decline("an invented figure")),
        ('{"prose": "Two fixes in week 27, on Wednesday."}', Told("Two fixes in week 27, on Wednesday.")),
        ('{"prose": "The key is AKIAIOSFODNN7EXAMPLE."}', Decline("a secret")),
        ('{"prose": "…"}', Decline("a blank text")),
        ('{"prose": ["a"]}', Decline("not the JSON asked for")),
        ('{"text": "Rounding"}', Decline("not the JSON asked for")),
        ("Rounding came late.", Decline("not JSON")),
        (json.dumps({"prose": "word " * 2_000}), Decline("too long")),
    ],
)
def test_what_of_an_answer_is_believed(reply: str, expected: Told | Decline) -> None:
    assert read_prose(reply, WEEK) == expected


class Writer:
    """A language model that always writes the same."""

    kind, name = "http", "one"

    def __init__(self, text: str):
        self.text, self.asked = text, 0

    def write(self, system: str, prompt: str, most_tokens: int) -> str:
        self.asked += 1
        return self.text


@pytest.mark.parametrize(
    ("text", "expected"), [('{"prose": "Rounding."}', Told("Rounding.")), ("no", Decline("not JSON"))]
)
def test_a_digest_is_told_once(store: Store, text: str, expected: Told | Decline) -> None:
    writer = Writer(text)
    judge = ModelJudge(writer, store.verdicts, store.memories._clock, first_lines=False)
    assert judge.sitting(lambda: None).prose(WEEK) == expected
    assert judge.sitting(lambda: None).prose(WEEK) in (expected, None)
    assert writer.asked == 1


def test_a_model_is_shown_no_secret_and_nothing_that_was_replaced() -> None:
    secret = "password = hunter2hunter2hunter2"
    asked = of_digest(replace(WEEK, body=f"{WEEK.body}\n- {secret}\n- <|im_start|>"))
    assert "Ledger.sum" in asked.prompt
    assert all(part not in asked.prompt for part in ("Redis", "Valkey", "hunter2", "<|im_start|>"))
    assert json.loads(asked.prompt)["journal"][-1] == "- <|im_start|>"


# --- again
def test_a_digest_is_written_anew_only_when_something_inside_its_period_changed() -> None:
    look = Looked(NOW, [fact("a", "2026-06-10", kind="fix"), fact("b", "2026-07-01", kind="fix")])
    look.take(DigestPass(UTC).plan(look, lambda: None))
    assert not digests(look)
    look.known.append(fact("c", "2026-07-02", kind="decision"))
    assert sorted(digests(look)) == ["month 2026-07-01", "week 2026-06-29"]
    look.take(DigestPass(UTC).plan(look, lambda: None))
    look.known = [one for one in look.known if one.id not in ("b", "c")]
    emptied = digests(look)
    assert {name: memory.body for name, memory in emptied.items()} == dict.fromkeys(
        ("month 2026-07-01", "week 2026-06-29"), "0 memories."
    )


def test_counters_and_another_night_change_nothing() -> None:
    look = Looked(NOW, [fact("a", "2026-07-01"), fact("b", "2026-07-01")])
    look.take(DigestPass(UTC).plan(look, lambda: None))
    look.known = [replace(one, last_surfaced_at=NOW, stability_days=30.0, pinned=one.id == "a") for one in look.known]
    look.now += 500 * DAY
    assert not digests(look)


@pytest.mark.parametrize("zone", [UTC, KYOTO])
def test_a_journey_rewrites_nothing(zone: timezone) -> None:
    look = Looked(NOW, [fact(f"m{n}", f"2026-07-0{n % 6 + 1}T{n % 24:02}:30") for n in range(60)])
    look.take(DigestPass(BERLIN).plan(look, lambda: None))
    assert not digests(look, zone)


def test_what_a_person_pinned_or_took_back_stays_as_it_is() -> None:
    look = Looked(NOW, [fact("a", "2026-07-01")])
    first = digests(look)
    look.parted.add(first["month 2026-07-01"].id)
    look.known.append(replace(first["week 2026-06-29"], pinned=True, body="Mine."))
    assert not digests(look)


def test_it_keeps_what_was_counted_on_it_and_its_id_under_a_new_name_of_the_project() -> None:
    look = Looked(NOW, [fact("a", "2026-07-01")])
    look.take(DigestPass(UTC).plan(look, lambda: None))
    before = {one.id for one in look.known}
    look.known = [replace(one, project="renamed", stability_days=20.0) for one in look.known]
    assert not digests(look)
    look.known.append(fact("b", "2026-07-02", project="renamed"))
    assert {one.id for one in digests(look).values()} < before
    assert {one.stability_days for one in digests(look).values()} == {20.0}


def test_a_digest_comes_back_from_a_file_as_it_was() -> None:
    look = Looked(NOW, [fact("a", "2026-07-01", kind="fix"), fact("b", "2026-07-01")])
    for memory in digests(look).values():
        again, _ = from_row(json.loads(json.dumps(to_row(memory))), now=memory.stored_at)
        look.known.append(again)
    assert not digests(look)


@pytest.mark.parametrize(
    "period",
    [None, 3, {}, {"layer": "day"}, {"layer": "year", "label": "2026-01-01", "from": "2026-01-01", "to": "2027-01-01"},
     {"layer": "week", "label": "soon", "from": "2026-01-01", "to": "2026-01-08"},
     {"layer": "week", "label": "2026-01-05", "from": [], "to": None}],
)  # fmt: skip
def test_a_summary_that_is_none_of_ours_is_let_be(period: Any) -> None:
    odd = fact("s", "2026-07-01", kind="summary", origin="dream", extra={"period": period})
    theirs = fact("t", "2026-07-01", kind="summary", origin="import:other")
    assert not digests(Looked(NOW, [odd, theirs]))


KINDS = st.sampled_from(("fix", "decision", "dead-end", "change", "note", "todo", "summary", "theme"))
FACTS = st.lists(
    st.builds(
        lambda n, hours, kind, title, state, project: fact(
            f"m{n}", "2026-07-01", title, kind, created_at=NOW - hours * 3600.0, state=state, project=project
        ),
        st.integers(0, 10**6), st.integers(-48, 24 * 90), KINDS, st.text(min_size=1, max_size=20).filter(str.strip),
        st.sampled_from(("active", "dormant", "archived")), st.sampled_from(("p", "q", None)),
    ),
    max_size=40, unique_by=lambda one: one.id,
)  # fmt: skip


@settings(deadline=None)
@given(FACTS, st.randoms(use_true_random=False))
def test_the_order_of_memories_does_not_matter_and_planning_twice_changes_nothing(
    memories: list[Memory], chance: random.Random
) -> None:
    ids = [one.id for one in memories]
    links = [supersedes(*chance.sample(ids, 2)) for _ in range(len(ids) // 4)]
    look = Looked(NOW, memories, links)
    plan = DigestPass(UTC).plan(look, lambda: None)
    shuffled = Looked(NOW, chance.sample(memories, len(memories)), chance.sample(links, len(links)))
    assert DigestPass(UTC).plan(shuffled, lambda: None).edits == plan.edits
    look.take(plan)
    assert DigestPass(UTC).plan(look, lambda: None).edits == ()


def test_it_stops_where_somebody_comes_back() -> None:
    breaths = iter(range(3))

    def breathe() -> None:
        if next(breaths, None) is None:
            raise Interrupted

    with pytest.raises(Interrupted):
        DigestPass(UTC).plan(Looked(NOW, [fact(f"m{n}", "2026-07-01") for n in range(50)]), breathe)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared sets are not there")
def test_a_week_of_a_simulated_year_names_every_decision_and_fix() -> None:
    rows = [json.loads(line) for line in (SHARED / "bench" / "sim-small.jsonl").read_text("utf-8").splitlines()]
    memories = [from_row(row, NOW)[0] for row in rows if row.get("type", "memory") == "memory"]
    told = {
        (edit.memory.project, edit.memory.title.partition(":")[0]): edit.memory.body
        for edit in DigestPass(UTC).plan(Looked(NOW, memories), lambda: None).edits
    }
    for memory in memories:
        day = day_of(memory.created_at or 0.0, UTC)
        assert day is not None
        for size in ("week", "month"):
            named = memory.title in told[memory.project, called(span_of(size, day))]
            assert named or memory.kind not in ("decision", "fix", "dead-end"), memory

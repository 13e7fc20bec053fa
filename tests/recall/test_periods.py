"""Questions about a time: the digest of that size first, what lies beneath it, and nothing changed for any other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from memo_lsp.dream.passes.digest import DigestPass
from memo_lsp.model import Edge, Filter, Memory, Scope
from memo_lsp.recall.answer import hit_json
from memo_lsp.recall.explain import explain
from memo_lsp.recall.profiles import PROFILES
from tests.dream.looks import Looked

from .conftest import Desk
from .pools import NOW

Note = Callable[..., Memory]
DAYS = ("2026-04-14", "2026-11-20", "2026-12-02", "2026-12-02", "2026-12-29", "2027-01-05", "2027-01-05", "2027-01-12",
        "2027-01-14", "2027-01-14")  # fmt: skip


def noon(day: str) -> float:
    """So that it is the same day in nearly every time zone."""
    return datetime.fromisoformat(f"{day}T12:00:00").timestamp()


@pytest.fixture
def year(desk: Desk, note: Note) -> Desk:
    """Today is Friday, 15 January 2027."""
    desk.clock.move(noon("2027-01-15"))
    memories = [
        note(f"m{n}", f"Mend thing {'abcdefghij'[n]}", kind="fix", created_at=noon(day)) for n, day in enumerate(DAYS)
    ]
    memories += [note("today", "Start on the ledger", created_at=noon("2027-01-15") - 3600.0)]
    memories += [note("word", "The last week filter shows nothing", created_at=noon("2025-02-01"))]
    look = Looked(desk.clock.now(), memories)
    look.take(DigestPass().plan(look, lambda: None))
    desk.put(*look.known)
    return desk


def check(desk: Desk, question: str, *expected: str, **values: Any) -> None:
    """What comes first: names of digests, or ids."""
    found = [hit.memory for hit in desk.ask(question, **values).hits]
    said = [one.title.partition(":")[0] if one.kind == "summary" else one.id for one in found]
    assert said[: len(expected)] == list(expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("yesterday", ["Thursday 14 January 2027", "m8", "m9"]),
        ("what did I do on Thursday?", ["Thursday 14 January 2027"]),
        ("2027-01-05", ["Tuesday 5 January 2027", "m5", "m6"]),
        ("last Tuesday", ["m7"]),  # one thing is not worth a digest: it comes itself
        ("today", ["today"]),
        ("last week", ["Week 1 of 2027, 4 January to 10 January", "m5", "m6"]),
        ("this week", ["Week 2 of 2027, 11 January to 17 January", "today", "m8"]),
        ("in December", ["December 2026", "m4", "m2", "m3"]),
        ("April 2026", ["April 2026", "m0"]),
        ("this quarter", ["January 2027"]),
        ("last quarter", ["December 2026", "November 2026", "m4"]),
        ("Q4 2026", ["December 2026", "November 2026"]),
        ("last year", ["December 2026", "November 2026", "April 2026", "m4"]),
        ("what did we fix about thing e in December", ["December 2026", "m4"]),
        ("last 3 days", ["Thursday 14 January 2027", "today", "m8", "m9", "m7"]),
    ],
)
def test_the_layer_of_that_size_comes_first(year: Desk, question: str, expected: list[str]) -> None:
    answer = year.ask(question)
    assert answer.confident
    check(year, question, *expected)
    assert len({hit.memory.id for hit in answer.hits}) == len(answer.hits)
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)


def test_where_only_the_time_is_asked_nothing_else_comes(year: Desk) -> None:
    assert year.ids("what happened in April 2026")[1:] == ["m0"]
    assert "today" in year.ids("what did we decide about the ledger in December")


@pytest.mark.parametrize(
    "question", ["last week filter", "mend thing", "filter of week 3", "in 1999", "June 2026", "`yesterday` thing"]
)
@pytest.mark.parametrize("profile", PROFILES)
def test_for_any_other_question_there_are_no_digests(year: Desk, question: str, profile: str) -> None:
    found = year.ask(question, profile=profile, k=50)
    assert all(hit.memory.kind != "summary" for hit in found.hits)
    assert not any(step.stage == "period" for hit in found.hits for step in hit.trace)


def test_they_are_found_where_they_are_asked_for(year: Desk) -> None:
    assert {hit.memory.kind for hit in year.ask("kind:summary thing", k=50).hits} == {"summary"}
    assert {hit.memory.kind for hit in year.ask("kind:summary", k=50).hits} == {"summary"}
    check(year, "kind:fix last week", "m5", "m6")
    check(year, "kind:summary last week", "Week 1 of 2027, 4 January to 10 January")


@pytest.mark.parametrize("surface", ["hover", "briefing"])
def test_only_a_question_in_words_asks_for_a_time(year: Desk, surface: str) -> None:
    assert all(hit.memory.kind != "summary" for hit in year.ask("yesterday", surface=surface).hits)


def test_what_is_quoted_is_looked_for_as_it_stands(year: Desk) -> None:
    assert year.ids('"last week" filter') == ["word"]


def test_as_it_was_known_then(year: Desk) -> None:
    check(year, "in December", "December 2026", "m4", as_of=noon("2027-01-02"))
    assert "December 2026" not in {hit.memory.title for hit in year.ask("in December", as_of=noon("2026-12-01")).hits}


def test_another_projects_time_is_its_own(year: Desk, note: Note) -> None:
    assert year.ids("yesterday", project="q") == []
    year.put(note("q", "What the ledger did yesterday", project="q", created_at=noon("2026-12-20")))
    assert not year.ask("yesterday", project="q").confident
    check(year, "yesterday project:*", "Thursday 14 January 2027", project="q")


def test_it_says_what_lies_beneath_and_why_it_came(year: Desk) -> None:
    (month, *_) = year.ask("in December").hits
    shown = hit_json(month)
    assert [each["title"].partition(":")[0] for each in shown["beneath"]] == [
        "Week 49 of 2026, 30 November to 6 December", "Week 53 of 2026, 28 December to 3 January",
    ]  # fmt: skip
    assert month.sources == ("period",)
    assert "tells of the time you asked about" in " ".join(explain(month))
    (day, first, *_) = year.ask("yesterday").hits
    assert [each.id for each in day.beneath] == ["m8", "m9"]
    assert hit_json(first)["beneath"] == []


def test_beneath_a_theme_are_its_members(desk: Desk, note: Note) -> None:
    desk.put(
        note("t", "Rounding is late", kind="theme"),
        note("a", "Round at the end", state="archived"),
        note("b", "Round after tax", state="archived", created_at=NOW - 9e6),
        note("c", "Ledger commit"),
        edges=(Edge("part_of", "a", "t"), Edge("part_of", "b", "t"), Edge("part_of", "a", "c")),
    )
    hits = {hit.memory.id: [each.id for each in hit.beneath] for hit in desk.ask("round late ledger commit").hits}
    assert hits == {"t": ["b", "a"], "c": []}


def test_a_hover_finds_no_digest(year: Desk, note: Note) -> None:
    named = note("n", "Use `round_late` in the ledger", created_at=noon("2027-01-13"))
    look = Looked(year.clock.now(), [named])
    look.take(DigestPass().plan(look, lambda: None))
    year.put(*look.known)
    assert [hit.memory.id for hit in year.hover("round_late").hits] == ["n"]
    assert year.store.memories.named_count("round_late") == 1


def test_the_layers_of_a_store_by_their_days(year: Desk) -> None:
    found = year.store.memories.digests("week", datetime(2027, 1, 1).date(), datetime(2027, 2, 1).date(), Scope("p"), 9)
    titles = [year.store.memories.by_rows([row])[row].title.partition(",")[0] for row in found]
    assert titles == ["Week 2 of 2027", "Week 1 of 2027"]
    assert not year.store.memories.recent(Scope("p", filters=(Filter("kind", "theme"),)), 9)

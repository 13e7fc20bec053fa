"""What an answer leaves behind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memo_lsp.formulas import stability_after
from memo_lsp.model import Memory
from memo_lsp.recall.surfaced import Surfacings
from memo_lsp.store import open_store

from .conftest import Desk
from .pools import DAY, NOW

Note = Callable[..., Memory]


@pytest.fixture
def surfacings(desk: Desk, note: Note) -> Surfacings:
    desk.put(note("a", "get_price rounds half-up", stability_days=7.0))
    return Surfacings(desk.store, desk.clock)


def check(desk: Desk, auto: int = 0, search: int = 0, drill: int = 0) -> None:
    kept = desk.store.memories.get("a").surfaced
    assert (kept.auto, kept.search, kept.drill) == (auto, search, drill)


@pytest.mark.parametrize(
    ("surface", "gain", "counts"),
    [
        ("search", 1.0, {"search": 1}),
        ("mcp", 1.0, {"search": 1}),
        ("briefing", 0.5, {"auto": 1}),
        ("hover", 0.5, {"auto": 1}),
    ],
)
def test_each_surface_has_its_gain(
    desk: Desk, surfacings: Surfacings, surface: str, gain: float, counts: dict[str, int]
):
    surfacings.answered(desk.ask("get_price", surface=surface))
    kept = desk.store.memories.get("a")
    assert kept.stability_days == pytest.approx(stability_after(7.0, gain))
    assert kept.last_surfaced_at == pytest.approx(desk.clock.now(), abs=60)
    check(desk, **counts)


def test_opening_is_a_drill(desk: Desk, surfacings: Surfacings):
    surfacings.opened(desk.store.memories.get("a"))
    assert desk.store.memories.get("a").stability_days == pytest.approx(stability_after(7.0, 1.5))
    check(desk, drill=1)


def test_growth_starts_from_what_it_has_become(desk: Desk, surfacings: Surfacings):
    answer = desk.ask("get_price")
    surfacings.answered(answer)
    surfacings.answered(answer)
    want = stability_after(stability_after(7.0, 1.0), 1.0)
    assert desk.store.memories.get("a").stability_days == pytest.approx(want)


def test_a_hover_counts_once_a_session_and_ten_minutes(desk: Desk, surfacings: Surfacings):
    for session, minutes, want in [("s", 0, 1), ("s", 9, 1), ("t", 0, 2), ("s", 2, 3), ("s", 1, 3)]:
        desk.clock.move(desk.clock.now() + minutes * 60)
        surfacings.answered(desk.hover("get_price", session=session))
        check(desk, auto=want)


def test_searches_count_each_time(desk: Desk, surfacings: Surfacings):
    for _ in range(3):
        surfacings.answered(desk.ask("get_price"))
    check(desk, search=3)


def test_the_dormant_wake(desk: Desk, note: Note, surfacings: Surfacings):
    desk.put(note("sunk", "the pool drains", state="dormant", stored_at=NOW - 400 * DAY))
    surfacings.answered(desk.ask("pool drains"))
    assert desk.store.memories.get("sunk").state == "active"


def test_the_log_says_what_was_asked_and_used(desk: Desk, surfacings: Surfacings):
    answer = desk.ask("get_price", symbols=("get_price",), path="a.py", session="s", k=4)
    surfacings.answered(answer)
    surfacings.used(answer.recall, ["a", "unknown"])
    (event,) = desk.store.log.events()
    assert (event.id, event.text, event.surface, event.session) == (answer.recall, "get_price", "search", "s")
    assert (event.symbols, event.path, event.branch, event.k, event.profile) == (
        ("get_price",),
        "a.py",
        "main",
        4,
        "v2",
    )
    assert (event.hits, event.used, event.project) == (("a",), ("a",), "p")


def test_a_hover_without_hits_leaves_nothing(desk: Desk, surfacings: Surfacings):
    surfacings.answered(desk.hover("unheard_of"))
    surfacings.answered(desk.ask("zeppelin", vector=False))
    assert [event.surface for event in desk.store.log.events()] == ["search"]


def test_without_the_log_it_still_counts(desk: Desk, surfacings: Surfacings):
    desk.store.log.enabled = False
    surfacings.answered(desk.ask("get_price"))
    check(desk, search=1)
    assert list(desk.store.log.events()) == []


def test_where_the_store_is_only_read_nothing_is_left_behind(desk: Desk, surfacings: Surfacings):
    answer = desk.ask("get_price")
    reading = open_store(desk.store.path.parent, clock=desk.clock, read_only=True)
    only_read = Surfacings(reading, desk.clock)
    only_read.answered(answer)
    only_read.opened(reading.memories.get("a"))
    only_read.used(answer.recall, ["a"])
    reading.close()
    check(desk)


def test_a_secret_in_a_question_stays_out_of_the_log(desk: Desk, surfacings: Surfacings):
    token = "ghp_" + "a1B2" * 9
    surfacings.answered(desk.ask(f"who leaked {token}?", symbols=(token, "get_price")))
    (event,) = desk.store.log.events()
    assert (event.text, event.symbols) == ("who leaked [secret:github-token]?", ("[secret:github-token]", "get_price"))

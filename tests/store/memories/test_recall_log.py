"""The recall log: what it keeps, what it forgets, how it stays small."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memo_lsp.model import RecallEvent
from memo_lsp.store import Store
from tests.store.making import NOW, memory

ASKED = RecallEvent(7, NOW, "search", "why round?", "s", "p", ("Basket",), "b.py", "main", 5, "v2", ("b", "a"), ("a",))


@pytest.fixture
def asked(store: Store) -> Store:
    store.memories.add([memory("a"), memory("b")])
    store.log.record(ASKED)
    return store


def test_an_event_comes_back(asked: Store) -> None:
    assert list(asked.log.events()) == [ASKED]
    assert not asked.log.record(ASKED)
    assert asked.log.info().events == 1


def test_hits_that_are_no_memories_are_left_out(asked: Store) -> None:
    asked.log.record(replace(ASKED, id=8, hits=("gone", "a", "a"), used=("gone",)))
    assert list(asked.log.events())[1] == replace(ASKED, id=8, hits=("a",), used=())


def test_what_was_used(asked: Store) -> None:
    assert asked.log.used(7, ["b", "gone"]) == 1
    assert asked.log.used(99, ["b"]) == 0
    assert next(asked.log.events()).used == ("b", "a")


@pytest.mark.parametrize(
    ("since", "project", "want"),
    [(None, None, [7, 1, 2]), (NOW + 1, None, [1, 2]), (NOW + 1, "p", [1]), (None, "q", [2]), (NOW + 9, None, [])],
)
def test_events_since(asked: Store, since: float | None, project: str | None, want: list[int]) -> None:
    asked.log.record(replace(ASKED, id=1, at=NOW + 2))
    asked.log.record(replace(ASKED, id=2, at=NOW + 2, project="q"))
    assert [event.id for event in asked.log.events(since, project)] == want


def test_the_real_questions_that_surfaced_somebody(asked: Store) -> None:
    asked.log.record(replace(ASKED, id=8, at=NOW + 1, text="newer", hits=("b",)))
    asked.log.record(replace(ASKED, id=9, at=NOW + 2, text="", hits=("b",)))
    assert [event.text for event in asked.log.surfacing(["b"])] == ["newer", "why round?"]
    assert [event.text for event in asked.log.surfacing(["a", "b"], limit=1)] == ["newer"]
    assert asked.log.surfacing([]) == []


def test_off_is_off(asked: Store) -> None:
    asked.log.enabled = False
    assert not asked.log.record(replace(ASKED, id=8))
    assert asked.log.info().events == 1


def test_two_generations_are_kept_and_the_one_before_is_dropped(asked: Store) -> None:
    asked.log.limit = 4_000
    for number in range(100, 200):
        asked.log.record(replace(ASKED, id=number, at=NOW + number, text="x" * 50))
        assert asked.log.info().bytes <= asked.log.limit
    held = [event.id for event in asked.log.events()]
    info = asked.log.info()
    assert held == list(range(held[0], 200))
    assert 8 <= len(held) == info.events < 40
    assert (info.oldest, info.newest) == (NOW + held[0], NOW + 199)


def test_forgetting_takes_hits_and_a_question_that_was_the_title(asked: Store) -> None:
    asked.log.record(replace(ASKED, id=8, at=NOW + 1, text=" title of a "))
    asked.memories.forget("a")
    assert [(event.text, event.hits) for event in asked.log.events()] == [("why round?", ("b",)), ("", ("b",))]


@pytest.mark.parametrize("limit", [100_000, 20_000, 2_000, 0])
def test_a_lowered_limit_is_kept(asked: Store, limit: int) -> None:
    asked.log.limit = 60_000
    for number in range(300):
        asked.log.record(replace(ASKED, id=100 + number, at=NOW + number))
    before = asked.log.info().events
    asked.log.limit = limit
    dropped = asked.log.bound(lambda: None)
    info = asked.log.info()
    assert info.bytes <= limit
    assert info.events + dropped == before
    events = list(asked.log.events())
    assert len(events) == info.events
    assert not events or events[-1].at == NOW + 299
    assert asked.log.bound(lambda: None) == 0
    assert asked.log.record(replace(ASKED, id=9_000, at=NOW + 900))

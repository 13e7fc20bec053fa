"""Recall on the questions that were really asked, before and after something was folded, themed or replaced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memo_lsp.evaluate.logged import Standing, questions, standing
from memo_lsp.model import Edge, RecallEvent
from memo_lsp.store import Store, open_store
from tests.store.making import NOW, StillClock, edge, memory


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path, clock=StillClock())
    opened.memories.add([memory(uid) for uid in "abcdxyz"])
    yield opened
    opened.close()


def asked(number: int, text: str, used: str) -> RecallEvent:
    return RecallEvent(number, NOW + number, "search", text, hits=tuple("abcd"), used=tuple(used))


def test_what_was_asked_with_words_and_used_once_each(store: Store) -> None:
    for event in (asked(1, "one", "a"), asked(2, "one", "b"), asked(3, "", "a"), asked(4, "two", "")):
        store.log.record(event)
    assert [(event.text, event.used) for event in questions(store)] == [("one", ("b",))]


def archive(store: Store, uid: str, made: Edge) -> None:
    store.memories.update(uid, state="archived")
    store.graph.add([made])


@pytest.mark.parametrize(
    ("used", "answer", "told"),
    [
        ("a", "ax", (1.0, 1.0, 1.0)),
        ("a", "xa", (1.0, 0.5, 2.0)),
        ("a", "xy", (0.0, 0.0, 11.0)),
        ("b", "xa", (1.0, 0.5, 2.0)),
        ("ab", "ax", (1.0, 1.0, 1.0)),
        ("abx", "a", (0.5, 1.0, 1.0)),
        ("c", "xdc", (1.0, 0.5, 2.0)),
        ("c", "xyc", (1.0, 1 / 3, 3.0)),
        ("x", "cdx", (1.0, 1 / 3, 3.0)),
    ],
)
def test_what_it_lives_on_in_counts_once(store: Store, used: str, answer: str, told: tuple[float, ...]) -> None:
    archive(store, "b", edge("archived_into", "b", "a"))
    store.graph.add([edge("supersedes", "d", "c")])
    found = standing(store, [asked(1, "one", used)], lambda _: tuple(answer))
    assert (found.recall, found.mrr, found.best_rank) == pytest.approx(told)


def test_nothing_was_asked(store: Store) -> None:
    assert standing(store, [], lambda _: ()) == Standing(None, None, None)
    assert Standing(None, 0.5, 2.0).to_json() == {"recall@10": None, "mrr": 0.5, "best_rank": 2.0}

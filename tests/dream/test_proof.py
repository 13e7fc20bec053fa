"""What is asked before and after an edit, and what has to be found afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from memo_lsp.dream.plan import Fold, Interrupted, Link, Theme
from memo_lsp.dream.proof import MOST_LOGGED, Ask, questions
from memo_lsp.model import RecallEvent
from memo_lsp.store import Store, open_store
from tests.dream.scene import link, old, theme
from tests.store.making import NOW, StillClock


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path, clock=StillClock())
    opened.memories.add([old(uid, f"title {uid}", branch="main") for uid in "abcde"])
    yield opened
    opened.close()


def asked(number: int, text: str, hits: str = "a", used: str = "") -> RecallEvent:
    return RecallEvent(number, NOW + number, "search", text, project="p", hits=tuple(hits), used=tuple(used))


def answers(**by_text: str) -> Ask:
    """What comes to which question; to any other nothing."""
    return lambda event, **_: tuple(by_text.get(event.text.replace(" ", "_"), ""))


FOLD = Fold("a", ("b", "c"))
THEME = theme("T", "a", "b", cited=("c",))


@pytest.mark.parametrize(
    ("edit", "before", "after", "holds"),
    [
        (FOLD, "xbz", "xa", True),
        (FOLD, "xbz", "xz", False),
        (FOLD, "xaz", "xz", False),
        (FOLD, "xyz", "", True),
        (FOLD, "b", "0123456789a", False),
        (FOLD, "b", "012345678a", True),
        (FOLD, "0123456789b", "", True),
        (THEME, "ab", "T", True),
        (THEME, "ab", "c", False),
        (THEME, "c", "c", True),
        (THEME, "c", "T", True),
        (THEME, "c", "a", False),
        (link("a", "b"), "ab", "ab", True),
        (link("a", "b"), "b", "a", True),
        (link("a", "b"), "b", "b", True),
        (link("a", "b"), "ab", "b", False),
        (link("a", "b"), "b", "", False),
    ],
)
def test_what_must_be_found_again(
    store: Store, edit: Fold | Theme | Link, before: str, after: str, holds: bool
) -> None:
    store.log.record(asked(1, "question"))
    proof = questions(store, edit, answers(question=before), lambda: None)
    assert proof.holds(answers(question=after), lambda: None) is holds


@pytest.mark.parametrize(
    ("used", "before", "after", "holds"),
    [
        ("b", "xb", "xa", True),
        ("b", "xb", "ax", True),
        ("b", "bx", "xa", False),
        ("", "bx", "xa", True),
        ("x", "bx", "xa", True),
    ],
)
def test_what_was_used_may_not_sink(store: Store, used: str, before: str, after: str, holds: bool) -> None:
    store.log.record(asked(1, "question", "b" + used, used))
    proof = questions(store, FOLD, answers(question=before), lambda: None)
    assert proof.holds(answers(question=after), lambda: None) is holds


def test_a_loss_is_made_up_for_by_a_gain(store: Store) -> None:
    store.log.record(asked(1, "one", "b", "b"))
    store.log.record(asked(2, "two", "b", "b"))
    proof = questions(store, FOLD, answers(one="bx", two="xb"), lambda: None)
    assert proof.holds(answers(one="xa", two="ax"), lambda: None)


def test_the_same_question_counts_once_with_all_that_was_used_of_it(store: Store) -> None:
    for number in range(1, 4):
        store.log.record(asked(number, "often", "bc", "b" if number == 2 else ""))
    store.log.record(asked(9, "once", "b", "b"))
    proof = questions(store, FOLD, answers(often="bx", once="xb"), lambda: None)
    assert [len(question.used) for question in proof.questions] == [0, 0, 0, 1, 1]
    assert proof.holds(answers(often="xa", once="ax"), lambda: None)


@pytest.mark.parametrize(("titles", "holds"), [("", False), ("a", False), ("ab", True), ("abc", True)])
def test_a_theme_answers_half_of_its_members_titles_by_its_own_words(store: Store, titles: str, holds: bool) -> None:
    """Whatever its members lead to it: what it says itself is looked at, too."""

    def ask(event: RecallEvent, *, by_own_words: bool = False) -> Sequence[str]:
        return ("T", "c") if not by_own_words or event.text[-1] in titles else ("x",)

    assert questions(store, theme("T", "a", "b", "c"), ask, lambda: None).holds(ask, lambda: None) is holds


def heard(into: list[str]) -> Ask:
    def ask(event: RecallEvent, **_: bool) -> Sequence[str]:
        into.append(event.text)
        return ()

    return ask


def test_titles_and_the_newest_questions_are_asked(store: Store) -> None:
    for number in range(1, 2 * MOST_LOGGED):
        store.log.record(asked(number, f"q{number}", "b"))
    store.log.record(asked(900, "of others", "d"))
    store.log.record(asked(901, "", "b"))
    heard_of: list[str] = []
    questions(store, FOLD, heard(heard_of), lambda: None)
    newest = [f"q{number}" for number in range(2 * MOST_LOGGED - 1, MOST_LOGGED - 1, -1)]
    assert (sorted(heard_of[:3]), heard_of[3:]) == (["title a", "title b", "title c"], newest)


def test_titles_are_asked_whatever_they_take(store: Store) -> None:
    store.log.record(asked(1, "question", "b"))
    heard_of: list[str] = []
    ticks = iter(range(100))
    questions(store, FOLD, heard(heard_of), lambda: None, lambda: float(next(ticks)))
    assert sorted(heard_of) == ["title a", "title b", "title c"]


@pytest.mark.parametrize("breaths", range(6))
def test_between_any_two_questions_it_can_be_ended(store: Store, breaths: int) -> None:
    left = iter(range(breaths))

    def breathe() -> None:
        if next(left, None) is None:
            raise Interrupted

    with pytest.raises(Interrupted):
        questions(store, FOLD, answers(), breathe).holds(answers(), breathe)

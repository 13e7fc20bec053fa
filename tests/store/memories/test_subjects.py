"""What a pass is shown of the memories: which of them, with whose sessions, and their vectors as wholes."""

from __future__ import annotations

import numpy as np
import pytest

from memo_lsp.model import Anchor, Feedback, Memory, Subject, Surfaced
from memo_lsp.store import Store
from tests.store.making import DAY, NOW, axis, edge, embedded, memory


def still() -> None:
    """Nobody waits."""


def standing(store: Store, embedder: int | None = None) -> dict[str, Subject]:
    return {subject.id: subject for subject in store.subjects.standing(embedder, still)}


def test_a_subject_is_its_memory_without_the_texts(store: Store):
    kept = Memory(
        "a", "A title", "a body", kind="decision", channel="memory", created_at=NOW - DAY, stored_at=NOW - 5,
        last_surfaced_at=NOW - 3, stability_days=9.0, project="p", branch="main", commit="c0ffee", session="s1",
        origin="neovim", author="Ada", topic="x.y", trust="external", pinned=True, state="dormant",
        anchors=(Anchor("a.py", "f", 3), Anchor("b.py")), surfaced=Surfaced(1, 2, 3), feedback=Feedback(4, 5),
    )  # fmt: skip
    store.memories.add([kept])
    number = embedded(store, {"a": axis(1)})
    assert standing(store, number)["a"] == Subject(
        row=1, id="a", title="A title", kind="decision", channel="memory", project="p", branch="main",
        sessions=frozenset({"s1"}), made_at=NOW - DAY, stored_at=NOW - 5, last_surfaced_at=NOW - 3, stability_days=9.0,
        surfaced=Surfaced(1, 2, 3), feedback=Feedback(4, 5), pinned=True, state="dormant", origin="neovim",
        author="Ada", trust="external", topic="x.y", commit="c0ffee",
        anchors=(Anchor("a.py", "f", 3), Anchor("b.py")), embedded=True,
    )  # fmt: skip


def test_what_stands_comes_oldest_first_without_what_is_archived_or_over(store: Store):
    store.memories.add(
        [
            memory("new", created_at=NOW - 1),
            memory("undated", created_at=None, stored_at=NOW - 50),
            memory("old", created_at=NOW - 100),
            memory("archived", state="archived"),
            memory("reverted", valid_to=NOW - 1),
            memory("valid still", created_at=NOW - 200, valid_to=NOW + 1),
        ]
    )
    assert list(standing(store)) == ["valid still", "old", "undated", "new"]
    assert [one.id for one in store.subjects.archived(None, still)] == ["archived"]


@pytest.mark.parametrize(("embedder", "want"), [("own", True), ("other", False), (None, False)])
def test_embedded_means_by_the_embedder_in_use(store: Store, embedder: str | None, want: bool):
    store.memories.add([memory("a")])
    numbers = {"own": embedded(store, {"a": axis(1)}), "other": store.vectors.embedder_id("other@1", 8), None: None}
    assert standing(store, numbers[embedder])["a"].embedded is want


def test_sessions_are_those_of_all_that_was_archived_into_it_however_long_ago(store: Store):
    store.memories.add(
        [
            memory("top", session="s1"),
            memory("mid", session="s2", state="archived"),
            memory("leaf", session="s3", state="archived"),
            memory("cited", session="s4"),
            memory("taken back", session="s5", state="archived"),
            memory("imported"),
        ],
        [
            edge("archived_into", "mid", "top"),
            edge("archived_into", "leaf", "mid"),
            edge("part_of", "cited", "top"),
            edge("archived_into", "taken back", "top", unmade_at=NOW),
        ],
    )
    found = standing(store)
    assert found["top"].sessions == {"s1", "s2", "s3"}
    assert found["imported"].sessions == frozenset()


def test_a_theme_has_the_sessions_of_its_members(store: Store):
    store.memories.add(
        [memory("theme"), memory("a", session="s1", state="archived"), memory("b", session="s2", state="archived")],
        [edge("part_of", "a", "theme"), edge("part_of", "b", "theme")],
    )
    assert standing(store)["theme"].sessions == {"s1", "s2"}


def test_a_circle_of_foldings_ends(store: Store):
    store.memories.add(
        [memory("a", session="s1", state="archived"), memory("b", session="s2", state="archived")],
        [edge("archived_into", "a", "b")],
    )
    with store.write() as connection:  # no door of the store makes one
        connection.execute(
            "INSERT INTO edges(type, source, target, maker, confidence, made_at) VALUES "
            "('archived_into', 'b', 'a', 'x', 1, 0)"
        )
    assert {one.id: one.sessions for one in store.subjects.archived(None, still)} == {
        "a": {"s1", "s2"}, "b": {"s1", "s2"},
    }  # fmt: skip


def test_what_a_file_says_is_settled(store: Store):
    store.memories.add([memory("a"), memory("b"), memory("c", pinned=True), memory("d", surfaced=Surfaced(drill=1))])
    store.mirrors.put("p", "mark", "a.py", "k", "a")
    assert [one.id for one in standing(store).values() if one.settled] == ["a", "c", "d"]


@pytest.mark.parametrize(
    ("edges", "marks", "want"),
    [
        ([], [], False),
        ([edge("reverts", "a", "b")], [], True),
        ([edge("supersedes", "b", "a")], [], True),
        ([edge("supersedes", "b", "a", unmade_at=NOW)], [], False),
        ([edge("supersedes", "b", "c")], [], False),
        ([], [("b", "a")], True),
        ([], [("b", "c")], False),
    ],
)
def test_apart(store: Store, edges: list, marks: list, want: bool):
    store.memories.add([memory("a"), memory("b"), memory("c")], edges)
    store.marks.add(marks, "fold")
    assert store.subjects.apart("a", "b") is store.subjects.apart("b", "a") is want


def test_of_several_windows_the_mean_counts(store: Store):
    store.memories.add([memory("a"), memory("b"), memory("waits")])
    number = embedded(store, {"a": axis(1)})
    row = store.memories.row_of("b")
    store.vectors.put(number, [(row, 0, 0, 5, axis(1)), (row, 1, 5, 9, axis(0, 1))])
    means = store.means.of(number, range(1, 4), still)
    assert means.place == {1: 0, 2: 1}
    assert np.rint(means.vectors[1] / 127 * 10).tolist() == [10, 10, 0, 0, 0, 0, 0, 0]
    assert store.means.of(number, [3], still).place == {}

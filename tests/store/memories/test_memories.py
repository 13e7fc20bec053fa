"""Memories in and out: what is stored comes back, what is known is not stored twice, what changes is found anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memo_lsp.errors import UnknownId
from memo_lsp.model import Anchor, Feedback, Memory, Scope, Surfaced
from memo_lsp.store import Store
from memo_lsp.store.memories.memories import Reinforcement
from tests.store.making import NOW, StillClock, axis, edge, embedded, found, ids, memory

FULL = Memory(
    id="01FULL", title="Basket.total rounds", body="because of Decimal\x00 and 清零", description="short",
    kind="decision", channel="skill", created_at=NOW - 9, updated_at=NOW - 8, stored_at=NOW - 7, valid_from=NOW - 6,
    valid_to=NOW + 9, last_surfaced_at=NOW - 5, stability_days=12.5, project="github.com/a/b", branch="fix/ä",
    commit="f" * 40, session="s1", origin="mcp:claude", author="Zoë", topic="src.billing", tags=("a", 'b"c'),
    trust="owner", confidence="high", pinned=True, state="dormant",
    anchors=(Anchor("src/b.py", "Basket.total", 3, "h", "changed", 2), Anchor("README.md")),
    symbols=("round_half", "std::vector"), surfaced=Surfaced(1, 2, 3), feedback=Feedback(4, 5),
    repeats=2, repeated_at=NOW - 3, extra={"jira": ["X-1", {"n": 1}]},
)  # fmt: skip


def test_everything_comes_back(store: Store) -> None:
    assert store.memories.add([FULL]) == ["01FULL"]
    assert store.memories.get("01FULL") == FULL
    assert store.memories.by_rows([store.memories.row_of("01FULL")]) == {1: FULL}
    assert list(store.memories.export()) == [FULL]


text = st.text(max_size=60)
memories = st.builds(
    Memory,
    id=st.just(""), title=text, body=text, description=text, kind=st.just("note"), author=st.none() | text,
    project=st.none() | st.sampled_from(["p", "q/ü"]), tags=st.lists(text, max_size=3).map(tuple),
    symbols=st.lists(text, max_size=3).map(tuple), created_at=st.none() | st.floats(-1e12, 1e12),
    extra=st.dictionaries(text, st.none() | st.integers() | text, max_size=2), stored_at=st.just(NOW),
)  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=memories)
def test_any_text_comes_back_and_can_be_asked_for(store: Store, made: Memory) -> None:
    made = replace(made, id=str(uuid4()))
    store.memories.add([made])
    assert store.memories.get(made.id) == made
    found(store, made.title)
    store.memories.forget(made.id)


def test_lone_surrogates_do_not_stop_anything(store: Store) -> None:
    store.memories.add([memory("a", "bad \udcff name", author="\udc80")])
    assert store.memories.get("a").title == "bad ? name"


def test_a_known_id_is_skipped(store: Store) -> None:
    assert store.memories.add([memory("a"), memory("b"), memory("a", "again")]) == ["a", "b"]
    assert store.memories.add([memory("b"), memory("c")]) == ["c"]
    assert store.memories.get("a").title == "title of a"


def test_the_time_of_storing_is_the_clocks(store: Store, clock: StillClock) -> None:
    store.memories.add([memory("a")])
    assert store.memories.get("a").stored_at == clock.now()


@pytest.mark.parametrize(
    ("changes", "asked", "finds"),
    [
        ({"title": "penguins swim"}, "penguin", True),
        ({"body": "penguins swim"}, "penguin", True),
        ({"tags": ("penguin",)}, "penguin", True),
        ({"title": "penguins swim"}, "basket", False),
        ({"anchors": (Anchor("src/penguin.py"),)}, "penguin", True),
        ({"symbols": ("swimPenguin",)}, "penguin", True),
        ({"pinned": True}, "basket", True),
    ],
)
def test_a_change_is_found_at_once(store: Store, changes: dict[str, Any], asked: str, finds: bool) -> None:
    store.memories.add([memory("a", "basket")])
    changed = store.memories.update("a", **changes)
    assert store.memories.get("a") == changed
    assert found(store, asked) == (["a"] if finds else [])


@pytest.mark.parametrize(
    ("changes", "later"), [({"title": "x"}, True), ({"kind": "fix"}, True), ({"pinned": True}, False)]
)
def test_only_content_moves_the_time_of_change(
    store: Store, clock: StillClock, changes: dict[str, Any], later: bool
) -> None:
    store.memories.add([memory("a")])
    clock.at += 50
    assert store.memories.update("a", **changes).updated_at == (clock.at if later else None)


def test_names_follow_a_change(store: Store) -> None:
    store.memories.add([memory("a", "uses get_price")])
    store.memories.update("a", title="uses set_price")
    assert store.memories.named(["get_price"], Scope(), 5) == []
    assert store.memories.named(["set_price"], Scope(), 5) == [(1, "set_price")]


def test_vectors_go_with_the_text_they_were_made_of(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    number = embedded(store, {"a": axis(1), "b": axis(0, 1)})
    store.memories.update("a", pinned=True)
    assert store.vectors.coverage(number) == (2, 2)
    store.memories.update("a", body="new")
    assert store.vectors.coverage(number) == (1, 2)
    assert ids(store, store.queue.waiting(number, 9)) == ["a"]
    assert ids(store, store.vectors.search(number, axis(1), Scope(), 9)) == ["b"]


def test_invalid_and_valid_again(store: Store) -> None:
    store.memories.add([memory("a", "basket")])
    store.memories.invalidate("a", NOW - 5)
    assert (found(store, "basket"), store.memories.get("a").state) == ([], "active")
    store.memories.revalidate("a")
    assert found(store, "basket") == ["a"]


def test_a_repeat_is_counted_on_the_first(store: Store) -> None:
    store.memories.add([memory("a")])
    for at in (5, 9, 7):
        told = store.memories.repeated("a", NOW + at)
    assert (told.repeats, told.repeated_at, told.updated_at) == (3, NOW + 9, None)
    assert store.memories.get("a") == told


def test_what_surfaced_is_counted_and_wakes_up(store: Store) -> None:
    store.memories.add([memory("a", state="dormant"), memory("b", last_surfaced_at=NOW + 5)])
    store.memories.surfaced([
        Reinforcement("a", NOW, auto=1, stability_days=9.0), Reinforcement("a", NOW + 1, drill=2),
        Reinforcement("b", NOW, search=1), Reinforcement("gone", NOW, search=1),
    ])  # fmt: skip
    a, b = store.memories.get("a"), store.memories.get("b")
    assert (a.surfaced, a.stability_days, a.state, a.last_surfaced_at) == (Surfaced(1, 0, 2), 9.0, "active", NOW + 1)
    assert (b.surfaced, b.stability_days, b.last_surfaced_at) == (Surfaced(0, 1, 0), 7.0, NOW + 5)


def test_feedback_is_counted(store: Store) -> None:
    store.memories.add([memory("a")])
    store.log.feedback("a", useful=True)
    assert store.log.feedback("a", useful=False).feedback == Feedback(1, 1)


@pytest.mark.parametrize("act", ["get", "row_of", "update", "forget", "told", "repeated"])
def test_an_unknown_id_is_named(store: Store, act: str) -> None:
    with pytest.raises(UnknownId, match="nobody"):
        getattr(store.memories, act)("nobody", *([1] if act in ("told", "repeated") else []))


@pytest.mark.parametrize(
    ("project", "title", "body", "same"),
    [
        ("p", "T", "B", "a"),
        ("p", " T ", "B\n", "a"),
        ("q", "T", "B", None),
        (None, "T", "B", None),
        ("p", "T", "", None),
    ],
)
def test_the_same_again(store: Store, project: str | None, title: str, body: str, same: str | None) -> None:
    store.memories.add([memory("a", "T", body="B"), memory("b", "T", body="B")])
    assert store.memories.find_same(project, title, body) == same


def test_edges_come_with_memories(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")], [edge("supersedes", "b", "a"), edge("supersedes", "a", "b")])
    assert [(e.source, e.target) for e in store.graph.edges_of("a")] == [("b", "a")]


def test_all_or_nothing(store: Store) -> None:
    with pytest.raises(RuntimeError), store.write():
        store.memories.add([memory("a", "basket")])
        assert found(store, "basket") == ["a"]  # the writing thread sees what it wrote
        raise RuntimeError
    assert (store.memories.count(), found(store, "basket")) == (0, [])


def test_the_generation_moves_with_what_can_be_found(store: Store) -> None:
    seen = [store.generation()]
    for change in (
        lambda: store.memories.add([memory("a"), memory("b")]),
        lambda: store.memories.update("a", title="new"),
        lambda: embedded(store, {"a": axis(1)}),
        lambda: store.graph.add([edge("supersedes", "b", "a")]),
        lambda: store.memories.forget("b"),
    ):
        change()
        seen.append(store.generation())
    assert seen == sorted(set(seen))
    store.memories.surfaced([Reinforcement("a", NOW, auto=1)])
    store.memories.add([memory("a")])
    assert store.generation() == seen[-1]


def test_a_replaced_project_moves_everything(store: Store) -> None:
    store.memories.add([memory("a", "basket")])
    store.memories.update("a", project="q")
    assert found(store, "basket", Scope(project="p")) == []
    assert found(store, "basket", Scope(project="q")) == ["a"]
    assert store.memories.projects() == {"q": 1}


def test_nothing_else_changes(store: Store) -> None:
    store.memories.add([FULL])
    assert store.memories.update("01FULL", pinned=False) == replace(FULL, pinned=False)

"""What rows tell of what is open: what is there, and what settles it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memo_lsp.model import Anchor, AnchorState, Memory
from memo_lsp.store import Store
from memo_lsp.store.memories.latest import News
from tests.store.making import DAY, NOW, edge, memory

Settle = Callable[[Store], Any]
SETTLED: tuple[Settle, ...] = (
    lambda store: store.memories.add([memory("n")], [edge("supersedes", "n", "a")]),
    lambda store: store.memories.invalidate("a", NOW),
    lambda store: store.memories.update("a", state="archived"),
    lambda store: store.memories.update("a", project="other"),
    lambda store: store.memories.forget("a"),
)


def anchored(uid: str, *states: AnchorState, **values: Any) -> Memory:
    return memory(uid, anchors=tuple(Anchor(f"{n}.py", "f", 1, state=one) for n, one in enumerate(states)), **values)


def check(store: Store, what: str, *found: str, limit: int = 9) -> None:
    """What a list holds: single memories by their ids, pairs by both."""
    listed = getattr(store.reviewing, what)("p", limit)
    told = {
        "contradictions": lambda one: one.source + one.target,
        "apart": lambda one: one.a + one.b,
    }.get(what, lambda one: one)
    assert [told(one) for one in listed] == list(found)


@pytest.mark.parametrize("settle", SETTLED)
@pytest.mark.parametrize("what", ["contradictions", "apart"])
def test_pairs_until_one_of_them_is_settled(store: Store, what: str, settle: Settle):
    made = [memory(uid) for uid in "abcd"]
    store.memories.add(made, [edge("contradicts", "b", "a", made_at=NOW - 2), edge("contradicts", "d", "c", made_at=1)])
    store.marks.add([("c", "d"), ("b", "a"), ("a", "a"), ("a", "gone")], "fold")
    first, second = ("ba", "dc") if what == "contradictions" else ("ab", "cd")
    check(store, what, first, second)
    check(store, what, first, limit=1)
    settle(store)
    check(store, what, second)


@pytest.mark.parametrize("settle", [*SETTLED, lambda store: store.memories.update("a", pinned=True)])
@pytest.mark.parametrize(
    ("what", "open_ones"),
    [
        ("orphans", {"anchors": (Anchor("a.py", state="gone"),)}),
        ("anchored", {"anchors": (Anchor("a.py"), Anchor("b.py", state="gone"))}),
        ("doubted", {"confidence": "low"}),
        ("doubted", {"confidence": "speculative", "trust": "owner"}),
        ("doubted", {"trust": "untrusted", "confidence": "high"}),
    ],
)
def test_single_ones_until_they_are_settled(store: Store, what: str, open_ones: dict[str, Any], settle: Settle):
    store.memories.add([memory("a", created_at=NOW - 5, **open_ones), memory("b", created_at=NOW - 9, **open_ones)])
    store.memories.add([memory("c"), memory("d", trust="external", confidence="medium"), memory("o", project="o")])
    check(store, what, "a", "b")
    check(store, what, "a", limit=1)
    settle(store)
    check(store, what, "b")


@pytest.mark.parametrize(
    ("states", "what"),
    [
        (("gone",), "orphans"),
        (("gone", "gone"), "orphans"),
        (("gone", "changed"), "anchored"),
        (("same",), "anchored"),
        ((), None),
    ],
)
def test_gone_means_all_of_it(store: Store, states: tuple[AnchorState, ...], what: str | None):
    store.memories.add([anchored("a", *states)])
    for name in ("orphans", "anchored"):
        check(store, name, *("a" if name == what else ""))


def test_what_belongs_to_no_project_is_everybodys(store: Store):
    doubted = {"confidence": "low"}
    store.memories.add([
        memory("p", created_at=NOW - 3, **doubted), memory("none", project=None, created_at=NOW - 2, **doubted),
        memory("other", project="other", **doubted),
    ], [edge("contradicts", "none", "p"), edge("contradicts", "none", "other")])  # fmt: skip
    store.memories.update("p", pinned=True)
    check(store, "doubted", "none")
    check(store, "contradictions", "nonep")


def test_what_sank_is_not_asked_about(store: Store):
    store.memories.add([anchored("a", "gone", state="dormant"), memory("b", confidence="low", state="dormant")])
    check(store, "orphans")
    check(store, "doubted")


def test_nobody_is_asked_about_a_commit(store: Store):
    made = {"git": NOW - 1, "vscode": NOW - 9, "import:x": NOW - 5}
    store.memories.add([anchored(origin, "gone", origin=origin, created_at=at) for origin, at in made.items()])
    check(store, "orphans", "import:x", "vscode")
    check(store, "orphans", "import:x", limit=1)


def test_a_contradiction_ends_whichever_way_it_was_told(store: Store):
    store.memories.add([memory(uid) for uid in "abc"], [edge("contradicts", "b", "a"), edge("refines", "c", "a")])
    mark = store.latest.mark()
    assert store.reviewing.uncontradict([("a", "b"), ("c", "a")]) == 1
    assert store.latest.since(mark) == News(changed=("b", "a"))
    assert [one.type for one in store.graph.edges_of("a")] == ["refines"]
    assert store.reviewing.uncontradict([("b", "a")]) == 0


def test_the_newest_at_symbols(store: Store):
    here = (Anchor("a.py", "f", 1),)
    for number in range(4):
        store.memories.add([memory(str(number), anchors=here, created_at=NOW - (4 - number) * DAY)])
    store.memories.add([
        memory("file", anchors=(Anchor("a.py"),)), memory("none"), memory("other", anchors=here, project="other"),
        memory("old", anchors=here, state="archived"), memory("over", anchors=here, valid_to=NOW - 1),
        memory("replaced", anchors=here),
    ], [edge("supersedes", "none", "replaced")])  # fmt: skip
    found = store.subjects.at_symbols("p", None, 3)
    assert [one.id for one in found] == ["1", "2", "3"]
    assert found == [one for one in store.subjects.standing(None, lambda: None) if one.id in "123"]
    store.memories.add([memory("commit", anchors=here, origin="git", created_at=NOW - 1)])
    assert [one.id for one in store.subjects.at_symbols("p", None, 3)] == ["1", "2", "3"]
    assert "commit" in [one.id for one in store.subjects.at_symbols("p", None, 5)]

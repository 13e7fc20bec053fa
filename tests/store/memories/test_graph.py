"""Links: live ends, circles, what stands for what."""

from __future__ import annotations

import pytest

from memo_lsp.errors import WrongArgument
from memo_lsp.model import Edge, EdgeType
from memo_lsp.store import Store
from tests.store.making import DAY, NOW, edge, memory

C_B_A = [edge("supersedes", "b", "a"), edge("supersedes", "c", "b")]


@pytest.fixture
def chain(store: Store) -> Store:
    store.memories.add([memory(uid) for uid in "abcdz"], C_B_A)
    return store


def ends(store: Store, *uids: str, at: float | None = None) -> dict[str, str]:
    return {uid: end for uid, (end, _) in store.graph.successors(uids, at=at).items()}


def test_a_chain_points_to_its_live_end(chain: Store) -> None:
    assert chain.graph.successors("abcd") == {"a": ("c", "title of c"), "b": ("c", "title of c")}


@pytest.mark.parametrize(
    ("what", "want"),
    [
        ("forget c", {"a": "b"}),
        ("forget b", {}),
        ("invalidate c", {"a": "b"}),
        ("invalidate b", {"b": "c"}),
        ("invalidate a", {"a": "c", "b": "c"}),
        ("unmake b a", {"b": "c"}),
        ("archive c into z", {"a": "z", "b": "z"}),
        ("archive b into z", {"a": "z", "b": "c"}),
    ],
)
def test_a_link_counts_while_its_successor_lives(chain: Store, what: str, want: dict[str, str]) -> None:
    act, first, *rest = what.split()
    if act == "forget":
        chain.memories.forget(first)
    elif act == "invalidate":
        chain.memories.invalidate(first, NOW - 1)
    elif act == "unmake":
        assert chain.graph.unmake([edge("supersedes", first, rest[0])], NOW - 1) == 1
    else:
        chain.memories.update(first, state="archived")
        chain.graph.add([edge("archived_into", first, rest[1])])
    assert ends(chain, "a", "b") == want


def test_then_and_now(chain: Store) -> None:
    chain.graph.unmake([C_B_A[1]], NOW - 100)
    assert ends(chain, "a", "b", at=NOW - 2 * DAY) == {}
    assert ends(chain, "a", "b", at=NOW - 200) == {"a": "c", "b": "c"}
    assert ends(chain, "a", "b") == {"a": "b"}


@pytest.mark.parametrize(
    ("new", "refused"),
    [
        (edge("supersedes", "a", "c"), True),
        (edge("supersedes", "a", "a"), True),
        (edge("supersedes", "a", "d"), False),
        (edge("contradicts", "a", "c"), False),
        (edge("reverts", "a", "a"), False),
    ],
)
def test_a_circle_is_refused(chain: Store, new: Edge, refused: bool) -> None:
    if not refused:
        assert chain.graph.add([new]) == [new]
        return
    with pytest.raises(WrongArgument, match="circle"):
        chain.graph.add([edge("fixes", "d", "a"), new])
    assert len(chain.graph.edges_among("abcd")) == 2


def test_an_unmade_link_closes_no_circle(chain: Store) -> None:
    chain.graph.unmake([C_B_A[0]], NOW)
    assert chain.graph.add([edge("supersedes", "a", "c")])
    assert len(chain.graph.edges_of("a")) == 1
    assert len(chain.graph.edges_of("a", unmade=True)) == 2


def test_the_same_link_twice_is_one(chain: Store) -> None:
    assert chain.graph.add(C_B_A) == []
    assert chain.graph.edges_of("b") == C_B_A


def test_unmade_and_made_again(chain: Store) -> None:
    chain.graph.unmake([C_B_A[0]], NOW)
    assert chain.graph.add([C_B_A[0]]) == [C_B_A[0]]
    assert chain.graph.unmake([C_B_A[0]], NOW + 1) == 1


def test_what_a_memory_replaces(chain: Store) -> None:
    found = chain.graph.replaced_by(["b", "c", "d"])
    assert {uid: [(old.id, old.title) for old in olds] for uid, olds in found.items()} == {
        "b": [("a", "title of a")],
        "c": [("b", "title of b")],
    }
    assert chain.graph.replaced_by(["b"], at=NOW - 2 * DAY) == {}


@pytest.mark.parametrize("kind", ["archived_into", "part_of"])
def test_survivors(chain: Store, kind: EdgeType) -> None:
    for archived, into in (("a", "b"), ("b", "z")):
        chain.memories.update(archived, state="archived")
        chain.graph.add([edge(kind, archived, into)])
    chain.graph.add([edge(kind, "d", "z")])  # part of something, and still standing
    assert chain.graph.survivors("abcd") == {"a": "z", "b": "z"}


def test_links_to_what_is_not_there_yet(store: Store) -> None:
    store.memories.add([memory("a")], [edge("supersedes", "new", "a")])
    assert ends(store, "a") == {}
    store.memories.add([memory("new")])
    assert ends(store, "a") == {"a": "new"}

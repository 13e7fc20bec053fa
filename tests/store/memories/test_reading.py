"""Memories by name, by code, by date; counts and topics."""

from __future__ import annotations

import pytest

from memo_lsp.model import Anchor, Filter, Memory, Scope
from memo_lsp.store import Store
from memo_lsp.store.memories.counts import Remembered
from tests.store.making import DAY, NOW, ids, memory


def old(days: float) -> float:
    return NOW - days * DAY


@pytest.fixture
def shop(store: Store) -> Store:
    store.memories.add([
        memory("total", "Basket.total rounds down", created_at=old(9), kind="fix", topic="src.shop.basket",
               anchors=(Anchor("src/basket.py", "Basket.total", 12), Anchor("tests/test_basket.py")), commit="c1",
               origin="git"),
        memory("add", "Adding twice", created_at=old(2), body="see `Basket`", topic="src.shop",
               anchors=(Anchor("src/basket.py", "Basket.add", 3),), commit="c2", origin="git"),
        memory("tax", "get_tax_rate is cached", created_at=old(5), topic="src.tax", symbols=("std::vector", "Zoë")),
        memory("elsewhere", "Basket of another project", project="q", created_at=old(1),
               anchors=(Anchor("src/basket.py", "Basket.total"),), commit="c9", origin="git"),
        memory("free", "Basket of none", project=None, created_at=old(3), anchors=(Anchor("docs/a.md"),)),
        memory("gone", "Basket archived", state="archived", created_at=old(1)),
    ])  # fmt: skip
    return store


@pytest.mark.parametrize(
    ("names", "project", "want"),
    [
        (["Basket"], "p", ["add", "free", "total"]),
        (["Basket.total"], "p", ["total"]),
        (["total"], "p", ["total"]),
        (["basket"], "p", []),
        (["get_tax"], "p", []),
        (["get_tax_rate", "Basket.add"], "p", ["tax", "add"]),
        (["vector"], "p", ["tax"]),
        (["std::vector"], "p", ["tax"]),
        (["Zoe\u0308"], "p", ["tax"]),
        (["Basket"], None, ["elsewhere", "add", "free", "total"]),
        (["the", "nothing_of_it"], "p", []),
        ([], "p", []),
    ],
)
def test_named(shop: Store, names: list[str], project: str | None, want: list[str]) -> None:
    assert ids(shop, shop.memories.named(names, Scope(project=project), 9)) == want
    assert ids(shop, shop.memories.named(names, Scope(project=project), 1)) == want[:1]


@pytest.mark.parametrize(("name", "count"), [("Basket", 5), ("total", 2), ("nothing_of_it", 0)])
def test_how_common_a_name_is(shop: Store, name: str, count: int) -> None:
    assert shop.memories.named_count(name) == count


@pytest.mark.parametrize(
    ("project", "path", "symbols", "want"),
    [
        ("p", "src/basket.py", ["Basket.total"], ["total"]),
        ("p", "src/basket.py", ["Basket.total", "Basket.add"], ["total", "add"]),
        ("p", "src/basket.py", [], ["add", "total"]),
        ("p", None, ["Basket.add"], ["add"]),
        ("p", "src/other.py", ["Basket.add"], []),
        ("p", "tests/test_basket.py", ["Basket.total"], []),
        ("q", None, ["Basket.total"], ["elsewhere"]),
        (None, None, ["Basket.total"], []),
    ],
)
def test_anchored(shop: Store, project: str | None, path: str | None, symbols: list[str], want: list[str]) -> None:
    got = shop.memories.anchored(project, path, symbols, Scope(project=project), 9)
    assert ids(shop, got) == want
    assert all(anchor.path == path for _, anchor in got if path)


def test_an_anchor_comes_whole(shop: Store) -> None:
    ((_, anchor),) = shop.memories.anchored("p", None, ["Basket.total"], Scope(), 9)
    assert anchor == Anchor("src/basket.py", "Basket.total", 12)


def test_paths_and_symbols_are_one_in_either_spelling(store: Store) -> None:
    store.memories.add([memory("a", anchors=(Anchor("gro\u0308ssen.py", "Gro\u0308sse"),))])
    assert ids(store, store.memories.anchored("p", "grössen.py", ["Grösse"], Scope(), 9)) == ["a"]
    assert ids(store, store.memories.recent(Scope(filters=(Filter("path", "grössen.py"),)), 9)) == ["a"]


@pytest.mark.parametrize(
    ("path", "symbol", "want"),
    [
        (None, None, ["gone", "add", "free", "tax", "total"]),
        ("src/basket.py", None, ["add", "total"]),
        ("src", None, ["add", "total"]),
        ("sr", None, []),
        ("docs", None, ["free"]),
        ("src/basket.py", "Basket.total", ["total"]),
        (None, "Basket.add", ["add"]),
    ],
)
def test_timeline(shop: Store, path: str | None, symbol: str | None, want: list[str]) -> None:
    assert [m.id for m in shop.memories.timeline("p", path, symbol)] == want
    assert [m.id for m in shop.memories.timeline("p", path, symbol, limit=1)] == want[:1]


@pytest.mark.parametrize("project", [None, "", "unheard of"])
def test_a_timeline_of_no_project(shop: Store, project: str | None) -> None:
    assert [m.id for m in shop.memories.timeline(project)] == ["free"]


@pytest.mark.parametrize(
    ("prefix", "want"),
    [
        ("", [("src", 0, 3)]),
        ("src", [("src.shop", 1, 1), ("src.tax", 1, 0)]),
        ("src.shop", [("src.shop.basket", 1, 0)]),
        ("src.sho", []),
    ],
)
def test_topics(shop: Store, prefix: str, want: list[tuple[str, int, int]]) -> None:
    assert [tuple(topic.values()) for topic in shop.memories.topics("p", prefix)] == want


def test_counts(shop: Store) -> None:
    shop.memories.invalidate("tax", NOW - 1)
    assert (shop.memories.count(), shop.memories.count("p"), shop.memories.count("nobody")) == (6, 4, 0)
    assert shop.memories.projects() == {"p": 4, "q": 1, "": 1}
    counted = shop.memories.stats("p")
    assert counted["state"] == {"active": 2, "archived": 1, "invalidated": 1}
    assert counted["kind"] == {"fix": 1, "note": 3}
    assert shop.memories.newest_change() == NOW
    assert shop.memories.newest_change("nobody") is None


def test_the_most_remembered_symbol(shop: Store) -> None:
    shop.memories.add([memory("again", anchors=(Anchor("src/basket.py", "Basket.add", 4),))])
    assert shop.memories.most_remembered_symbol("p") == Remembered("src/basket.py", "Basket.add", 4, 2)
    assert shop.memories.most_remembered_symbol("nobody") is None


@pytest.mark.parametrize(
    ("symbol", "after", "count"),
    [("Basket.total", old(10), 1), ("Basket.total", old(9), 0), (None, old(10), 2), ("Basket.x", old(10), 0)],
)
def test_later_changes(shop: Store, symbol: str | None, after: float, count: int) -> None:
    assert shop.memories.later_changes("p", "src/basket.py", symbol, after) == count


def test_commits(shop: Store) -> None:
    shop.memories.forget("add")
    assert shop.memories.commits("p") == {"c1", "c2"}
    assert shop.memories.commits("nobody") == set()


def test_the_memory_of_a_commit_is_not_what_was_noted_at_it(shop: Store) -> None:
    shop.memories.add([memory("edit", "Basket at work", commit="c1", origin="vscode")])
    shop.memories.forget("edit")
    shop.memories.forget("add")
    assert shop.memories.of_commits("p", ["c1", "c2", "c3"]) == {"c1": "total", "c2": None}
    assert shop.memories.of_commits("q", ["c1"]) == {}
    assert [shop.memories.at_commit("p", start) for start in ("c", "c1", "c2", "c9")] == ["total", "total", None, None]


def test_export_goes_through_all_of_them(store: Store) -> None:
    many = [memory(f"m{number:04}", project="p" if number % 2 else "q") for number in range(1_203)]
    store.memories.add(many)
    assert [m.id for m in store.memories.export()] == [m.id for m in many]
    assert sum(1 for _ in store.memories.export("q")) == 602


def test_writing_while_exporting(store: Store) -> None:
    store.memories.add([memory(f"m{number:04}") for number in range(600)])
    for exported in store.memories.export():
        store.memories.update(exported.id, pinned=True)
    assert store.memories.recent(Scope(filters=(Filter("is", "pinned", negated=True),)), 9) == []


def test_what_is_eligible(shop: Store) -> None:
    everyone: list[Memory] = list(shop.memories.export())
    rows = [shop.memories.row_of(m.id) for m in everyone]
    assert ids(shop, sorted(shop.memories.eligible(rows, Scope(project="q")))) == ["elsewhere", "free"]

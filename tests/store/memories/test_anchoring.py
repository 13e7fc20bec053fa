"""Anchors follow renamed files and symbols, and everything that is found by them with them."""

from __future__ import annotations

from typing import Any

import pytest

from memo_lsp.errors import UnknownId
from memo_lsp.model import Anchor, Memory, Scope
from memo_lsp.store import Store
from tests.store.making import axis, embedded, found, ids, memory

ADD, CART = Anchor("src/cart.py", "Cart.add", 3, "h1"), Anchor("src/cart.py", "Cart", 1, "h2", "changed", 4)
WHOLE, TAX = Anchor("src/cart.py"), Anchor("src/tax/rate.py", "rate", 7, "h3", "gone")


@pytest.fixture
def anchored(store: Store) -> Store:
    store.memories.add(
        [
            memory("add", anchors=(ADD,), topic="src.cart"),
            memory("two", anchors=(TAX, CART, ADD)),
            memory("whole", anchors=(WHOLE,)),
            memory("other", anchors=(ADD,), project="q"),
            memory("none"),
        ]
    )
    return store


def anchors(store: Store, uid: str) -> list[tuple[str, str | None]]:
    return [(anchor.path, anchor.symbol) for anchor in store.memories.get(uid).anchors]


def at(store: Store, path: str | None, *symbols: str) -> set[str]:
    return set(ids(store, store.memories.anchored("p", path, symbols, Scope(), 9)))


@pytest.mark.parametrize(
    ("old", "new", "changed", "two"),
    [
        ("src/cart.py", "src/basket.py", ["add", "two", "whole"], ["src/tax/rate.py", *["src/basket.py"] * 2]),
        ("src", "lib/deep", ["add", "two", "whole"], ["lib/deep/tax/rate.py", *["lib/deep/cart.py"] * 2]),
        ("src/tax", "a\u0308", ["two"], ["ä/rate.py", *["src/cart.py"] * 2]),
        ("src/tax/rate.py", "src/cart.py", ["two"], ["src/cart.py"] * 3),
        ("sr", "x", [], ["src/tax/rate.py", *["src/cart.py"] * 2]),
    ],
)
def test_a_moved_file_or_folder(anchored: Store, old: str, new: str, changed: list[str], two: list[str]) -> None:
    seen = anchored.generation()
    assert sorted(anchored.memories.move_path("p", old, new)) == changed
    assert [path for path, _ in anchors(anchored, "two")] == two
    assert anchors(anchored, "other") == [("src/cart.py", "Cart.add")]
    assert (anchored.generation() > seen) == bool(changed)
    assert all(check.ok for check in anchored.check())


def test_what_finds_by_path_follows(anchored: Store) -> None:
    mark = anchored.latest.mark()
    anchored.memories.move_path("p", "src/cart.py", "src/penguin.py")
    assert set(found(anchored, "penguin", Scope(project="p"))) == {"add", "two", "whole"}
    assert set(found(anchored, "cart", Scope(project="p"))) == {"add", "two"}  # its symbols still say so
    assert (at(anchored, "src/penguin.py", "Cart.add"), at(anchored, "src/cart.py")) == ({"add", "two"}, set())
    assert set(anchored.latest.since(mark).changed) == {"add", "two", "whole"}
    assert anchored.memories.get("add").topic == "src.cart"


def test_nothing_is_embedded_anew(anchored: Store) -> None:
    number = embedded(anchored, {"add": axis(1)})
    before = anchored.queue.counts(number)
    anchored.memories.move_path("p", "src", "lib")
    anchored.memories.move_symbol("p", "lib/cart.py", "Cart", "Basket")
    assert (anchored.vectors.coverage(number), anchored.queue.counts(number)) == ((1, 5), before)


@pytest.mark.parametrize(
    ("call", "options", "changed", "want"),
    [
        (("src/cart.py", "Cart.add", "Cart.put"), {"hash": "new", "line": 9}, ["add", "two"],
         (TAX, CART, Anchor("src/cart.py", "Cart.put", 9, "new"))),
        (("src/cart.py", "Cart", "Basket"), {"hash": "new"}, ["add", "two"],
         (TAX, Anchor("src/cart.py", "Basket", 1, "new", "same", 4), Anchor("src/cart.py", "Basket.add", 3, "h1"))),
        (("src/cart.py", "Cart.add", "add"), {"new_path": "src/stock.py"}, ["add", "two"],
         (TAX, CART, Anchor("src/stock.py", "add", 3, "h1"))),
        (("src/tax/rate.py", "rate", "Cart.add"), {"new_path": "src/cart.py", "hash": "h1", "line": 3}, ["two"],
         (ADD, CART)),
        (("src/cart.py", "Ca", "x"), {}, [], (TAX, CART, ADD)),
        (("src", "Cart", "x"), {}, [], (TAX, CART, ADD)),
    ],
)  # fmt: skip
def test_a_moved_symbol(
    anchored: Store, call: tuple[str, str, str], options: dict[str, Any], changed: list[str], want: tuple[Anchor, ...]
) -> None:
    assert sorted(anchored.memories.move_symbol("p", *call, **options)) == changed
    assert anchored.memories.get("two").anchors == want
    assert anchored.memories.get("other").anchors == (ADD,)


def test_what_finds_by_name_follows(anchored: Store) -> None:
    anchored.memories.move_symbol("p", "src/cart.py", "Cart.add", "Cart.put")
    scope = Scope(project="p")
    named = {name: set(ids(anchored, anchored.memories.named([name], scope, 9))) for name in ("put", "Cart.put", "add")}
    assert named == {"put": {"add", "two"}, "Cart.put": {"add", "two"}, "add": {"add"}}  # "title of add" says it
    assert found(anchored, "put", scope) == ["add", "two"]
    assert at(anchored, None, "Cart.put") == {"add", "two"}


def test_what_is_anchored_at_a_file(anchored: Store) -> None:
    assert anchored.memories.anchored_symbols("p", "src/cart.py") == [
        ("whole", WHOLE), ("two", CART), ("add", ADD), ("two", ADD),
    ]  # fmt: skip
    assert anchored.memories.anchored_symbols("p", "src") == []
    assert anchored.memories.anchored_symbols(None, "src/cart.py") == []


def test_other_anchors(anchored: Store) -> None:
    changed: Memory = anchored.memories.set_anchors("whole", [TAX])
    assert (changed.anchors, anchored.memories.get("whole")) == ((TAX,), changed)
    assert at(anchored, "src/tax/rate.py", "rate") == {"two", "whole"}
    with pytest.raises(UnknownId):
        anchored.memories.set_anchors("never", [])


def test_all_or_nothing(anchored: Store) -> None:
    with pytest.raises(RuntimeError), anchored.write():
        anchored.memories.move_path("p", "src", "lib")
        raise RuntimeError
    assert anchors(anchored, "add") == [("src/cart.py", "Cart.add")]
    assert found(anchored, "lib") == []

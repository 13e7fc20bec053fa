"""Renamed and moved symbols."""

from __future__ import annotations

from memo_lsp.code.renames import moved, renamed
from memo_lsp.code.symbols import symbols

WEIGHT = "def weight(item):\n    grams = item.mass * 1000\n    return round(grams)\n\n\n"
PRICE = "def price(item):\n    return item.net * 1.2\n\n\n"


def check(before: str, after: str, *expected: tuple[str, str]) -> None:
    found = renamed(symbols(before, "python"), symbols(after, "python"))
    assert [(old.qualified, new.qualified) for old, new in found] == list(expected)


def test_same_body_another_name():
    check(WEIGHT + PRICE, WEIGHT.replace("weight", "heft") + PRICE, ("weight", "heft"))
    check(WEIGHT, WEIGHT)
    check(WEIGHT, WEIGHT.replace("weight", "heft").replace("1000", "1"))
    check(WEIGHT, PRICE)
    swapped = PRICE.replace("price", "cost") + WEIGHT.replace("weight", "heft")
    check(WEIGHT + PRICE, swapped, ("weight", "heft"), ("price", "cost"))


def test_a_body_twice_tells_nothing():
    twins = "def a():\n    pass\n\n\ndef b():\n    pass\n"
    check(twins, twins.replace("a()", "c()").replace("b()", "d()"))
    check(twins, twins.replace("a()", "c()"), ("a", "c"))


def test_a_renamed_class_takes_its_methods_along():
    before = "class Cart:\n    def add(self, item):\n        self.items.append(item)\n"
    check(before, before.replace("Cart", "Basket"), ("Cart", "Basket"))


def test_from_one_file_to_another():
    old = [("a.py", symbols(WEIGHT + PRICE, "python")), ("b.py", symbols("", "python"))]
    new = [("a.py", symbols(PRICE, "python")), ("b.py", symbols(WEIGHT, "python"))]
    went = [(path, one.qualified, new_path, two.qualified) for path, one, new_path, two in moved(old, new)]
    assert went == [("a.py", "weight", "b.py", "weight")]
    assert not moved(new, new)

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.code.edits import NOTHING, edit_between

CART = """\
from shop import rates


class Cart:
    def add(self, item):
        self.items.append(item)

    def count(self):
        return len(self.items)


def reserve(item, shelf):
    shelf.take(item)
    return item
"""
GO = """\
package shop

func (c *Cart) Add(item Item) error {
	c.items = append(c.items, item)
	return nil
}
"""


@dataclass(frozen=True)
class Told:
    """What a case expects of an edit; what is not named must be empty."""

    changed: str = ""  # `Cart.add +1 -1`
    added: str = ""
    removed: str = ""
    renamed: str = ""
    signatures: tuple[str, ...] = ()
    reasons: tuple[tuple[str, str | None], ...] = ()


def check(before: str, after: str, wanted: Told, language: str = "python", marks: tuple[str, ...] = ()) -> None:
    assert before != after
    edit = edit_between(before, after, language, marks)
    assert (
        Told(
            ", ".join(f"{one.qualified} +{one.added} -{one.removed}" for one in edit.changed),
            " ".join(one.qualified for one in edit.added),
            " ".join(one.qualified for one in edit.removed),
            " ".join(f"{old.qualified}>{new.qualified}" for old, new in edit.renamed),
            tuple(f"{one.old} > {one.new}" for one in edit.signatures),
            tuple((one.text, one.symbol) for one in edit.reasons),
        )
        == wanted
    )


def swap(old: str, new: str, text: str = CART) -> tuple[str, str]:
    assert old in text
    return text, text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("self.items.append(item)", "self.items.append( item )"),
        ("self.items.append(item)", "self.items.append(\n            item,\n        )"),
        ("def reserve(item, shelf):", "def reserve(\n    item,\n    shelf,\n):"),
        ("\n\n\ndef", "\n\n\n\n\ndef"),
        ("    return item\n", "    return item  \n\n\n"),
        ("\n", "\r\n"),
        ("\n", "\r"),
        ("from shop", "\ufefffrom shop"),
        ("    ", "  "),
        ("    ", "\t"),
    ],
)
def test_layout_is_nothing(old: str, new: str) -> None:
    before, after = swap(old, new)
    assert edit_between(before, after, "python") == NOTHING
    assert not edit_between(after, before, "python")


@pytest.mark.parametrize(
    ("before", "after", "language"),
    [
        ("x = 'a'\n", 'x = "a"\n', "python"),
        ("const a = 'b';\n", 'const a = "b";\n', "javascript"),
        ("# one two\n# three\n", "# one\n# two three\n", "python"),
        ("/* one\n * two */\n", "/*\n   one two\n */\n", "go"),
        ("f({a: 1, b: 2})\n", "f({\n  a: 1,\n  b: 2,\n})\n", "typescript"),
        ("x = [1, 2]\n", "x = [\n    1,\n    2,\n]\n", "python"),
        ("fn f<'a>(x: &'a str) {}\n", "fn f<'a>(\n    x: &'a str,\n) {\n}\n", "rust"),
        ("a {\n  color: red;\n}\n", "a {\n  color: red;  \n\n}\n", "css"),
        ("# a\n\ntext\n", "# a\n\n\ntext \n", "markdown"),
    ],
)
def test_what_formatters_do_is_nothing(before: str, after: str, language: str) -> None:
    check(before, after, Told(), language)
    assert edit_between(before, after, language) == NOTHING


@pytest.mark.parametrize(
    ("before", "after", "language"),
    [
        ("x = (1,)\n", "x = (1)\n", "python"),
        ("x = 'a'\n", "x = 'b'\n", "python"),
        ("char a = 'b';\n", 'char a = "b";\n', "c"),
        ("for x in y:\n    a()\n    b()\n", "for x in y:\n    a()\nb()\n", "python"),
        ("a: 1\nb: 2\n", "a: 1\n  b: 2\n", "yaml"),
        ("x = 'a b'\n", "x = 'ab'\n", "python"),
        ("a\n", "b\n", None),
        ("# one\n", "# other\n", "python"),
    ],
)
def test_what_is_more_than_layout(before: str, after: str, language: str | None) -> None:
    edit = edit_between(before, after, language)
    assert edit
    assert edit.hunks


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("self.items.append(item)", "self.items.insert(0, item)", Told("Cart.add +1 -1")),
        (
            "    shelf.take(item)\n",
            "    # the scanner reports twice, so taking must be idempotent\n    shelf.take_once(item)\n",
            Told(
                "reserve +2 -1",
                reasons=(("the scanner reports twice, so taking must be idempotent", "reserve"),),
            ),
        ),
        (
            "def add(self, item):",
            "def add(self, item, front=True):",
            Told("Cart.add +1 -1", signatures=("def add(self, item) > def add(self, item, front=True)",)),
        ),
        ("class Cart:", "class Cart(Base):", Told("Cart +1 -1", signatures=("class Cart > class Cart(Base)",))),
        (
            "    def count(self):\n        return len(self.items)\n",
            "    def count(self):\n        return len(self.items)\n\n    def clear(self):\n        self.items = []\n",
            Told(added="Cart.clear"),
        ),
        ("\n    def count(self):\n        return len(self.items)\n", "", Told(removed="Cart.count")),
        ("def reserve(", "def take(", Told(renamed="reserve>take")),
        (
            "class Cart:",
            "class Basket:",
            Told(renamed="Cart>Basket"),
        ),
        (
            "def reserve(item, shelf):\n    shelf.take(item)",
            "def take(item, shelf):\n    shelf.take_once(item)",
            Told(added="take", removed="reserve"),
        ),
        ("from shop import rates\n", "from shop import taxes\n", Told()),
        ("    return item\n", "    return item\n\n\nLIMIT = 10\n", Told(added="LIMIT")),
        (
            "        return len(self.items)",
            "        # each item counts once: doubles come from the scanner\n        # return len(self.items)\n"
            "        return len(set(self.items))",
            Told(
                "Cart.count +3 -1",
                reasons=(("each item counts once: doubles come from the scanner", "Cart.count"),),
            ),
        ),
        ("def reserve", "# reserve takes from the shelf at once\ndef reserve", Told(
            reasons=(("reserve takes from the shelf at once", "reserve"),),
        )),
        ("from shop", "# Copyright 2024 The Shop Authors\n# All of it belongs to them\nfrom shop", Told()),
    ],
)  # fmt: skip
def test_an_edit(old: str, new: str, wanted: Told) -> None:
    check(*swap(old, new), wanted)


def test_a_mark_is_no_reason() -> None:
    before, after = swap("    shelf.take(item)\n", "    # TODO take each item only once\n    shelf.take(item)\n")
    again = after.replace("return item", "return item, shelf")
    check(before, again, Told("reserve +2 -1"), marks=("TODO",))
    check(before, after, Told("reserve +1 -0", reasons=(("TODO take each item only once", "reserve"),)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    shelf.take(item)\n", "    # TODO take each item only once,\n    # not twice\n    shelf.take(item)\n"),
        ("    return item\n", "    return item  # TODO the shelf, too\n"),
        ("class Cart:\n", "class Cart:\n    # TODO no cart is empty\n"),
    ],
)
def test_an_edit_of_marks_alone_is_none(old: str, new: str) -> None:
    before, after = swap(old, new)
    for one, other in ((before, after), (after, before)):
        assert edit_between(one, other, "python", ("TODO",)) == NOTHING
        assert edit_between(one, other, "python", ("NOTE",))


def test_a_reason_above_a_mark_is_one() -> None:
    told = "    # the scanner reports twice\n    # TODO take each item only once\n    shelf.take(item)\n"
    before, after = swap("    shelf.take(item)\n", told)
    wanted = Told("reserve +2 -0", reasons=(("the scanner reports twice", "reserve"),))
    check(before, after, wanted, marks=("TODO",))


def test_a_reason_is_told_once() -> None:
    before = CART.replace(
        "    shelf.take(item)\n", "    # the scanner reports everything twice\n    shelf.take(item)\n"
    )
    after = before.replace("shelf.take(item)", "shelf.take_once(item)")
    check(before, after, Told("reserve +1 -1"))
    check(
        before,
        before.replace("everything twice", "all things twice"),
        Told("reserve +1 -1", reasons=(("the scanner reports all things twice", "reserve"),)),
    )


def test_other_languages() -> None:
    check(
        *swap("Add(item Item) error", "Add(item Item, front bool) error", GO),
        Told(
            "Cart.Add +1 -1",
            signatures=("func (c *Cart) Add(item Item) error > func (c *Cart) Add(item Item, front bool) error",),
        ),
        "go",
    )
    check("a: 1\n", "a: 2\n# the feed sends twos now\n", Told(reasons=(("the feed sends twos now", None),)), "yaml")


def test_hunks_have_the_lines_as_they_stand() -> None:
    before, after = swap(
        "        self.items.append(item)\n", "        item.check()\n\n        self.items.insert(0, item)\n"
    )
    (hunk,) = edit_between(before, after, "python").hunks
    assert (hunk.old_start, hunk.old) == (6, ("        self.items.append(item)",))
    assert (hunk.new_start, hunk.new) == (6, ("        item.check()", "", "        self.items.insert(0, item)"))
    assert hunk.new_numbers == [6, 8]


def test_only_the_hunks_that_say_something() -> None:
    before, after = swap("self.items.append(item)", "self.items.append( item )")
    after = after.replace("return item", "return shelf, item").replace(
        "def count(self):", "def count(\n        self\n    ):"
    )
    edit = edit_between(before, after, "python")
    assert [hunk.old for hunk in edit.hunks] == [("    return item",)]
    assert [one.qualified for one in edit.changed] == ["reserve"]


def test_a_half_typed_text_takes_nothing_away() -> None:
    edit = edit_between(CART, CART.replace("class Cart:", "class Cart(:"), "python")
    assert edit.broken
    assert (edit.removed, edit.renamed) == ((), ())


def test_a_new_and_an_emptied_file() -> None:
    check("", CART, Told(added="Cart Cart.add Cart.count reserve"))
    check(CART, "", Told(removed="Cart Cart.add Cart.count reserve"))


def test_overloads_are_told_apart() -> None:
    before = "class A { void f(int a) { x(); } void f(String a) { y(); } }"
    after = before.replace("y();", "z();")
    check(before.replace(" } ", " }\n"), after.replace(" } ", " }\n"), Told("A.f +1 -1"), "java")


@given(st.text(alphabet="ab(){}:#'\n \tdef=", max_size=60), st.text(alphabet="ab(){}:#'\n \tdef=", max_size=60))
def test_any_two_texts(before: str, after: str) -> None:
    for language in ("python", "javascript", "css", None):
        edit = edit_between(before, after, language)
        assert not (before == after and edit)
        for hunk in edit.hunks:
            assert before.split("\n")[hunk.old_start - 1 :][: len(hunk.old)] == list(hunk.old)
            assert after.split("\n")[hunk.new_start - 1 :][: len(hunk.new)] == list(hunk.new)

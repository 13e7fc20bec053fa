from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.code.symbols import symbols
from memo_lsp.code.tokens import INDENTED, SCRIPT, token_hash

PRICE = "def price(item):\n    net = item.net\n    if net:\n        net = 1\n    return net * 1.2  # gross\n"
BASKET = "class Basket {\n  add(x) { return `a  b` + x; } // one more\n}\n"


def check(one: str, other: str, same: bool, language: str = "python") -> None:
    before, after = symbols(one, language)[0], symbols(other, language)[0]
    assert (before.hash == after.hash) is same


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    net = item.net\n", "    net  =  item.net\n\n\n"),
        ("item.net\n", "item . net   \n"),
        ("(item)", "(\n        item\n)"),
        ("\n", "\r\n"),
        ("\n", "\r"),
        ("    ", "  "),
        ("    ", "\t"),
        ("# gross", "#   gross"),
        ("net * 1.2", "net * \\\n        1.2"),
        ("price", "cost"),
    ],
)
def test_layout_and_the_own_name_do_not_count(old: str, new: str) -> None:
    check(PRICE, PRICE.replace(old, new), same=True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1.2", "1.21"),
        ("        net = 1", "    net = 1"),
        ("    return", "        return"),
        ("item.net", "item.gross"),
        ("# gross", "# with tax"),
        ("(item)", "(item, rate)"),
        ("net * 1.2", "'a b'"),
    ],
)
def test_tokens_count(old: str, new: str) -> None:
    changed = PRICE.replace(old, new)
    assert changed != PRICE
    check(PRICE, changed, same=False)


def test_spaces_within_a_string_count() -> None:
    check("x = 'a b'\n", "x = 'ab'\n", same=False)
    check('x = """a\n  b"""\n', 'x = """a\n b"""\n', same=False)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("{ return", "{\n    return", True),
        ("  add", "add", True),
        ("Basket", "Cart", True),
        ("// one more", "//  one  more", True),
        ("`a  b`", "`a b`", False),
        ("+ x", "- x", False),
    ],
)
def test_braced_languages(old: str, new: str, same: bool) -> None:
    check(BASKET, BASKET.replace(old, new), same, "typescript")


def test_a_method_moved_to_another_depth_is_the_same() -> None:
    method = symbols("class A:\n    @d\n    def f(self):\n        return 1\n", "python")[1]
    function = symbols("@d\ndef f(self):\n  return 1\n", "python")[0]
    assert method.hash == function.hash


def test_a_recursive_function_may_be_renamed() -> None:
    check("def f(n):\n    return f(n - 1)\n", "def g(n):\n    return g(n - 1)\n", same=True)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("def take(a):\n    return a.take(1)\n", "def give(a):\n    return a.take(1)\n", True),
        ("def take(self):\n    return self.take\n", "def give(self):\n    return self.give\n", True),
        ("def take(a):\n    return a.take(1)\n", "def give(a):\n    return a.give(1)\n", False),
    ],
)
def test_the_own_name_is_not_another_s_member(one: str, other: str, same: bool) -> None:
    check(one, other, same)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("f(a, b)", "f(\n    a,\n    b,\n)", True),
        ("f(a)", "f(a,)", True),
        ("x = [a]", "x = [a,]", True),
        ("x = {a}", "x = {a,}", True),
        ("x = (a, b)", "x = (a, b,)", True),
        ("x = (a)", "x = (a,)", False),
        ("x = y[a]", "x = y[a,]", False),
        ("f(a, b)", "f(a, b,  # why\n)", False),
        ("x = 'a'", 'x = "a"', True),
        ("x = b'a'", 'x = b"a"', True),
        ("x = '\"'", 'x = """', False),
        ("x = 'a'", "x = a", False),
        ("# a b\n# c", "#a\n# b c", True),
        ("# a b\nx\n# c", "# a\nx\n# b c", False),
    ],
)
def test_what_formatters_do_does_not_count(one: str, other: str, same: bool) -> None:
    assert (token_hash(one, "", INDENTED) == token_hash(other, "", INDENTED)) is same


@given(
    st.lists(st.sampled_from(["x", "1", "+", "(", ")", "'a b'", "#c\n", "if", "\n    ", "\n"]), max_size=12),
    st.booleans(),
)
def test_more_spaces_between_tokens_change_nothing(tokens: list[str], indented: bool) -> None:
    wide = [token if token.isspace() else f"  {token} " for token in tokens]
    one = "f(" + " ".join(tokens).replace("#c\n", "") + ")"
    other = "f( " + " ".join(wide).replace("#c\n", "") + " )"
    style = INDENTED if indented else SCRIPT
    assert token_hash(one.replace("\n", " "), "f", style) == token_hash(other.replace("\n", " "), "f", style)

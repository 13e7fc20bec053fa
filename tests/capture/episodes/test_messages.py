"""Which messages are the same but for the names in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.capture.episodes.messages import fingerprint, is_fingerprint, mask


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('"Item" has no attribute "unit_price"', '"Line" has no attribute "net_price"'),
        ("Property 'x' does not exist on type 'Y'.", "Property 'total' does not exist on type 'Order | null'."),
        ("cannot find value `x` in this scope", "cannot find value `total_sum` in this scope"),
        ("undefined: foo", "undefined: bar.Baz"),
        ("declared and not used: x", "declared and not used: y"),
        ("x declared and not used", "count declared and not used"),
        ("‘quokka’ undeclared (first use in this function)", "‘n’ undeclared (first use in this function)"),
        ("no symbol\n  symbol:   variable a\n  location: class B", "no symbol\n symbol: variable c\nlocation: class D"),
        ("Expected 2 arguments, but got 1.", "Expected 3 arguments, but got 0."),
        ("Cannot find module './a/b' or its type", "Cannot find module '../c' or its type"),
        ("File src/a.py:12 is too long (99 > 79)", "File tests/b.py:1 is too long (120 > 79)"),
        ("local_total is assigned but never used", "other_name is assigned but never used"),
        ("undefined method `a' for nil:NilClass", "undefined method `b_c' for nil:NilClass"),
        ("missing keys 'a', 'b' and 'c'", "missing keys 'd'"),
        ("Can't assign to 'x'", "Can't assign to 'y'"),
        ("Name X_Y is  not\ndefined", "Name ABc_d is not defined"),
    ],
)  # fmt: skip
def test_the_same_but_for_names(one, other):
    assert mask(one) == mask(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('"Item" has no attribute "price"', '"Item" is not callable'),
        ("undefined: foo", "declared and not used: foo"),
        ("Can't assign", "Don't assign"),
        ("Missing return statement", "Missing type annotation"),
    ],
)
def test_not_the_same(one, other):
    assert mask(one) != mask(other)


def test_code_and_source_count():
    assert fingerprint("'a' gone", "E1", "mypy") == fingerprint("'b' gone", "e1", "Mypy")
    assert fingerprint("'a' gone", "E1", "mypy") != fingerprint("'a' gone", "E2", "mypy")
    assert fingerprint("'a' gone", "E1", "mypy") != fingerprint("'a' gone", "E1", "ruff")
    assert fingerprint("'a' gone", "E1", "mypy").isidentifier()


@given(st.text(max_size=800))
def test_any_message_has_a_mask(message):
    assert "\n" not in mask(message)


@given(st.from_regex(r"[A-Za-z_]\w{0,20}", fullmatch=True), st.from_regex(r"[A-Za-z_]\w{0,20}", fullmatch=True))
def test_a_quoted_name_never_matters(one, other):
    assert mask(f"Module '{one}' has no `{one}` (2)") == mask(f"Module '{other}' has no `{other}` (33)")


def test_a_fingerprint_is_told_from_names():
    assert is_fingerprint(fingerprint("no x", "E1", "lint"))
    assert not any(map(is_fingerprint, ("error_handler", "Cart.add", "error_0123456789abcdeg")))

"""Which errors an edit mended: texts of a file one after another, each with what was said of it."""

from __future__ import annotations

import pytest

from memo_lsp.capture.episodes.fixes import fixes
from memo_lsp.capture.episodes.seen import Said, Seen, said
from memo_lsp.capture.events import Diagnostic

TEXT = """\
import json

class Order:
    def total(self, item):
        return item.unit_price * self.count

    def label(self, item):
        return item.name
"""
FIXED = TEXT.replace("unit_price", "price")
LABEL = TEXT.replace("item.name", "item.name.title()")
ERROR = Said(1, '"Item" has no attribute "unit_price"', "attr-defined", "mypy", "Order.total", 5)
WARNING = Said(2, "too short", "W1", "lint", "Order.label", 8)
OUTSIDE = Said(1, "cannot import json", "", "", None, 1)


def found(*versions: tuple[str, tuple[Said, ...]], language="python"):
    return fixes([Seen(text, number * 60.0, what) for number, (text, what) in enumerate(versions)], language)


def test_known_of_one_text_and_gone_with_an_edit_to_its_symbol():
    (fix,) = found((TEXT, (ERROR,)), (FIXED, ()))
    assert (fix.error, fix.known, fix.gone) == (ERROR, 0, 1)
    assert fix.symbol is not None and (fix.symbol.qualified, fix.symbol.start_line) == ("Order.total", 4)
    assert [(pair.old, pair.new) for pair in fix.hunks] == [
        (("        return item.unit_price * self.count",), ("        return item.price * self.count",))
    ]


def test_a_tool_that_answers_a_save_later():
    (fix,) = found((TEXT, (ERROR,)), (FIXED, (ERROR,)), (FIXED.replace("item.name", "item.label"), ()))
    assert (fix.known, fix.gone) == (0, 2)
    assert len(fix.hunks) == 1


@pytest.mark.parametrize(
    "versions",
    [
        ((TEXT, (ERROR,)), (FIXED, (ERROR,))),  # still there
        ((TEXT, (ERROR,)), (LABEL, ())),  # another symbol was edited
        ((TEXT, (ERROR,)), (TEXT.replace("* self", "*  self"), ())),  # layout
        ((TEXT, (ERROR,)), (FIXED, ()), (TEXT, (ERROR,))),  # back again
        ((TEXT, (WARNING,)), (LABEL, ())),  # no error
        ((TEXT, ()), (FIXED, (ERROR,))),
        ((TEXT, (ERROR,)), (TEXT.replace("total", "sum"), ())),  # the symbol is another one
        ((TEXT, (OUTSIDE,)), (FIXED, ())),  # outside all symbols, where nothing changed
        ((TEXT, (ERROR,)),),
        (),
    ],
)
def test_no_fix(versions):
    assert found(*versions) == ()


def test_back_and_fixed_again_is_one_fix():
    (fix,) = found((TEXT, (ERROR,)), (FIXED, ()), (TEXT, (ERROR,)), (FIXED.replace("price", "cost"), ()))
    assert fix.known == 2


def test_numbers_in_a_message_do_not_make_it_another():
    two, three = (Said(1, f"expected 2 arguments, got {n}", "", "", "Order.total", 5) for n in (1, 3))
    assert found((TEXT, (two,)), (FIXED, (three,))) == ()


def test_outside_all_symbols():
    (fix,) = found((TEXT, (OUTSIDE,)), (TEXT.replace("import json", "import orjson as json"), ()))
    assert fix.symbol is None
    assert fix.hunks[0].new == ("import orjson as json",)


def test_a_language_without_a_grammar():
    error = Said(1, "bad indent", "", "yamllint", None, 2)
    assert len(found(("a:\n   b: 1\n", (error,)), ("a:\n  b: 2\n", ()), language="yaml")) == 1


def test_what_is_said_names_its_symbol_and_no_secret():
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    given = [
        Diagnostic(8, 8, 2, "short", "W1", "lint"),
        Diagnostic(5, 5, 1, f"bad token {secret}", "E1", "mypy"),
        Diagnostic(1, 1, 1, "x" * 5000),
    ]
    first, second, third = said(given, TEXT, "python")
    assert (first.symbol, first.severity, third.symbol) == ("Order.total", 1, "Order.label")
    assert secret not in first.message
    assert second.symbol is None and len(second.message) <= 600
    assert Said(*first.plain()) == first
    assert ERROR.told() == '"Item" has no attribute "unit_price" (mypy attr-defined)'

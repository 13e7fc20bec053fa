from __future__ import annotations

import pytest

from memo_lsp.code.changes import changed
from memo_lsp.code.symbols import symbols

OLD = """\
class Invoice:
    def total(self):
        return 1

    def tax(self):
        return 2

def gone():
    pass
"""
NEW = """\
class Invoice:
    def total(self):
        return 10

    def tax(self):
        return 2

def come():
    pass
"""


@pytest.mark.parametrize(
    ("old_ranges", "new_ranges", "names"),
    [
        ([(3, 3)], [(3, 3)], {"Invoice": 1, "Invoice.total": 2}),
        ([(8, 9)], [(8, 9)], {"come": 8, "gone": None}),
        ([(3, 3)], [(3, 2)], {"Invoice": 1, "Invoice.total": 2}),
        ([(7, 6)], [(7, 7)], {}),
        ([], [], {}),
    ],
)
def test_symbols_that_meet_a_range(old_ranges, new_ranges, names):
    found = changed(symbols(OLD, "python"), symbols(NEW, "python"), old_ranges, new_ranges)
    assert {one.qualified: one.now and one.now.start_line for one in found} == names


def test_a_new_and_a_deleted_file():
    new = symbols(NEW, "python")
    assert {one.qualified for one in changed((), new, [(0, -1)], [(1, 9)])} == {symbol.qualified for symbol in new}
    assert all(one.now is None for one in changed(new, (), [(1, 9)], [(0, -1)]))

"""Which symbol a selection means. `|` is where it starts, `¦` where it ends."""

from __future__ import annotations

import pytest

from memo_lsp.capture.place import Selection, place_of
from memo_lsp.code.symbols import symbols

BASKET = """\
class Basket:
    def |add(self, item):
        self.items.append(item)

    def clear(self):
        self.items = []
"""


def mark(text: str) -> tuple[str, Selection]:
    start = text.index("|")
    text = text.replace("|", "", 1)
    end = text.find("¦")
    text = text.replace("¦", "", 1)
    before = text[:start].split("\n")
    line = text.split("\n")[len(before) - 1]
    return text, Selection(len(before) - 1, len(before[-1]), line, max(end, start) - start)


CASES = [
    ("python", BASKET, "Basket.add", ()),
    ("python", BASKET.replace("|add", "add").replace("class Basket", "|class Basket"), "Basket", ()),
    ("python", "class |Basket¦:\n    pass\n", "Basket", ()),
    ("python", "class Basket:\n    def add(self):\n        |return prices(1)¦\n", "Basket.add", ()),
    ("python", "class Basket:\n    def add(self):\n        return |prices¦(1)\n", "Basket.add", ("prices",)),
    ("python", "def f():\n    |x = prices()\n    y = 2¦\n", "f", ()),
    ("python", "数据处理(x)\n|数据处理¦(x)\n", "数据处理", ()),
    ("python", 'x = "😋"; |total¦ = 1\n', "total", ()),
    ("python", "|résumé_total = 1\n", "résumé_total", ()),
    ("python", "|\nx = 1\n", None, ()),
    ("css", ".|kebab-case-id { color: red }\n", "kebab-case-id", ()),
    ("go", "func |Add(a int) int {\n", "Add", ()),
    (None, "plain |words\n", "words", ()),
]


@pytest.mark.parametrize(("language", "marked", "symbol", "mentions"), CASES)
def test_place(language: str | None, marked: str, symbol: str | None, mentions: tuple[str, ...]):
    text, selection = mark(marked)
    place = place_of("src/a", selection, symbols(text, language), language)
    assert (place.anchor.path, place.anchor.symbol, place.mentions) == ("src/a", symbol, mentions)


def test_an_anchor_on_a_symbol_knows_its_hash_and_line():
    text, selection = mark(BASKET)
    anchor = place_of("a.py", selection, symbols(text, "python"), "python").anchor
    assert anchor.line == 2
    assert anchor.hash is not None


def test_without_a_selection_the_file_is_the_place():
    place = place_of("gro\u0308ssen.py", None, (), "python")
    assert (place.anchor.path, place.anchor.symbol) == ("grössen.py", None)

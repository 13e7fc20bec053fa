from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.code.symbols import LONGEST_FILE, LONGEST_LINE, at, enclosing, outline, symbols, touched

PYTHON = """import os

total = 1
a, (b, c) = 1, (2, 3)
limit: int = 3


@decorated
class Outer(Base):
    size = 2

    def method(self):
        local = 1
        def inner():
            return local
        return inner

    class Inner:
        async def deep(self): pass

if os.name:
    def chosen(): pass
else:
    try:
        other = lambda: 1
    except E:
        def rescued(): pass
type Alias = int
os.x = 2
"""
JAVASCRIPT = """export default class Basket {
  add() { const seen = 1; const helper = () => seen; }
  remove = () => 1;
  static size = 2;
}
export const f = async () => {}, g = 1;
module.exports.h = function () {};
const api = { get() {}, put: function () {}, x: 1 };
function* gen() {}
Basket.prototype.clear = function () {};
if (x) { function maybe() {} }
var Klass = class { m() {} };
"""
TYPESCRIPT = """export interface Shape { area(): number }
type Id = string;
enum Colour { Red }
namespace Shop.Front { export function open() {} }
abstract class Base { abstract run(): void; private act = () => 1; go(): void {} }
export declare const flag: boolean;
function over(a: string): void;
function over(a: any) {}
"""
TSX = """const Card: React.FC = () => {
  const onClick = () => 1;
  return <div onClick={onClick}>hello</div>;
};
export default function () {}
"""


def check(source: str, language: str, wanted: str) -> None:
    found = [
        f"{symbol.qualified}:{symbol.kind}:{symbol.start_line}-{symbol.end_line}"
        for symbol in symbols(source, language)
    ]
    assert found == wanted.split()


@pytest.mark.parametrize(
    ("source", "language", "wanted"),
    [
        (
            PYTHON,
            "python",
            "total:variable:3-3 a:variable:4-4 b:variable:4-4 c:variable:4-4 limit:variable:5-5 Outer:class:8-19 "
            "Outer.method:method:12-16 Outer.method.inner:function:14-15 Outer.Inner:class:18-19 "
            "Outer.Inner.deep:method:19-19 chosen:function:22-22 other:function:25-25 rescued:function:27-27 "
            "Alias:type:28-28",
        ),
        (
            JAVASCRIPT,
            "javascript",
            "Basket:class:1-5 Basket.add:method:2-2 Basket.add.helper:function:2-2 Basket.remove:method:3-3 "
            "f:function:6-6 g:variable:6-6 h:function:7-7 api:variable:8-8 api.get:method:8-8 api.put:method:8-8 "
            "gen:function:9-9 Basket.clear:function:10-10 maybe:function:11-11 Klass:class:12-12 Klass.m:method:12-12",
        ),
        (
            TYPESCRIPT,
            "typescript",
            "Shape:interface:1-1 Shape.area:method:1-1 Id:type:2-2 Colour:enum:3-3 Shop.Front:namespace:4-4 "
            "Shop.Front.open:function:4-4 Base:class:5-5 Base.run:method:5-5 Base.act:method:5-5 Base.go:method:5-5 "
            "flag:variable:6-6 over:function:7-7 over:function:8-8",
        ),
        (TSX, "typescriptreact", "Card:function:1-4 Card.onClick:function:2-2 default:function:5-5"),
        ("def f(): pass", "brainfuck", ""),
        ("", "python", ""),
    ],
)
def test_symbols(source: str, language: str, wanted: str) -> None:
    check(source, language, wanted)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_lines_and_offsets_are_those_of_the_text(newline: str, mark: str) -> None:
    source = mark + newline.join(
        ["résumé = '😋'", "", "class Ä:", "    # 数据", "    def 数(self):", "        return 'é'", ""]
    )
    found = symbols(source, "python")
    assert [(symbol.qualified, symbol.start_line, symbol.end_line) for symbol in found] == [
        ("résumé", 1, 1),
        ("Ä", 3, 6),
        ("Ä.数", 5, 6),
    ]
    assert source[found[0].start : found[0].end] == "résumé = '😋'"
    assert source[found[2].start : found[2].end] == f"def 数(self):{newline}        return 'é'"
    assert symbols(source.encode(), "python") == found


def test_names_are_composed() -> None:
    assert symbols("re\u0301sume\u0301 = 1", "python")[0].qualified == "résumé"


@pytest.mark.parametrize(
    "source", ["x = 1\n" + "#" * (LONGEST_LINE + 1), "x = 1\n" * (LONGEST_FILE // 6 + 1)], ids=["line", "file"]
)
def test_what_is_too_long_is_not_looked_at(source: str) -> None:
    assert outline(source, "python") is None
    assert symbols(source, "python") == ()


def test_a_half_typed_file_says_that_it_is() -> None:
    found = outline("def f(:\n    pass\n\n\ndef whole():\n    return 1\n", "python")
    assert found is not None
    assert found.broken
    assert at(found.symbols, "whole") is not None
    assert not outline(PYTHON, "python").broken  # type: ignore[union-attr]


def test_deep_nesting_is_no_trouble() -> None:
    assert symbols("[" * 3000 + "]" * 3000, "javascript") == ()
    deep = "\n".join("    " * depth + f"if x{depth}:" for depth in range(300)) + "\n" + "    " * 300 + "def f(): pass"
    assert [symbol.name for symbol in symbols(deep, "python")] == ["f"]


@given(st.text(alphabet=st.sampled_from("def class:(x)=\n \t{}'\"é😋\x00\r"), max_size=80))
def test_any_text_gives_symbols_or_none(text: str) -> None:
    for language in ("python", "typescriptreact"):
        for symbol in symbols(text, language):
            assert 0 <= symbol.start <= symbol.end <= len(text)
            assert 1 <= symbol.start_line <= symbol.end_line
            assert symbol.hash


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (15, ["Outer.method.inner", "Outer.method", "Outer"]),
        (19, ["Outer.Inner.deep", "Outer.Inner", "Outer"]),
        (2, []),
    ],
)
def test_enclosing_is_innermost_first(line: int, names: list[str]) -> None:
    assert [symbol.qualified for symbol in enclosing(symbols(PYTHON, "python"), line)] == names


@pytest.mark.parametrize(
    ("name", "line", "found"),
    [
        ("Outer.method", None, 12),
        ("method", 1, 12),
        ("over", 8, 8),
        ("over", 6, 7),
        ("over", None, 7),
        ("nothing", 3, None),
    ],
)
def test_at(name: str, line: int | None, found: int | None) -> None:
    source, language = (TYPESCRIPT, "typescript") if name == "over" else (PYTHON, "python")
    symbol = at(symbols(source, language), name, line)
    assert (symbol.start_line if symbol else None) == found


@pytest.mark.parametrize(
    ("ranges", "names"),
    [
        ([(3, 3)], "total"),
        ([(8, 8)], "Outer"),  # the decorator
        ([(1, 2)], ""),
        ([(16, 18), (22, 22)], "Outer Outer.method Outer.Inner chosen"),
        ([(5, 4)], ""),  # an empty hunk
    ],
)
def test_touched(ranges: list[tuple[int, int]], names: str) -> None:
    assert [symbol.qualified for symbol in touched(symbols(PYTHON, "python"), ranges)] == names.split()

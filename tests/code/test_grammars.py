"""What each grammar finds in a file as people write it: nesting, generics, overloads, attributes, lambdas in constants.

`samples/` holds one file a language; a space in a name is written `_`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from memo_lsp.code.grammars import GRAMMARS
from memo_lsp.code.languages import grammar, language_of
from memo_lsp.code.symbols import at, outline, symbols

SAMPLES = Path(__file__).parent / "samples"
WANTED = {
    "basket.c": """
        MAX:variable:2-2 SQUARE:function:3-3 Node:class:4-4 node:class:4-4 point:class:5-5 both:class:6-6
        colour:enum:7-7 handler:type:8-8 total:variable:9-9 other:variable:9-9 table:variable:10-10
        declared:variable:11-11 proto:function:12-12 push:function:13-13 get:function:14-14 maybe:function:16-16
        maybe:function:18-18
    """,
    "basket.cpp": """
        shop.front:namespace:1-23 shop.front.Basket:class:2-17 shop.front.Basket.Basket:method:6-6
        shop.front.Basket.~Basket:method:7-7 shop.front.Basket.size:method:9-9
        shop.front.Basket.operator==:method:10-10 shop.front.Basket.operator_bool:method:11-11
        shop.front.Basket.Inner:class:13-13 shop.front.Basket.Inner.go:method:13-13
        shop.front.Basket.Colour:enum:14-14 shop.front.Basket.add:method:18-19
        shop.front.Basket.add.f:function:19-19 shop.front.free_function:function:20-20 shop.front.Id:type:21-21
        shop.front.twice:function:22-22 hidden:function:24-24 Basket.Basket:method:25-25 Basket.~Basket:method:26-26
        operator<<:function:27-27 shop.Other.name:method:28-28 c_function:function:29-29 c_defined:function:29-29
        spec:function:30-30 C:type:31-31 Basket.count:variable:32-32
    """,
    "Basket.cs": """
        Basket:class:3-23 Basket.Total:method:7-7 Basket.Twice:method:8-8 Basket.f:method:10-10
        Basket.Basket:method:11-11 Basket.~Basket:method:12-12 Basket.Add:method:13-13
        Basket.Add.Local:function:13-13 Basket.Add:method:14-14 Basket.Go:method:15-15
        Basket.operator_==:method:16-16 Basket.this:method:17-17 Basket.Colour:enum:18-18 Basket.Point:class:19-19
        Basket.Point.Point:method:19-19 Basket.Rec:class:20-20 Basket.Rec.B:method:20-20 Basket.Handler:type:21-21
        Basket.IInner:interface:22-22 Basket.IInner.M:method:22-22 C:class:24-24
    """,
    "basket.go": """
        Limit:variable:6-6 Red:variable:9-9 Green:variable:10-10 basket:variable:13-13 total:variable:13-13
        Colour:type:15-15 Stack:class:17-19 Shape:interface:21-24 Shape.Area:method:22-22 ID:type:27-27
        Handler:type:28-28 Stack.Push:method:32-36 Stack.Push.helper:function:33-33 Colour.String:method:38-38
        Map:function:40-42 handler:function:44-44
    """,
    "Basket.java": """
        Basket:class:5-20 Basket.twice:method:9-9 Basket.Basket:method:11-11 Basket.Basket:method:12-12
        Basket.add:method:13-14 Basket.add.Local:class:14-14 Basket.add.Local.m:method:14-14 Basket.add:method:15-15
        Basket.Inner:interface:16-16 Basket.Inner.go:method:16-16 Basket.Inner.x:method:16-16
        Basket.Colour:enum:17-17 Basket.Colour.RED.v:method:17-17 Basket.Colour.v:method:17-17
        Basket.Point:class:18-18 Basket.Point.Point:method:18-18 Basket.Point.len:method:18-18
        Basket.Note:interface:19-19 Basket.Note.value:method:19-19
    """,
    "Basket.kt": """
        Basket:class:5-38 Basket.add:method:15-19 Basket.add.local:function:16-16 Basket.add.f:function:17-17
        Basket.of:method:23-23 Basket.Inner:class:26-28 Basket.Inner.go:method:27-27 Basket.Colour:enum:30-37
        Basket.Colour.RED.f:method:32-32 Basket.Colour.f:method:36-36 Other:class:40-44 Other.Factory:class:41-43
        Other.Factory.make:method:42-42 Shape:interface:46-48 Shape.area:method:47-47 S:interface:50-50
        Registry:class:52-54 Registry.register:method:53-53 String.shout:function:56-56 List.second:function:58-58
        Shop.Basket.ext:function:60-60 String.last:variable:62-63 twice:function:65-65 thrice:function:66-66
        LIMIT:variable:67-67 Id:type:68-68 top:function:70-70 Handler:interface:72-74 Handler.handle:method:73-73
    """,
    "basket.lua": """
        M:variable:1-1 M.limit:variable:2-2 total:variable:3-3 other:variable:3-3 M.add:function:4-4
        M.remove:method:5-5 M.remove.helper:function:5-5 hidden:function:6-6 global:function:7-7 M.f:function:8-8
        twice:function:9-9 M.sub:variable:10-10 M.sub.go:method:10-10 M.a.b.c:function:11-11
    """,
    "basket.php": """
        LIMIT:variable:4-4 Basket:class:6-16 Basket.__construct:method:12-12 Basket.add:method:13-13
        Basket.add.$f:function:13-13 Basket.add.$g:function:13-13 Basket.go:method:14-14 Basket.build:method:15-15
        Shape:interface:17-17 Shape.area:method:17-17 Loggable:class:18-18 Loggable.log:method:18-18
        Colour:enum:19-19 Colour.label:method:19-19 top:function:20-20 top.nested:function:20-20
        $handler:function:21-21 $arrow:function:22-22 $total:variable:23-23 f:function:24-24
    """,
    "basket.rb": """
        Shop:namespace:1-26 Shop.Front:namespace:2-25 Shop.Front.Basket:class:3-24
        Shop.Front.Basket.initialize:method:8-8 Shop.Front.Basket.add:method:9-11 Shop.Front.Basket.==:method:12-12
        Shop.Front.Basket.empty?:method:13-13 Shop.Front.Basket.build:method:14-14
        Shop.Front.Basket.open:method:16-16 Shop.Front.Basket.secret:method:19-19
        Shop.Front.Basket.helper:method:22-22 Shop.Other:class:27-29 Shop.Other.go:method:28-28 Point:class:30-32
        Point.len:method:31-31 LIMIT:variable:33-33 handler:function:34-34 top:function:35-35
    """,
    "basket.rs": """
        shop:namespace:2-18 shop.Basket:class:5-6 shop.Basket.add:method:9-9 shop.Basket.inner:method:10-10
        shop.Basket.inner.nested:function:10-10 shop.Basket.inner.c:function:10-10 shop.Basket.fmt:method:13-13
        shop.Shape:interface:15-15 shop.Shape.area:method:15-15 shop.Shape.name:method:15-15 shop.Colour:enum:16-16
        shop.U:class:17-17 LIMIT:variable:19-19 RATE:variable:20-20 Id:type:21-21 square:function:22-22
        works:function:23-24 abs:function:25-25 Vec.area:method:26-26 Foo.go:method:27-27
    """,
    "basket.sh": """
        LIMIT:variable:2-2 RATE:variable:3-3 PATH_X:variable:4-4 local_x:function:6-6 build:function:7-10
        build.inner:function:9-9 with_parens:function:11-11 maybe:function:13-13 build-all:function:15-15
        arr:variable:17-17
    """,
}
SIGNATURES = {
    "basket.go": {"Stack.Push": "func (s *Stack[T]) Push(item T)", "Stack": "Stack[T any] struct", "Limit": ""},
    "basket.rs": {"shop.Basket.add": "pub fn add(&mut self, item: T) -> &mut Self", "works": "fn works()"},
    "Basket.java": {
        "Basket": "public class Basket<T extends Item> implements Shape",
        "Basket.add": "public <R> R add(T item)",
    },
    "basket.c": {"push": "static inline Node *push(Node *n, int v)", "proto": "int proto(int a)"},
    "basket.cpp": {"shop.front.Basket.add": "template <typename T> void Basket<T>::add(const T& item)"},
    "Basket.cs": {"Basket.Total": "public int Total", "Basket": "public class Basket<T> : IShape where T : new()"},
    "basket.rb": {"Shop.Front.Basket.build": "def self.build(*args)", "Shop.Other": "class Shop::Other"},
    "basket.php": {"Basket.add": "public function add(Item $item): static"},
    "basket.lua": {"M.add": "function M.add(item)", "twice": "local twice = function(x)"},
    "Basket.kt": {"List.second": "fun <T> List<T>.second(): T", "String.shout": "fun String.shout(): String"},
    "basket.sh": {"build": "function build"},
}


def check(name: str, wanted: str) -> None:
    language = language_of(name)
    found = outline((SAMPLES / name).read_text("utf-8"), language)
    assert found is not None
    assert not found.broken
    told = [f"{one.qualified.replace(' ', '_')}:{one.kind}:{one.start_line}-{one.end_line}" for one in found.symbols]
    assert told == wanted.split()


@pytest.mark.parametrize("name", sorted(WANTED))
def test_symbols_of_a_real_file(name: str) -> None:
    check(name, WANTED[name])


@pytest.mark.parametrize("name", sorted(SIGNATURES))
def test_signatures_stand_on_one_line(name: str) -> None:
    found = symbols((SAMPLES / name).read_text("utf-8"), language_of(name))
    told = {qualified: at(found, qualified) for qualified in SIGNATURES[name]}
    assert {qualified: one and one.signature for qualified, one in told.items()} == SIGNATURES[name]


def test_there_is_a_sample_of_every_language() -> None:
    tested_elsewhere = {"python", "javascript", "javascriptreact", "typescript", "typescriptreact"}
    assert {language_of(name) for name in WANTED} | tested_elsewhere == set(GRAMMARS)
    assert {path.name for path in SAMPLES.iterdir()} == set(WANTED)


@pytest.mark.parametrize("language", sorted(GRAMMARS))
@pytest.mark.parametrize("source", ["", "\n", "}}}", "def (", "\ufeff", "class \x00 {"])
def test_nothing_raises_on_what_does_not_parse(language: str, source: str) -> None:
    found = outline(source, language)
    assert found is not None
    assert all(symbol.name and symbol.hash for symbol in found.symbols)


@pytest.mark.parametrize(
    ("language", "source", "name", "line"),
    [
        ("c", "int push(int v);\n\nint push(int v) { return v; }\n", "push", 3),
        ("c", "int push(int v);\n", "push", 1),
        ("cpp", "struct A { void go(); };\nvoid A::go() {}\n", "A.go", 2),
        ("cpp", "struct A {\n  void go();\n};\n", "A.go", 2),
        ("c", "void f(void) {\n  int g(int);\n}\n", "g", None),
    ],
)
def test_a_declaration_gives_way_to_the_definition(language: str, source: str, name: str, line: int | None) -> None:
    found = [symbol for symbol in symbols(source, language) if symbol.qualified == name]
    assert [symbol.start_line for symbol in found] == ([line] if line else [])


def test_attributes_belong_to_what_they_stand_before() -> None:
    source = "#[derive(Debug)]\n#[serde(rename)]\n// why\nstruct A;\nfn f() {}\n"
    assert [(symbol.name, symbol.start_line) for symbol in symbols(source, "rust")] == [("A", 1), ("f", 5)]


def test_every_grammar_is_there() -> None:
    assert all(grammar(language) for language in GRAMMARS)

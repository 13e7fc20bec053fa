from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.identifiers import (
    code_tokens,
    contains_identifier,
    identifier_at,
    identifiers_in,
    is_code_shaped,
    is_version,
    keywords,
    nfc,
    split_humps,
    written_as_code,
)

ANY = (None, "python", "css", "cpp", "ruby", "php", "clojure", "typescript")


def check(line: str, column: int, language: str | None, text: str | None, whole: str | None = None) -> None:
    found = identifier_at(line, column, language)
    if text is None:
        assert found is None
        return
    assert found is not None
    assert (found.text, found.whole) == (text, whole or text)
    assert nfc(line[found.start : found.end]) == text


@pytest.mark.parametrize(
    ("line", "column", "language", "text", "whole"),
    [
        ("self.items", 1, "python", "self", "self.items"),
        ("self.items", 4, "python", "self", "self.items"),
        ("self.items", 5, "python", "items", "self.items"),
        ("self.items", 10, "python", "items", "self.items"),
        ("a.b.c(d.e)", 2, "python", "b", "a.b.c"),
        ("a.b.c(d.e)", 8, "python", "e", "d.e"),
        ('x = "😋"; total = 1', 9, "python", "total", None),
        ('x = "😋"; total = 1', 8, "python", None, None),
        ("total = 1", 5, "python", None, None),  # just behind it, on a space
        ("total", 5, "python", "total", None),  # just behind it, at the line's end
        ("total(x)", 5, "python", "total", None),
        ("résumé_total = 1", 3, "python", "résumé_total", None),
        ("re\u0301sume\u0301_total = 1", 3, "python", "résumé_total", None),
        ("数据处理(x)", 2, "python", "数据处理", None),
        ("हिन्दी_नाम = 1", 2, "python", "हिन्दी_नाम", None),
        (".kebab-case-id { }", 7, "css", "kebab-case-id", None),
        ("--main-color: red", 0, "css", "--main-color", None),
        ("a-b", 0, "python", "a", None),
        ("$x = 1", 0, "php", "$x", None),
        ("$x = 1", 1, None, "$x", None),
        ("echo $x", 6, "shellscript", "x", None),
        ("std::vector<int> a", 5, "cpp", "vector", "std::vector"),
        ("std::vector<int> a", 0, "cpp", "std", "std::vector"),
        ("p->next->value", 3, "c", "next", "p->next->value"),
        ("a?.b", 3, "typescript", "b", "a.b"),
        ("x.empty? && y", 3, "ruby", "empty?", "x.empty?"),
        ("x!=y", 0, "ruby", "x", None),
        ("@items << 1", 1, "ruby", "@items", None),
        ("(my-fn? x)", 3, "clojure", "my-fn?", None),
        ("0x1f + a", 2, "python", None, None),
        ("1e5", 1, "python", None, None),
        ("", 0, "python", None, None),
        ("   ", 1, "python", None, None),
        ("a", 5, "python", None, None),
        ("a", -1, "python", None, None),
    ],
)
def test_the_identifier_under_the_cursor(
    line: str, column: int, language: str | None, text: str | None, whole: str | None
) -> None:
    check(line, column, language, text, whole)


def test_a_minified_line_is_looked_at_only_around_the_cursor() -> None:
    check("x" * 1_000_000 + " total;" + "y" * 1_000_000, 1_000_003, "javascript", "total")


@given(st.text(max_size=60), st.integers(-2, 70), st.sampled_from(ANY))
def test_any_line_and_column_is_fine(line: str, column: int, language: str | None) -> None:
    found = identifier_at(line, column, language)
    if found is not None:
        assert found.start <= column <= found.end
        assert not any(char.isspace() for char in found.text)


CODE = """getPrice HTTPBody GitHub API_KEY src/a.py std::vector a.b.c __init__ _x foo_ iPhone получитьЦену Basket.add
getPrice() Invoice.total, README.md x_1 useState fooBAR v2_final node.js"""
PLAIN = """price API APIs URLs plain end. v1.2.3 3.11 1.0rc1 2.x 3.11.7-dev e.g. i.e. risk-based utf8 sha256 C++
2026-07-03 1/2 24/7 500 ... --flag 数据处理 don't Price"""


@pytest.mark.parametrize("token", CODE.split())
def test_code_shaped(token: str) -> None:
    assert is_code_shaped(token)


@pytest.mark.parametrize("token", PLAIN.split())
def test_not_code_shaped(token: str) -> None:
    assert not is_code_shaped(token)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("get_effective_contract_price rounding", ("get_effective_contract_price",)),
        ("Why does Invoice.total round? See src/billing.py.", ("Invoice.total", "src/billing.py")),
        ("getX-based, v1.2, e.g. std::vector and my-lib/price.py", ("getX", "std::vector", "my-lib/price.py")),
        ("the API of 3.11 is fine", ()),
        ("", ()),
    ],
)
def test_code_tokens(text: str, tokens: tuple[str, ...]) -> None:
    assert code_tokens(text) == tokens


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("parseHTTPBody", "parse http body"),
        ("HTTPBody", "http body"),
        ("get_effective_contract_price", "get effective contract price"),
        ("std::vector/x-y.z", "std vector x y z"),
        ("getV2Price", "get v2 price"),
        ("sha256Sum", "sha256 sum"),
        ("3rdParty", "3rd party"),
        ("listURLs", "list urls"),
        ("получитьЦену", "получить цену"),
        ("数据Total", "数据 total"),
        ("...", ""),
    ],
)
def test_split_humps(name: str, parts: str) -> None:
    assert split_humps(name) == tuple(parts.split())


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("Basket.add rounds", "Basket.add Basket add rounds", "basket ad Basket.ad"),
        ("see std::vector", "std::vector vector std", "vec"),
        ("A.B.c()", "A.B.c A B c A.B B.c", "A.c"),
        ("total_price and subtotal", "total_price subtotal", "total price"),
        ("the pre-commit hook", "pre-commit hook", "commit pre"),
        ("getPrice-based rules", "getPrice-based getPrice", "based"),
        ("kebab-case-id is the banner", "kebab-case-id banner", "case kebab"),
        ("in src/shop/basket.py", "src/shop/basket.py basket.py basket shop/basket.py", "bask"),
        ("my-lib/price.py", "my-lib/price.py my-lib price", "lib my"),
        ("$x holds it", "$x x", "y"),
        ("re\u0301sume\u0301_total", "résumé_total", "resume_total"),
        ("重跑gen_itgc后", "重跑gen_itgc后", "gen"),
        ("a->b", "a->b a b", "ab"),
    ],
)
def test_identifiers_in(text: str, inside: str, outside: str) -> None:
    names = identifiers_in(text)
    assert [name for name in inside.split() if not contains_identifier(names, name)] == []
    assert [name for name in outside.split() if contains_identifier(names, name)] == []


@given(st.text())
def test_any_text_has_identifiers_or_none(text: str) -> None:
    assert all(name for name in identifiers_in(text))
    assert set(code_tokens(text)) <= {token for token in code_tokens(text) if is_code_shaped(token)}
    split_humps(text)


@pytest.mark.parametrize(("version", "is_one"), [("1.2.3", True), ("v2", True), ("2.x", True), ("a1", False)])
def test_is_version(version: str, is_one: bool) -> None:
    assert is_version(version) is is_one


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("python", "self cls None True match def"),
        ("javascriptreact", "this super undefined const"),
        ("typescript", "interface readonly this"),
        ("cpp", "nullptr this template int"),
        ("ruby", "self nil end"),
        ("php", "$this fn"),
        ("go", "nil func"),
        ("rust", "Self crate"),
        ("kotlin", "val fun"),
        ("shellscript", "fi done"),
        ("css", "important"),
        ("lua", "local nil"),
        ("csharp", "namespace"),
        ("java", "null"),
        ("c", "sizeof"),
    ],
)
def test_keywords(language: str, words: str) -> None:
    assert set(words.split()) <= keywords(language)


def test_an_unknown_language_has_no_keywords() -> None:
    assert keywords(None) == keywords("brainfuck") == frozenset()


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("The value of a test is what it holds apart", False),
        ("A value. Then another, of value", False),
        ("`value` is read twice", True),
        ("`if value is None` says it", True),
        ("call value() once", True),
        ("value = 3 by default", True),
        ("value=3", True),
        ("self.value is stale", True),
        ("value.strip() comes first", True),
        ("src/value.py moved", True),
        ("core::value", True),
        ("evaluate(), values(), `revalue`", False),
        ("", False),
    ],
)
def test_a_plain_word_as_an_identifier(text: str, want: bool) -> None:
    assert written_as_code("value", text) is want

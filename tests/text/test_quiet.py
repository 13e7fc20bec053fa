"""Comments and literals of source texts: a mark `‹…›` around what must be quiet, everything else must speak."""

from __future__ import annotations

import re

import pytest

from memo_lsp.text.quiet import quiet

CASES = [
    ("python", 'x = ‹"😋"›; total = 1 ‹# plain words›\ny'),
    ("python", 'def f():\n    ‹"""doc\n    of it"""›\n    return g(‹\'a\\\'b\'›)'),
    ("python", "f‹\"a {›total‹} b\"› + r‹'x'›"),
    ("python", "‹'not closed›\nname"),
    ("javascript", "let a = ‹`x ${›b‹} y`›; ‹// c›\n‹/* d\n e */› f(‹'g'›)"),
    ("typescript", "a / b / c"),
    ("css", ".kebab-case-id { color: red ‹/* why */› }"),
    ("lua", "‹--[[ long\n x]]› a ‹-- b›\nc = ‹'d'› - 3"),
    ("rust", "fn f<'a>(x: &'a str) -> char { ‹'y'› } ‹// z›"),
    ("shellscript", 'echo $# ‹# words›\nname=‹"v"›'),
    ("go", "a := ‹`raw\nstring`› + b"),
    ("sql", "select a ‹-- why›\nfrom b where c = ‹'d'›"),
    ("unheard-of", "any 'thing' # goes"),
]


@pytest.mark.parametrize(("language", "marked"), CASES)
def test_quiet(language: str, marked: str):
    text = re.sub("[‹›]", "", marked)
    found = quiet(text, language)
    shown, open_ = "", False
    for offset, char in enumerate(text):
        if (found.kind(offset) is not None) != open_:
            shown += "›" if open_ else "‹"
            open_ = not open_
        shown += char
    assert shown + ("›" if open_ else "") == marked


def test_kinds():
    found = quiet('a = "b"  # c', "python")
    assert [found.kind(offset) for offset in (0, 4, 6, 9)] == [None, "literal", "literal", "comment"]


@pytest.mark.parametrize("language", ["markdown", "plaintext"])
def test_prose_is_one_comment(language: str):
    assert quiet("any words", language).kind(4) == "comment"

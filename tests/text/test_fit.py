"""What of a title fits, in every script."""

from __future__ import annotations

import unicodedata
from xml.dom import minidom
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.fit import fitted, from_right, plain, width

FAMILY = "👩\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("one line", "one line"),
        ("  two\n\tlines ", "two lines"),
        ("bell\x07 and \x1b[31m", "bell� and �[31m"),
        ("\u202eturned\u202c", "�turned�"),
        ("half \ud800", "half �"),
        ("", ""),
    ],
)
def test_plain(text: str, want: str):
    assert plain(text) == want


@pytest.mark.parametrize(
    ("text", "most", "want"),
    [
        ("short", 10, "short"),
        ("", 1, ""),
        ("a title that is long", 5, "a title t…"),
        ("請求書の合計は最後に", 4, "請求…"),
        (FAMILY * 4, 4, FAMILY * 2 + "…"),
        ("🇩🇪🇯🇵🇫🇷", 3, "🇩🇪…"),
        ("e\u0301" * 9, 3, "e\u0301" * 3 + "…"),
        ("👍🏽👍🏽👍🏽", 3, "👍🏽…"),
        ("word another", 4.1, "word…"),
        ("wide", 0, "…"),
    ],
)
def test_fitted(text: str, most: float, want: str):
    assert fitted(text, most) == want


@pytest.mark.parametrize(
    ("text", "want"),
    [("إعادة", True), ("שגיאה in it", True), ("1. שגיאה", True), ("an שגיאה", False), ("", False), ("12", False)],
)
def test_from_right(text: str, want: bool):
    assert from_right(text) == want


def test_wide_scripts_are_wide():
    assert width("ii") < width("nn") < width("WW") < width("請求") < width("🎉🎉")
    assert width(FAMILY) == width("🎉") and width("e\u0301") == width("e")


@given(st.text(), st.floats(0, 40))
def test_whatever_is_written_fits(text: str, most: float):
    line = plain(text)
    minidom.parseString(f"<a>{escape(line)}</a>".encode())
    found = fitted(line, most)
    assert found == line or (found.endswith("…") and line.startswith(found[:-1]))
    assert width(found) <= max(most, width("…")) + 1e-9
    rest = line[len(found) - 1 :]
    assert found == line or not rest or unicodedata.category(rest[0]) not in ("Mn", "Me")

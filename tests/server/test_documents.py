"""Open documents: positions and edits by the protocol's rules, in every encoding."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.server.documents import Document, Documents, split
from memo_lsp.text.lines import LineTable, apply_change

ENCODINGS = ("utf-8", "utf-16", "utf-32")
TEXTS = st.text(st.sampled_from("ab é😋\n\r\x0c\u2028"), max_size=24)


def document(text: str, uri: str = "file:///w/a.py") -> Document:
    return Document.of(uri, "python", 1, text)


def edit(start: tuple[int, int], end: tuple[int, int], text: str) -> SimpleNamespace:
    at = [SimpleNamespace(line=line, character=character) for line, character in (start, end)]
    return SimpleNamespace(range=SimpleNamespace(start=at[0], end=at[1]), text=text)


@given(TEXTS)
def test_lines_join_to_the_text(text: str):
    assert "".join(split(text)) == text
    table = LineTable(text)
    assert [line.rstrip("\r\n") for line in split(text)] == table.lines()[: len(split(text))]


@given(TEXTS, TEXTS, st.data())
def test_an_edit_is_the_edit_of_the_whole_text(text: str, new: str, data: st.DataObject):
    encoding = data.draw(st.sampled_from(ENCODINGS))
    places = st.tuples(st.integers(0, 6), st.integers(0, 12))
    start, end = sorted((data.draw(places), data.draw(places)))
    doc = document(text)
    doc.change(edit(start, end, new), encoding)
    assert doc.text == apply_change(text, start, end, new, encoding)
    assert doc.lines == split(doc.text)


EMOJI = 'x = "😋"; total = 1'


@pytest.mark.parametrize(
    ("encoding", "character", "column"),
    [("utf-16", 10, 9), ("utf-16", 9, 8), ("utf-16", 6, 5), ("utf-8", 12, 9), ("utf-8", 7, 5), ("utf-32", 9, 9)],
)
def test_spots(encoding: str, character: int, column: int):
    spot = document(EMOJI).spot(0, character, encoding)
    assert spot is not None
    assert (spot.column, spot.offset, spot.text) == (column, column, EMOJI)


def test_an_insert_after_an_emoji_moves_what_follows():
    doc = document(EMOJI)
    doc.change(edit((0, 7), (0, 7), "y"), "utf-16")
    assert doc.text == 'x = "😋y"; total = 1'
    spot = doc.spot(0, 11, "utf-16")
    assert spot is not None
    assert doc.text[spot.offset :].startswith("total")


def test_a_change_inside_a_surrogate_pair_does_not_break_it():
    doc = document(EMOJI)
    doc.change(edit((0, 6), (0, 6), "!"), "utf-16")
    assert doc.text == 'x = "!😋"; total = 1'


@pytest.mark.parametrize("odd", ["\x0c", "\u2028", "\x85", "\x0b"])
def test_only_line_ends_end_lines(odd: str):
    doc = document(f"a = '1{odd}'\ndef beta(): pass\n")
    spot = doc.spot(1, 5, "utf-16")
    assert spot is not None
    assert spot.text == "def beta(): pass"


def test_past_the_text_there_is_no_spot():
    assert document("a\n").spot(7, 0, "utf-16") is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [("a\n" * 10, None), ("x" * 5_000_000, "long lines"), ("x = 1\n" * 200_000, "too large"), ("", None)],
)
def test_too_much(text: str, reason: str | None):
    assert document(text).too_much() == reason


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///tmp/a%20b%23c%25/x.py", "/tmp/a b#c%/x.py"),
        ("untitled:Untitled-1", None),
        ("git:/proj/a.py?%7B%22ref%22%3A%22~%22%7D", None),
    ],
)
def test_only_files_have_a_path(uri: str, path: str | None):
    assert document("", uri).path == path


def item(text: str, uri: str = "file:///w/a.py") -> SimpleNamespace:
    return SimpleNamespace(uri=uri, language_id="python", version=1, text=text)


def test_odd_orders_are_tolerated():
    documents = Documents()
    assert documents.change("file:///never.py", 3, [SimpleNamespace(text="x")], "utf-16") is None
    documents.close("file:///never.py")
    documents.open(item("old"))
    documents.open(item("new"))
    found = documents.get("file:///w/a.py")
    assert found is not None
    assert found.text == "new"


def test_a_cell_belongs_to_its_notebook():
    documents = Documents()
    cell = documents.open(item("df_total = 1", "vscode-notebook-cell:/w/n.ipynb#W0"), "file:///w/n.ipynb")
    assert (cell.path, cell.scheme) == ("/w/n.ipynb", "file")
    assert documents.cells("file:///w/n.ipynb") == [cell]

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.lines import LineTable, apply_change, plain_ends

ENCODINGS = ("utf-8", "utf-16", "utf-32")
texts = st.text(alphabet=st.sampled_from("ab \n\r\x0c\x85\u2028é数😋\U0001f9ea\u0301"), max_size=40)
encodings = st.sampled_from(ENCODINGS)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a\nb", ["a", "b"]),
        ("a\r\nb\rc\n", ["a", "b", "c", ""]),
        ("a = 1\n\x0c\ndef beta(): pass\n", ["a = 1", "\x0c", "def beta(): pass", ""]),
        ("s = '\u2028'\nx\x0b\x85y", ["s = '\u2028'", "x\x0b\x85y"]),
        ("\n\r", ["", "", ""]),
    ],
)
def test_lines_end_where_the_protocol_says(text: str, lines: list[str]) -> None:
    table = LineTable(text)
    assert table.lines() == lines
    assert len(table) == len(lines)
    assert [table.line(number) for number in range(len(lines))] == lines


EMOJI = 'x = "😋"; total = 1'


@pytest.mark.parametrize(
    ("character", "encoding", "offset"),
    [
        (10, "utf-16", 9),
        (9, "utf-16", 8),
        (6, "utf-16", 5),  # inside the pair: its start
        (7, "utf-16", 6),
        (9, "utf-32", 9),
        (12, "utf-8", 9),
        (6, "utf-8", 5),
        (8, "utf-8", 5),
        (9, "utf-8", 6),
        (99, "utf-16", 18),
        (-1, "utf-16", 0),
    ],
)
def test_columns_count_in_the_agreed_units(character: int, encoding: str, offset: int) -> None:
    assert LineTable(EMOJI).offset(0, character, encoding) == offset


@pytest.mark.parametrize(("line", "character", "offset"), [(-1, 5, 0), (7, 0, 5), (0, 9, 2), (1, 9, 5), (0, 2, 2)])
def test_positions_outside_clamp(line: int, character: int, offset: int) -> None:
    assert LineTable("ab\ncd").offset(line, character, "utf-16") == offset


def test_an_offset_within_a_line_end_is_the_end_of_the_text_before_it() -> None:
    table = LineTable("ab\r\ncd")
    assert [table.position(offset, "utf-16") for offset in (-3, 2, 3, 4, 99)] == [
        (0, 0),
        (0, 2),
        (0, 2),
        (1, 0),
        (1, 2),
    ]


@given(texts, encodings)
def test_every_offset_comes_back(text: str, encoding: str) -> None:
    table = LineTable(text)
    assert "".join(table.lines()) == text.replace("\r", "").replace("\n", "")
    for offset in range(len(text) + 1):
        line, character = table.position(offset, encoding)
        back = table.offset(line, character, encoding)
        inside_an_end = text[back:offset] == "\r" and text[offset : offset + 1] == "\n"
        assert back == offset or inside_an_end


@given(texts, encodings, st.integers(0, 5), st.integers(0, 60))
def test_any_position_lands_on_a_character(text: str, encoding: str, line: int, character: int) -> None:
    table = LineTable(text)
    offset = table.offset(line, character, encoding)
    assert 0 <= offset <= len(text)
    again, _ = table.position(offset, encoding)
    assert again == min(line, len(table) - 1)


@given(texts, texts, encodings, st.data())
def test_changes_say_what_slicing_says(text: str, new: str, encoding: str, data: st.DataObject) -> None:
    table = LineTable(text)
    ends = [table.position(data.draw(st.integers(0, len(text))), encoding) for _ in range(2)]
    first, last = sorted(table.offset(*end, encoding) for end in ends)
    assert apply_change(text, ends[0], ends[1], new, encoding) == text[:first] + new + text[last:]


@pytest.mark.parametrize(
    ("start", "end", "new", "wanted"),
    [
        ((0, 7), (0, 7), "y", 'x = "😋y"; total = 1'),
        ((0, 6), (0, 6), "y", 'x = "y😋"; total = 1'),  # inside the pair: nothing is torn apart
        ((0, 5), (0, 7), "🧪🧪", 'x = "🧪🧪"; total = 1'),
        ((0, 10), (0, 15), "sum", 'x = "😋"; sum = 1'),
        ((0, 15), (0, 10), "sum", 'x = "😋"; sum = 1'),
        ((5, 0), (9, 9), "\n", EMOJI + "\n"),
    ],
)
def test_apply_change(start: tuple[int, int], end: tuple[int, int], new: str, wanted: str) -> None:
    assert apply_change(EMOJI, start, end, new, "utf-16") == wanted


def test_lone_surrogates_do_no_harm() -> None:
    table = LineTable("a\ud83d\nb")
    for encoding in ENCODINGS:
        assert table.position(table.offset(1, 0, encoding), encoding) == (1, 0)
        assert table.offset(0, 9, encoding) == 2


def test_plain_ends_forget_how_a_text_travelled() -> None:
    assert plain_ends("\ufeffa\r\nb\rc\n") == plain_ends("a\nb\nc\n") == "a\nb\nc\n"

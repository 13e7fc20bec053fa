from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memo_lsp.text.markdown import escape, plain

HARMLESS = {"text", "softbreak", "hardbreak"}


def shown(markdown: str) -> str:
    """What a renderer shows; it must be nothing but paragraphs of text."""
    lines = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown):
        assert token.type in ("paragraph_open", "paragraph_close", "inline")
        for child in token.children or ():
            assert child.type in HARMLESS, child
            lines.append("\n" if child.type.endswith("break") else child.content)
        lines.append("\n" if token.type == "paragraph_close" else "")
    return "".join(lines)


def words(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize(
    "text",
    [
        "[ok](command:workbench.action.terminal.new) ![p](https://host.invalid/p.png) <img src=x>",
        "# head\n- a\n+ b\n1. c\n2) d\n> q\n===\n---\n***",
        "    code\n\tcode\n```sh\nx\n```\n~~~\n`x`",
        "a | b\n--|--\n1 | 2",
        "[x]: https://host.invalid\n[x]",
        "<script>x</script> <https://host.invalid> &amp; &#65; & <b",
        "__init__ _x_ *b* **c** ~~d~~ snake_case_name a__b",
        "a\\*b\\ c\\",
        "text\n===\nmore\n---",
    ],
)
def test_a_memory_is_shown_as_it_was_written(text: str) -> None:
    assert words(shown(escape(text))) == words(text)


@given(st.text(alphabet=st.sampled_from("ab1 \n\t_*`[]()!<>#-+=|~\\&;:/@.é"), max_size=40))
def test_nothing_comes_of_any_text(text: str) -> None:
    assert words(shown(escape(text))) == words(plain(text))


AUTOLINK = re.compile(r"(?:https?|ftp)://|www\.|mailto:|xmpp:|\w@\w", re.IGNORECASE)


@pytest.mark.parametrize(
    "text", ["https://host.invalid/x", "see WWW.host.invalid", "a.b@host.invalid", "mailto:a@b.c xmpp:a@b.c ftp://x"]
)
def test_no_bare_link_is_left_for_an_autolinker(text: str) -> None:
    assert AUTOLINK.search(text)
    assert not AUTOLINK.search(escape(text))
    assert shown(escape(text)).strip() == text


def test_ordinary_code_words_stay_readable() -> None:
    text = "get_total_price(self) -> std::vector at 12:30, a & b, f(x).y; x != y"
    assert escape(text) == text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("\x1b[31mred\x1b[0m \x1b]0;title\x07x", "red x"),
        ("a\x00b\x07c\x9f", "abc"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("abc\u202edef\u2066", "abcdef"),
        ("tab\tstays", "tab\tstays"),
        ("half \ud83d", "half "),
        ("数据 😋", "数据 😋"),
    ],
)
def test_plain(text: str, wanted: str) -> None:
    assert plain(text) == wanted

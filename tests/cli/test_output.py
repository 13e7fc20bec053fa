"""What reaches the terminal: text without control characters, JSON that any stream can carry."""

from __future__ import annotations

import io
import json
import logging
import re
from typing import Any

import pytest
from rich.text import Text

from memo_lsp.cli.output import Output, clean, forgiving, heard, one_line


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal, or not."""

    def __init__(self, terminal: bool = False, encoding: str = "utf-8"):
        super().__init__(io.BytesIO(), encoding=encoding, newline="\n")
        self._terminal = terminal
        forgiving(self)

    def isatty(self) -> bool:
        return self._terminal

    @property
    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]


def output(terminal: bool = False, encoding: str = "utf-8") -> tuple[Output, Terminal, Terminal]:
    out, err = Terminal(terminal, encoding), Terminal(terminal)
    return Output(False, out, err), out, err


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain, ünïcode 漢字 😋", "plain, ünïcode 漢字 😋"),
        ("\x1b]0;title\x07\x1b[2J", "�]0;title��[2J"),
        ("a\tb\nc", "a\tb\nc"),
        ("a\r\nb\rc", "a\nb�c"),
        ("\x9b31m\x7f\x00", "�31m��"),
        ("abc\u202edef\u2069", "abc�def�"),
    ],
)
def test_clean(raw: str, shown: str) -> None:
    assert clean(raw) == shown
    assert one_line(raw) == " ".join(shown.split())


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
@pytest.mark.parametrize("value", [{"t": "😋 ü \ud83d half"}, [], None, {"n": 1.5}])
def test_json_is_json_on_every_stream(encoding: str, value: Any) -> None:
    out, stream, _ = output(encoding=encoding)
    out.json(value)
    assert json.loads(stream.text) == value
    assert stream.text.count("\n") == 1


def test_json_is_indented_for_a_person() -> None:
    out, stream, _ = output(terminal=True)
    out.json({"a": 1})
    assert stream.text == '{\n  "a": 1\n}\n'


def test_piped_text_has_no_colours_and_is_not_wrapped() -> None:
    out, stream, _ = output()
    out.line("word " * 100, "bold red")
    out.table(("a", "b"), [("x" * 200, "[red]1[/red]"), ("y", "2")], ("b",))
    lines = stream.text.splitlines()
    assert lines[0] == ("word " * 100).rstrip() or lines[0] == "word " * 100
    assert len(lines) == 4 and "\x1b" not in stream.text
    assert "[red]1[/red]" in stream.text
    assert all(line == line.rstrip() for line in lines[1:])


def test_a_terminal_s_width_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    out, stream, _ = output(terminal=True)
    out.line("word " * 30)
    out.table(("a", "b"), [("x" * 100, "1")])
    assert all(len(re.sub(r"\x1b\[[\d;]*m", "", line).rstrip()) <= 40 for line in stream.text.splitlines())


def test_a_long_text_goes_on_below_its_own_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    for text, lines in {
        " 3  a title that is too long": [" 3  a title that is too", "    long"],
        "  30  on that day it was so": ["  30  on that day it was", "      so"],
        "    about this and that and more": ["    about this and that", "    and more"],
        "a text of its own, 3  of it": ["a text of its own, 3  of", "it"],
    }.items():
        out, stream, _ = output(terminal=True)
        out.show(Text(text))
        assert [line.rstrip() for line in stream.text.splitlines()] == lines


def test_a_steady_column_stays_on_one_line() -> None:
    out, stream, _ = output(terminal=True)
    out.table(("when", "what"), [("8 minutes ago", "word " * 40)], steady=("when",))
    assert "8 minutes ago" in stream.text and len(stream.text.splitlines()) > 2


def test_progress_is_silent_on_a_pipe_and_shown_on_a_terminal() -> None:
    for terminal in (False, True):
        out, stream, err = output(terminal)
        with out.progress("reading", "commits") as tell:
            tell(1, 10)
            tell(10, 10)
        assert stream.text == ""
        assert bool(err.text) == terminal


def test_a_log_line_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    def surprise() -> None:
        try:
            raise KeyError("what\nnobody expected")
        except KeyError:
            logging.getLogger("memo_lsp.somewhere").exception("a job failed")

    with heard(debug=False):
        logging.getLogger("memo_lsp.somewhere").warning("the vector leg did not answer")
        surprise()
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert told.startswith("memo-lsp: a job failed: KeyError")
    assert "--debug" in told
    with heard(debug=True):
        surprise()
    assert "Traceback" in capsys.readouterr().err

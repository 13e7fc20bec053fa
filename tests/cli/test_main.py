"""The command line itself: exit codes, the one line on stderr, options, help."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from memo_lsp.cli import main
from memo_lsp.cli.command import Command
from memo_lsp.cli.world import World
from memo_lsp.errors import MemoError, StoreTrouble, UnknownId, UnknownRun, WrongArgument
from tests.cli.conftest import NOW, Memo

DOCS = Path(__file__).parents[2] / "docs"
COMMON = ("--json", "--store", "--project", "--now", "--debug")


def options_of(command: Command) -> list[str]:
    """Every option of a command, the long form of each, and its positionals."""
    parser = main._Parser(prog="x", add_help=False)
    command.options(parser)
    return [action.option_strings[-1] if action.option_strings else str(action.metavar) for action in parser._actions]


@pytest.mark.parametrize("command", main.COMMANDS, ids=lambda command: command.name)
def test_every_command_has_help_and_takes_the_common_options(command: Command, memo: Memo) -> None:
    told = memo(*command.name.split(), "--help")
    assert told.code == 0
    for option in (*COMMON, *options_of(command)):
        assert option in told.out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("no-such-command",), 2),
        (("recall", "--no-such-option"), 2),
        (("config", "--now", "yesterday-ish"), 2),
        (("config", "--js"), 2),  # no guessing at options
        (("recall", "-k", "0"), 2),
        (("recall", "-k", "ten"), 2),
        (("feedback", "x", "meh"), 2),
        (("import",), 2),
        (("import", "carrier-pigeon"), 2),
        (("--help",), 0),
        (("--version",), 0),
        (("config",), 0),
    ],
)
def test_wrong_use_is_exit_2_and_one_line(arguments: tuple[str, ...], code: int, memo: Memo) -> None:
    done = memo(*arguments)
    assert done.code == code
    assert bool(done.err) == bool(code)


@pytest.mark.parametrize(
    ("trouble", "code", "line"),
    [
        (MemoError("the disk is full; free some space"), 1, "memo-lsp: the disk is full; free some space"),
        (StoreTrouble("two\nlines"), 1, "memo-lsp: two lines"),
        (UnknownId("x"), 1, "memo-lsp: no memory has the id 'x'; `memo-lsp timeline` lists the ids there are"),
        (UnknownRun(9), 1, "memo-lsp: no run has the number 9; `memo-lsp runs` lists those there are"),
        (WrongArgument("title", "a memory needs one"), 2, "memo-lsp: title: a memory needs one"),
        (KeyboardInterrupt(), 1, "memo-lsp: stopped; .*stays"),
        (FileNotFoundError(2, "No such file", "/x"), 1, "memo-lsp: /x: No such file"),
        (OSError("odd"), 1, "memo-lsp: odd"),
        (ZeroDivisionError("by\x1b[31m zero"), 1, "memo-lsp: ZeroDivisionError: by.*not expected.*--debug.*"),
    ],
)
def test_whatever_goes_wrong_is_one_line(
    trouble: BaseException, code: int, line: str, memo: Memo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(world: World) -> None:
        raise trouble

    monkeypatch.setattr(main, "COMMANDS", (Command("fail", "fail", fail),))
    done = memo("fail")
    assert (done.code, done.out) == (code, "")
    assert re.fullmatch(line, done.err.strip())
    assert "\x1b" not in done.err
    with pytest.raises(type(trouble)):
        main.run(["fail", "--debug"])


@pytest.mark.parametrize("way", ["raw", "line"])
def test_a_reader_who_leaves_early_is_no_failure(way: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shout(world: World) -> None:
        for _ in range(3_000):
            getattr(world.out, way)("a line nobody reads\n")

    monkeypatch.setattr(main, "COMMANDS", (Command("shout", "shout", shout),))
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        monkeypatch.setattr("sys.stdout", pipe)
        assert main.run(["shout"]) == 0
        pipe.write("still no complaint at the end")


@pytest.mark.parametrize(
    ("environ", "warned"),
    [
        ({}, None),
        ({"MEMO_HOVER_LIMIT": "many"}, "memo.hover.limit = 'many' (environment): wants a whole number"),
        ({"MEMO_RECALL_LOGG": "1"}, "MEMO_RECALL_LOGG: no such setting"),
    ],
)
def test_wrong_settings_are_told_beside_the_result(
    environ: dict[str, str], warned: str | None, memo: Memo, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    config = memo("config", "--json").json
    assert [warned in problem for problem in config["problems"] if warned] == [True] * bool(warned)
    told = memo("topics")
    assert told.code == 0
    assert warned in told.err if warned else told.err == ""


def test_closed_streams_are_no_trouble(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    assert main.run(["remember", "nobody listens"]) == 0
    assert main.run(["show", "no-such-id"]) == 1


def test_config_tells_where_each_value_comes_from(memo: Memo, home: Path) -> None:
    Path("memo.toml").write_text("[hover]\nlimit = 5\n[embed]\nurl = 'http://evil.invalid'\n")
    rows: dict[str, Any] = {row["name"]: row for row in memo("config", "--json").json["settings"]}
    assert (rows["memo.hover.limit"]["value"], rows["memo.hover.limit"]["source"]) == (5, "project")
    assert rows["memo.home"]["source"] == "environment"
    assert (rows["memo.embed.url"]["value"], rows["memo.recall.profile"]["source"]) == (None, "default")
    text = memo("config").out
    assert re.search(r"memo\.hover\.limit +5 +project \(default 3\)", text)
    assert str(home / "store") in text and "may not set this" in text
    assert memo("config", "--store", "elsewhere").out.count(str(home / "work" / "elsewhere")) == 1


def test_config_writes_the_reference(memo: Memo) -> None:
    assert memo("config", "--markdown").out == (DOCS / "settings.md").read_text("utf-8")


def test_the_clock_starts_where_told(memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(main, "COMMANDS", (Command("tick", "tick", lambda world: told.append(world.clock.now())),))
    assert memo("tick", "--now", NOW).code == 0
    assert 0 <= told[0] - 1783069920 < 5

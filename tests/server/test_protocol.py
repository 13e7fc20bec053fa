"""The declaration of commands: what it lets in, what it refuses by name, and that the page says the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memo_lsp.errors import WrongArgument
from memo_lsp.server import protocol, served
from memo_lsp.server.protocol import COMMANDS, Command

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_page_tells_every_command(command: Command):
    assert command.row in PAGE


def test_the_page_tells_no_other_commands():
    assert PAGE.count("\n| `memo.") == len(COMMANDS)


@pytest.mark.parametrize(
    "name",
    [
        protocol.STATUS, protocol.DID_CHANGE_MEMORY, protocol.DIAGNOSTICS, protocol.TERMINAL, protocol.ACTIVITY,
        protocol.CLOCK,
    ],
)  # fmt: skip
def test_the_page_tells_every_message(name: str):
    assert f"`{name}" in PAGE


def test_every_command_is_served():
    assert set(served.COMMANDS) == set(COMMANDS)


@pytest.mark.parametrize(
    ("command", "given", "read"),
    [
        (protocol.SEARCH, {"text": ""}, {"text": ""}),
        (protocol.SEARCH, {"text": "x", "uri": None, "later": 1}, {"text": "x"}),
        (protocol.SEARCH, {"text": "x", "symbols": ["a"], "k": 3}, {"text": "x", "symbols": ("a",), "k": 3}),
        (protocol.SEARCH, {"text": "x", "asOf": "1970-01-01T00:01:00Z"}, {"text": "x", "asOf": 60.0}),
        (protocol.STATUS_NOW, None, {}),
        (
            protocol.REMEMBER,
            {"title": "t", "range": {"start": {"line": 0, "character": 1}, "end": {"line": 2, "character": 0}}},
            {"title": "t", "range": ((0, 1), (2, 0))},
        ),
    ],
)  # fmt: skip
def test_read(command: Command, given: Any, read: dict[str, Any]):
    assert command.read(given) == read


@pytest.mark.parametrize(
    ("command", "given", "field"),
    [
        (protocol.REMEMBER, {"body": "x"}, "title"),
        (protocol.REMEMBER, {"title": 3}, "title"),
        (protocol.REMEMBER, {"title": "t", "tags": "a"}, "tags"),
        (protocol.REMEMBER, {"title": "t", "tags": [1]}, "tags"),
        (protocol.REMEMBER, {"title": "t", "trust": "everyone"}, "trust"),
        (protocol.REMEMBER, {"title": "t", "range": {"start": {"line": 0}}}, "range"),
        (protocol.REMEMBER, {"title": "t", "pinned": 1}, "pinned"),
        (protocol.SEARCH, {"text": "x", "k": "ten"}, "k"),
        (protocol.SEARCH, {"text": "x", "k": True}, "k"),
        (protocol.SEARCH, {"text": "x", "asOf": "yesterday-ish"}, "asOf"),
        (protocol.FEEDBACK, {"id": "1"}, "useful"),
        (protocol.OPEN, ["id"], "arguments"),
    ],
)  # fmt: skip
def test_refused(command: Command, given: Any, field: str):
    with pytest.raises(WrongArgument) as refused:
        command.read(given)
    assert refused.value.field == field
    assert str(refused.value).startswith(field)
    assert "\n" not in str(refused.value)


def test_half_a_surrogate_pair_is_mended():
    assert protocol.SEARCH.read({"text": "a\ud83d"}) == {"text": "a?"}

"""docs/cli.md tells every command and every option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memo_lsp.cli import main
from memo_lsp.cli.command import Command
from tests.cli.test_main import COMMON, options_of

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
HEADED = re.split(r"(?m)^### ", PAGE)


@pytest.mark.parametrize("command", main.COMMANDS, ids=lambda command: command.name)
def test_every_command_stands_in_the_docs_with_its_options(command: Command) -> None:
    sections = [part for part in HEADED if re.search(rf"`memo-lsp {command.name}\b", part.split("\n")[0])]
    assert len(sections) == 1
    for option in options_of(command):
        assert option.split("[")[0] in sections[0], option


def test_the_docs_name_no_command_there_is_not() -> None:
    known = {command.name for command in main.COMMANDS}
    for heading in re.findall(r"(?m)^### (.*)$", PAGE):
        for name in re.findall(r"`memo-lsp ([a-z-]+(?: (?:git|jsonl|markdown))?)", heading):
            assert name in known
    assert all(option in HEADED[0] for option in COMMON)

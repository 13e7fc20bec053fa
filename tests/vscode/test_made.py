"""What the VS Code client takes from the server is what the server has: settings, names, arguments."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from memo_lsp.server import protocol
from memo_lsp.settings import DECLARATION

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "clients" / "vscode"
PACKAGE = json.loads((CLIENT / "package.json").read_text("utf-8"))
NAMES = (CLIENT / "src" / "protocol.ts").read_text("utf-8")
OWN = {"memo.server.command", "memo.trace.server"}
PAGES = [CLIENT / "README.md", CLIENT / "CHANGELOG.md"]


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make", CLIENT / "scripts" / "make.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_made_files_are_as_they_are_made(make: ModuleType) -> None:
    stale = [str(path.relative_to(ROOT)) for path, text in make.made().items() if path.read_text("utf-8") != text]
    assert not stale, "run `python clients/vscode/scripts/make.py`"


def test_every_setting_an_editor_may_have_is_there() -> None:
    declared = {
        name: about
        for section in PACKAGE["contributes"]["configuration"]
        for name, about in section["properties"].items()
    }
    assert declared.keys() - OWN == {setting.name for setting in DECLARATION if setting.editor}
    assert all(about["markdownDescription"] and about["scope"] for about in declared.values())


def test_what_leaves_the_machine_is_set_for_the_machine_only() -> None:
    declared = {
        name: about
        for section in PACKAGE["contributes"]["configuration"]
        for name, about in section["properties"].items()
    }
    told = [name for name in declared if name.endswith((".url", ".command", ".key_env", ".provider"))]
    assert len(told) >= 6
    assert {declared[name]["scope"] for name in told} == {"machine"}


def test_the_server_the_client_and_the_page_have_the_same_names() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    methods = {value for value in vars(protocol).values() if isinstance(value, str) and value.startswith("memo/")}
    assert methods == set(re.findall(r"'(memo/\w+)'", NAMES))
    assert {command.name for command in protocol.COMMANDS} == set(re.findall(r"'(memo\.\w+)'", NAMES))
    for name in methods | {command.name for command in protocol.COMMANDS}:
        assert f"`{name}" in page


def test_a_link_of_the_server_leads_to_a_command_of_the_client() -> None:
    declared = {command["command"] for command in PACKAGE["contributes"]["commands"]}
    linked = re.findall(r"protocol\.(\w+)", (ROOT / "memo_lsp" / "server" / "render.py").read_text("utf-8"))
    names = {getattr(protocol, name).name for name in linked if isinstance(getattr(protocol, name), protocol.Command)}
    trusted = re.search(r"LINKED = \[([^]]+)\]", (CLIENT / "src" / "server" / "client.ts").read_text("utf-8"))
    assert trusted
    assert names
    assert names == set(re.findall(r"'([\w.]+)'", trusted[1]))
    assert names <= declared


def test_what_no_projects_file_may_set_is_not_set_by_a_workspace() -> None:
    scopes = {
        name: about["scope"]
        for section in PACKAGE["contributes"]["configuration"]
        for name, about in section["properties"].items()
    }
    never = {setting.name for setting in DECLARATION if setting.editor and setting.project == "never"}
    assert {"memo.project", "memo.capture.include", "memo.idle.minutes", "memo.dream.enabled"} <= never
    assert {name for name in never if scopes[name] not in ("machine", "application")} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8"))
    gone = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert not gone


def test_every_command_a_person_can_call_is_on_the_page() -> None:
    page = (CLIENT / "README.md").read_text("utf-8")
    hidden = {entry["command"] for entry in PACKAGE["contributes"]["menus"]["commandPalette"]}
    shown = [one["title"] for one in PACKAGE["contributes"]["commands"] if one["command"] not in hidden]
    assert not [title for title in shown if f"*{title}*" not in page]

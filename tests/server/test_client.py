"""What is read out of a client's `initialize`."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import converters, types

from memo_lsp.server.client import Client, origin_of, trusted

CONVERTER = converters.get_converter()


def client(name: str | None = "Neovim", **capabilities: Any) -> Client:
    raw = {"processId": None, "rootUri": None, "capabilities": capabilities}
    if name is not None:
        raw["clientInfo"] = {"name": name}
    return Client.of(CONVERTER.structure(raw, types.InitializeParams))


@pytest.mark.parametrize(
    ("name", "origin"),
    [
        ("Visual Studio Code", "vscode"), ("Visual Studio Code - Insiders", "vscode"), ("Neovim", "neovim"),
        ("  My   Editor ", "my editor"), ("", "editor"),
    ],
)  # fmt: skip
def test_origin(name: str, origin: str):
    assert origin_of(name) == origin


@pytest.mark.parametrize(
    ("offer", "encoding"),
    [
        (None, "utf-16"), ([], "utf-16"), (["utf-16"], "utf-16"), (["utf-8", "utf-16"], "utf-8"),
        (["utf-16", "utf-8"], "utf-16"), (["utf-32"], "utf-32"), (["utf-7", "utf-8"], "utf-8"),
    ],
)  # fmt: skip
def test_encoding_is_the_clients_first_that_we_know(offer: list[str] | None, encoding: str):
    assert client(general={} if offer is None else {"positionEncodings": offer}).encoding == encoding


def test_a_client_that_says_nothing():
    assert client(None) == Client(origin="editor")


@pytest.mark.parametrize(
    ("name", "capabilities", "links"),
    [
        ("Visual Studio Code", {}, True),
        ("Neovim", {}, False),
        ("Neovim", {"experimental": {"memo": {"commandLinks": True}}}, True),
        ("Neovim", {"experimental": {"memo": "yes"}}, False),
        ("Neovim", {"experimental": 3}, False),
    ],
)
def test_who_follows_command_links(name: str, capabilities: dict[str, Any], links: bool):
    assert client(name, **capabilities).links is links


def test_the_rest():
    found = client(
        window={"workDoneProgress": True},
        workspace={
            "configuration": True,
            "didChangeConfiguration": {"dynamicRegistration": True},
            "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
            "codeLens": {"refreshSupport": True},
        },
        textDocument={"hover": {"contentFormat": ["markdown", "plaintext"]}},
    )
    assert found.progress
    assert found.configuration
    assert found.listens_to_settings
    assert found.markdown
    assert found.watches
    assert found.relative_patterns
    assert found.refreshes_lenses


@pytest.mark.parametrize(
    ("memo", "summarizes"), [({}, False), ({"summarize": True}, True), ({"summarize": "yes"}, False), (None, False)]
)
def test_who_has_a_language_model(memo: Any, summarizes: bool):
    assert client(experimental={"memo": memo}).summarizes is summarizes


@pytest.mark.parametrize(
    ("options", "trusts"),
    [
        (None, True), ({}, True), ({"memo": {}}, True), ({"memo": {"trusted": True}}, True),
        ({"memo": {"trusted": None}}, True), ({"memo": {"trusted": False}}, False), ("x", True),
    ],
)  # fmt: skip
def test_only_a_plain_no_is_no_trust(options: Any, trusts: bool):
    assert trusted(options) is trusts

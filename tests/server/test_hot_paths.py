"""The paths a person feels: an edit touches no disk; a hover waits for no file, no git and no embedder."""

from __future__ import annotations

import builtins
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from lsprotocol import types

from memo_lsp.embed.bundled import BundledEmbedder
from memo_lsp.server.handlers import documents
from memo_lsp.services import Services
from tests.conftest import Scratch

from .desk import Desk

CODE = "class Basket:\n    def add(self, item):\n        self.items.append(item)  # plain words\n"


class Touched(Exception):
    pass


def plant(patch: pytest.MonkeyPatch, *places: tuple[Any, str]) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise Touched

    for owner, name in places:
        patch.setattr(owner, name, refuse)


FILES = (
    (builtins, "open"),
    (Path, "open"),
    (Path, "read_bytes"),
    (Path, "read_text"),
    (os, "listdir"),
    (os, "scandir"),
)
OTHERS = ((subprocess.Popen, "__init__"), (BundledEmbedder, "embed"))


@pytest.fixture
def root(scratch: Scratch) -> Iterator[Path]:
    scratch.write("a.py", CODE).commit("start")
    return scratch.root


async def test_an_edit_touches_no_disk(tmp_path: Path, root: Path):
    async with Desk(tmp_path / "store", root) as desk:
        uri = await desk.open((root / "a.py").as_uri(), CODE)
        place = types.Range(types.Position(0, 6), types.Position(0, 12))
        change = types.TextDocumentContentChangePartial(range=place, text="Trolley")
        params = types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, uri), [change])
        with pytest.MonkeyPatch.context() as patch:
            plant(patch, *FILES, *OTHERS, (os, "stat"))
            documents.did_change(desk.server, params)
        document = desk.server.documents.get(uri)
        assert document is not None
        assert document.text == CODE.replace("Basket", "Trolley")


async def test_a_hover_waits_for_no_file_no_git_and_no_embedder(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Services, "embed_in_background", lambda *_: None)  # what follows is the hover's own doing
    async with Desk(tmp_path / "store", root, provider="bundled") as desk:
        uri = await desk.open((root / "a.py").as_uri(), CODE)
        await desk.remember("prices are gross", uri, (1, 8))
        await desk.remember("another, elsewhere: Basket.add", uri)
        with pytest.MonkeyPatch.context() as patch:
            plant(patch, *FILES, *OTHERS)
            shown = await desk.hover(uri, 1, 9)
        assert shown is not None
        assert "prices are gross" in shown

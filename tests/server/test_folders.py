"""Workspace folders: the longest that holds a file; a change is taken as a whole."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from memo_lsp.server.folders import Folders


def folders(*uris: str, root_uri: str | None = None, root_path: str | None = None) -> Folders:
    made = Folders()
    given = [SimpleNamespace(uri=uri) for uri in uris]
    made.start(SimpleNamespace(workspace_folders=given or None, root_uri=root_uri, root_path=root_path))
    return made


@pytest.mark.parametrize(
    ("path", "holding"),
    [
        ("/m/a.py", "/m"), ("/m/packages/api/a.py", "/m/packages/api"), ("/m/packages/apis/a.py", "/m"),
        ("/m", "/m"), ("/etc/hosts", None), ("/mm/a.py", None),
    ],
)  # fmt: skip
def test_holding(path: str, holding: str | None):
    found = folders("file:///m", "file:///m/packages/api").holding(Path(path))
    assert found == (Path(holding) if holding else None)


@pytest.mark.parametrize(
    ("added", "removed", "roots"),
    [
        (["file:///b"], [], ["/a", "/b"]),
        (["file:///a", "file:///b"], ["file:///a"], ["/a", "/b"]),
        ([], ["file:///a"], []),
        (["file:///a"], [], ["/a"]),
        (["untitled:x"], ["file:///never"], ["/a"]),
    ],
)
def test_change(added: list[str], removed: list[str], roots: list[str]):
    made = folders("file:///a")
    made.change(added, removed)
    assert made.roots == tuple(map(Path, roots))


@pytest.mark.parametrize(
    ("made", "first"),
    [
        (folders("file:///a%20b", "file:///c"), "/a b"),
        (folders(root_uri="file:///r", root_path="/p"), "/r"),
        (folders(root_path="/p"), "/p"),
        (folders(), None),
        (folders("vsls:/x"), None),
    ],
)
def test_start(made: Folders, first: str | None):
    assert made.first == (Path(first) if first else None)

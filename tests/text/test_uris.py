from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memo_lsp.text.uris import to_path, to_paths, to_uri


@pytest.mark.parametrize(
    ("uri", "path", "windows"),
    [
        ("file:///tmp/a%20b%23c%25/x.py", "/tmp/a b#c%/x.py", False),
        ("file:///tmp/%2520.py", "/tmp/%20.py", False),  # decoded once
        ("file:///tmp/r%C3%A9sum%C3%A9.py", "/tmp/résumé.py", False),
        ("file://srv/share/a.py", "//srv/share/a.py", False),
        ("file:///c%3A/x/a.py", "c:/x/a.py", True),
        ("file:///c%3A/x/a.py", "/c:/x/a.py", False),
        ("file:///a%FFb", "/a\udcffb", False),
        ("file:///", "/", False),
    ],
)
def test_there_and_back(uri: str, path: str, windows: bool) -> None:
    assert to_path(uri, windows) == path
    assert to_uri(path, windows) == uri


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file://localhost/tmp/x", "/tmp/x"),
        ("FILE:///tmp/x", "/tmp/x"),
        ("file:///tmp/a+b&c=d", "/tmp/a+b&c=d"),
        ("untitled:Untitled-1", None),
        ("git:/proj/a.py?%7B%22ref%22%3A%22~%22%7D", None),
        ("vscode-notebook-cell:/a.ipynb#x", None),
        ("output:tasks", None),
        ("file:relative/x", None),
        ("file:///a%00b", None),
        ("file://[bad/x", None),
        ("/tmp/x", None),
        ("", None),
    ],
)
def test_to_path(uri: str, path: str | None) -> None:
    assert to_path(uri, windows=False) == path


def test_windows_paths_are_spelled_one_way() -> None:
    assert to_uri("C:\\x\\a.py", windows=True) == "file:///c%3A/x/a.py"
    assert to_uri("\\\\srv\\share\\a.py", windows=True) == "file://srv/share/a.py"
    assert to_path("file:///C:/x/a.py", windows=True) == "C:/x/a.py"


@given(st.text(st.characters(blacklist_characters="\x00", blacklist_categories=["Cs"])))
def test_every_path_comes_back(rest: str) -> None:
    path = "/" + rest.lstrip("/")
    assert to_path(to_uri(path, windows=False), windows=False) == path


@given(
    st.lists(
        st.sampled_from(["file:///a/b.py", "file:///a/c.py", "file://srv/a/b", "file:///a?q/b", "file:///a%20b/x"])
    )
)
def test_many_are_read_as_each(uris: list[str]) -> None:
    assert list(to_paths(uris, windows=False)) == [to_path(uri, windows=False) for uri in uris]


@given(st.text(), st.sampled_from(["file:///", "file://srv/", "", "FILE:///c:/", "untitled:"]), st.booleans())
def test_any_is_read_the_same_among_others(rest: str, start: str, windows: bool) -> None:
    uri = start + rest
    assert list(to_paths([uri, uri], windows)) == [to_path(uri, windows)] * 2

"""What projects are called in a list."""

from __future__ import annotations

import pytest

from memo_lsp.text.projects import among, short


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("github.com/team/shop", "shop"),
        ("/home/ann/shop/", "shop"),
        ("0123456789abcdef0123456789abcdef01234567", "0123456789"),
        ("shop", "shop"),
        ("/", "/"),
    ],
)
def test_a_short_name(key: str, name: str) -> None:
    assert short(key) == name


@pytest.mark.parametrize(
    ("project", "projects", "title"),
    [
        ("a/shop", ("a/shop", "a/till"), "June · shop"),
        ("a/shop", ("a/shop", ""), "June"),
        ("a/shop", ("a/till",), "June · shop"),
        (None, ("a/shop", "a/till"), "June"),
    ],
)
def test_a_title_among_those_of_other_projects(project: str | None, projects: tuple[str, ...], title: str) -> None:
    assert among("June", project, projects) == title

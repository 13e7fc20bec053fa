"""VS Code is driven only where it is asked for: `-m editor`. Elsewhere these tests would add minutes to every run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .installed import chromium

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "editor" in (config.option.markexpr or ""):
        return
    left_out = pytest.mark.skip(reason="drives VS Code for minutes: ask for it with -m editor")
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("editor"):
            item.add_marker(left_out)


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screens are kept to look at."""
    folder = Path(os.environ.get("MEMO_TEST_ARTIFACTS") or tmp_path_factory.mktemp("screens"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def started() -> Iterator[Any]:
    """A browser for all windows."""
    from .workbench import browser

    assert chromium(), "Chromium is not installed"
    with browser() as running:
        yield running

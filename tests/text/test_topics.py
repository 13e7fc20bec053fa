from __future__ import annotations

import pytest

from memo_lsp.text.topics import normalise_topic, topic_of


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("api/auth", "api.auth"),
        ("std::vector", "std.vector"),
        ("src.billing", "src.billing"),
        (" a b / c! ", "a-b.c"),
        ("..x..", "x"),
        ("my_lib-2", "my_lib-2"),
        ("gro\u0308sse", "grösse"),
        ("", None),
        ("!!", None),
    ],
)
def test_normalise_topic(text: str, topic: str | None) -> None:
    assert normalise_topic(text) == topic


@pytest.mark.parametrize(
    ("scope", "paths", "topic"),
    [
        ("api/auth", ["src/x.py"], "api.auth"),
        (None, ["src/billing/rounding.py"], "src.billing.rounding"),
        (None, ["src/billing/rounding.py", "src/billing/tests/x.py"], "src.billing"),
        (None, ["src/a.py", "docs/b.md"], None),
        (None, ["src/a.py", "src/a.py"], "src.a"),
        (None, ["a.py", "b.py"], None),
        (None, [".github/workflows/ci.yml"], "github.workflows.ci"),
        (None, ["src/app.test.tsx"], "src.app"),
        (None, ["win\\dir\\a.py"], "win.dir.a"),
        ("", ["a.py"], "a"),
        ("!", [], None),
        (None, [""], None),
    ],
)
def test_topic_of(scope: str | None, paths: list[str], topic: str | None) -> None:
    assert topic_of(scope, paths) == topic

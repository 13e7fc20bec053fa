"""Work-done progress: shown if the client can, done without if it cannot or says no; stopped on the person's word."""

from __future__ import annotations

from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from memo_lsp.server.progress import Progress


class Bar:
    def __init__(self, refuses: bool = False):
        self.refuses, self.shown, self.tokens = refuses, [], {}  # type: ignore[var-annotated]

    async def create_async(self, token: str) -> None:
        if self.refuses:
            raise RuntimeError("the person declined")
        self.tokens[token] = Future()

    def begin(self, token: str, value: Any) -> None:
        self.shown.append(("begin", value.title))

    def report(self, token: str, value: Any) -> None:
        self.shown.append(("report", value.message, value.percentage))

    def end(self, token: str, value: Any) -> None:
        self.shown.append(("end", value.message))


def server(bar: Bar, able: bool = True) -> Any:
    return SimpleNamespace(client=SimpleNamespace(progress=able), work_done_progress=bar)


@pytest.mark.parametrize(
    ("bar", "able", "shown"),
    [
        (Bar(), True, [("begin", "t"), ("report", "half", 50), ("end", "done")]),
        (Bar(), False, []),
        (Bar(refuses=True), True, []),
    ],
)
async def test_a_bar(bar: Bar, able: bool, shown: list[Any]):
    progress = await Progress.begin(server(bar, able), "t", lambda: None)
    progress.report("half", 50)
    progress.end("done")
    progress.end("twice")
    assert bar.shown == shown
    assert bar.tokens == {}


async def test_cancelled_there():
    bar, stopped = Bar(), []
    await Progress.begin(server(bar), "t", lambda: stopped.append(True))
    next(iter(bar.tokens.values())).cancel()
    assert stopped == [True]

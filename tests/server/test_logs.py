"""Log lines: one line each, levels as a client knows them, no traceback, no secrets, nothing of the libraries'."""

from __future__ import annotations

import logging
import sys

import pytest
from lsprotocol import types

from memo_lsp.server.logs import ClientLog, OneLine, quiet_stderr


def record(level: int = logging.WARNING, text: str = "a\nb", trouble: bool = False) -> logging.LogRecord:
    exc = None
    if trouble:
        try:
            raise ValueError("broken\nthing")
        except ValueError:
            exc = sys.exc_info()
    return logging.LogRecord("memo_lsp.x", level, __file__, 1, text, (), exc)


@pytest.mark.parametrize(
    ("level", "kind"),
    [
        (logging.ERROR, types.MessageType.Error),
        (logging.CRITICAL, types.MessageType.Error),
        (logging.WARNING, types.MessageType.Warning),
        (logging.INFO, types.MessageType.Info),
    ],
)
def test_levels(level: int, kind: types.MessageType):
    sent: list[types.LogMessageParams] = []
    ClientLog(sent.append).emit(record(level))
    assert [(each.type, each.message) for each in sent] == [(kind, "a b")]


def test_a_surprise_is_one_line_with_its_place():
    told = OneLine().format(record(logging.ERROR, "hover failed", trouble=True))
    assert "\n" not in told
    assert told.startswith("memo-lsp error: hover failed: ValueError: broken thing (test_logs.py:")


def test_secrets_stay_out():
    key = "AKIA" + "Q7ZT" * 4
    assert key not in OneLine().format(record(text=f"cannot use {key} there"))


def test_libraries_are_silent():
    quiet_stderr()
    assert not logging.getLogger("pygls.protocol.json_rpc").isEnabledFor(logging.ERROR)

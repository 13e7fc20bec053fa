"""What a service says about a fault, and how long it asks to wait."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from memo_lsp.web.replies import message, retry_after


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b'{"error": {"message": "too  long\\n"}}', "too long"),
        (b'{"detail": "nope"}', "nope"),
        (b"plain words", "plain words"),
        (b"", ""),
        (b"{}", ""),
        (b"x" * 500, "x" * 119 + "…"),
    ],
)
def test_messages_are_one_short_line(body: bytes, expected: str):
    assert message(body) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(None, 9), ("", 9), ("soon", 9), ("nan", 9), ("3", 3), (" 2.5 ", 2.5), ("-4", 0), ("1e9", 3600), ("inf", 3600)],
)
def test_retry_after_in_seconds(value: str | None, expected: float):
    assert retry_after(value, 9) == expected


def test_retry_after_as_a_date():
    then = datetime.now(UTC) + timedelta(seconds=100)
    assert 90 < retry_after(format_datetime(then, usegmt=True), 9) <= 100
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT", 9) == 0

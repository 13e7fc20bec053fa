"""What any service answers, read with suspicion: JSON that is JSON, its own words about a fault, how long to wait."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, NoReturn

_LONGEST_WAIT = 3600.0  # seconds; a service that names more is asked again all the same


class BadReply(ValueError):
    """The reply is not what was asked for; says which field is missing or what stands there instead."""


def read_json(body: bytes) -> Any:
    """The value a body holds. Raises BadReply, also for NaN and Infinity, which are no JSON."""
    try:
        return json.loads(body, parse_constant=_no_constant)
    except BadReply:
        raise
    except (ValueError, RecursionError):
        start = _short(body[:400].decode("utf-8", "replace"), 40)
        raise BadReply(f"the reply is not JSON, it starts with {start!r}" if start else "the reply is empty") from None


def message(body: bytes) -> str:
    """The service's own words about what went wrong, on one short line."""
    try:
        reply = read_json(body[:100_000])
    except BadReply:
        return _short(body[:400].decode("utf-8", "replace"))
    return told(reply) if isinstance(reply, dict) else _short(str(reply))


def told(reply: Mapping[str, Any]) -> str:
    """What a reply's `error`, `message` or `detail` says, on one short line; empty if none does."""
    error = reply.get("error") or reply.get("message") or reply.get("detail")
    words = error.get("message") if isinstance(error, Mapping) else error
    return _short(str(words)) if words else ""


def retry_after(value: str | None, default: float) -> float:
    """Seconds a `Retry-After` header asks for: a number, or a date."""
    text = (value or "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(text).astimezone(UTC) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError, OverflowError):
            return default
    return min(max(seconds, 0.0), _LONGEST_WAIT) if seconds == seconds else default  # noqa: PLR0124 - not a number


def _no_constant(name: str) -> NoReturn:
    raise BadReply(f"the reply holds {name}, which is no JSON number")


def _short(text: str, limit: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"

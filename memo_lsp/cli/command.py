"""What a command is, and what it is handed: its options, its output, and the world it opens on demand."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from memo_lsp.cli.world import World
from memo_lsp.text.times import parse_time, time_or_ago

Parser = argparse.ArgumentParser
Run = Callable[[World], int | None]


@dataclass(frozen=True, slots=True)
class Command:
    """One command. `name` may be two words (`import git`); `run` returns an exit code, None for 0."""

    name: str
    help: str
    run: Run
    options: Callable[[Parser], object] = lambda parser: None
    more: str = ""  # shown under the options in its help


GROUPS: Mapping[str, str] = {"import": "take memories in", "export": "write memories out"}


def instant(text: str) -> float:
    """An option's time, as seconds since the epoch."""
    try:
        found = parse_time(text)
    except ValueError as trouble:
        raise argparse.ArgumentTypeError(str(trouble)) from None
    if found is None:
        raise argparse.ArgumentTypeError("wants a time")
    return found


def moment(text: str) -> Callable[[float], float]:
    """An option's time, or how long ago it was (30d): seconds since the epoch, once it is known what is now."""
    try:
        time_or_ago(text, 0.0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"not a time: {text!r} (wanted: 2026-07-03T09:12:00Z, or 30d)") from None
    return partial(time_or_ago, text)


def count(text: str) -> int:
    """An option's whole number, 1 or more."""
    if not text.isascii() or not text.isdigit() or not 0 < len(text) < 10 or int(text) == 0:
        raise argparse.ArgumentTypeError(f"wants a whole number from 1 on, not {text!r}")
    return int(text)

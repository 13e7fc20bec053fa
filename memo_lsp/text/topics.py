"""Topics: dotted paths, most general first (`src.billing.rounding`). Labels hold letters, digits, `_` and `-`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from memo_lsp.text.identifiers import nfc

_SPLIT = re.compile(r"::|[./\\]")
_NO_LABEL = re.compile(r"[^\w-]+")


def normalise_topic(text: str) -> str | None:
    """A topic as it is stored: `/` and `::` become dots, other signs within a label `-`; None if nothing is left."""
    labels = (_NO_LABEL.sub("-", label.strip()).strip("-") for label in _SPLIT.split(nfc(text)))
    return ".".join(label for label in labels if label) or None


def topic_of(scope: str | None, paths: Sequence[str] = ()) -> str | None:
    """The topic of a change: its conventional scope, else what its files' paths have in common.

    One file gives its path without the ending (`src/billing/rounding.py`: `src.billing.rounding`), several the folder
    that holds them all; None if they share none.
    """
    if scope and (topic := normalise_topic(scope)):
        return topic
    if not paths:
        return None
    routes = [_labels(path) for path in dict.fromkeys(paths)]
    if len(routes) == 1:
        return ".".join(routes[0]) or None
    shared = []
    for labels in zip(*(route[:-1] for route in routes), strict=False):
        if len(set(labels)) > 1:
            break
        shared.append(labels[0])
    return ".".join(shared) or None


def _labels(path: str) -> list[str]:
    """One label a folder, then the file's name up to its first dot."""
    parts = PurePosixPath(path.replace("\\", "/")).parts
    names = [*parts[:-1], parts[-1].lstrip(".").split(".")[0]] if parts else []
    labels = (_NO_LABEL.sub("-", nfc(name)).strip("-") for name in names)
    return [label for label in labels if label]

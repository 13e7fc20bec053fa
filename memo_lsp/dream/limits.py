"""From which cosines on an embedder's memories may be joined: as a calibration found, else as it was shipped.

A cosine means one thing to one embedder and another to the next, so what was measured belongs to a fingerprint. One
JSON file in the store's folder keeps it, with when and on what it was measured."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memo_lsp.dream.view import Limits

if TYPE_CHECKING:
    from memo_lsp.embed.port import Embedder

FILE = "calibrated.json"
_NAMES = tuple(field.name for field in fields(Limits))


def limits(embedder: Embedder | None, folder: Path) -> Limits | None:
    """What holds for an embedder over the store in `folder`; None without one, or where nobody measured it."""
    if embedder is None:
        return None
    found = measurement(embedder.fingerprint, folder)
    if found is not None:
        return Limits(**{name: float(found["thresholds"][name]) for name in _NAMES})
    shipped = embedder.thresholds
    if shipped.duplicate_memory > 1:
        return None
    return Limits(shipped.duplicate_title, shipped.duplicate_memory, shipped.supersede, shipped.theme)


def measurement(fingerprint: str, folder: Path) -> dict[str, Any] | None:
    """What `calibrate` kept of an embedder: thresholds, date, set, pairs, figures. None if it never ran for it."""
    found = _all(folder).get(fingerprint)
    thresholds = found.get("thresholds") if isinstance(found, dict) else None
    good = isinstance(thresholds, dict) and all(isinstance(thresholds.get(name), int | float) for name in _NAMES)
    return found if good else None


def keep(
    fingerprint: str, folder: Path, thresholds: Limits, *, date: str, sets: str, pairs: int, figures: Mapping[str, Any]
) -> Path:
    """Use these thresholds for this embedder from now on; only the owner can read the file.

    Raises OSError if the folder cannot be written."""
    said = {"thresholds": asdict(thresholds), "date": date, "set": sets, "pairs": pairs, "figures": dict(figures)}
    path = folder / FILE
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    scratch = path.with_suffix(".new")
    scratch.touch(mode=0o600)
    scratch.write_text(json.dumps({**_all(folder), fingerprint: said}, indent=1, ensure_ascii=False) + "\n", "utf-8")
    scratch.replace(path)
    return path


def _all(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}

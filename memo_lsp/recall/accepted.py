"""Constants that an evaluation has accepted: one JSON file in the store's folder, below every setting."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FILE = "accepted.json"


def load(folder: Path) -> dict[str, Any]:
    """The accepted constants by name; empty if none were, or if the file says nothing that can be read."""
    try:
        found = json.loads((folder / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    constants = found.get("constants") if isinstance(found, dict) else None
    return dict(constants) if isinstance(constants, dict) else {}


def save(
    folder: Path, constants: Mapping[str, Any], *, date: str, sets: list[str], profile: str, figures: Mapping[str, Any]
) -> Path:
    """Write them with the date, the sets, the profile and the figures they were accepted on; only the owner can read.

    Raises OSError if the folder cannot be written."""
    path = folder / FILE
    said = {"constants": dict(constants), "date": date, "profile": profile, "sets": sets, "figures": dict(figures)}
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    scratch = path.with_suffix(".new")
    scratch.touch(mode=0o600)
    scratch.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")
    scratch.replace(path)
    return path

"""What a project is called where memories of several stand in one list."""

from __future__ import annotations

import re
from collections.abc import Collection

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


def short(key: str) -> str:
    """The last part of an origin or a folder; of a first commit its beginning."""
    return key[:10] if _COMMIT.fullmatch(key) else key.rstrip("/").rpartition("/")[2] or key


def among(title: str, project: str | None, projects: Collection[str]) -> str:
    """A title that many projects could have, with its own behind it where there are several."""
    return f"{title} · {short(project)}" if project and len({*projects, project} - {""}) > 1 else title

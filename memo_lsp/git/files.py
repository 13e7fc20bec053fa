"""Which files of a work tree git knows of, or would take in."""

from __future__ import annotations

from pathlib import Path

from memo_lsp.git.door import Git


def listed(root: Path, pattern: str) -> list[str]:
    """Files that are there and not ignored, relative to `root`, by git's own pattern. Raises GitTrouble."""
    answer = Git(root).run("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", pattern)
    paths = dict.fromkeys(name.decode("utf-8", "surrogateescape") for name in answer.split(b"\0") if name)
    return [path for path in paths if (root / path).is_file()]

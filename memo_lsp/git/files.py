"""Which files of a work tree git knows of, or would take in."""

from __future__ import annotations

from pathlib import Path

from memo_lsp.git.door import Git


def listed(root: Path, pattern: str) -> list[str]:
    """Files that are there and not ignored, relative to `root`, by git's own pattern. Raises GitTrouble."""
    answer = Git(root).run("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", pattern)
    paths = dict.fromkeys(name.decode("utf-8", "surrogateescape") for name in answer.split(b"\0") if name)
    return [path for path in paths if (root / path).is_file()]


def renames_since_head(root: Path) -> list[tuple[str, str]]:
    """(old, new) of files that git sees renamed between HEAD and what is staged. Raises GitTrouble."""
    answer = Git(root).run("diff", "--cached", "-z", "-M", "--name-status", "--diff-filter=R", "HEAD")
    fields = [field.decode("utf-8", "surrogateescape") for field in answer.split(b"\0") if field]
    return list(zip(fields[1::3], fields[2::3], strict=False))

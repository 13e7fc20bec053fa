"""The workspace folders, and which of them a file belongs to: the longest that holds it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from memo_lsp.text.uris import to_path


class Folders:
    """The client's folders, replaced as a whole on every change, so that no request sees half of one."""

    def __init__(self) -> None:
        self._roots: tuple[Path, ...] = ()

    @property
    def roots(self) -> tuple[Path, ...]:
        """In the client's order."""
        return self._roots

    @property
    def first(self) -> Path | None:
        return self._roots[0] if self._roots else None

    def start(self, params: Any) -> None:
        """Folders of `initialize`: the workspace's, else the old single root."""
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri:
            uris = [params.root_uri]
        self._roots = _paths(uris)
        if not self._roots and not uris and params.root_path:
            self._roots = (Path(params.root_path),)

    def change(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """One event: what is both removed and added stays."""
        gone, new = set(_paths(removed)), _paths(added)
        kept = tuple(root for root in self._roots if root not in gone or root in new)
        self._roots = tuple(dict.fromkeys((*kept, *new)))

    def holding(self, path: Path) -> Path | None:
        """The innermost folder that holds a path; None outside every folder."""
        holding = [root for root in self._roots if path == root or root in path.parents]
        return max(holding, key=lambda root: len(root.parts), default=None)


def _paths(uris: Iterable[str]) -> tuple[Path, ...]:
    return tuple(Path(path) for uri in uris if (path := to_path(uri)) is not None)
